// `list`: the games of the library.
#include <algorithm>
#include <memory>

#include "command.h"
#include "describe.h"
#include "game_arguments.h"

namespace nightrider::cli {

Run add_list(CLI::App& app, Console& console) {
  auto output = std::make_shared<OutputOptions>();
  output->add(app, console);
  app.footer("Each line: the name that commands take as GAME, the size of the board, the title.");
  return [output, &console] {
    const LibraryPaths paths = process_library();
    std::vector<std::filesystem::path> skipped;
    const std::vector<LibraryEntry> library = list_library(paths, &skipped);
    for (const auto& path : skipped)
      console.fail("'" + path.string() + "' has errors and is left out; 'nightrider check " + path.string() + "' shows them");
    if (paths.folders.empty()) return console.fail("no folder of games was found; set NIGHTRIDER_PATH to one");
    if (output->json) {
      Json variants = Json::array();
      for (const LibraryEntry& entry : library)
        variants.push_back({{"name", entry.id}, {"title", entry.title}, {"board", entry.board}, {"path", entry.path.string()}});
      console.out << json_line({{"variants", variants}});
      return kExitFine;
    }
    std::size_t name_width = 0;
    std::size_t board_width = 0;
    for (const LibraryEntry& entry : library) {
      name_width = std::max(name_width, display_width(entry.id));
      board_width = std::max(board_width, display_width(entry.board));
    }
    for (const LibraryEntry& entry : library)
      console.out << inked(console, Ink::kBold, padded(entry.id, name_width)) << "  " << padded(entry.board, board_width) << "  " << entry.title
                  << '\n';
    return kExitFine;
  };
}

}  // namespace nightrider::cli
