#include "diagnostics/generated.h"

#include <sys/stat.h>

#include <fstream>

#include "model/ids.h"
#include "syntax/reader.h"

namespace nightrider::test {
namespace {

namespace fs = std::filesystem;

const ReadLimits kLimits;

std::string repeated(const std::string& text, std::size_t times) {
  std::string result;
  result.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

// before0after before1after ...
std::string numbered(const std::string& before, std::size_t count, const std::string& after) {
  std::string result;
  for (std::size_t i = 0; i < count; ++i) result += before + std::to_string(i) + after;
  return result;
}

// A small game in which each part can be exchanged.
struct GameText {
  std::string before;
  std::string players = "White Black";
  std::string turn_order = "White Black";
  std::string board =
      "(grid (start-rectangle 0 0 48 48)\n"
      "         (dimensions (\"a/b/c\" (48 0)) (\"3/2/1\" (0 48)))\n"
      "         (directions (n 0 -1) (s 0 1) (e 1 0)))";
  std::string forms;  // more forms of the game
  std::string king = "(moves (n (verify not-friend?) add))";
  std::string goal = "(loss-condition (White Black) stalemated)";

  std::string text() const {
    return before + "(game\n   (title \"Walk\")\n   (players " + players + ")\n   (turn-order " + turn_order + ")\n" +
           "   (board\n      " + board + ")\n" + forms + "   (piece (name King)\n      " + king + ")\n" +
           "   (board-setup (White (King a1)) (Black (King c3)))\n   " + goal + ")\n";
  }
};

using Make = std::function<void(const fs::path& folder, const std::string& name)>;

void write(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

Make text_file(std::function<std::string()> text) {
  return [text](const fs::path& folder, const std::string& name) { write(folder / (name + ".zrf"), text()); };
}
Make game_file(std::function<void(GameText&)> change) {
  return text_file([change] {
    GameText game;
    change(game);
    return game.text();
  });
}

std::vector<GeneratedCase> all_cases() {
  std::vector<GeneratedCase> cases;
  auto add = [&](const std::string& name, Make make) {
    cases.push_back({name, [make, name](const fs::path& folder) { make(folder, name); }});
  };

  // --- not a text at all
  add("file-empty", text_file([] { return std::string{}; }));
  add("file-missing", [](const fs::path&, const std::string&) {});
  add("file-is-a-folder", [](const fs::path& folder, const std::string& name) {
    fs::create_directory(folder / (name + ".zrf"));
  });
  add("file-is-a-pipe", [](const fs::path& folder, const std::string& name) {
    mkfifo((folder / (name + ".zrf")).c_str(), 0600);
  });
  add("file-is-endless", [](const fs::path& folder, const std::string& name) {
    fs::create_symlink("/dev/zero", folder / (name + ".zrf"));
  });
  add("file-is-a-link-to-itself", [](const fs::path& folder, const std::string& name) {
    fs::create_symlink(name + ".zrf", folder / (name + ".zrf"));
  });
  add("file-binary", text_file([] {
        std::string bytes = "\x7f" "ELF";
        for (int i = 0; i < 20000; ++i) bytes += static_cast<char>((i * 7919) >> 3);
        return bytes;
      }));
  add("file-utf-16", text_file([] {
        std::string bytes = "\xff\xfe";
        for (char c : GameText().text()) bytes += std::string{c, '\0'};
        return bytes;
      }));
  add("file-too-large", text_file([] { return repeated("; nothing\n", kLimits.file_bytes / 10 + 1); }));
  add("include-is-a-folder", [](const fs::path& folder, const std::string& name) {
    fs::create_directory(folder / "parts.inc");
    write(folder / (name + ".zrf"), "(include \"parts.inc\")\n" + GameText().text());
  });
  add("include-is-a-pipe", [](const fs::path& folder, const std::string& name) {
    mkfifo((folder / "parts.inc").c_str(), 0600);
    write(folder / (name + ".zrf"), "(include \"parts.inc\")\n" + GameText().text());
  });
  add("include-by-a-link-outside", [](const fs::path& folder, const std::string& name) {
    fs::create_symlink("/etc/passwd", folder / "parts.inc");
    write(folder / (name + ".zrf"), "(include \"parts.inc\")\n" + GameText().text());
  });

  // --- nesting and size of the text
  add("nested-100000", text_file([] { return repeated("(", 100000) + repeated(")", 100000); }));
  add("nested-100000-open", text_file([] { return repeated("(", 100000); }));
  add("nested-100000-closed-only", text_file([] { return repeated(")", 100000); }));
  add("nested-one-too-deep", text_file([] { return repeated("(", kLimits.list_depth + 1) + repeated(")", kLimits.list_depth + 1); }));
  add("nested-not", game_file([](GameText& game) {
        game.king = "(moves (n (verify " + repeated("(not ", 900) + "emty?" + repeated(")", 900) + ") add))";
      }));
  add("nested-if", game_file([](GameText& game) {
        game.king = "(moves (" + repeated("n (if empty? ", 900) + "fly" + repeated(")", 900) + " add))";
      }));
  add("symbol-10-megabytes", text_file([] { return std::string(10 << 20, 'x') + "\n" + GameText().text(); }));
  add("symbol-one-too-long", text_file([] { return std::string(kLimits.symbol_bytes + 1, 'x') + "\n"; }));
  add("string-one-too-long", text_file([] { return "(game (title \"" + std::string(kLimits.string_bytes + 1, 'x') + "\"))\n"; }));
  add("lists-a-million", text_file([] { return repeated("() ", 1000000); }));
  add("errors-many", text_file([] { return numbered("(gmae ", 5000, ")\n"); }));
  add("line-of-a-megabyte", game_file([](GameText& game) {
        game.king = "(moves " + repeated("(n add) ", 60000) + "(n (verify emty?) add)" + repeated(" (n add)", 60000) + ")";
      }));

  // --- how characters are counted
  add("line-ends-of-dos", text_file([] {
        GameText game;
        game.goal = "(loss-condition (White Blck) stalemated)";
        std::string text;
        for (char c : game.text()) text += c == '\n' ? "\r\n" : std::string(1, c);
        return text;
      }));
  add("tabs-before-the-fault", game_file([](GameText& game) { game.goal = "\t(loss-condition\t(White Blck) stalemated)"; }));
  add("characters-not-ascii", game_file([](GameText& game) { game.goal = "(loss-condition (\"Größe\" Weiß) stalemated)"; }));
  add("characters-of-cp1252", game_file([](GameText& game) { game.goal = "(loss-condition (\"Gr\xf6\xdf" "e\" Wei\xdf) stalemated)"; }));
  add("mark-of-utf-8", text_file([] { return "\xef\xbb\xbf(gmae)\n"; }));
  add("control-characters-in-a-name", game_file([](GameText& game) { game.players = "White Bl\x1b[31mack"; }));

  // --- macros
  add("macro-of-billions", game_file([](GameText& game) {
        for (int i = 1; i <= 40; ++i)
          game.before += "(define m" + std::to_string(i) + " (m" + std::to_string(i - 1) + ") (m" + std::to_string(i - 1) + "))\n";
        game.before += "(define m0 n add)\n";
        game.king = "(moves ((m40)))";
      }));
  add("macro-of-billions-with-arguments", game_file([](GameText& game) {
        for (int i = 1; i <= 40; ++i)
          game.before += "(define m" + std::to_string(i) + " (m" + std::to_string(i - 1) + " $1a) (m" + std::to_string(i - 1) + " $1b))\n";
        game.before += "(define m0 n add)\n";
        game.king = "(moves ((m40 x)))";
      }));
  add("macro-that-grows-its-argument", game_file([](GameText& game) {
        for (int i = 1; i <= 60; ++i)
          game.before += "(define m" + std::to_string(i) + " (m" + std::to_string(i - 1) + " $1$1))\n";
        game.before += "(define m0 $1)\n";
        game.king = "(moves ((m60 x)))";
      }));
  add("macro-too-deep", game_file([](GameText& game) {
        for (std::size_t i = 1; i <= kLimits.macro_depth; ++i)
          game.before += "(define m" + std::to_string(i) + " (m" + std::to_string(i - 1) + "))\n";
        game.before += "(define m0 n add)\n";
        game.king = "(moves ((m" + std::to_string(kLimits.macro_depth) + ")))";
      }));
  add("macro-with-an-error-in-a-thousand-copies", game_file([](GameText& game) {
        game.before = "(define step0 (n (verify emty?) add))\n";
        for (int i = 1; i <= 10; ++i) {
          const std::string inner = " (step" + std::to_string(i - 1) + ")";
          game.before += "(define step" + std::to_string(i) + inner + inner + ")\n";
        }
        game.king = "(moves (step10))";
      }));

  // --- includes
  add("include-too-deep", [](const fs::path& folder, const std::string& name) {
    for (std::size_t i = 0; i <= kLimits.include_depth; ++i)
      write(folder / ("part" + std::to_string(i) + ".inc"), "(include \"part" + std::to_string(i + 1) + ".inc\")\n");
    write(folder / (name + ".zrf"), "(include \"part0.inc\")\n" + GameText().text());
  });
  add("include-in-a-deep-circle", [](const fs::path& folder, const std::string& name) {
    for (int i = 0; i < 20; ++i)
      write(folder / ("part" + std::to_string(i) + ".inc"), "(include \"part" + std::to_string((i + 1) % 20) + ".inc\")\n");
    write(folder / (name + ".zrf"), "(include \"part0.inc\")\n" + GameText().text());
  });
  add("include-too-many", [](const fs::path& folder, const std::string& name) {
    write(folder / "part.inc", "; nothing\n");
    write(folder / (name + ".zrf"), repeated("(include \"part.inc\")\n", kLimits.includes + 1) + GameText().text());
  });
  add("include-of-ten-to-the-tenth", [](const fs::path& folder, const std::string& name) {
    for (int i = 0; i < 10; ++i)
      write(folder / ("part" + std::to_string(i) + ".inc"), repeated("(include \"part" + std::to_string(i + 1) + ".inc\")\n", 10));
    write(folder / "part10.inc", "; nothing\n");
    write(folder / (name + ".zrf"), "(include \"part0.inc\")\n" + GameText().text());
  });

  // --- more than a game may have
  add("players-too-many", game_file([](GameText& game) { game.players += numbered(" P", kMaxPlayers - 1, ""); }));
  add("turns-too-many", game_file([](GameText& game) { game.turn_order = repeated("White Black ", kMaxTurns / 2) + "White"; }));
  add("squares-too-many", game_file([](GameText& game) {
        game.board = "(positions\n" + numbered("         (q", kMaxSquares + 1, " 0 0 48 48)\n") + ")";
      }));
  add("squares-too-many-in-a-grid", game_file([](GameText& game) {
        const std::string parts = numbered("", 999, "/") + "999";
        game.board = "(grid (start-rectangle 0 0 48 48)\n"
                     "         (dimensions (\"" + parts + "\" (48 0)) (\"" + parts + "\" (0 48)) (\"" + parts + "\" (0 48)))\n"
                     "         (directions (n 0 -1 0)))";
      }));
  add("directions-too-many", game_file([](GameText& game) {
        game.board = "(positions (a1 0 0 48 48) (c3 0 0 48 48))\n" + numbered("      (links d", kMaxDirections + 1, " (a1 c3))\n") + "      ";
      }));
  add("piece-types-too-many", game_file([](GameText& game) { game.forms = numbered("   (piece (name T", kMaxPieceTypes, "))\n"); }));
  add("attributes-too-many", game_file([](GameText& game) {
        game.king += "\n" + numbered("      (attribute a", kMaxAttributes + 1, " true)\n");
      }));
  add("player-attributes-too-many", game_file([](GameText& game) {
        game.forms = numbered("   (player-attribute a", kMaxPlayerAttributes + 1, " true)\n");
      }));
  add("tags-too-many", game_file([](GameText& game) { game.forms = numbered("   (tag t", kMaxTags + 1, ")\n"); }));
  add("move-types-too-many", game_file([](GameText& game) {
        game.king = "(moves\n" + numbered("         (move-type t", kMaxMoveTypes + 1, ") (n add)\n") + ")";
      }));
  add("positions-listed-too-many", game_file([](GameText& game) {
        const std::string parts = numbered("", 63, "/") + "63";
        game.board = "(grid (start-rectangle 0 0 48 48)\n"
                     "         (dimensions (\"" + numbered("f", 62, "./") + "f62.\" (48 0)) (\"" + parts + "\" (0 48)))\n"
                     "         (directions (n 0 -1)))\n" +
                     "      (positions (a1 0 0 9 9) (c3 0 0 9 9))\n" + numbered("      (zone (name z", 250, ") (players White) (positions (cells * *)))\n");
      }));
  add("instructions-too-many", game_file([](GameText& game) {
        game.before = "(define m0 n n n n)\n";
        for (int i = 1; i <= 19; ++i) {
          const std::string inner = " (m" + std::to_string(i - 1) + ")";
          game.before += "(define m" + std::to_string(i) + inner + inner + ")\n";
        }
        game.king = "(moves ((m19) add))";
      }));
  add("goals-too-large", game_file([](GameText& game) {
        game.before = "(define m0 King n King n)\n";
        for (int i = 1; i <= 12; ++i) {
          const std::string inner = " (m" + std::to_string(i - 1) + ")";
          game.before += "(define m" + std::to_string(i) + inner + inner + ")\n";
        }
        game.board = "(grid (start-rectangle 0 0 48 48)\n"
                     "         (dimensions (\"a/b/c\" (48 0)) (\"" + numbered("", 1000, "/") + "1000\" (0 48)))\n"
                     "         (directions (n 0 -1) (s 0 1) (e 1 0)))";
        game.goal = "(win-condition (White Black) (relative-config (m12)))";
      }));
  add("game-too-large", game_file([](GameText& game) {
        const std::string parts = numbered("", 63, "/") + "63";
        game.board = "(grid (start-rectangle 0 0 48 48)\n"
                     "         (dimensions (\"" + numbered("f", 62, "./") + "f62.\" (48 0)) (\"" + parts + "\" (0 48)))\n"
                     "         (directions (n 0 -1)))\n      (positions (a1 0 0 9 9) (c3 0 0 9 9))";
        game.king = "(moves\n" + numbered("         (move-type t", 800, ") (n add)\n") + ")";
      }));
  add("number-too-large", game_file([](GameText& game) { game.goal = "(draw-condition (White Black) (move-limit 99999999999999999999))"; }));
  add("grid-offset-too-large", game_file([](GameText& game) {
        game.board = "(grid (start-rectangle 0 0 48 48)\n         (dimensions (\"a/b/c\" (48 0)) (\"3/2/1\" (0 48)))\n"
                     "         (directions (n 0 -4294967297)))";
      }));
  add("reserve-too-large", game_file([](GameText& game) { game.goal = "(board-setup (White (King a1 off 2147483648)))"; }));
  add("betza-range-too-large", game_file([](GameText& game) { game.king = "(moves (betza \"R99999999999\"))"; }));
  add("betza-too-long", game_file([](GameText& game) { game.king = "(moves (betza \"" + repeated("R", 100000) + "!\"))"; }));

  // --- blocks that no machine could unroll
  add("warning-block-of-endless-paths", game_file([](GameText& game) {
        game.board = "(grid (start-rectangle 0 0 48 48)\n"
                     "         (dimensions (\"a/b/c/d/e/f\" (48 0)) (\"6/5/4/3/2/1\" (0 48)))\n"
                     "         (directions (n 0 -1)))";
        game.king = "(moves (";
        for (char file = 'a'; file <= 'f'; ++file)
          for (char rank = '1'; rank <= '6'; ++rank) {
            const std::string square{file, rank};
            game.king += "(if (enemy? " + square + ") (set-flag f-" + square + " true)) ";
          }
        game.king += "n (if (flag? f-a1) n) (if (flag? f-f6) n) add))";
      }));
  add("kinds-of-pieces-too-many", game_file([](GameText& game) {
        game.king += "\n" + numbered("      (attribute a", 40, " true until-moved)\n");
      }));
  add("loop-in-loop-in-loop", game_file([](GameText& game) {
        game.king = "(moves (" + repeated("(while true ", 100) + "n s" + repeated(")", 100) + " add))";
      }));
  return cases;
}

}  // namespace

const std::vector<GeneratedCase>& generated_cases() {
  static const std::vector<GeneratedCase> cases = all_cases();
  return cases;
}

}  // namespace nightrider::test
