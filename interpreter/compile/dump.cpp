#include "compile/dump.h"

namespace nightrider {
namespace {

class Dumper {
 public:
  explicit Dumper(const CompiledGame& game) : game_(game), context_(game.context) {}

  std::string run() {
    for (Code code = 1; code < context_.codes.size(); ++code)
      for (std::size_t square = 0; square < context_.squares; ++square)
        for (std::size_t slot = 0; slot < game_.slots.size(); ++slot) {
          dump_program(game_.program(slot, code, static_cast<SquareId>(square)), code, square, slot, "");
          if (game_.has_drops) dump_program(game_.drop_program(slot, code, static_cast<SquareId>(square)), code, square, slot, "drop ");
        }
    line("codes " + number(context_.codes.size()) + ", rays " + number(game_.rays.size()) + ", ray steps " + number(game_.ray_steps.size()) +
         ", specials " + number(game_.specials.size()) + ", tests " + number(game_.tests.size()) + ", prepared moves " +
         number(game_.prepared.size()) + ", general programs " + number(game_.generals.size()) + ", attack tables " +
         number(game_.attack_tables.size()) + ", attack rays " + number(game_.attack_rays.size()) + ", last-move patterns " +
         number(game_.last_move_patterns.size()));
    line(std::string("equal moves: ") + (game_.may_repeat_moves ? "looked for, some may come twice" : "none, proved"));
    game_.bits->prepare(game_);
    line("sets of squares: " + (game_.bits->reason().empty() ? std::string("yes") : "no, " + game_.bits->reason()));
    return text_;
  }

 private:
  static std::string number(std::size_t value) { return std::to_string(value); }
  void line(const std::string& text) { text_ += text + "\n"; }
  std::string square_name(SquareId square) const { return square == kNone ? "-" : context_.game.board.squares[square].name; }

  std::string code_name(Code code) const {
    if (code == kEmptyCode) return "empty";
    std::string name = context_.game.players[context_.codes.owner(code)].name + "." + context_.game.pieces[context_.codes.type(code)].name;
    const PieceTypeId type = context_.codes.type(code);
    for (std::size_t a = 0; a < context_.game.attributes.size(); ++a)
      if ((context_.codes.variable_attributes(type) >> a) & 1)
        name += ((context_.codes.attributes(code) >> a) & 1 ? "+" : "-") + context_.game.attributes[a];
    return name;
  }

  std::string set_name(std::uint64_t codes) const {
    CodeSet set;
    for (Code code = 0; code < context_.codes.size(); ++code)
      if (game_.in(codes, code)) set.insert(code);
    if (set == context_.all_codes) return "anything";
    for (std::size_t player = 0; player < context_.players; ++player) {
      const std::string& name = context_.game.players[player].name;
      if (set == context_.friends[player]) return name;
      if (set == (context_.friends[player] | context_.empty_set)) return "empty|" + name;
      if (set == context_.all_codes - context_.friends[player]) return "not " + name;
    }
    std::string text;
    set.for_each([&](Code code) { text += (text.empty() ? "" : "|") + code_name(code); });
    return text;
  }

  std::string test_text(const Test& test) const {
    std::string text;
    switch (test.kind) {
      case TestKind::kOccupant: return square_name(test.subject) + " in {" + set_name(test.codes) + "}";
      case TestKind::kLastFrom: text = "last-from " + square_name(test.subject); break;
      case TestKind::kLastTo: text = "last-to " + square_name(test.subject); break;
      case TestKind::kLastTag: text = "last-tag " + context_.game.tags[test.subject].name; break;
      case TestKind::kFewer:
        text = "fewer " + std::to_string(test.codes) + " " + context_.game.players[test.victim].name + " " + context_.game.pieces[test.subject].name;
        break;
      case TestKind::kPlayerAttribute: {
        const std::size_t count = context_.game.player_attributes.size();
        text = context_.game.players[test.subject / count].name + " " + context_.game.player_attributes[test.subject % count].name;
        break;
      }
      case TestKind::kAttacked: text = "attacked " + square_name(test.subject) + " as " + code_name(test.victim); break;
      case TestKind::kDefended: text = "defended " + square_name(test.subject); break;
    }
    return (test.expected ? "" : "not ") + text;
  }

  std::string effects_text(const PreparedMove& move) const {
    std::string text;
    for (const SquareOp& op : move.ops)
      text += " " + square_name(op.square) + "=" +
              (op.source == kNone ? code_name(op.value) : "map" + std::to_string(op.value) + "(" + square_name(op.source) + ")");
    for (std::size_t tag = 0; tag < context_.game.tags.size(); ++tag)
      if ((move.tags >> tag) & 1) text += " tag " + context_.game.tags[tag].name;
    if (move.attributes_set != 0) text += " set " + std::to_string(move.attributes_set);
    if (move.attributes_cleared != 0) text += " clear " + std::to_string(move.attributes_cleared);
    if (move.partial) text += " then " + (move.continuation == kNone ? std::string("any") : context_.game.move_types[move.continuation]);
    return text;
  }

  void dump_program(const Program& program, Code code, std::size_t square, std::size_t slot, const std::string& prefix) {
    if (program.ray_count + program.special_count + program.general_count == 0) return;
    line(prefix + code_name(code) + " " + square_name(static_cast<SquareId>(square)) +
         (game_.slots[slot] == kNone ? "" : " type " + context_.game.move_types[game_.slots[slot]]));
    for (std::uint32_t r = 0; r < program.ray_count; ++r) {
      const Ray& ray = game_.rays[program.first_ray + r];
      std::string text = "  ray";
      for (std::uint32_t i = 0; i < ray.count; ++i) {
        const RayStep& step = game_.ray_steps[ray.first + i];
        text += " " + square_name(step.square);
        if (step.placed_count == 0) {
          text += "(pass)";
          continue;
        }
        text += "(" + set_name(step.codes) + ")";
        for (std::uint32_t p = 0; step.placed_count > 1 && p < step.placed_count; ++p)
          text += "=" + code_name(game_.placed[step.placed_first + p]);
      }
      line(text);
    }
    for (std::uint32_t s = 0; s < program.special_count; ++s) {
      const Special& special = game_.specials[program.first_special + s];
      std::string text = "  special " + square_name(special.from) + "-" + square_name(special.to) + ":";
      text += special.action < kFirstPreparedAction ? " " + code_name(static_cast<Code>(special.action))
                                                    : effects_text(game_.prepared[special.action - kFirstPreparedAction]);
      line(text);
      for (std::uint32_t c = 0; c < special.count; ++c) {
        const Conjunction& conjunction = game_.conjunctions[special.first + c];
        std::string when = c == 0 ? "    if" : "    or";
        for (std::uint32_t t = 0; t < conjunction.count; ++t)
          when += (t == 0 ? " " : ", ") + test_text(game_.tests[conjunction.first + t]);
        line(when);
      }
    }
    if (program.general_count != 0) line("  general programs: " + number(program.general_count));
  }

  const CompiledGame& game_;
  const RuleContext& context_;
  std::string text_;
};

}  // namespace

std::string to_text(const CompiledGame& game) { return Dumper(game).run(); }

}  // namespace nightrider
