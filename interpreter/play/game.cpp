#include "play/game.h"

#include <algorithm>
#include <climits>

#include "play/position_text.h"
#include "play/words.h"

namespace nightrider {
namespace {

const OfferDefinition* find_offer(const GameDefinition& game, OfferKind kind) {
  for (const OfferDefinition& offer : game.offers)
    if (offer.kind == kind) return &offer;
  return nullptr;
}

std::string_view offer_name(OfferKind kind) {
  switch (kind) {
    case OfferKind::kDraw: return "draw";
    case OfferKind::kResign: return "resignation";
  }
  return "";
}

std::string_view offer_text(OfferKind kind) {
  switch (kind) {
    case OfferKind::kDraw: return list_item_text(ListItemKind::kDrawOffer);
    case OfferKind::kResign: return list_item_text(ListItemKind::kResignOffer);
  }
  return "";
}

const std::string& game_name(const GameDefinition& game) { return game.id.empty() ? game.title : game.id; }

}  // namespace

Game::Game(std::shared_ptr<const CompiledGame> game) : position_(std::move(game)) {}

Result<Game> Game::from_text(std::shared_ptr<const CompiledGame> game, std::string_view position) {
  Result<GameState> state = parse_position(*game, position);
  if (!state) return Error{state.error()};
  Game made(std::move(game));
  const Status set = made.position_.set_state(*state);
  if (!set) return Error{set.error()};
  made.start_text_ = trimmed(position);
  return made;
}

Status Game::apply(std::string_view text) {
  const Result<std::vector<ListItem>> items = read_move_list(text);
  if (!items) return Error{items.error()};
  for (std::size_t i = 0; i < items->size(); ++i) {
    const ListItem& item = (*items)[i];
    const std::string at = "ply " + std::to_string(position_.ply() + 1) + ": ";
    if (item.kind == ListItemKind::kResult && i + 1 < items->size())
      return Error{at + "the result " + quoted(item.text) + " stands before " + quoted((*items)[i + 1].text)};
    const Status status = apply_item(item);
    if (!status) return Error{at + status.error()};
  }
  return Done{};
}

Status Game::apply_item(const ListItem& item) {
  switch (item.kind) {
    case ListItemKind::kMove: return apply_text(item.text);
    case ListItemKind::kDrawOffer: return offer(OfferKind::kDraw);
    case ListItemKind::kResignOffer: return offer(OfferKind::kResign);
    case ListItemKind::kAccept: return answer(true);
    case ListItemKind::kDecline: return answer(false);
    case ListItemKind::kResignation: return resign();
    case ListItemKind::kResult: return Done{};
  }
  return Done{};
}

Status Game::apply_text(std::string_view text) {
  if (const Status status = check_may_go_on(); !status) return Error{quoted(text) + ": " + status.error()};
  const Result<Move> move = parse_move(position_, text);
  if (move) return apply_move(*move);
  if (text.size() > kMaxMoveText || text.find(',') == std::string_view::npos) return Error{move.error()};
  // Legs of a chain, "c4d5,d5e4": all of them or none.
  const std::vector<GameItem> undone = undone_;
  std::size_t applied = 0;
  for (std::string_view leg : split(text, ',')) {
    const Result<Move> part = parse_move(position_, leg);
    if (part && apply_move(*part)) {
      ++applied;
      continue;
    }
    for (; applied > 0; --applied) undo();
    undone_ = undone;
    return Error{move.error()};
  }
  return Done{};
}

Status Game::check_may_go_on() {
  if (offer_open()) return Error{"the offer " + items_.back().text + " must be answered first: (yes) or (no)"};
  const Outcome now = outcome();
  if (position_.effects_lost()) return Error{std::string(kEffectsLost)};
  if (now.over) return Error{"the game is over: " + std::string(reason_text(now.reason))};
  return Done{};
}

GameItem Game::new_item() {
  GameItem item;
  item.by = position_.side_to_move();
  item.round = position_.round();
  item.turn = position_.turn();
  return item;
}

void Game::add(GameItem item) {
  items_.push_back(std::move(item));
  undone_.clear();
}

Status Game::apply_move(Move move) {
  if (const Status status = check_may_go_on(); !status) return status;
  MoveList legal;
  position_.legal_moves(legal);
  if (std::find(legal.begin(), legal.end(), move) == legal.end()) return Error{"the move is not legal in this position"};
  GameItem item = new_item();
  item.move = move;
  item.text = move_text(position_, move);
  position_.make(move);
  add(std::move(item));
  return Done{};
}

Status Game::offer(OfferKind kind) {
  const GameDefinition& game = position_.definition();
  const std::string name(offer_name(kind));
  if (find_offer(game, kind) == nullptr)
    return Error{std::string(offer_text(kind)) + ": " + game_name(game) + " knows no " + name +
                 " offers; its rule file may add them with (offer ..)"};
  if (const Status status = check_may_go_on(); !status) return Error{std::string(offer_text(kind)) + ": " + status.error()};
  if (position_.state().partial_square != kNone)
    return Error{std::string(offer_text(kind)) + ": an offer is made before a move, not within one"};
  if (offers_left(kind, position_.side_to_move()) == 0)
    return Error{std::string(offer_text(kind)) + ": the " + name + " offer of " +
                 (find_offer(game, kind)->shared ? "this game" : game.players[position_.side_to_move()].name) + " is used up"};
  if (game.next_opponent(position_.turn()) == kNone) return Error{std::string(offer_text(kind)) + ": there is nobody to answer it"};
  GameItem item = new_item();
  item.offer = kind;
  item.text = offer_text(kind);
  add(std::move(item));
  return Done{};
}

Status Game::answer(bool accept) {
  if (!offer_open()) return Error{std::string(accept ? "(yes)" : "(no)") + ": there is no offer to answer"};
  items_.back().accepted = accept;
  undone_.clear();
  return Done{};
}

Status Game::resign() {
  if (find_offer(position_.definition(), OfferKind::kResign) != nullptr) return offer(OfferKind::kResign);
  if (const Status status = check_may_go_on(); !status) return status;
  GameItem item = new_item();
  item.offer = OfferKind::kResign;
  item.accepted = true;
  item.text = list_item_text(ListItemKind::kResignation);
  add(std::move(item));
  return Done{};
}

bool Game::offer_open() const { return !items_.empty() && !items_.back().move && !items_.back().accepted; }

PlayerId Game::actor() const {
  return offer_open() ? position_.definition().next_opponent(position_.turn()) : position_.side_to_move();
}

int Game::offers_left(OfferKind kind, PlayerId player) const {
  const OfferDefinition* offer = find_offer(position_.definition(), kind);
  if (offer == nullptr) return 0;
  if (offer->times == 0) return INT_MAX;
  const auto made = std::count_if(items_.begin(), items_.end(), [&](const GameItem& item) {
    return !item.move && item.offer == kind && (offer->shared || item.by == player);
  });
  return std::max(0, offer->times - static_cast<int>(made));
}

bool Game::undo() {
  if (items_.empty()) return false;
  if (items_.back().move) position_.unmake();
  undone_.push_back(std::move(items_.back()));
  items_.pop_back();
  return true;
}

bool Game::redo() {
  if (undone_.empty()) return false;
  GameItem item = std::move(undone_.back());
  undone_.pop_back();
  if (item.move) {
    position_.make(*item.move);  // the position is the one in which it was legal
  }
  items_.push_back(std::move(item));
  return true;
}

Outcome Game::outcome() {
  const GameDefinition& game = position_.definition();
  PayoffContext context;
  context.round = items_.empty() ? position_.round() : items_.back().round;
  for (const GameItem& item : items_)
    if (!item.move && item.offer == OfferKind::kResign && item.accepted == false) context.declined_round = item.round;
  Outcome result;
  if (!items_.empty() && !items_.back().move && items_.back().accepted == true) {
    const GameItem& item = items_.back();
    result.over = true;
    result.subject = game.next_opponent(item.turn);
    result.draw = item.offer == OfferKind::kDraw;
    result.reason = result.draw ? EndReason::kDrawAgreed : EndReason::kResigned;
    if (!result.draw) result.winner = result.subject;
  } else {
    result = position_.outcome();
  }
  result.points = points_for(game, result, context);
  return result;
}

std::string Game::moves_text() const {
  const GameDefinition& game = position_.definition();
  std::string out;
  int numbered = -1;
  for (const GameItem& item : items_) {
    if (!out.empty()) out += ' ';
    const bool begins_round = item.turn == 0 || item.turn == game.turn_repeat;
    if (item.round != numbered) out += std::to_string(item.round) + (begins_round ? ". " : "... ");
    numbered = item.round;
    out += item.text;
    if (!item.move && item.accepted && item.text != list_item_text(ListItemKind::kResignation))
      out += ' ' + std::string(list_item_text(*item.accepted ? ListItemKind::kAccept : ListItemKind::kDecline));
  }
  return out;
}

}  // namespace nightrider
