#include "model/read_game.h"

#include <string>
#include <unordered_map>

#include "model/game_reader.h"
#include "model/shared_attributes.h"

namespace nightrider {
namespace {

// The atom of `(title "x")` in a game form, or null.
const ExpandedNode* atom_of(const ExpandedNode& game, std::string_view head) {
  const ExpandedNode* found = nullptr;
  for (const ExpandedNode* child : game.children)
    if (child->is_list() && child->head() == head && child->children.size() > 1 && !child->children[1]->is_list())
      found = child->children[1];
  return found;
}

void report_top_level(const ExpandedNode& form, const ExpandedTree& tree, DiagnosticSink& sink) {
  if (!form.is_list()) {
    sink.report(diagnostic_at(form, Severity::kError, "misplaced-form", "'" + form.text + "' stands outside every form",
                              form.is_symbol() ? "a missing '(' or a ')' too many before it?" : ""));
    return;
  }
  const std::string name(form.head());
  if (find_keyword(name, Form::kFile) != nullptr) return;
  const ExpandedNode& at = form.children.empty() ? form : *form.children[0];
  if (name.empty()) {
    sink.report(diagnostic_at(form, Severity::kError, "misplaced-form", "a list without a keyword at the top level of a file"));
  } else if (const KeywordRow* row = find_keyword_anywhere(name)) {
    sink.report(diagnostic_at(at, Severity::kError, "misplaced-form",
                              "'" + name + "' cannot stand at the top level of a file",
                              std::string("it belongs in ") + form_name(home_of(*row)) + "; is a ')' too many before it?"));
  } else if (!tree.incomplete) {  // else it may be a call of a macro that could not be read
    std::vector<std::string> names = keyword_names(Form::kFile);
    names.insert(names.end(), tree.macro_names.begin(), tree.macro_names.end());
    const std::string near = nearest_name(name, names);
    sink.report(diagnostic_at(at, Severity::kError, "unknown-form", "unknown form '" + name + "' at the top level of a file",
                              near.empty() ? "" : "did you mean '" + near + "'?"));
  }
}

}  // namespace

std::vector<GameEntry> list_games(const ExpandedTree& tree, DiagnosticSink& sink) {
  std::vector<GameEntry> entries;
  const ExpandedNode* game = nullptr;
  for (const ExpandedNode* form : tree.forms)  // a variant before any game belongs to the first game
    if (game == nullptr && form->head() == "game") game = form;
  const bool any_game = game != nullptr;
  std::unordered_map<std::string, const ExpandedNode*> ids;
  const std::size_t errors = sink.error_count();
  for (const ExpandedNode* form : tree.forms) {
    // Where a file could not be read whole, the first form out of place shows where to look; the others follow from it.
    if (!tree.incomplete || sink.error_count() == errors) report_top_level(*form, tree, sink);
    const bool variant = form->head() == "variant";
    if (!variant && form->head() != "game") continue;
    if (variant && !any_game) {
      if (tree.incomplete) continue;
      sink.report(diagnostic_at(*form->children[0], Severity::kError, "missing-game",
                                "a variant without a game to inherit from"));
      continue;
    }
    if (!variant) game = form;
    GameEntry entry;
    entry.game = game;
    if (variant) entry.variant = form;
    if (const ExpandedNode* title = atom_of(*form, "title")) entry.title = title->text;
    for (const ExpandedNode* child : form->children) entry.is_default = entry.is_default || (child->is_list() && child->head() == "default");
    if (variant && entry.title == "-") continue;  // a line in the menu
    if (const ExpandedNode* id = atom_of(*form, "id")) {
      entry.id = id->text;
      const auto [earlier, fresh] = ids.emplace(entry.id, id);
      if (!fresh) {
        Diagnostic diagnostic =
            diagnostic_at(*id, Severity::kError, "duplicate-id", "the id '" + entry.id + "' is given twice in this file");
        diagnostic.notes.push_back({earlier->second->span, "first given here"});
        sink.report(std::move(diagnostic));
      }
    }
    entries.push_back(std::move(entry));
  }
  if (!any_game && !sink.has_errors()) {
    const SourceSpan span = tree.forms.empty() ? SourceSpan{} : tree.forms.front()->span;
    sink.error("missing-game", span, "the file has no game", "a rule file needs a (game ...) form");
  }
  return entries;
}

std::optional<GameDefinition> read_game(const ExpandedTree& tree, const GameEntry& entry, DiagnosticSink& sink,
                                        const ReadGameOptions& options) {
  return GameReader(tree, entry, sink, options).read();
}

std::optional<GameDefinition> GameReader::read() {
  game_.is_variant = entry_.variant != nullptr;
  game_.span = (game_.is_variant ? entry_.variant : entry_.game)->span;
  game_.id = entry_.id;
  game_.title = entry_.title;
  // One cause gives one message: after a file or form that could not be read nothing is called unknown or missing.
  if (tree_.incomplete) {
    doubtful_forms_ = true;
    incomplete_.fill(true);
  }
  collect_forms();
  if (const Node* engine = last_form(Keyword::kEngine)) {
    const std::string library = engine->children.size() > 1 ? engine->children[1]->text : "a program library";
    error(*engine, "engine-dll", "this game hands its rules to " + library,
          "the rule file holds no rules of its own, so it cannot be played here");
    return std::nullopt;
  }
  read_texts();
  read_players();
  read_board();
  collect_pieces();
  read_player_attributes();
  read_tags();
  read_turn_order();
  read_priorities();
  read_pieces();
  check_flags();
  read_setup();
  read_shuffles();
  read_options();
  add_captured_attribute();
  read_move_text();
  read_tallies();
  read_goals();
  read_forbids();
  limit_tallies();
  read_offers();
  read_payoff();
  read_fen();
  warn_of_oddities();
  if (failed_ || tree_.incomplete) return std::nullopt;
  game_.attributes = table(NameKind::kAttribute).names();
  share_attributes(game_);
  game_.flags = table(NameKind::kFlag).names();
  game_.position_flags = table(NameKind::kPositionFlag).names();
  game_.move_types = table(NameKind::kMoveType).names();
  return std::move(game_);
}

}  // namespace nightrider
