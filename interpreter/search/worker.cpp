#include "search/worker.h"

#include <algorithm>


namespace nightrider {
namespace {

std::uint64_t mix(std::uint64_t value) {
  value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
  value = (value ^ value >> 27) * 0x94D049BB133111EBu;
  return value ^ value >> 31;
}

// The table counts wins and losses from the position itself.
Score to_table(Score score, int ply) { return score > kMaxEval ? score + ply : score < -kMaxEval ? score - ply : score; }
Score from_table(Score score, int ply) { return score > kMaxEval ? score - ply : score < -kMaxEval ? score + ply : score; }

// Ends that depend on what was played before, not on the position alone.
bool depends_on_path(EndReason reason) {
  return reason == EndReason::kRepetition || reason == EndReason::kNoProgress || reason == EndReason::kMoveLimit;
}

// The fewest plies after which a counter of `test` or its children may end the game; `counter` walks the no-progress tests.
int plies_to_counter(const GoalTest& test, const GameState& state, std::size_t& counter) {
  int plies = SearchLimits::kMaxDepth * 1000;
  if (test.kind == GoalTestKind::kNoProgress) {
    const int made = counter < state.no_progress.size() ? state.no_progress[counter] : 0;
    ++counter;
    plies = std::max(0, test.number - made);
  } else if (test.kind == GoalTestKind::kMoveLimit) {
    plies = std::max(0, test.number - state.round);  // a round has at least a ply
  }
  for (const GoalTest& child : test.children) plies = std::min(plies, plies_to_counter(child, state, counter));
  return plies;
}

}  // namespace

Worker::Worker(const Position& root, const SearchShared& shared, std::uint64_t node_budget)
    : position_(root), shared_(shared), pacer_(shared.clock), root_player_(root.side_to_move()), node_budget_(node_budget) {
  const GameDefinition& game = position_.definition();
  std::vector<PlayerId> movers;
  bool chance = false;
  for (const TurnDefinition& turn : game.turn_order) {
    chance = chance || random(turn.player);
    if (std::find(movers.begin(), movers.end(), turn.player) == movers.end()) movers.push_back(turn.player);
  }
  two_sided_ = movers.size() <= 2 && !chance;
  if (!two_sided_) side_key_ = mix(std::uint64_t{root_player_} + 1);
  forced_captures_ = !game.move_priorities.empty() || game.options.maximal_captures > 0;
  for (std::size_t player = 0; player < game.players.size(); ++player)
    has_royal_ = has_royal_ || !game.royal_types(static_cast<PlayerId>(player)).empty();
  const GameState state = position_.state();
  std::size_t counter = 0;
  limit_plies_ = SearchLimits::kMaxDepth * 1000;
  for (const GoalDefinition& goal : game.goals) limit_plies_ = std::min(limit_plies_, plies_to_counter(goal.test, state, counter));

  order_.start(kMaxPly);
  path_.start(position_);
  frames_.resize(kMaxPly + 2);
  MoveList moves;
  position_.legal_moves(moves);
  for (const Move& move : moves) {
    root_moves_.push_back({move, -kInfinity, {move}});
  }
  for (Frame& frame : frames_) frame.line.reserve(16);
}

bool Worker::random(PlayerId player) const {
  const std::vector<PlayerDefinition>& players = position_.definition().players;
  return player < players.size() && players[player].kind == PlayerKind::kRandom;
}

bool Worker::out_of_budget() {
  const std::uint64_t nodes = nodes_.load(std::memory_order_relaxed);
  if (node_budget_ != 0 && nodes >= node_budget_) stopped_ = true;
  else nodes_.store(nodes + 1, std::memory_order_relaxed);
  pacer_.tick();
  if (shared_.clock.stopped()) stopped_ = true;
  return stopped_;
}

Score Worker::evaluate() const {
  const PlayerId mover = position_.side_to_move();
  if (two_sided_) return shared_.evaluation.evaluate(position_, mover);
  const Score score = shared_.evaluation.evaluate(position_, root_player_);
  return mover == root_player_ ? score : -score;
}

Score Worker::ended(const Outcome& outcome, int ply) const {
  if (outcome.winner == kNone) return kDraw;
  return same_side(outcome.winner, position_.side_to_move()) ? win_at(ply) : loss_at(ply);
}

std::uint64_t Worker::table_key() {
  std::uint64_t key = position_.key() ^ path_.salt() ^ side_key_;
  if (limit_near_) {
    const GameState state = position_.state();
    std::uint64_t counters = static_cast<std::uint64_t>(state.round);
    for (int made : state.no_progress) counters = mix(counters) + static_cast<std::uint64_t>(made);
    key ^= mix(counters + 0x9E3779B97F4A7C15u);
  }
  return key;
}

void Worker::take_line(std::vector<Move>& line, Move move, int ply) const {
  const std::vector<Move>& rest = frames_[static_cast<std::size_t>(ply) + 1].line;
  line.assign(1, move);
  line.insert(line.end(), rest.begin(), rest.end());
}

Score Worker::child(Move move, int depth, int ply, Score alpha, Score beta) {
  const PlayerId mover = position_.side_to_move();
  position_.make(move);
  path_.push(position_.key());
  const Score score = same_side(mover, position_.side_to_move()) ? search(depth - 1, ply + 1, alpha, beta)
                                                                 : -search(depth - 1, ply + 1, -beta, -alpha);
  path_.pop();
  position_.unmake();
  if (position_.effects_lost()) stopped_ = true;  // the score is that of a position without all its moves
  return score;
}

Score Worker::search(int depth, int ply, Score alpha, Score beta) {
  Frame& frame = frames_[static_cast<std::size_t>(ply)];
  frame.line.clear();
  frame.on_path = false;
  if (out_of_budget()) return 0;
  // Once a node: leaves too have to know whether there are any.
  position_.legal_moves(frame.moves);
  const Outcome outcome = position_.outcome_knowing(!frame.moves.empty());
  if (outcome.over) {
    frame.on_path = depends_on_path(outcome.reason);
    return ended(outcome, ply);
  }
  if (ply >= kMaxPly || frame.moves.empty()) return evaluate();
  const bool chance_node = !two_sided_ && random(position_.side_to_move());
  if (depth <= 0) return chance_node ? evaluate() : quiescence(depth, ply, alpha, beta);
  return chance_node ? chance(depth, ply) : best_move_score(depth, ply, alpha, beta);
}

Score Worker::best_move_score(int depth, int ply, Score alpha, Score beta) {
  // No line from here is worth more than a win by the next ply, nor less than a loss at once.
  alpha = std::max(alpha, loss_at(ply));
  beta = std::min(beta, win_at(ply + 1));
  if (alpha >= beta) return alpha;

  Frame& frame = frames_[static_cast<std::size_t>(ply)];
  TableEntry entry;
  std::uint64_t key = 0;
  bool known = false;
  if (shared_.table != nullptr) {
    key = table_key();
    known = shared_.table->probe(key, entry);
    // Where the window is open the line is wanted too, so it is searched again.
    if (known && beta - alpha == 1 && (shared_.options.exact_depth ? entry.depth == depth : entry.depth >= depth)) {
      const Score score = from_table(entry.score, ply);
      if (entry.bound == Bound::kExact || (entry.bound == Bound::kLower && score >= beta) ||
          (entry.bound == Bound::kUpper && score <= alpha))
        return score;
    }
  }

  const PlayerId mover = position_.side_to_move();
  order_.rate(position_, shared_.evaluation, frame.moves, known ? entry.mark : 0, ply, frame.ratings);
  const Score alpha_before = alpha;
  Score best = -kInfinity;
  Move best_move = kNoMove;
  bool on_path = false;
  for (std::size_t i = 0; i < frame.moves.size(); ++i) {
    pick_best(frame.moves, frame.ratings, i);
    const Move move = frame.moves[i];
    Score score = 0;
    if (i == 0) {
      score = child(move, depth, ply, alpha, beta);
    } else {
      score = child(move, depth, ply, alpha, alpha + 1);
      if (!stopped_ && score > alpha && score < beta) score = child(move, depth, ply, alpha, beta);
    }
    if (stopped_) return 0;
    const bool child_on_path = frames_[static_cast<std::size_t>(ply) + 1].on_path;
    on_path = on_path || child_on_path;
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    best_move = move;
    take_line(frame.line, move, ply);
    alpha = score;
    if (score < beta) continue;
    on_path = child_on_path;  // this move alone refutes
    if (MoveOrder::quiet(frame.ratings[i])) order_.reward(mover, move, ply, depth);
    for (std::size_t j = 0; j < i; ++j)
      if (MoveOrder::quiet(frame.ratings[j])) order_.punish(mover, frame.moves[j], depth);
    break;
  }
  frame.on_path = on_path;
  if (shared_.table != nullptr && (!on_path || !known)) {
    TableEntry found;
    found.mark = best_move == kNoMove ? 0 : move_mark(best_move);
    if (!on_path) {
      found.score = to_table(best, ply);
      found.depth = depth;
      found.bound = best >= beta ? Bound::kLower : best > alpha_before ? Bound::kExact : Bound::kUpper;
    }
    shared_.table->store(key, found);
  }
  return best;
}

Score Worker::quiescence(int depth, int ply, Score alpha, Score beta) {
  const Score standing = evaluate();
  if (-depth >= shared_.options.quiescence_plies) return standing;
  const bool checked = has_royal_ && position_.in_check();
  Score best = -kInfinity;
  if (!checked && !forced_captures_) {
    best = standing;
    if (best >= beta) return best;
  }
  Frame& frame = frames_[static_cast<std::size_t>(ply)];
  order_.rate(position_, shared_.evaluation, frame.moves, 0, ply, frame.ratings);
  if (!checked) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < frame.moves.size(); ++i) {
      if (MoveOrder::quiet(frame.ratings[i])) continue;
      frame.moves[kept] = frame.moves[i];
      frame.ratings[kept++] = frame.ratings[i];
    }
    // Standing pat stands for the quiet moves: where there are none it is no choice.
    if (forced_captures_ && kept < frame.moves.size()) best = standing;
    frame.moves.resize(kept);
    if (best >= beta) return best;
  }
  alpha = std::max(alpha, best);
  bool on_path = false;
  for (std::size_t i = 0; i < frame.moves.size(); ++i) {
    pick_best(frame.moves, frame.ratings, i);
    const Move move = frame.moves[i];
    const Score score = child(move, depth, ply, alpha, beta);
    if (stopped_) return 0;
    on_path = on_path || frames_[static_cast<std::size_t>(ply) + 1].on_path;
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    take_line(frame.line, move, ply);
    alpha = score;
    if (score >= beta) break;
  }
  frame.on_path = on_path;
  return best;
}

Score Worker::chance(int depth, int ply) {
  Frame& frame = frames_[static_cast<std::size_t>(ply)];
  std::int64_t sum = 0;
  bool all_won = true;
  bool all_lost = true;
  bool on_path = false;
  for (std::size_t i = 0; i < frame.moves.size(); ++i) {
    const Score score = child(frame.moves[i], depth, ply, -kInfinity, kInfinity);
    if (stopped_) return 0;
    on_path = on_path || frames_[static_cast<std::size_t>(ply) + 1].on_path;
    sum += score;
    all_won = all_won && score > kMaxEval;
    all_lost = all_lost && score < -kMaxEval;
  }
  frame.on_path = on_path;
  const Score mean = static_cast<Score>(sum / static_cast<std::int64_t>(frame.moves.size()));
  return all_won || all_lost ? mean : std::clamp(mean, -kMaxEval, kMaxEval);
}

bool Worker::iterate(int depth, std::size_t first) {
  limit_near_ = limit_plies_ <= depth + shared_.options.quiescence_plies + 2;
  std::vector<Score> before;
  for (std::size_t i = first; i < root_moves_.size(); ++i) {
    before.push_back(root_moves_[i].score);
    root_moves_[i].score = -kInfinity;
  }
  Score alpha = -kInfinity;
  for (std::size_t i = first; i < root_moves_.size(); ++i) {
    RootMove& root = root_moves_[i];
    Score score = 0;
    if (i == first) {
      score = child(root.move, depth, 0, -kInfinity, kInfinity);
    } else {
      score = child(root.move, depth, 0, alpha, alpha + 1);
      if (!stopped_ && score > alpha) score = child(root.move, depth, 0, alpha, kInfinity);
    }
    if (stopped_) {
      if (i == first)
        for (std::size_t j = first; j < root_moves_.size(); ++j) root_moves_[j].score = before[j - first];
      break;
    }
    if (i != first && score <= alpha) continue;
    alpha = score;
    root.score = score;
    take_line(root.line, root.move, 0);
  }
  std::stable_sort(root_moves_.begin() + static_cast<std::ptrdiff_t>(first), root_moves_.end(),
                   [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
  return !stopped_;
}

}  // namespace nightrider
