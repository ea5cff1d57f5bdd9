// A folder of rule files and saved games, tried: what each file came to, as a table, a line and JSON.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "corpus/work.h"

namespace nightrider::corpus {

struct VariantReport {
  std::string title;
  int played = 0;           // legs through the compiled engine alone
  int compared = 0;         // legs through both interpreters
  bool over = false;        // the game is over before its first leg
  double compile_seconds = 0;
  double cpu_seconds = 0;
  std::string difference;   // what the two interpreters differ in, or how the process ended; empty: neither
  bool enough(int legs) const { return difference.empty() && (over || played >= legs); }
  bool whole(int legs) const { return difference.empty() && (over || compared >= legs); }
};

struct GameReport {
  std::filesystem::path file;
  int half_moves = 0;
  int matched = 0;
  bool complete = false;
  bool engine = false;      // of a rule file that is an engine's
  std::string departure;    // empty: none
};

struct FileReport {
  std::filesystem::path file;
  bool ok = false;
  bool engine = false;      // hands its rules to a DLL
  std::size_t errors = 0, warnings = 0;
  std::vector<std::string> codes;  // of the errors
  std::string first;        // the first error, or how the process ended
  bool died = false;        // crashed, too slow, too much memory
  double load_seconds = 0;  // CPU time of reading and compiling all variants
  double load_megabytes = 0;
  std::vector<VariantReport> variants;
};

struct CorpusReport {
  std::filesystem::path folder;
  int legs = 0;
  bool only_check = false;
  std::vector<FileReport> files;
  std::vector<GameReport> games;

  bool good() const;        // nothing died, nothing differs, no game departs; errors in rule files are no fault of ours
  std::string table() const;
  std::string summary() const;
  nlohmann::json json() const;
};

struct Selection {
  std::string filter;       // only paths that contain it
  bool only_check = false;
  std::size_t jobs = 1;
  Settings settings;
};

// `progress` is told what was finished, a line a time.
CorpusReport run_corpus(const std::filesystem::path& folder, const Selection& selection, const Report& progress);

}  // namespace nightrider::corpus
