// `help [COMMAND]`, and the overview that --help prints.
#include <memory>

#include "base/diagnostics.h"
#include "command.h"
#include "overview.h"

namespace nightrider::cli {

std::string overview_text() {
  std::string text =
      "nightrider plays board games from rule files.\n"
      "\n"
      "usage: nightrider COMMAND [GAME] [options]\n"
      "\n"
      "  nightrider play mageca        a game of Mageca: you are White, the engine is Black\n"
      "  nightrider list               all games that come with the program\n"
      "  nightrider check my.zrf       what is wrong with a rule file of your own\n"
      "\n"
      "commands:\n";
  for (const Command& command : commands()) text += "  " + padded(command.name, 10) + command.summary + '\n';
  text +=
      "\n"
      "GAME is the name of a shipped game ('nightrider list') or the path of a rule file\n"
      "(with a '/' or ending in .zrf). 'nightrider help COMMAND' explains a command,\n"
      "'man nightrider' all of them.\n";
  return text;
}

Run add_help(CLI::App& app, Console& console) {
  auto name = std::make_shared<std::string>();
  app.add_option("COMMAND", *name, "the command to explain; without it, all in short");
  return [name, &console] {
    if (name->empty()) {
      console.out << overview_text();
      return kExitFine;
    }
    std::vector<std::string> names;
    for (const Command& command : commands()) {
      names.push_back(command.name);
      if (*name != command.name) continue;
      CLI::App explained(command.summary, "nightrider " + *name);
      explained.set_help_flag("-h,--help", "print this text and leave");
      explained.get_formatter()->column_width(34);
      command.add(explained, console);
      console.out << explained.help();
      return kExitFine;
    }
    const std::string near = nearest_name(*name, names);
    return console.fail("there is no command '" + *name + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?"), kExitUsage);
  };
}

}  // namespace nightrider::cli
