#include "corpus/corpus.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <sstream>

#include "base/lower_case.h"

namespace nightrider::corpus {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::vector<fs::path> files_under(const fs::path& folder, const char* extension, const std::string& filter) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder, fs::directory_options::follow_directory_symlink)) {
    const std::string ending = lower_case(entry.path().extension().string());
    if (ending == extension && entry.is_regular_file() && entry.path().string().find(filter) != std::string::npos) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string how_it_ended(const ChildResult& result) {
  switch (result.end) {
    case ChildEnd::kFinished: return {};
    case ChildEnd::kTooSlow: return "too slow";
    case ChildEnd::kTooMuchMemory: return "too much memory";
    case ChildEnd::kCrashed:
      return result.signal != 0 ? "crashed: " + std::string(strsignal(result.signal)) : "ended with exit code " + std::to_string(result.exit_code);
  }
  return {};
}

// Of each line that is one JSON object; a process that was killed may leave half a line.
template <class F>
void each_object(const std::string& output, F f) {
  std::istringstream lines(output);
  for (std::string text; std::getline(lines, text);) {
    const Json object = Json::parse(text, nullptr, false);
    if (object.is_object()) f(object);
  }
}

void take_check(const ChildResult& result, FileReport& file) {
  each_object(result.output, [&](const Json& object) {
    file.errors = object.value("errors", file.errors);
    file.warnings = object.value("warnings", file.warnings);
    file.engine = object.value("engine", file.engine);
    file.codes = object.value("codes", file.codes);
    file.first = object.value("first", file.first);
    file.load_seconds = object.value("loaded", file.load_seconds);
    for (const std::string& title : object.value("titles", std::vector<std::string>{})) {
      file.variants.emplace_back();
      file.variants.back().title = title;
    }
  });
  file.died = result.end != ChildEnd::kFinished;
  if (file.died) {
    file.first = how_it_ended(result);
    file.load_seconds = result.cpu_seconds;
  }
  file.load_megabytes = result.megabytes;
  file.ok = !file.died && file.errors == 0;
}

void take_play(const ChildResult& result, VariantReport& variant) {
  each_object(result.output, [&](const Json& object) {
    variant.played = object.value("played", variant.played);
    variant.compared = object.value("compared", variant.compared);
    variant.over = object.value("over", variant.over);
    variant.compile_seconds = object.value("compiled", variant.compile_seconds);
    variant.difference = object.value("difference", variant.difference);
  });
  variant.cpu_seconds = result.cpu_seconds;
  if (result.end != ChildEnd::kFinished) variant.difference = how_it_ended(result);
}

void take_replay(const ChildResult& result, GameReport& game) {
  each_object(result.output, [&](const Json& object) {
    game.half_moves = object.value("half_moves", game.half_moves);
    game.matched = object.value("matched", game.matched);
    game.complete = object.value("complete", game.complete);
    game.engine = object.value("engine", game.engine);
    game.departure = object.value("departure", game.departure);
  });
  if (result.end != ChildEnd::kFinished) game.departure = how_it_ended(result);
}

std::string fixed(double value, int digits) {
  std::ostringstream out;
  out.setf(std::ios::fixed);
  out.precision(digits);
  out << value;
  return out.str();
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

CorpusReport run_corpus(const fs::path& folder, const Selection& selection, const Report& progress) {
  CorpusReport report;
  report.folder = folder;
  report.legs = selection.settings.legs;
  report.only_check = selection.only_check;
  for (const fs::path& path : files_under(folder, ".zrf", selection.filter)) {
    report.files.emplace_back();
    report.files.back().file = path;
  }
  std::vector<Work> work;
  std::size_t done = 0;
  const auto tell = [&](const std::string& what) {
    progress(std::to_string(++done) + '/' + std::to_string(work.size()) + ' ' + what);
  };
  for (FileReport& file : report.files)
    work.push_back({[&file](const Report& send) { check(file.file, send); },
                    [&](const ChildResult& result) {
                      take_check(result, file);
                      tell("checked " + file.file.string() + (file.ok ? "" : ": " + first_line(file.first)));
                    },
                    selection.settings.check});
  run_all(work, selection.jobs);
  if (selection.only_check) return report;

  work.clear();
  done = 0;
  for (FileReport& file : report.files)
    for (std::size_t i = 0; file.ok && i < file.variants.size(); ++i)
      work.push_back({[&, i](const Report& send) { play(file.file, i, selection.settings, send); },
                      [&, i](const ChildResult& result) {
                        VariantReport& variant = file.variants[i];
                        take_play(result, variant);
                        tell("played " + file.file.string() + '#' + std::to_string(i + 1) + " '" + variant.title + "': " + std::to_string(variant.played) +
                             " legs, " + std::to_string(variant.compared) + " compared" + (variant.difference.empty() ? "" : "; " + variant.difference));
                      },
                      selection.settings.play});
  run_all(work, selection.jobs);

  work.clear();
  done = 0;
  for (const fs::path& path : files_under(folder, ".zsg", selection.filter)) {
    report.games.emplace_back();
    report.games.back().file = path;
  }
  for (GameReport& game : report.games)
    work.push_back({[&game](const Report& send) { replay(game.file, send); },
                    [&](const ChildResult& result) {
                      take_replay(result, game);
                      tell("replayed " + game.file.string() + ": " + std::to_string(game.matched) + " of " + std::to_string(game.half_moves));
                    },
                    selection.settings.replay});
  run_all(work, selection.jobs);
  return report;
}

bool CorpusReport::good() const {
  return std::none_of(files.begin(), files.end(),
                      [&](const FileReport& file) {
                        return file.died || (file.ok && std::any_of(file.variants.begin(), file.variants.end(),
                                                                    [&](const VariantReport& variant) { return !variant.difference.empty(); }));
                      }) &&
         std::all_of(games.begin(), games.end(), [](const GameReport& game) { return game.complete || game.engine; });
}

std::string CorpusReport::table() const {
  std::ostringstream out;
  out << "load s     MB  variants  played  compared  file\n";
  for (const FileReport& file : files) {
    std::size_t played = 0, compared = 0;
    long legs_compared = 0;
    for (const VariantReport& variant : file.variants) {
      played += variant.enough(legs) ? 1 : 0;
      compared += variant.whole(legs) ? 1 : 0;
      legs_compared += variant.compared;
    }
    const auto cell = [&](const std::string& text, std::size_t width) { out << std::string(text.size() < width ? width - text.size() : 0, ' ') << text; };
    cell(fixed(file.load_seconds, 3), 6);
    cell(fixed(file.load_megabytes, 0), 7);
    cell(std::to_string(file.variants.size()), 10);
    const bool walked = file.ok && !only_check;
    cell(walked ? std::to_string(played) : "-", 8);
    cell(walked ? std::to_string(compared) : "-", 10);
    out << "  " << file.file.lexically_relative(folder).string();
    if (file.engine) out << ": rules in an engine DLL";
    else if (file.died) out << ": " << file.first;
    else if (!file.ok) out << ": " << file.errors << (file.errors == 1 ? " error: " : " errors, first: ") << first_line(file.first);
    else if (walked && compared < played) out << " (the reference is slow: " << legs_compared << " legs compared)";
    out << '\n';
    for (const VariantReport& variant : file.variants)
      if (!variant.difference.empty()) out << "        '" << variant.title << "': " << variant.difference << '\n';
  }
  if (!games.empty()) out << "\nhalf-moves  matched  saved game\n";
  for (const GameReport& game : games) {
    const auto cell = [&](int value, std::size_t width) {
      const std::string text = std::to_string(value);
      out << std::string(text.size() < width ? width - text.size() : 0, ' ') << text;
    };
    cell(game.half_moves, 10);
    cell(game.matched, 9);
    out << "  " << game.file.lexically_relative(folder).string() << (game.engine ? ": rules in an engine DLL" : game.complete ? "" : ": " + game.departure) << '\n';
  }
  return out.str();
}

std::string CorpusReport::summary() const {
  std::size_t ok = 0, engine = 0, variants = 0, played = 0, compared = 0, differ = 0, complete = 0, engine_games = 0;
  long half_moves = 0, matched = 0;
  for (const FileReport& file : files) {
    ok += file.ok ? 1 : 0;
    engine += file.engine ? 1 : 0;
    if (!file.ok) continue;
    for (const VariantReport& variant : file.variants) {
      ++variants;
      played += variant.enough(legs) ? 1 : 0;
      compared += variant.whole(legs) ? 1 : 0;
      differ += variant.difference.empty() ? 0 : 1;
    }
  }
  for (const GameReport& game : games) {
    engine_games += game.engine ? 1 : 0;
    if (game.engine) continue;
    complete += game.complete ? 1 : 0;
    half_moves += game.half_moves;
    matched += game.matched;
  }
  std::ostringstream out;
  out << "files " << files.size() << " ok " << ok << " engine " << engine << ", variants " << variants << " played " << played << " compared " << compared
      << " differ " << differ << ", games " << games.size() - engine_games << " complete " << complete << " engine " << engine_games << ", half-moves " << half_moves
      << " matched " << matched;
  return out.str();
}

Json CorpusReport::json() const {
  Json all = Json::array();
  for (const FileReport& file : files) {
    Json played = Json::array();
    for (const VariantReport& variant : file.variants)
      played.push_back({{"title", variant.title}, {"played", variant.played}, {"compared", variant.compared}, {"over", variant.over},
                        {"compile_seconds", variant.compile_seconds}, {"seconds", variant.cpu_seconds},
                        {"difference", variant.difference.empty() ? Json(nullptr) : Json(variant.difference)}});
    all.push_back({{"path", file.file.lexically_relative(folder).string()}, {"ok", file.ok}, {"engine", file.engine}, {"errors", file.errors},
                   {"warnings", file.warnings}, {"codes", file.codes}, {"first", file.first}, {"died", file.died}, {"load_seconds", file.load_seconds},
                   {"load_megabytes", file.load_megabytes}, {"variants", played}});
  }
  Json saved = Json::array();
  for (const GameReport& game : games)
    saved.push_back({{"path", game.file.lexically_relative(folder).string()}, {"half_moves", game.half_moves}, {"matched", game.matched},
                     {"complete", game.complete}, {"engine", game.engine}, {"departure", game.departure.empty() ? Json(nullptr) : Json(game.departure)}});
  return {{"folder", folder.string()}, {"legs", legs}, {"files", all}, {"games", saved}, {"summary", summary()}, {"good", good()}};
}

}  // namespace nightrider::corpus
