// The rows of table.tsv, what programs print when they count, and the arithmetic between their figures. No process is started
// here: measure.h does that.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/result.h"

namespace nightrider::bench {

enum class Kind {
  kBulk,      // perft, the last ply from the number of legal moves
  kPlayAll,   // perft, every move made
  kPlayouts,  // random games to their end
  kThreads,   // perft by two threads beside one, by wall time
  kLoad,      // CPU time of a process that loads a game and lists its moves; the slowest shipped variant
  kMemory,    // most memory that such a process holds; the largest shipped variant
};
enum class Peer { kNone, kStockfish, kFairyStockfish, kSjaakii, kRegularBoardgames, kOneThread };

std::string_view kind_name(Kind kind);   // as table.tsv has it
std::string_view peer_name(Peer peer);
std::string_view unit_of(Kind kind);     // of the figures
bool smaller_is_better(Kind kind);       // kLoad, kMemory: the figure is a cost
bool is_program(Peer peer);              // a program of Debian's, whose package has the same name

// A line of table.tsv; '-' there is 0, empty or nothing here.
struct Row {
  std::string group;
  std::string work;
  Kind kind = Kind::kBulk;
  std::string game;                // id of a shipped variant, or path of a rule file from the table's folder
  int depth = 0;
  Peer peer = Peer::kNone;
  std::string peer_variant;        // kRegularBoardgames: playouts a second where fairy-stockfish counts kRbgMachine
  int peer_depth = 0;
  std::optional<double> target;    // least ratio to the peer; without a peer the least figure, of a cost the greatest
  std::optional<double> aim;
};

Result<std::vector<Row>> parse_table(std::string_view text);

// Leaves by depth.
using Leaves = std::map<int, std::uint64_t>;
Leaves parse_uci_perft(const std::string& output, int depth);  // stockfish, fairy-stockfish: of that depth alone
Leaves parse_sjaakii_perft(const std::string& output);
Leaves parse_own_perft(const std::string& output);             // `nightrider perft --json`
std::optional<double> parse_playouts(const std::string& output);  // `nightrider simulate --json`: games
std::vector<std::string> parse_list(const std::string& output);   // `nightrider list --json`: ids
// Whether the answers to `uci`, or to `variant` of sjaakii, say that the program plays the variant.
bool uci_knows(const std::string& output, const std::string& variant);
bool sjaakii_knows(const std::string& output);

// A depth that both have counted, with different results.
struct Difference {
  int depth = 0;
  std::uint64_t ours = 0, peer = 0;
};
std::optional<Difference> difference(const Leaves& ours, const Leaves& peer);

double median(std::vector<double> values);  // of an even number the mean of the two in the middle; of none 0

// Million leaves a second of fairy-stockfish 11.1 in chess, bulk, on the machine on which Regular Boardgames was measured.
inline constexpr double kRbgMachine = 13.8;
inline double scaled_playouts(double there, double fairy_chess) { return there * fairy_chess / kRbgMachine; }

enum class Mark { kOk, kBelow, kNoPeer, kNoTarget, kError };
std::string_view mark_name(Mark mark);

// What was measured for a row; figures in unit_of(row.kind).
struct Measured {
  Row row;
  std::optional<double> ours;
  std::optional<double> peer;
  std::string ours_note;   // such as the name of the slowest variant
  std::string peer_note;   // why there is no figure
  std::string error;       // counts differ, a program failed
};
std::optional<double> ratio(const Measured& measured);
Mark mark(const Measured& measured);

// How and where it was measured.
struct Circumstances {
  std::string date;        // 2026-01-31
  std::string processor;
  int processors = 0;
  int repeats = 0;
  bool quick = false;
};
std::string table_text(const std::vector<Measured>& rows, const Circumstances& circumstances);
nlohmann::json table_json(const std::vector<Measured>& rows, const Circumstances& circumstances);
bool good(const std::vector<Measured>& rows);  // no row has an error; a figure below its target is none

}  // namespace nightrider::bench
