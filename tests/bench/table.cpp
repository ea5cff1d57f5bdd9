#include "bench/table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <sstream>
#include <utility>

namespace nightrider::bench {
namespace {

constexpr std::array<std::pair<std::string_view, Kind>, 6> kKinds{{{"bulk", Kind::kBulk},
                                                                   {"play-all", Kind::kPlayAll},
                                                                   {"playouts", Kind::kPlayouts},
                                                                   {"threads", Kind::kThreads},
                                                                   {"load", Kind::kLoad},
                                                                   {"memory", Kind::kMemory}}};
constexpr std::array<std::pair<std::string_view, Peer>, 6> kPeers{{{"-", Peer::kNone},
                                                                   {"stockfish", Peer::kStockfish},
                                                                   {"fairy-stockfish", Peer::kFairyStockfish},
                                                                   {"sjaakii", Peer::kSjaakii},
                                                                   {"regular-boardgames", Peer::kRegularBoardgames},
                                                                   {"one-thread", Peer::kOneThread}}};
constexpr std::size_t kColumns = 10;

template <class Names, class Value>
std::string_view name_of(const Names& names, Value value) {
  for (const auto& [name, named] : names)
    if (named == value) return name;
  return "";
}

template <class Value>
bool read_number(std::string_view text, Value& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// One line; the text of what is wrong with it, or nothing.
std::string read_row(const std::vector<std::string>& cells, Row& row) {
  if (cells.size() != kColumns) return "has " + std::to_string(cells.size()) + " columns, not " + std::to_string(kColumns);
  const auto text = [&](std::size_t column) { return cells[column] == "-" ? std::string() : cells[column]; };
  row.group = cells[0];
  row.work = cells[1];
  row.game = text(3);
  row.peer_variant = text(6);
  const auto kind = std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& known) { return known.first == cells[2]; });
  if (kind == kKinds.end()) return "has the unknown kind '" + cells[2] + "'";
  row.kind = kind->second;
  const auto peer = std::find_if(kPeers.begin(), kPeers.end(), [&](const auto& known) { return known.first == cells[5]; });
  if (peer == kPeers.end()) return "has the unknown peer '" + cells[5] + "'";
  row.peer = peer->second;
  for (const auto& [column, depth] : {std::pair{4, &row.depth}, std::pair{7, &row.peer_depth}})
    if (!text(column).empty() && (!read_number(cells[column], *depth) || *depth < 2)) return "has '" + cells[column] + "' for a depth (2 is the least)";
  for (const auto& [column, number] : {std::pair{8, &row.target}, std::pair{9, &row.aim}}) {
    double value = 0;
    if (text(column).empty()) continue;
    if (!read_number(cells[column], value) || value <= 0) return "has '" + cells[column] + "' for a target";
    *number = value;
  }
  const bool counts = row.kind == Kind::kBulk || row.kind == Kind::kPlayAll || row.kind == Kind::kThreads;
  if (counts != (row.depth > 0)) return counts ? "has no depth" : "has a depth";
  if (smaller_is_better(row.kind) != row.game.empty()) return row.game.empty() ? "names no game" : "names a game, but is of all";
  if (is_program(row.peer) != (row.peer_depth > 0)) return "has a depth for no peer, or none for one";
  double figure = 0;
  if (row.peer == Peer::kRegularBoardgames && (!read_number(row.peer_variant, figure) || figure <= 0)) return "has no figure of its peer";
  return "";
}

nlohmann::json parsed(const std::string& output) { return nlohmann::json::parse(output, nullptr, false); }

// Columns of text, aligned; numbers to the right.
struct Column {
  std::string title;
  bool right = false;
};

// Characters, not bytes, of a text in UTF-8.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width, bool right) {
  const std::string space(width - std::min(width, width_of(text)), ' ');
  return right ? space + text : text + space;
}

// Three digits that matter: 0.0123 is 0.012, 12.34 is 12.3, 12345.6 is 12346.
std::string figure_text(std::optional<double> figure) {
  if (!figure) return "-";
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", *figure < 1 ? 3 : *figure < 10 ? 2 : *figure < 1000 ? 1 : 0, *figure);
  return text;
}

std::string plain_number(std::optional<double> number) {
  if (!number) return "-";
  char text[64];
  std::snprintf(text, sizeof text, "%g", *number);
  return text;
}

std::string peer_text(const Measured& measured) {
  const Row& row = measured.row;
  if (row.peer == Peer::kNone) return "";
  std::string text(peer_name(row.peer));
  if (is_program(row.peer)) text += " " + row.peer_variant;
  return text;
}

std::string remarks(const Measured& measured) {
  std::string text = measured.ours_note;
  for (const std::string& more : {measured.peer_note, measured.error})
    if (!more.empty()) text += (text.empty() ? "" : "; ") + more;
  return text;
}

nlohmann::json number_or_null(std::optional<double> number) { return number ? nlohmann::json(*number) : nlohmann::json(nullptr); }

}  // namespace

std::string_view kind_name(Kind kind) { return name_of(kKinds, kind); }
std::string_view peer_name(Peer peer) { return name_of(kPeers, peer); }

std::string_view unit_of(Kind kind) {
  switch (kind) {
    case Kind::kBulk:
    case Kind::kPlayAll: return "million leaves per CPU second";
    case Kind::kPlayouts: return "games per CPU second";
    case Kind::kThreads: return "million leaves per second of wall time";
    case Kind::kLoad: return "ms of CPU time";
    case Kind::kMemory: return "MB";
  }
  return "";
}

bool smaller_is_better(Kind kind) { return kind == Kind::kLoad || kind == Kind::kMemory; }

bool is_program(Peer peer) { return peer == Peer::kStockfish || peer == Peer::kFairyStockfish || peer == Peer::kSjaakii; }

Result<std::vector<Row>> parse_table(std::string_view text) {
  std::vector<Row> rows;
  int line = 0;
  for (const std::string& content : split(text, '\n')) {
    if (++line == 1 || content.empty()) continue;  // the titles; the end
    Row row;
    const std::string wrong = read_row(split(content, '\t'), row);
    if (!wrong.empty()) return Error{"line " + std::to_string(line) + " of the table " + wrong};
    rows.push_back(std::move(row));
  }
  return rows;
}

Leaves parse_uci_perft(const std::string& output, int depth) {
  constexpr std::string_view kWords = "Nodes searched: ";
  Leaves leaves;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(kWords)) continue;
    const std::size_t end = line.find_last_not_of(" \r") + 1;
    std::uint64_t count = 0;
    if (read_number(std::string_view(line).substr(kWords.size(), end - kWords.size()), count)) leaves[depth] = count;
  }
  return leaves;
}

Leaves parse_sjaakii_perft(const std::string& output) {
  Leaves leaves;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string depth_text, count_text, seconds, rate, more;
    if (!(words >> depth_text >> count_text >> seconds >> rate) || words >> more || !rate.ends_with("nps")) continue;
    int depth = 0;
    std::uint64_t count = 0;
    if (read_number(depth_text, depth) && read_number(count_text, count)) leaves[depth] = count;
  }
  return leaves;
}

Leaves parse_own_perft(const std::string& output) {
  Leaves leaves;
  const nlohmann::json json = parsed(output);
  if (!json.is_object() || !json.contains("results")) return leaves;
  for (const nlohmann::json& result : json["results"]) leaves[result.value("depth", 0)] = result.value("nodes", std::uint64_t{0});
  return leaves;
}

std::optional<double> parse_playouts(const std::string& output) {
  const nlohmann::json json = parsed(output);
  if (!json.is_object() || !json.contains("games")) return std::nullopt;
  return json.value("games", 0.0);
}

std::vector<std::string> parse_list(const std::string& output) {
  std::vector<std::string> ids;
  const nlohmann::json json = parsed(output);
  if (!json.is_object() || !json.contains("variants")) return ids;
  for (const nlohmann::json& variant : json["variants"]) ids.push_back(variant.value("name", ""));
  return ids;
}

bool uci_knows(const std::string& output, const std::string& variant) {
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("option name UCI_Variant ")) return (line + " ").find(" var " + variant + " ") != std::string::npos;
  return variant == "chess";  // a program without the option plays chess alone
}

bool sjaakii_knows(const std::string& output) { return output.find("cannot start variant game") == std::string::npos; }

std::optional<Difference> difference(const Leaves& ours, const Leaves& peer) {
  for (const auto& [depth, count] : ours) {
    const auto other = peer.find(depth);
    if (other != peer.end() && other->second != count) return Difference{depth, count, other->second};
  }
  return std::nullopt;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::string_view mark_name(Mark mark) {
  switch (mark) {
    case Mark::kOk: return "ok";
    case Mark::kBelow: return "below";
    case Mark::kNoPeer: return "no peer";
    case Mark::kNoTarget: return "-";
    case Mark::kError: return "error";
  }
  return "";
}

std::optional<double> ratio(const Measured& measured) {
  if (!measured.ours || !measured.peer || *measured.peer <= 0) return std::nullopt;
  return *measured.ours / *measured.peer;
}

Mark mark(const Measured& measured) {
  if (!measured.error.empty() || !measured.ours) return Mark::kError;
  const Row& row = measured.row;
  if (row.peer != Peer::kNone && !ratio(measured)) return Mark::kNoPeer;
  if (!row.target) return Mark::kNoTarget;
  if (smaller_is_better(row.kind)) return *measured.ours <= *row.target ? Mark::kOk : Mark::kBelow;
  const double reached = row.peer == Peer::kNone ? *measured.ours : *ratio(measured);
  return reached >= *row.target ? Mark::kOk : Mark::kBelow;
}

std::string table_text(const std::vector<Measured>& rows, const Circumstances& circumstances) {
  const std::vector<Column> columns{{"work"}, {"depth", true}, {"ours", true}, {"peer"}, {"depth", true}, {"its figure", true},
                                    {"ratio", true}, {"target", true}, {"aim", true}, {"mark"}, {"remarks"}};
  std::vector<std::vector<std::string>> cells;
  for (const Measured& measured : rows) {
    const Row& row = measured.row;
    const auto depth = [](int turns) { return turns > 0 ? std::to_string(turns) : std::string(); };
    cells.push_back({row.work, depth(row.depth), figure_text(measured.ours), peer_text(measured), depth(row.peer_depth),
                     row.peer == Peer::kNone ? "" : figure_text(measured.peer), row.peer == Peer::kNone ? "" : figure_text(ratio(measured)),
                     (row.target && smaller_is_better(row.kind) ? "<= " : "") + plain_number(row.target), plain_number(row.aim),
                     std::string(mark_name(mark(measured))), remarks(measured)});
  }
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    widths.push_back(columns[c].title.size());
    for (const auto& row : cells) widths[c] = std::max(widths[c], width_of(row[c]));
  }
  std::string text = circumstances.date + ", " + circumstances.processor + ", " + std::to_string(circumstances.processors) + " processors; " +
                     (circumstances.repeats == 1 ? "one run" : "median of " + std::to_string(circumstances.repeats)) +
                     (circumstances.quick ? ", short samples (--quick)" : "") + "\n";
  const auto add_line = [&](const auto& cell) {
    std::string line = "  ";
    for (std::size_t c = 0; c < columns.size(); ++c) line += (c == 0 ? "" : "  ") + padded(cell(c), widths[c], columns[c].right);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  };
  add_line([&](std::size_t c) { return columns[c].title; });
  const auto heading = [&](const Row& row) { return row.group + ", " + std::string(unit_of(row.kind)); };
  std::string shown;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (heading(rows[i].row) != shown) text += (shown = heading(rows[i].row)) + "\n";
    add_line([&](std::size_t c) { return cells[i][c]; });
  }
  std::map<Mark, int> marks;
  for (const Measured& measured : rows) ++marks[mark(measured)];
  std::string summary;
  for (const auto& [which, count] : marks)
    if (which != Mark::kNoTarget) summary += (summary.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(mark_name(which));
  return text + (summary.empty() ? "no targets" : summary) + "\n";
}

nlohmann::json table_json(const std::vector<Measured>& rows, const Circumstances& circumstances) {
  nlohmann::json list = nlohmann::json::array();
  for (const Measured& measured : rows) {
    const Row& row = measured.row;
    nlohmann::json json{{"group", row.group},  {"work", row.work},   {"kind", kind_name(row.kind)}, {"unit", unit_of(row.kind)},
                        {"ours", number_or_null(measured.ours)},     {"ratio", number_or_null(ratio(measured))},
                        {"target", number_or_null(row.target)},      {"aim", number_or_null(row.aim)},
                        {"mark", mark_name(mark(measured))}};
    if (!row.game.empty()) json["game"] = row.game;
    if (row.depth > 0) json["depth"] = row.depth;
    if (row.peer != Peer::kNone) {
      json["peer"] = {{"program", peer_name(row.peer)}, {"figure", number_or_null(measured.peer)}};
      if (is_program(row.peer)) json["peer"].update({{"variant", row.peer_variant}, {"depth", row.peer_depth}});
      if (!measured.peer_note.empty()) json["peer"]["note"] = measured.peer_note;
    }
    if (!measured.ours_note.empty()) json["note"] = measured.ours_note;
    if (!measured.error.empty()) json["error"] = measured.error;
    list.push_back(std::move(json));
  }
  return {{"date", circumstances.date},       {"processor", circumstances.processor}, {"processors", circumstances.processors},
          {"repeats", circumstances.repeats}, {"quick", circumstances.quick},         {"good", good(rows)},
          {"rows", std::move(list)}};
}

bool good(const std::vector<Measured>& rows) {
  return std::none_of(rows.begin(), rows.end(), [](const Measured& measured) { return mark(measured) == Mark::kError; });
}

}  // namespace nightrider::bench
