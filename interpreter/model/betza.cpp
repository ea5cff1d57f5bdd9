#include "model/betza.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "syntax/betza_parser.h"

namespace nightrider {
namespace {

struct Offset {
  int right = 0, forward = 0;  // in steps, as the player sees the board
  friend auto operator<=>(const Offset&, const Offset&) = default;
};

// The leap of an atom: the longer part first.
struct Leap { int longer, shorter; };
struct Atom {
  std::vector<Leap> leaps;
  bool rider;  // repeats its step without being told so
};
const std::map<char, Atom>& atoms() {
  static const std::map<char, Atom> table{
      {'W', {{{1, 0}}, false}}, {'F', {{{1, 1}}, false}}, {'D', {{{2, 0}}, false}}, {'N', {{{2, 1}}, false}},
      {'A', {{{2, 2}}, false}}, {'H', {{{3, 0}}, false}}, {'C', {{{3, 1}}, false}}, {'L', {{{3, 1}}, false}},
      {'Z', {{{3, 2}}, false}}, {'J', {{{3, 2}}, false}}, {'G', {{{3, 3}}, false}}, {'R', {{{1, 0}}, true}},
      {'B', {{{1, 1}}, true}}, {'Q', {{{1, 0}, {1, 1}}, true}}, {'K', {{{1, 0}, {1, 1}}, false}},
  };
  return table;
}

constexpr std::string_view kDirectionLetters = "fblrvsh";
bool vertical(char c) { return c == 'f' || c == 'b' || c == 'v'; }
bool horizontal(char c) { return c == 'l' || c == 'r' || c == 's'; }

// The directions that a term names, in words of one or two letters. Letters stand together where together they mean something
// for a leap of this shape: "fl" is one diagonal but two orthogonals.
std::vector<std::string> direction_words(std::string_view letters, const Leap& leap) {
  std::vector<std::string> words;
  const bool orthogonal = leap.shorter == 0;
  const bool oblique = !orthogonal && leap.longer != leap.shorter;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const char a = letters[i];
    const char b = i + 1 < letters.size() ? letters[i + 1] : '\0';
    const bool crossed = (vertical(a) && horizontal(b)) || (horizontal(a) && vertical(b));
    const bool pair = (a == b) || (!orthogonal && crossed) || (oblique && b != '\0' && (a == 'h' || b == 'h'));
    words.emplace_back(letters.substr(i, pair ? 2 : 1));
    if (pair) ++i;
  }
  return words;
}

// Whether the word names the offset. On oblique leaps the second letter of a crossed pair says where most of the leap goes:
// "fr" far to the right and a little forward, "rf" the other way round; a single or doubled letter that most of it goes there,
// "fh" the forward half, "hr" and "hl" every second one, turning right or left.
std::optional<bool> names(const std::string& word, const Leap& leap, Offset o) {
  const auto holds = [&](char c) {
    switch (c) {
      case 'f': return o.forward > 0;
      case 'b': return o.forward < 0;
      case 'r': return o.right > 0;
      case 'l': return o.right < 0;
      case 'v': return o.forward != 0;
      default: return o.right != 0;  // s
    }
  };
  const bool oblique = leap.shorter != 0 && leap.longer != leap.shorter;
  const bool steep = std::abs(o.forward) > std::abs(o.right);
  const bool doubled = word.size() == 2 && word[0] == word[1];
  if (word.find('h') != std::string::npos) {
    static constexpr std::string_view kHalves[] = {"fh", "bh", "lh", "rh", "hl", "hr"};
    if (!oblique || std::ranges::find(kHalves, word) == std::end(kHalves)) return std::nullopt;
    if (word[0] == 'h') {
      // Going round clockwise from straight ahead, steep and flat leaps alternate: every second one turns right.
      const bool same_sign = (o.forward > 0) == (o.right > 0);
      return (steep == same_sign) == (word[1] == 'r');
    }
    return holds(word[0]);
  }
  if (!oblique) return word.size() == 1 || doubled ? holds(word[0]) : holds(word[0]) && holds(word[1]);
  const char main = word.size() == 2 ? word[1] : word[0];
  return holds(word[0]) && holds(main) && steep == vertical(main);
}

class Expander {
 public:
  Expander(std::string_view text, const BoardDefinition& board, const BetzaFrame& frame, AttributeId not_moved)
      : text_(text), board_(board), frame_(frame), not_moved_(not_moved) {
    const GridDefinition& grid = board.grids[0];
    width_ = static_cast<int>(grid.dimensions[0].size());
    const int height = static_cast<int>(grid.dimensions[1].size());
    cells_.assign(static_cast<std::size_t>(width_ * height), kNone);
    height_ = height;
    for (std::size_t s = 0; s < board.squares.size(); ++s)
      if (board.squares[s].grid == 0)
        cells_[static_cast<std::size_t>(board.squares[s].coordinates[1] * width_ + board.squares[s].coordinates[0])] = static_cast<SquareId>(s);
  }

  BetzaResult run() {
    const BetzaSyntax syntax = parse_betza(text_);
    if (syntax.error_at) {
      const std::size_t at = *syntax.error_at;
      if (text_.empty()) fail(0, "the betza text is empty");
      else if (at >= text_.size()) fail(text_.size() - 1, "the betza text ends without a capital letter for the step");
      else fail(at, "'" + std::string(text_.substr(at, 1)) + "' (letter " + std::to_string(at + 1) + ") cannot stand here in a betza text",
                "small letters, then a capital for the step, then a number: mfR3");
    }
    for (const BetzaTerm& term : syntax.terms)
      if (!result_.failed) this->term(term);
    return std::move(result_);
  }

 private:
  void fail(std::size_t at, std::string message, std::string hint = {}) {
    if (result_.failed) return;
    result_.failed = true;
    result_.at = at;
    result_.message = std::move(message);
    result_.hint = std::move(hint);
  }

  struct Modes {
    bool move = true, capture = true, first = false, lame = false, jump = false, cannon = false, hopper = false;
    std::string directions;
  };

  std::optional<Modes> modes_of(const BetzaTerm& term) {
    Modes modes;
    bool only_move = false, only_capture = false;
    for (std::size_t i = 0; i < term.modifiers.size(); ++i) {
      const char c = term.modifiers[i];
      if (kDirectionLetters.find(c) != std::string_view::npos) {
        modes.directions += c;
        continue;
      }
      switch (c) {
        case 'm': only_move = true; break;
        case 'c': only_capture = true; break;
        case 'i': modes.first = true; break;
        case 'n': modes.lame = true; break;
        case 'j': modes.jump = true; break;
        case 'p': modes.cannon = true; break;
        case 'g': modes.hopper = true; break;
        default:
          fail(term.begin + i, "'" + std::string(1, c) + "' (letter " + std::to_string(term.begin + i + 1) + " of the betza text) is not supported",
               std::string(c == 'e' ? "write the block of an en passant capture out"
                           : c == 'o' ? "write a block with wrapping directions"
                           : c == 'a' ? "write a block with add-partial, or with the steps one after the other"
                                      : "read are f b l r v s h, m c, i, n j p g"));
          return std::nullopt;
      }
    }
    if (only_move != only_capture) (only_move ? modes.capture : modes.move) = false;
    if (modes.first && not_moved_ == kNone) {
      fail(term.begin + term.modifiers.find('i'), "'i' needs an attribute of the piece that says whether it has moved",
           "add (attribute never-moved? true until-moved) to the piece");
      return std::nullopt;
    }
    return modes;
  }

  void term(const BetzaTerm& term) {
    const auto atom = atoms().find(term.atom);
    if (atom == atoms().end()) {
      fail(term.atom_at, "'" + std::string(1, term.atom) + "' (letter " + std::to_string(term.atom_at + 1) + " of the betza text) is not supported",
           "read are W F D N A H C Z G and R B Q K");
      return;
    }
    const std::optional<Modes> modes = modes_of(term);
    if (!modes) return;
    const bool rider = atom->second.rider || term.range.value_or(1) != 1;
    const int range = term.range.value_or(atom->second.rider ? 0 : 1);  // 0: without end
    const auto refuse = [&](char mode, const char* why) {
      const std::size_t at = term.begin + term.modifiers.find(mode);
      fail(at, "'" + std::string(1, mode) + "' (letter " + std::to_string(at + 1) + " of the betza text) " + why);
    };
    const bool hops = modes->cannon || modes->hopper;
    if (hops && (!rider || range != 0)) return refuse(modes->cannon ? 'p' : 'g', "is read before steps without end only, such as pR");
    if (hops && (modes->lame || modes->jump || modes->cannon == modes->hopper))
      return refuse(modes->cannon ? 'p' : 'g', "cannot stand with another way of jumping");
    if (modes->lame && modes->jump) return refuse('n', "cannot stand with 'j'");
    if (modes->lame && rider) return refuse('n', "is read before single leaps only");
    if (modes->jump && rider && range != 0) return refuse('j', "is read before single leaps and steps without end only");
    for (const Leap& leap : atom->second.leaps) {
      if (modes->jump && !rider && !(leap.longer == 2 && leap.shorter != 1)) return refuse('j', "is read before D, A and steps without end only");
      for (const Offset& offset : offsets_of(term, leap, modes->directions)) {
        if (result_.failed) return;
        block(term, *modes, offset, rider, range);
      }
    }
  }

  // The leap's directions that are named (all, if none is), in an order that does not depend on the board.
  std::set<Offset> offsets_of(const BetzaTerm& term, const Leap& leap, const std::string& letters) {
    const std::vector<std::string> words = direction_words(letters, leap);
    std::set<Offset> offsets;
    for (const auto& [x, y] : {std::pair{leap.longer, leap.shorter}, std::pair{leap.shorter, leap.longer}}) {
      for (int sx : {1, -1}) {
        for (int sy : {1, -1}) {
          const Offset offset{x * sx, y * sy};
          bool wanted = words.empty();
          for (const std::string& word : words) {
            const std::optional<bool> named = names(word, leap, offset);
            if (!named) {
              fail(term.begin, "the directions '" + word + "' mean nothing before '" + term.atom + "' (letter " +
                                   std::to_string(term.atom_at + 1) + " of the betza text)");
              return {};
            }
            wanted = wanted || *named;
          }
          if (wanted) offsets.insert(offset);
        }
      }
    }
    return offsets;
  }

  // --- directions of the board

  Offset index_offset(Offset o) const {  // in steps of the index: right = first dimension, forward = second
    Offset index;
    (frame_.across == 0 ? index.right : index.forward) = o.right * frame_.right;
    (frame_.across == 0 ? index.forward : index.right) = o.forward * frame_.forward;
    return index;
  }

  DirectionId direction_of(Offset o) const {
    const Offset index = index_offset(o);
    for (std::size_t d = 0; d < board_.directions.size(); ++d) {
      const std::vector<int>& offsets = board_.direction_offsets[d];
      if (!board_.direction_wraps[d] && offsets.size() == 2 && offsets[0] == index.right && offsets[1] == index.forward)
        return static_cast<DirectionId>(d);
    }
    return kNone;
  }

  SquareId cell(int x, int y) const {
    return x < 0 || y < 0 || x >= width_ || y >= height_ ? kNone : cells_[static_cast<std::size_t>(y * width_ + x)];
  }

  // Whether the directions lead from every square to the one at the offset, where there is one.
  bool leads(const std::vector<DirectionId>& path, Offset o) const {
    const Offset index = index_offset(o);
    for (SquareId from : cells_) {
      if (from == kNone) continue;
      const std::vector<int>& at = board_.squares[from].coordinates;
      const SquareId target = cell(at[0] + index.right, at[1] + index.forward);
      if (target == kNone) continue;
      SquareId square = from;
      for (DirectionId direction : path)
        if (square != kNone) square = board_.links[direction][square];
      if (square != target) return false;
    }
    return true;
  }

  // Steps that make up the offset, first straight ones then diagonal ones (so that a lame knight is the Mao); others when a
  // hole of the board is in the way.
  const std::vector<DirectionId>& path_of(const BetzaTerm& term, Offset o, bool one_step_is_best) {
    const auto key = std::pair{o, one_step_is_best};
    if (const auto known = paths_.find(key); known != paths_.end()) return known->second;
    const int sx = (o.right > 0) - (o.right < 0), sy = (o.forward > 0) - (o.forward < 0);
    const int nx = std::abs(o.right), ny = std::abs(o.forward), diagonals = std::min(nx, ny);
    const DirectionId straight = direction_of(nx > ny ? Offset{sx, 0} : Offset{0, sy});
    const DirectionId diagonal = direction_of({sx, sy});
    const DirectionId across = direction_of({sx, 0}), along = direction_of({0, sy});
    std::vector<std::vector<DirectionId>> candidates;
    const auto repeat = [](std::vector<DirectionId>& path, int times, DirectionId direction) {
      path.insert(path.end(), static_cast<std::size_t>(times), direction);
    };
    std::vector<DirectionId> mixed, turned, square_first, square_last;
    repeat(mixed, std::max(nx, ny) - diagonals, straight);
    repeat(mixed, diagonals, diagonal);
    turned.assign(mixed.rbegin(), mixed.rend());
    repeat(square_first, nx, across);
    repeat(square_first, ny, along);
    square_last.assign(square_first.rbegin(), square_first.rend());
    const DirectionId single = direction_of(o);
    if (one_step_is_best) candidates = {{single}, mixed, turned, square_first, square_last};
    else candidates = {mixed};
    for (std::vector<DirectionId>& candidate : candidates)
      if (std::ranges::find(candidate, static_cast<DirectionId>(kNone)) == candidate.end() && leads(candidate, o))
        return paths_[key] = std::move(candidate);
    const Offset index = index_offset(o);
    fail(term.atom_at, "the board has no directions for the step of '" + std::string(1, term.atom) + "' (letter " +
                           std::to_string(term.atom_at + 1) + " of the betza text)",
         "add to the grid a direction with the offsets " + std::to_string(index.right) + " " + std::to_string(index.forward));
    return paths_[key];
  }

  // --- blocks

  static Condition condition(ConditionKind kind) {
    Condition c;
    c.kind = kind;
    return c;
  }
  static Condition negated(ConditionKind kind) {
    Condition c = condition(ConditionKind::kNot);
    c.children.push_back(condition(kind));
    return c;
  }
  static Instruction verify(Condition c) {
    Instruction i;
    i.kind = InstructionKind::kVerify;
    i.condition = std::move(c);
    return i;
  }
  static Instruction add() {
    Instruction i;
    i.kind = InstructionKind::kAdd;
    return i;
  }
  static void walk(std::vector<Instruction>& body, const std::vector<DirectionId>& path) {
    for (DirectionId direction : path) {
      Instruction i;
      i.kind = InstructionKind::kMove;
      i.place = {PlaceKind::kStep, direction};
      body.push_back(std::move(i));
    }
  }
  // What must stand on the landing square.
  static Condition target(const Modes& modes) {
    return !modes.capture ? condition(ConditionKind::kEmpty) : !modes.move ? condition(ConditionKind::kEnemy) : negated(ConditionKind::kFriend);
  }
  static void land(std::vector<Instruction>& body, const Modes& modes) {
    body.push_back(verify(target(modes)));
    body.push_back(add());
  }
  // From the current square on: over empty squares, and up to and with an enemy.
  static void slide(std::vector<Instruction>& body, const Modes& modes, const std::vector<DirectionId>& path) {
    Instruction loop;
    loop.kind = InstructionKind::kWhile;
    loop.condition = condition(ConditionKind::kEmpty);
    if (modes.move) loop.body.push_back(add());
    walk(loop.body, path);
    body.push_back(std::move(loop));
    if (!modes.capture) return;
    body.push_back(verify(modes.move ? negated(ConditionKind::kFriend) : condition(ConditionKind::kEnemy)));
    body.push_back(add());
  }
  static void to_hurdle(std::vector<Instruction>& body, const std::vector<DirectionId>& path) {
    Instruction loop;
    loop.kind = InstructionKind::kWhile;
    loop.condition = condition(ConditionKind::kEmpty);
    walk(loop.body, path);
    body.push_back(std::move(loop));
  }

  void block(const BetzaTerm& term, const Modes& modes, Offset offset, bool rider, int range) {
    const std::vector<DirectionId> path = path_of(term, offset, !modes.lame && !(modes.jump && !rider));
    if (result_.failed) return;
    MoveBlock block;
    std::vector<Instruction>& body = block.body;
    if (modes.first) {
      Condition unmoved = condition(ConditionKind::kAttribute);
      unmoved.id = not_moved_;
      body.push_back(verify(std::move(unmoved)));
    }
    if (!rider) {
      for (std::size_t i = 0; i < path.size(); ++i) {
        walk(body, {path[i]});
        if (i + 1 == path.size()) break;
        if (modes.lame) body.push_back(verify(condition(ConditionKind::kEmpty)));
        if (modes.jump) body.push_back(verify(negated(ConditionKind::kEmpty)));
      }
      land(body, modes);
    } else if (modes.cannon || modes.hopper) {
      walk(body, path);
      to_hurdle(body, path);
      walk(body, path);
      if (modes.cannon) slide(body, modes, path);
      else land(body, modes);
    } else if (range == 0) {
      walk(body, path);
      if (modes.jump) walk(body, path);
      slide(body, modes, path);
    } else {
      // No walk is longer than the board has squares.
      const int steps = std::min<int>(range, static_cast<int>(board_.squares.size()));
      for (int step = 1; step <= steps; ++step) {
        walk(body, path);
        if (step == steps || modes.move) {
          land(body, modes);
        } else {
          Instruction take;
          take.kind = InstructionKind::kIf;
          take.condition = condition(ConditionKind::kEnemy);
          take.body.push_back(add());
          body.push_back(std::move(take));
        }
        if (step < steps && modes.capture) body.push_back(verify(condition(ConditionKind::kEmpty)));
      }
    }
    result_.blocks.push_back(std::move(block));
  }

  std::string_view text_;
  const BoardDefinition& board_;
  const BetzaFrame& frame_;
  AttributeId not_moved_;
  int width_ = 0, height_ = 0;
  std::vector<SquareId> cells_;  // of the first grid, the first dimension fastest
  std::map<std::pair<Offset, bool>, std::vector<DirectionId>> paths_;
  BetzaResult result_;
};

}  // namespace

BetzaResult expand_betza(std::string_view text, const BoardDefinition& board, const BetzaFrame& frame, AttributeId not_moved) {
  return Expander(text, board, frame, not_moved).run();
}

}  // namespace nightrider
