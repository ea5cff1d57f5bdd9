// `check FILE...`: what is wrong with rule files. Its diagnostics are its result, so they go to standard output.
#include <memory>

#include "command.h"
#include "describe.h"
#include "game_arguments.h"

namespace nightrider::cli {
namespace {

struct CheckArguments {
  std::vector<std::string> files;
  bool strict_zrf = false;
  bool allow_include_anywhere = false;
  std::string dump;
  OutputOptions output;
};

std::string severity_text(Severity severity) {
  switch (severity) {
    case Severity::kError: return "error";
    case Severity::kWarning: return "warning";
    case Severity::kNote: return "note";
  }
  return {};
}

DumpStage dump_stage(const std::string& name) {
  if (name == "syntax") return DumpStage::kSyntax;
  if (name == "expanded") return DumpStage::kExpanded;
  if (name == "model") return DumpStage::kModel;
  if (name == "program") return DumpStage::kProgram;
  return DumpStage::kNone;
}

Json file_json(const CheckedFile& file) {
  Json variants = Json::array();
  for (const CheckedVariant& variant : file.variants) variants.push_back(variant.id.empty() ? variant.title : variant.id);
  Json diagnostics = Json::array();
  for (const Diagnostic& diagnostic : file.sink.list()) {
    Json entry{{"severity", severity_text(diagnostic.severity)}, {"code", diagnostic.code}};
    // A file that could not be read at all is in no SourceSet.
    if (diagnostic.span.file < file.sources.size()) {
      const SourceFile& source = file.sources.file(diagnostic.span.file);
      const LineColumn at = source.line_column(diagnostic.span.begin);
      entry["file"] = source.path();
      entry["line"] = at.line;
      entry["column"] = at.column;
    } else {
      entry["file"] = file.path.string();
      entry["line"] = 0;
      entry["column"] = 0;
    }
    entry["message"] = diagnostic.message;
    entry["hint"] = diagnostic.hint.empty() ? Json(nullptr) : Json(diagnostic.hint);
    diagnostics.push_back(std::move(entry));
  }
  return {{"path", file.path.string()}, {"ok", !file.sink.has_errors()}, {"variants", variants}, {"diagnostics", diagnostics}};
}

std::string summary_line(const Console& console, const CheckedFile& file) {
  const bool bad = file.sink.has_errors();
  std::string text = file.path.string() + ": ";
  text += bad ? inked(console, Ink::kBad, counted(file.sink.error_count(), "error", "errors")) : inked(console, Ink::kGood, "ok");
  if (file.sink.warning_count() > 0) text += ", " + counted(file.sink.warning_count(), "warning", "warnings");
  text += ", " + counted(file.variants.size(), "game", "games");
  std::string names;
  for (const CheckedVariant& variant : file.variants) {
    names += (names.empty() ? " (" : ", ") + (variant.id.empty() ? variant.title : variant.id);
    if (names.size() > 200) {
      names += ", ...";
      break;
    }
  }
  if (!names.empty()) text += names + ')';
  return text + '\n';
}

int check(const CheckArguments& arguments, const Console& console) {
  CheckOptions options;
  options.read.allow_include_anywhere = arguments.allow_include_anywhere;
  options.strict_zrf = arguments.strict_zrf;
  options.dump = dump_stage(arguments.dump);
  const LibraryPaths paths = process_library();
  bool bad = false;
  Json files = Json::array();
  for (const std::string& name : arguments.files) {
    const auto checked = check_file(name, paths, options);
    if (!checked) {
      bad = true;
      if (arguments.output.json) {
        files.push_back({{"path", name}, {"ok", false}, {"variants", Json::array()},
                         {"diagnostics", Json::array({Json{{"severity", "error"}, {"code", "not-found"}, {"file", name}, {"line", 0},
                                                           {"column", 0}, {"message", checked.error()}, {"hint", nullptr}}})}});
      } else {
        console.out << name << ": " << inked(console, Ink::kBad, "error") << ": " << checked.error() << '\n';
      }
      continue;
    }
    const CheckedFile& file = **checked;
    bad = bad || file.sink.has_errors();
    if (arguments.output.json) {
      files.push_back(file_json(file));
      continue;
    }
    console.out << rendered(file.sink, file.sources, console.color);
    // A dump is for reading on by another program; then the summary goes where messages go.
    if (options.dump != DumpStage::kNone) {
      console.out << file.dump << (file.dump.empty() || file.dump.ends_with('\n') ? "" : "\n");
      console.out.flush();
      console.err << summary_line(console, file);
    } else {
      console.out << summary_line(console, file);
    }
  }
  if (arguments.output.json) console.out << json_line({{"files", files}});
  return bad ? kExitInput : kExitFine;
}

}  // namespace

Run add_check(CLI::App& app, Console& console) {
  auto arguments = std::make_shared<CheckArguments>();
  app.add_option("FILE", arguments->files, "rule files to check (or names of shipped games)")->required()->option_text("(one or more)");
  app.add_flag("--strict-zrf", arguments->strict_zrf, "warn where a file uses a form that plain ZRF has not");
  app.add_option("--dump", arguments->dump, "print what a stage makes of the file: syntax, expanded, model or program")
      ->check(CLI::IsMember({"syntax", "expanded", "model", "program"}))
      ->option_text("STAGE");
  app.add_flag("--allow-include-anywhere", arguments->allow_include_anywhere, "let rule files include files outside their folders");
  arguments->output.add(app, console);
  app.footer("Ends with 0 if no file has an error, else with 1. Every game and variant of a file is read and compiled.");
  return [arguments, &console] { return check(*arguments, console); };
}

}  // namespace nightrider::cli
