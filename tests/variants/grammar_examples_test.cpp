// The examples of grammar/README.md run. A fenced block that begins "```zrf" is rule text; what stands behind on that line says what must come of it:
//   frame=NAME          not run; a frame for others, with the hole "; ..."
//   in=NAME             this text stands in that frame's hole, its definitions before the frame, variants behind it
//   game=ID             which game or variant of the text (default: the first)
//   position="..."      from this position
//   start=N             from this start of a game with several
// The rest happens in the order written:
//   after="e4 e5"       these moves and offers are made
//   moves=N             so many legal moves; has="e4, d4", lacks="e5": among them, as text or coordinates
//   result=REASON       the game is over for this reason; points="12 0"
//   text="..."          the position's text
//   error=CODE, warning=CODE   this message, else there must be none
//   lines=N             the text has at most so many lines
#include <algorithm>
#include <map>

#include "perft_rows.h"
#include "play/game.h"
#include "play/starts.h"
#include "rule_text.h"

namespace nightrider::test {
namespace {

struct Example {
  int line = 0;
  std::vector<std::pair<std::string, std::string>> expected;  // key and value, in the order written
  std::string text;

  // The value of the first such key, or empty.
  std::string value(const std::string& key) const {
    for (const auto& [name, text] : expected)
      if (name == key) return text;
    return {};
  }
};

// `key=value key="value with spaces" ...`
std::vector<std::pair<std::string, std::string>> parse_expectations(const std::string& info) {
  std::vector<std::pair<std::string, std::string>> found;
  std::size_t at = 0;
  while ((at = info.find_first_not_of(' ', at)) != std::string::npos) {
    const std::size_t equals = info.find('=', at);
    if (equals == std::string::npos) {
      ADD_FAILURE() << "not key=value: " << info;
      break;
    }
    const bool quoted = info[equals + 1] == '"';
    const std::size_t begin = equals + 1 + (quoted ? 1 : 0);
    const std::size_t end = std::min(info.find(quoted ? '"' : ' ', begin), info.size());
    found.emplace_back(info.substr(at, equals - at), info.substr(begin, end - begin));
    at = std::min(end + 1, info.size());
  }
  return found;
}

std::vector<Example> examples() {
  std::vector<Example> found;
  std::stringstream stream(read_whole_file(source_dir() / "grammar/README.md"));
  int number = 0;
  bool inside = false;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (!inside && line.starts_with("```zrf")) {
      found.push_back({number, parse_expectations(line.substr(6)), {}});
      inside = true;
    } else if (inside && line.starts_with("```")) {
      inside = false;
    } else if (inside) {
      found.back().text += line + "\n";
    }
  }
  EXPECT_FALSE(inside) << "a fence is open at the end";
  return found;
}

// The frame's text with `text` in its hole; `text`'s own definitions go before the frame.
std::string framed(const std::string& frame, const std::string& text) {
  std::string definitions, forms, variants;
  std::size_t begin = 0;
  int depth = 0;
  bool in_string = false, in_comment = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_comment) in_comment = c != '\n';
    else if (in_string) in_string = c != '"';
    else if (c == ';') in_comment = true;
    else if (c == '"') in_string = true;
    else if (c == '(') ++depth;
    else if (c == ')' && --depth == 0) {
      const std::string form = text.substr(begin, i + 1 - begin);
      const auto first = form.find('(');
      (form.compare(first, 8, "(define ") == 0 ? definitions : form.compare(first, 8, "(variant") == 0 ? variants : forms) += form;
      begin = i + 1;
    }
  }
  EXPECT_EQ(depth, 0) << "the example's parentheses do not match";
  const std::size_t hole = frame.find("; ...");
  EXPECT_NE(hole, std::string::npos) << "the frame has no hole";
  std::string whole = frame;
  if (hole != std::string::npos) whole.replace(hole, 5, forms);
  return definitions + "\n" + whole + variants;
}

bool offers(const std::vector<NamedMove>& moves, const std::string& text) {
  return std::any_of(moves.begin(), moves.end(),
                     [&](const NamedMove& move) { return move.text == text || move.coordinate == text; });
}

std::vector<std::string> list(const std::string& text) {
  std::vector<std::string> items;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(", ", at), text.size());
    items.push_back(text.substr(at, end - at));
    at = end + 2;
  }
  return items;
}

void check_step(Game& game, const std::string& key, const std::string& value) {
  if (key == "after") {
    const Status applied = game.apply(value);
    ASSERT_TRUE(applied.ok()) << applied.error();
  } else if (key == "result") {
    const Outcome outcome = game.outcome();
    EXPECT_EQ(std::string(outcome.over ? reason_text(outcome.reason) : "none"), value);
  } else if (key == "points") {
    std::stringstream stream(value);
    std::vector<double> points;
    for (double number; stream >> number;) points.push_back(number);
    EXPECT_EQ(game.outcome().points, points);
  } else if (key == "text") {
    EXPECT_EQ(position_text(game.position()), value);
  } else if (key == "moves" || key == "has" || key == "lacks") {
    const auto moves = named_moves(game.position());
    std::string all;
    for (const NamedMove& move : moves) all += " " + move.text + " (" + move.coordinate + ")";
    if (key == "moves") {
      EXPECT_EQ(moves.size(), std::stoul(value)) << all;
      return;
    }
    for (const std::string& move : list(value))
      EXPECT_EQ(offers(moves, move), key == "has") << move << (key == "has" ? " is not in" : " is in") << all;
  } else {
    EXPECT_TRUE(key == "in" || key == "game" || key == "position" || key == "start" || key == "error" || key == "warning" || key == "lines") << "unknown key " << key;
  }
}

void check(const Example& example, const std::string& text) {
  const auto read = read_rule_text("example.zrf", text, example.value("game"));
  const std::string error = example.value("error"), warning = example.value("warning");
  bool found_message = false;
  for (const Diagnostic& diagnostic : read->sink.list()) {
    if (diagnostic.code == error || diagnostic.code == warning) found_message = true;
    else ADD_FAILURE() << "unexpected message\n" << render(diagnostic, read->sources);
  }
  EXPECT_TRUE(found_message || (error.empty() && warning.empty())) << "no message " << error << warning;
  if (!error.empty()) {
    EXPECT_FALSE(read->game);
    return;
  }
  ASSERT_TRUE(read->game) << "no such game, or it has errors:\n" << text;
  std::string start = example.value("position");
  if (const std::string number = example.value("start"); !number.empty()) {
    const Result<GameState> state = start_state(read->game->definition(), std::stoull(number));
    ASSERT_TRUE(state.ok()) << state.error();
    Position position(read->game);
    ASSERT_TRUE(position.set_state(*state).ok());
    start = position_text(position);
  }
  Result<Game> started = start.empty() ? Game(read->game) : Game::from_text(read->game, start);
  ASSERT_TRUE(started.ok()) << started.error();
  Game game = std::move(started).value();
  for (const auto& [key, value] : example.expected) check_step(game, key, value);
}

TEST(GrammarExamples, EachDoesWhatItsFirstLineSays) {
  const auto all = examples();
  EXPECT_GT(all.size(), 25u);
  std::map<std::string, std::string> frames;
  for (const Example& example : all) {
    SCOPED_TRACE("grammar/README.md:" + std::to_string(example.line));
    if (const std::string name = example.value("frame"); !name.empty()) {
      frames[name] = example.text;
      continue;
    }
    std::string text = example.text;
    if (const std::string most = example.value("lines"); !most.empty()) {
      EXPECT_LE(std::count(text.begin(), text.end(), '\n'), std::stoi(most));
    }
    if (const std::string name = example.value("in"); !name.empty()) {
      const auto frame = frames.find(name);
      ASSERT_NE(frame, frames.end()) << name;
      text = framed(frame->second, text);
    }
    check(example, text);
  }
}

}  // namespace
}  // namespace nightrider::test
