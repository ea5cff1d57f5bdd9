// What a game may say and its author hardly means, looked for when it is read whole; and texts that could not be read back.
#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "model/game_reader.h"

namespace nightrider {
namespace {

constexpr std::size_t kMaxMoveWord = 64;  // bytes of one text in a move; a whole move is read up to 200

// Whether a block can make a piece of the type: by promotion, creation or a change of type.
bool can_make(const std::vector<Instruction>& body, PieceTypeId type) {
  return std::ranges::any_of(body, [&](const Instruction& instruction) {
    const bool names = (instruction.kind == InstructionKind::kCreate || instruction.kind == InstructionKind::kChangeType) && instruction.id == type;
    return names || std::ranges::find(instruction.types, type) != instruction.types.end() || can_make(instruction.body, type) ||
           can_make(instruction.else_body, type);
  });
}

// The types of which a `checkmated` goal wants the player himself to have one.
void collect_own_royals(const GoalTest& test, std::vector<PieceTypeId>& types) {
  if (test.kind == GoalTestKind::kCheckmated)
    for (const ConfigOccupant& occupant : test.occupants)
      if (occupant.owner == ConfigOccupant::Owner::kPlayer) types.push_back(occupant.type);
  if (test.kind == GoalTestKind::kReachable || test.kind == GoalTestKind::kRepetition) return;  // these only ask
  for (const GoalTest& child : test.children) collect_own_royals(child, types);
}

std::string points(double value) {
  std::string text = std::to_string(value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

// Why a text that stands in moves would not come out of a recorded game again; empty: it does.
std::string text_fault(const std::string& text, MoveWord word) {
  if (text.size() > kMaxMoveWord) return "it is longer than " + std::to_string(kMaxMoveWord) + " bytes";
  for (const char c : text) {
    if (c == ' ' || (c >= '\t' && c <= '\r')) return "white space ends a move";
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return "it holds a control character";
    if (std::string_view("(){};").find(c) != std::string_view::npos)
      return std::string("'") + c + "' has a meaning of its own in recorded games";
  }
  if (word == MoveWord::kSquarePart) return {};
  if (text.ends_with('+') || text.ends_with('#')) return std::string("'") + text.back() + "' at the end of a move means check or mate";
  if (word == MoveWord::kTag) return {};
  const std::size_t digits = text.find_first_not_of("0123456789");
  if (digits != 0 && digits != std::string::npos && text[digits] == '.') return "it begins like the number of a move";
  if (text.starts_with('$')) return "'$' begins a remark in recorded games";
  if (word == MoveWord::kLetter) return {};
  if (text == "1-0" || text == "0-1" || text == "1/2-1/2" || text == "*") return "it is the result of a game";
  if (text == "e.p." || text.find_first_not_of("!?") == std::string::npos) return "it is a remark in recorded games";
  return {};
}

}  // namespace

bool GameReader::check_word(const Node& node, MoveWord word) {
  const std::string fault = text_fault(node.text, word);
  if (fault.empty()) return true;
  error(node, "bad-text", "moves with the text '" + node.text + "' could not be read back: " + fault);
  return false;
}

void GameReader::warn_of_oddities() {
  if (failed_ || sink_.has_errors()) return;
  warn_of_missing_royals();
  warn_of_captured_before_checkmated();
  warn_of_missing_letters();
  warn_of_bands();
}

// A goal `checkmated` of a player who has and can get no such piece never holds.
void GameReader::warn_of_missing_royals() {
  for (const GoalDefinition& goal : game_.goals) {
    std::vector<PieceTypeId> types;
    collect_own_royals(goal.test, types);
    if (types.empty() || game_.setup.empty()) continue;
    const auto is_royal = [&](PieceTypeId type) { return std::ranges::find(types, type) != types.end(); };
    const bool made = std::ranges::any_of(types, [&](PieceTypeId type) {
      return std::ranges::any_of(game_.pieces, [&](const PieceDefinition& piece) {
        const auto makes = [&](const MoveBlock& block) { return can_make(block.body, type); };
        return std::ranges::any_of(piece.moves, makes) || std::ranges::any_of(piece.drops, makes);
      });
    });
    if (made) continue;
    for (const PlayerId player : goal.players) {
      if (game_.players[player].kind != PlayerKind::kActive) continue;
      const bool has = std::ranges::any_of(game_.setup, [&](const SetupEntry& entry) {
        return entry.player == player && is_royal(entry.type) && (!entry.squares.empty() || entry.reserve > 0);
      });
      if (has) continue;
      std::string names;
      for (const PieceTypeId type : types) names += (names.empty() ? "" : " or ") + game_.pieces[type].name;
      sink_.report({Severity::kWarning, "no-royal", goal.span,
                    game_.players[player].name + " has no " + names + " in the setup, so this goal never holds for " + game_.players[player].name,
                    "put one into the board-setup, or leave " + game_.players[player].name + " out of this goal", game_.trails[goal.trail]});
    }
  }
}

// A `checkmated` that makes nothing royal, as `captured` of the same type stands before it.
void GameReader::warn_of_captured_before_checkmated() {
  for (const GoalDefinition& goal : game_.goals) {
    std::vector<PieceTypeId> types;
    collect_own_royals(goal.test, types);
    for (const PieceTypeId type : types)
      for (const PlayerId player : goal.players) {
        const std::vector<PieceTypeId> royal = game_.royal_types(player);
        if (std::ranges::find(royal, type) != royal.end()) continue;
        sink_.report({Severity::kWarning, "captured-before-checkmated", goal.span,
                      game_.players[player].name + " may leave a " + game_.pieces[type].name + " attacked: a loss-condition (captured " +
                          game_.pieces[type].name + ") stands before this one",
                      "where that is not meant, put the condition with checkmated first", game_.trails[goal.trail]});
        return;
      }
  }
}

void GameReader::warn_of_missing_letters() {
  const PieceDefinition* lettered = nullptr;
  for (const PieceDefinition& piece : game_.pieces)
    if (!piece.letters.empty() && lettered == nullptr) lettered = &piece;
  if (lettered == nullptr) return;
  for (std::size_t type = 0; type < game_.pieces.size(); ++type) {
    const PieceDefinition& piece = game_.pieces[type];
    if (!piece.letters.empty() || piece.dummy || (piece.moves.empty() && piece.drops.empty())) continue;
    warning(*piece_forms_[type], "letter-missing",
            "the piece '" + piece.name + "' has no letter, though '" + lettered->name + "' has one: its moves are written with its name",
            "add (letter \"..\")");
  }
}

// Points of one file usually add up alike, and those of bands rise or fall from one to the next.
void GameReader::warn_of_bands() {
  const PayoffDefinition& payoff = game_.payoff;
  if (payoff_form_ == nullptr || payoff.resign_bands.empty()) return;
  std::map<double, int> sums;
  for (const std::optional<PayoffPair>* pair : {&payoff.win, &payoff.draw, &payoff.stalemated})
    if (*pair) ++sums[(*pair)->first + (*pair)->second];
  for (const PayoffBand& band : payoff.resign_bands) ++sums[band.pay.first + band.pay.second];
  const auto usual = std::ranges::max_element(sums, {}, &std::pair<const double, int>::second);
  const auto at = [&](std::size_t band) -> const Node& { return *band_forms_[band]; };
  const double rise = payoff.resign_bands.back().pay.first - payoff.resign_bands.front().pay.first;
  for (std::size_t i = 0; i < payoff.resign_bands.size(); ++i) {
    const PayoffPair& pay = payoff.resign_bands[i].pay;
    const double sum = pay.first + pay.second;
    if (usual->second > 1 && sum != usual->first)
      warning(at(i), "band-sum", "the two points of this band make " + points(sum) + " together; elsewhere in this payoff they make " + points(usual->first));
    if (i > 0 && (pay.first - payoff.resign_bands[i - 1].pay.first) * rise < 0)
      warning(at(i), "band-order", std::string("the winner's points ") + (rise > 0 ? "fall" : "rise") + " in this band, though from the first band to the last they " +
              (rise > 0 ? "rise" : "fall"));
  }
  if (usual->second < 2) return;
  for (const auto& [form, sum] : payoff_sums_)
    if (sum != usual->first)
      warning(*form, "band-sum", "these two points make " + points(sum) + " together; elsewhere in this payoff they make " + points(usual->first));
}

}  // namespace nightrider
