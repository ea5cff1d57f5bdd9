// Offers, points and FEN: forms of language.md about a game's surroundings.
#include <algorithm>
#include <cctype>
#include <tuple>

#include "model/game_reader.h"

namespace nightrider {

void GameReader::read_offers() {
  for (const Node* form : forms_of(Keyword::kOffer)) read_offer(*form);
}

// `(offer draw|resign (times N [shared]) (accepted draw|band|win))`
void GameReader::read_offer(const Node& form) {
  if (!arguments(form, 1)) return;
  const Node& what = *form.children[1];
  OfferDefinition offer;
  if (what.is_symbol() && what.text == "draw") offer.kind = OfferKind::kDraw;
  else if (what.is_symbol() && what.text == "resign") offer.kind = OfferKind::kResign;
  else return error(what, "unknown-offer", "an offer is 'draw' or 'resign'");
  for (std::size_t i = 2; i < form.children.size(); ++i) {
    const Node& child = *form.children[i];
    const KeywordRow* row = keyword(child, Form::kOffer);
    if (row == nullptr) continue;
    if (row->keyword == Keyword::kTimes) {
      if (!arguments(child, 1, 2)) continue;
      if (const std::optional<int> times = number(*child.children[1], 1, 1000)) offer.times = *times;
      if (child.children.size() == 3) {
        if (child.children[2]->is_symbol() && child.children[2]->text == "shared") offer.shared = true;
        else error(*child.children[2], "unknown-form", "only 'shared' can stand here");
      }
    } else {
      if (!arguments(child, 1, 1)) continue;
      const Node& result = *child.children[1];
      const std::string_view wanted = offer.kind == OfferKind::kDraw ? "draw" : "win";
      offer.by_band = result.is_symbol() && result.text == "band";
      if (offer.by_band) band_ = &result;
      else if (!result.is_symbol() || result.text != wanted)
        error(result, "unknown-form", "an accepted " + what.text + " offer gives '" + std::string(wanted) + "' or 'band'");
    }
  }
  for (OfferDefinition& earlier : game_.offers) {
    if (earlier.kind != offer.kind) continue;
    earlier = offer;
    return;
  }
  game_.offers.push_back(offer);
}

bool GameReader::read_pair(const Node& form, std::size_t first, PayoffPair& pair) {
  const std::optional<double> one = decimal(*form.children[first]);
  const std::optional<double> two = decimal(*form.children[first + 1]);
  if (!one || !two) return false;
  pair = {*one, *two};
  return true;
}

void GameReader::read_payoff() {
  const Node* form = last_form(Keyword::kPayoff);
  if (form != nullptr) {
    game_.payoff.defined = true;
    payoff_form_ = form;
    for (std::size_t i = 1; i < form->children.size(); ++i) read_payoff_item(*form->children[i]);
  }
  if (band_ != nullptr && game_.payoff.resign_bands.empty() && !failed_)
    error(*band_, "missing-bands", "this offer pays by bands, but the game has none", "add (payoff (bands resign (LAST-ROUND POINTS POINTS) ..))");
}

void GameReader::read_payoff_item(const Node& form) {
  const KeywordRow* row = keyword(form, Form::kPayoff);
  if (row == nullptr) return;
  PayoffDefinition& payoff = game_.payoff;
  const auto resign = [&](const Node& word) {
    if (word.is_symbol() && word.text == "resign") return true;
    error(word, "unknown-form", "only 'resign' can stand here");
    return false;
  };
  switch (row->keyword) {
    case Keyword::kWin:
    case Keyword::kDraw:
    case Keyword::kStalemated:
    case Keyword::kMoveLimit: {
      PayoffPair pair;
      if (!arguments(form, 2, 2) || !read_pair(form, 1, pair)) return;
      if (row->keyword != Keyword::kMoveLimit) payoff_sums_.push_back({&form, pair.first + pair.second});
      if (row->keyword == Keyword::kWin) payoff.win = pair;
      else if (row->keyword == Keyword::kDraw) payoff.draw = pair;
      else if (row->keyword == Keyword::kStalemated) payoff.stalemated = pair;
      else payoff.move_limit = pair;
      return;
    }
    case Keyword::kBands:
      if (!arguments(form, 2) || !resign(*form.children[1])) return;
      for (std::size_t i = 2; i < form.children.size(); ++i) {
        const Node& item = *form.children[i];
        if (!item.is_list() || item.children.size() != 3) {
          error(item, "wrong-arguments", "a band is (LAST-ROUND POINTS POINTS)");
          continue;
        }
        PayoffBand band;
        const std::optional<int> last = number(*item.children[0], 1, 1'000'000);
        if (!last || !read_pair(item, 1, band.pay)) continue;
        band.last_round = *last;
        if (!payoff.resign_bands.empty() && payoff.resign_bands.back().last_round >= *last)
          error(*item.children[0], "band-order", "bands must stand in the order of their last rounds");
        else payoff.resign_bands.push_back(band), band_forms_.push_back(&item);
      }
      return;
    case Keyword::kAfterDeclined:
      if (!arguments(form, 2, 3) || !resign(*form.children[1])) return;
      payoff.after_declined = true;
      for (std::size_t i = 2; i < form.children.size(); ++i) {
        const Node& item = *form.children[i];
        const std::string value = item.is_list() && item.children.size() == 2 ? item.children[1]->text : "";
        if (item.head() == "same-band" && (value == "win" || value == "band")) payoff.same_band_pays_win = value == "win";
        else if (item.head() != "later-band" || value != "band")
          error(item, "unknown-form", "'after-declined' takes (same-band win|band) and (later-band band)");
      }
      return;
    default:
      error(form, "unknown-form", "'" + std::string(row->name) + "' cannot stand in a payoff");
  }
}

void GameReader::read_fen() {
  FenDefinition& fen = game_.fen;
  for (const PlayerDefinition& player : game_.players) {
    std::string first = player.name.substr(0, 1);
    if (first[0] >= 'A' && first[0] <= 'Z') first[0] = static_cast<char>(first[0] - 'A' + 'a');
    fen.sides.push_back(first);
  }
  for (const Node* form : forms_of(Keyword::kFen)) {
    fen.defined = true;
    bool fresh_en_passant = true;  // a variant's own replace the inherited ones
    bool fresh_tallies = true;
    for (std::size_t i = 1; i < form->children.size(); ++i) {
      const Node& child = *form->children[i];
      const KeywordRow* row = keyword(child, Form::kFen);
      if (row == nullptr) continue;
      switch (row->keyword) {
        case Keyword::kSides:
          if (child.children.size() - 1 != game_.players.size()) {
            if (!failed_) error(child, "wrong-arguments", "'sides' takes a letter for each player");
            break;
          }
          for (std::size_t k = 1; k < child.children.size(); ++k) {
            if (child.children[k]->is_list() || child.children[k]->text.empty())
              error(*child.children[k], "string-expected", "a letter was expected here");
            else fen.sides[k - 1] = child.children[k]->text;
          }
          break;
        case Keyword::kRights:
          for (std::size_t k = 1; k < child.children.size(); ++k)
            if (!read_line_right(*child.children[k])) read_right(*child.children[k]);
          break;
        case Keyword::kEnPassant:
          if (fresh_en_passant) fen.en_passant.clear();
          fresh_en_passant = false;
          read_en_passant(child);
          break;
        case Keyword::kTally: {
          if (!arguments(child, 1, 1)) break;
          if (fresh_tallies) fen.tallies.clear();
          fresh_tallies = false;
          const TallyId tally = resolve(NameKind::kTally, *child.children[1]);
          if (tally == kNone) break;
          if (std::find(fen.tallies.begin(), fen.tallies.end(), tally) == fen.tallies.end()) fen.tallies.push_back(tally);
          break;
        }
        case Keyword::kSuffix: read_suffix(child); break;
        case Keyword::kCounters:
          if (!arguments(child, 0, 1)) break;
          fen.counters = true;
          if (child.is_list() && child.children.size() == 2)
            if (const std::optional<bool> shown = truth(*child.children[1])) fen.counters = *shown;
          break;
        default: break;
      }
    }
  }
}

// `(suffix "~" ATTRIBUTE)`
void GameReader::read_suffix(const Node& form) {
  if (!arguments(form, 2, 2)) return;
  const Node& text = *form.children[1];
  FenSuffix suffix;
  // What stands in the board field already, and what a longer letter could begin with, cannot be a mark.
  constexpr std::string_view kTaken = "0123456789/[]*{}_- +";
  if (text.is_list() || text.text.size() != 1 || kTaken.find(text.text[0]) != std::string_view::npos ||
      static_cast<unsigned char>(text.text[0]) >= 0x80 || std::isalpha(static_cast<unsigned char>(text.text[0])) != 0)
    return error(text, "suffix-text", "a mark such as \"~\" was expected here: one character that is no letter or digit and none of / [ ] * { } _ - +");
  suffix.text = text.text;
  suffix.attribute = resolve(NameKind::kAttribute, *form.children[2]);
  if (suffix.attribute == kNone) return;
  for (FenSuffix& earlier : game_.fen.suffixes) {
    if (earlier.text != suffix.text) continue;
    earlier = suffix;
    return;
  }
  game_.fen.suffixes.push_back(suffix);
}

// `("K" White (King ZONE never-moved?) (Rook DIRECTION never-moved?))`; false: it is not of this form.
bool GameReader::read_line_right(const Node& form) {
  if (!form.is_list() || form.children.size() != 4 || form.children[0]->is_list()) return false;
  const Node& king = *form.children[2];
  const Node& rook = *form.children[3];
  for (const Node* item : {&king, &rook})
    if (!item->is_list() || item->children.size() != 3 || !item->children[1]->is_symbol()) return false;
  if (find(NameKind::kPosition, king.children[1]->text) != kNone || find(NameKind::kZone, king.children[1]->text) == kNone ||
      find(NameKind::kPosition, rook.children[1]->text) != kNone || find(NameKind::kDirection, rook.children[1]->text) == kNone)
    return false;
  FenLineRight right;
  right.letter = form.children[0]->text;
  right.player = resolve(NameKind::kPlayer, *form.children[1]);
  right.king = resolve(NameKind::kPiece, *king.children[0]);
  right.zone = find(NameKind::kZone, king.children[1]->text);
  right.king_attribute = resolve(NameKind::kAttribute, *king.children[2]);
  right.rook = resolve(NameKind::kPiece, *rook.children[0]);
  right.direction = find(NameKind::kDirection, rook.children[1]->text);
  right.rook_attribute = resolve(NameKind::kAttribute, *rook.children[2]);
  if (right.player == kNone || right.king == kNone || right.king_attribute == kNone || right.rook == kNone || right.rook_attribute == kNone)
    return true;
  for (const auto& [item, type, attribute] : {std::tuple{&king, right.king, right.king_attribute}, {&rook, right.rook, right.rook_attribute}})
    if (!failed_ && game_.find_attribute(type, attribute) == nullptr)
      error(*item->children[2], "unknown-attribute", "the piece '" + item->children[0]->text + "' has no attribute '" + item->children[2]->text + "'");
  std::erase_if(game_.fen.rights, [&](const FenRight& earlier) { return earlier.letter == right.letter; });
  for (FenLineRight& earlier : game_.fen.line_rights) {
    if (earlier.letter != right.letter) continue;
    earlier = right;
    return true;
  }
  game_.fen.line_rights.push_back(right);
  return true;
}

// `("K" White (King e1 never-moved?) (Rook h1 never-moved?))`
void GameReader::read_right(const Node& form) {
  if (!form.is_list() || form.children.size() < 3 || form.children[0]->is_list()) {
    error(form, "wrong-arguments", "a right is (\"LETTER\" PLAYER (PIECE POSITION ATTRIBUTE) ..)");
    return;
  }
  FenRight right;
  right.letter = form.children[0]->text;
  right.player = resolve(NameKind::kPlayer, *form.children[1]);
  for (std::size_t i = 2; i < form.children.size(); ++i) {
    const Node& item = *form.children[i];
    if (!item.is_list() || item.children.size() != 3) {
      error(item, "wrong-arguments", "a part of a right is (PIECE POSITION ATTRIBUTE)");
      continue;
    }
    FenRightTerm term;
    term.type = resolve(NameKind::kPiece, *item.children[0]);
    term.square = resolve(NameKind::kPosition, *item.children[1]);
    term.attribute = resolve(NameKind::kAttribute, *item.children[2]);
    if (term.type != kNone && term.attribute != kNone && !failed_ && game_.find_attribute(term.type, term.attribute) == nullptr)
      error(*item.children[2], "unknown-attribute", "the piece '" + item.children[0]->text + "' has no attribute '" + item.children[2]->text + "'");
    right.terms.push_back(term);
  }
  std::erase_if(game_.fen.line_rights, [&](const FenLineRight& earlier) { return earlier.letter == right.letter; });
  for (FenRight& earlier : game_.fen.rights) {
    if (earlier.letter != right.letter) continue;
    earlier = std::move(right);
    return;
  }
  for (const FenRight& earlier : game_.fen.rights)
    if (earlier.letter.starts_with(right.letter) || right.letter.starts_with(earlier.letter)) {
      error(*form.children[0], "duplicate-letter", "of the rights '" + earlier.letter + "' and '" + right.letter + "' one begins like the other",
            "positions could not be read back");
      return;
    }
  game_.fen.rights.push_back(std::move(right));
}

// `(en-passant PIECE LEAVE ARRIVE [(from ZONE)] [(tag TAG)] [(landing)])`
void GameReader::read_en_passant(const Node& form) {
  if (!arguments(form, 3, 6)) return;
  FenEnPassant rule;
  rule.type = resolve(NameKind::kPiece, *form.children[1]);
  rule.leave = resolve(NameKind::kDirection, *form.children[2]);
  rule.arrive = resolve(NameKind::kDirection, *form.children[3]);
  for (std::size_t i = 4; i < form.children.size(); ++i) {
    const Node& item = *form.children[i];
    const KeywordRow* row = keyword(item, Form::kEnPassant);
    if (row == nullptr) continue;
    if (row->keyword == Keyword::kLanding) {
      rule.landing = arguments(item, 0, 0);
      continue;
    }
    if (!arguments(item, 1, 1)) continue;
    if (row->keyword == Keyword::kFrom) rule.origin = resolve(NameKind::kZone, *item.children[1]);
    else rule.tag = resolve(NameKind::kTag, *item.children[1]);
  }
  game_.fen.en_passant.push_back(rule);
}

}  // namespace nightrider
