#include "play/move_list.h"

#include <algorithm>

#include "play/words.h"

namespace nightrider {
namespace {

constexpr ListItemKind kFixedItems[] = {ListItemKind::kDrawOffer, ListItemKind::kResignOffer, ListItemKind::kAccept,
                                        ListItemKind::kDecline, ListItemKind::kResignation};
constexpr std::string_view kResults[] = {"1-0", "0-1", "1/2-1/2", "*"};

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; }

// Without a move number in front: "3." and "3..." vanish, "3.e4" becomes "e4".
std::string_view without_number(std::string_view word) {
  const std::size_t digits = word.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string_view::npos || word[digits] != '.') return word;
  const std::size_t rest = word.find_first_not_of('.', digits);
  return rest == std::string_view::npos ? std::string_view{} : word.substr(rest);
}

bool is_remark(std::string_view word) {
  return word.front() == '$' || word == "e.p." || word.find_first_not_of("!?") == std::string_view::npos;
}

class ListReader {
 public:
  ListReader(std::string_view text, bool line_comments) : text_(text), line_comments_(line_comments) {}

  Result<std::vector<ListItem>> read() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const bool line_start = at_ == 0 || text_[at_ - 1] == '\n';
      if (is_space(c)) {
        ++at_;
      } else if (line_comments_ && ((c == ';' && !joins()) || (c == '%' && line_start))) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == '{') {
        const std::size_t end = text_.find('}', at_);
        if (end == std::string_view::npos) return Error{"the comment " + quoted(text_.substr(at_)) + " is never closed by '}'"};
        at_ = end + 1;
      } else if (c == '(') {
        if (!read_parentheses()) return Error{"the side line " + quoted(text_.substr(at_)) + " is never closed by ')'"};
      } else {
        read_word();
      }
    }
    if (!items_.empty() && joins()) return Error{"a further part is missing after " + quoted(items_.back().text)};
    return std::move(items_);
  }

 private:
  // Whether the last move waits for a further part.
  bool joins() const { return !items_.empty() && items_.back().kind == ListItemKind::kMove && items_.back().text.ends_with(';'); }

  bool read_parentheses() {
    for (ListItemKind kind : kFixedItems) {
      const std::string_view fixed = list_item_text(kind);
      if (!text_.substr(at_).starts_with(fixed)) continue;
      items_.push_back({kind, std::string(fixed)});
      at_ += fixed.size();
      return true;
    }
    int depth = 0;
    for (std::size_t i = at_; i < text_.size(); ++i) {
      if (text_[i] == '{') {
        i = text_.find('}', i);
        if (i == std::string_view::npos) return false;
      } else if (text_[i] == '(') {
        ++depth;
      } else if (text_[i] == ')' && --depth == 0) {
        at_ = i + 1;
        return true;
      }
    }
    return false;
  }

  void read_word() {
    // An opening bracket ends a word too, but "e7e8(Q)" is one.
    std::size_t end = at_ + 1;
    while (end < text_.size() && !is_space(text_[end]) && text_[end] != '{') ++end;
    std::string_view word = without_number(text_.substr(at_, end - at_));
    at_ = end;
    if (word.empty()) return;
    if (word.front() == '(') {  // "3.(draw?)"
      at_ = end - word.size();
      return;
    }
    if (joins()) {
      items_.back().text += " " + std::string(word);
    } else if (word == ";" && !items_.empty() && items_.back().kind == ListItemKind::kMove) {
      items_.back().text += ";";
    } else if (is_remark(word)) {
      return;
    } else if (std::find(std::begin(kResults), std::end(kResults), word) != std::end(kResults)) {
      items_.push_back({ListItemKind::kResult, std::string(word)});
    } else {
      items_.push_back({ListItemKind::kMove, std::string(word)});
    }
  }

  std::string_view text_;
  bool line_comments_;
  std::size_t at_ = 0;
  std::vector<ListItem> items_;
};

}  // namespace

std::string_view list_item_text(ListItemKind kind) {
  switch (kind) {
    case ListItemKind::kDrawOffer: return "(draw?)";
    case ListItemKind::kResignOffer: return "(resign?)";
    case ListItemKind::kAccept: return "(yes)";
    case ListItemKind::kDecline: return "(no)";
    case ListItemKind::kResignation: return "(resigns)";
    case ListItemKind::kMove:
    case ListItemKind::kResult: return {};
  }
  return {};
}

Result<std::vector<ListItem>> read_move_list(std::string_view text, bool line_comments) {
  return ListReader(text, line_comments).read();
}

}  // namespace nightrider
