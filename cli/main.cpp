// The program: finds the command, reads its options, runs it.
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/diagnostics.h"
#include "command.h"
#include "console.h"
#include "overview.h"

namespace nightrider::cli {

const std::vector<Command>& commands() {
#define NIGHTRIDER_ROW(name, summary) Command{#name, summary, add_##name},
  static const std::vector<Command> list{NIGHTRIDER_COMMANDS(NIGHTRIDER_ROW)};
#undef NIGHTRIDER_ROW
  return list;
}

namespace {

const Command* find_command(const std::string& name) {
  for (const Command& command : commands())
    if (name == command.name) return &command;
  return nullptr;
}

int run(int argc, char** argv) {
  Console console = standard_console();
  if (argc < 2) {
    console.err << overview_text();
    return kExitUsage;
  }
  const std::string name = argv[1];
  if (name == "--help" || name == "-h") {
    console.out << overview_text();
    return kExitFine;
  }
  if (name == "--version") {
    console.out << "nightrider " << NIGHTRIDER_VERSION << '\n';
    return kExitFine;
  }
  const Command* command = find_command(name);
  if (command == nullptr) {
    const bool option = !name.empty() && name[0] == '-';
    std::vector<std::string> names;
    for (const Command& known : commands()) names.push_back(known.name);
    const std::string near = option ? std::string() : nearest_name(name, names);
    return console.fail((option ? "unknown option '" : "unknown command '") + name + "'" +
                            (near.empty() ? "; 'nightrider --help' names the commands" : "; did you mean '" + near + "'?"),
                        kExitUsage);
  }

  CLI::App app(std::string(command->summary), "nightrider " + name);
  app.set_help_flag("-h,--help", "print this text and leave");
  app.get_formatter()->column_width(34);
  set_color(console, "auto");
  const Run run_command = command->add(app, console);
  try {
    app.parse(argc - 1, argv + 1);
  } catch (const CLI::CallForHelp&) {
    console.out << app.help();
    return kExitFine;
  } catch (const CLI::ParseError& error) {
    return console.fail(std::string(error.what()) + "\n'nightrider " + name + " --help' explains the options", kExitUsage);
  }
  const int code = run_command();
  console.out.flush();
  return code;
}

}  // namespace
}  // namespace nightrider::cli

int main(int argc, char** argv) {
#ifdef __GLIBC__
  // Compiling takes and returns much memory again and again: what was given back to the system would have to be cleared anew.
  constexpr int kKeptBytes = 1 << 30;
  mallopt(M_MMAP_THRESHOLD, kKeptBytes);
  mallopt(M_TRIM_THRESHOLD, kKeptBytes);
#endif
  try {
    return nightrider::cli::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "nightrider: this should not have happened: " << error.what() << '\n';
    return nightrider::cli::kExitBug;
  }
}
