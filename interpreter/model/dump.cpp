// to_text of a GameDefinition: every field, in the order of the header, one fact a line, blocks indented.
#include <sstream>

#include "base/check.h"
#include "model/read_game.h"

namespace nightrider {
namespace {

class Dump {
 public:
  Dump(const GameDefinition& game, DumpIndent indent) : game_(game), indent_(indent) {}

  std::string text() {
    out_ << "game " << quote(game_.title) << (game_.id.empty() ? "" : " id " + quote(game_.id)) << (game_.is_variant ? " variant" : "") << '\n';
    texts();
    players();
    board();
    names();
    for (const PieceDefinition& piece : game_.pieces) this->piece(piece);
    turns();
    setup();
    for (const GoalDefinition& goal : game_.goals) {
      out_ << "goal " << goal_kind(goal.kind);
      for (PlayerId player : goal.players) out_ << ' ' << player_name(player);
      out_ << ": ";
      test(goal.test);
      out_ << '\n';
    }
    for (const TallyDefinition& tally : game_.tallies) {
      out_ << "tally " << tally.name;
      for (PlayerId player : tally.players) out_ << ' ' << player_name(player);
      out_ << " up to " << tally.most << ": ";
      test(tally.test);
      out_ << '\n';
    }
    for (const ForbidDefinition& forbid : game_.forbids) {
      out_ << "forbid";
      for (PlayerId player : forbid.players) out_ << ' ' << player_name(player);
      if (forbid.tag != kNone) out_ << " tag " << tag_name(forbid.tag);
      out_ << ": ";
      test(forbid.test);
      out_ << '\n';
    }
    options();
    points();
    fen();
    return std::move(out_).str();
  }

 private:
  static std::string quote(const std::string& text) {
    std::string quoted = "\"";
    for (char c : text) {
      if (c == '\n') quoted += "\\n";
      else if (c == '"' || c == '\\') (quoted += '\\') += c;
      else quoted += c;
    }
    return quoted + '"';
  }
  template <class Names>
  static std::string name_at(const Names& names, std::uint16_t id) { return id == kNone ? "-" : names[id]; }
  std::string player_name(PlayerId id) const { return id == kNone ? "-" : game_.players[id].name; }
  std::string piece_name(PieceTypeId id) const { return id == kNone ? "-" : game_.pieces[id].name; }
  std::string square_name(SquareId id) const { return id == kNone ? "-" : game_.board.squares[id].name; }
  std::string direction_name(DirectionId id) const { return name_at(game_.board.directions, id); }
  std::string zone_name(ZoneId id) const { return name_at(game_.board.zones, id); }
  std::string tag_name(TagId id) const { return id == kNone ? "-" : game_.tags[id].name; }
  std::string type_name(MoveTypeId id) const { return name_at(game_.move_types, id); }

  void texts() {
    const auto text = [this](const char* what, const std::string& value) {
      if (!value.empty()) out_ << what << ' ' << quote(value) << '\n';
    };
    text("description", game_.description);
    text("history", game_.history);
    text("strategy", game_.strategy);
  }

  void players() {
    for (const PlayerDefinition& player : game_.players) {
      out_ << "player " << player.name;
      switch (player.kind) {
        case PlayerKind::kActive: out_ << " active\n"; break;
        case PlayerKind::kNeutral: out_ << " neutral\n"; break;
        case PlayerKind::kRandom: out_ << " random\n"; break;
      }
    }
  }

  void board() {
    const BoardDefinition& board = game_.board;
    for (const GridDefinition& grid : board.grids) {
      out_ << "grid";
      for (const std::vector<std::string>& dimension : grid.dimensions) {
        std::string parts;
        for (std::size_t i = 0; i < dimension.size(); ++i) parts += (i == 0 ? "" : "/") + dimension[i];
        out_ << ' ' << quote(parts);
      }
      out_ << '\n';
    }
    out_ << "positions";
    for (const SquareDefinition& square : board.squares) out_ << ' ' << square.name << (square.dummy ? "(dummy)" : "");
    out_ << '\n';
    for (std::size_t d = 0; d < board.directions.size(); ++d) {
      out_ << "direction " << board.directions[d] << ':';
      for (std::size_t s = 0; s < board.squares.size(); ++s)
        if (board.links[d][s] != kNone) out_ << ' ' << board.squares[s].name << '>' << square_name(board.links[d][s]);
      out_ << '\n';
    }
    for (std::size_t p = 0; p < board.symmetry.size(); ++p) {
      std::string pairs;
      for (std::size_t d = 0; d < board.symmetry[p].size(); ++d)
        if (board.symmetry[p][d] != d) pairs += " " + board.directions[d] + ">" + direction_name(board.symmetry[p][d]);
      if (!pairs.empty()) out_ << "symmetry " << game_.players[p].name << ':' << pairs << '\n';
    }
    for (std::size_t z = 0; z < board.zones.size(); ++z) {
      for (std::size_t p = 0; p < game_.players.size(); ++p) {
        if (board.zone_squares[z][p].empty()) continue;
        out_ << "zone " << board.zones[z] << ' ' << game_.players[p].name << ':';
        board.zone_squares[z][p].for_each([this](std::size_t s) { out_ << ' ' << square_name(static_cast<SquareId>(s)); });
        out_ << '\n';
      }
    }
    for (const ShownPart& part : board.shown_parts) {
      out_ << "show-as " << quote(part.part) << ' ' << quote(part.shown);
      for (const std::string& also : part.also_read) out_ << ' ' << quote(also);
      out_ << '\n';
    }
  }

  void names() {
    const auto list = [this](const char* what, const std::vector<std::string>& names) {
      if (names.empty()) return;
      out_ << what;
      for (const std::string& name : names) out_ << ' ' << name;
      out_ << '\n';
    };
    list("attributes", game_.attributes);
    for (const PlayerAttributeDefinition& attribute : game_.player_attributes)
      out_ << "player-attribute " << attribute.name << ' ' << (attribute.initial ? "true" : "false") << '\n';
    for (const TagDefinition& tag : game_.tags) {
      out_ << "tag " << tag.name << ' ' << quote(tag.text);
      for (const std::string& typed : tag.typed) out_ << ' ' << quote(typed);
      out_ << '\n';
    }
    list("flags", game_.flags);
    list("position-flags", game_.position_flags);
    list("move-types", game_.move_types);
    if (game_.move_priorities.empty()) return;
    out_ << "move-priorities";
    for (MoveTypeId type : game_.move_priorities) out_ << ' ' << type_name(type);
    out_ << '\n';
  }

  void piece(const PieceDefinition& piece) {
    out_ << "piece " << piece.name << (piece.dummy ? " dummy" : "") << '\n';
    if (!piece.letters.empty()) {
      out_ << "  letter";
      for (const std::string& letter : piece.letters) out_ << ' ' << quote(letter);
      out_ << '\n';
    }
    if (!piece.notation.empty()) out_ << "  notation " << quote(piece.notation) << '\n';
    if (!piece.help.empty()) out_ << "  help " << quote(piece.help) << '\n';
    if (!piece.description.empty()) out_ << "  description " << quote(piece.description) << '\n';
    for (const PieceAttribute& attribute : piece.attributes)
      out_ << "  attribute " << game_.attributes[attribute.attribute] << (attribute.initial ? " true" : " false")
           << (attribute.until_moved ? " until-moved" : "") << '\n';
    for (const CapturedAs& rule : piece.captured_as)
      out_ << "  captured-as " << piece_name(rule.type) << (rule.attribute == kNone ? "" : " if " + game_.attributes[rule.attribute]) << '\n';
    for (const MoveBlock& block : piece.moves) this->block("move", block);
    for (const MoveBlock& block : piece.drops) this->block("drop", block);
  }

  void block(const char* kind, const MoveBlock& block) {
    out_ << "  " << kind << (block.move_type == kNone ? "" : " " + type_name(block.move_type)) << '\n';
    body(block.body, 4);
  }

  void indent(int columns) {
    if (indent_ == DumpIndent::kNumber) out_ << columns << ' ';
    else out_ << std::string(static_cast<std::size_t>(columns), ' ');
  }

  void body(const std::vector<Instruction>& instructions, int indent) {
    for (const Instruction& instruction : instructions) {
      this->indent(indent);
      this->instruction(instruction);
      out_ << '\n';
      body(instruction.body, indent + 2);
      if (!instruction.else_body.empty()) {
        this->indent(indent);
        out_ << "else\n";
        body(instruction.else_body, indent + 2);
      }
    }
  }

  void instruction(const Instruction& i) {
    switch (i.kind) {
      case InstructionKind::kMove: out_ << "go " << place(i.place); return;
      case InstructionKind::kSetFrom: out_ << "from"; return;
      case InstructionKind::kSetTo: out_ << "to"; return;
      case InstructionKind::kSetMark: out_ << "mark" << at(i.place); return;
      case InstructionKind::kVerify: out_ << "verify "; condition(i.condition); return;
      case InstructionKind::kIf: out_ << "if "; condition(i.condition); return;
      case InstructionKind::kWhile: out_ << "while "; condition(i.condition); return;
      case InstructionKind::kAdd:
        out_ << "add" << (i.copy ? "-copy" : "") << (i.partial ? "-partial" : "");
        for (PieceTypeId type : i.types) out_ << ' ' << piece_name(type);
        if (i.partial && i.id != kNone) out_ << " then " << type_name(i.id);
        return;
      case InstructionKind::kCapture: out_ << "capture" << at(i.place); return;
      case InstructionKind::kRemove:
        out_ << "remove" << at(i.place);
        if (!i.types.empty()) out_ << " spare";
        for (PieceTypeId type : i.types) out_ << ' ' << piece_name(type);
        return;
      case InstructionKind::kCreate: out_ << "create " << player_name(i.player) << ' ' << piece_name(i.id) << at(i.place); return;
      case InstructionKind::kChangeType: out_ << "change-type " << piece_name(i.id) << at(i.place); return;
      case InstructionKind::kChangeOwner: out_ << "change-owner " << player_name(i.player) << at(i.place); return;
      case InstructionKind::kFlip: out_ << "flip" << at(i.place); return;
      case InstructionKind::kCascade: out_ << "cascade"; return;
      case InstructionKind::kSetFlag: set("set-flag", game_.flags[i.id], i); return;
      case InstructionKind::kSetPositionFlag: set("set-position-flag", game_.position_flags[i.id], i); return;
      case InstructionKind::kSetAttribute: set("set-attribute", game_.attributes[i.id], i); return;
      case InstructionKind::kSetPlayerAttribute:
        return set("set-player-attribute", game_.player_attributes[i.id].name + " " + player_name(i.player), i);
      case InstructionKind::kTag: out_ << "tag " << tag_name(i.id); return;
      case InstructionKind::kText:
        out_ << "text";
        for (const std::string& text : i.texts) out_ << ' ' << quote(text);
        return;
      case InstructionKind::kOriginAlways: out_ << "origin always"; return;
      case InstructionKind::kCoordinateTo: out_ << "coordinate-to" << at(i.place); return;
    }
    NIGHTRIDER_CHECK(false, "every instruction has a text");
  }

  void set(const char* what, const std::string& name, const Instruction& i) {
    out_ << what << ' ' << name << at(i.place) << " = ";
    condition(i.condition);
  }

  std::string place(const Place& place) const {
    switch (place.kind) {
      case PlaceKind::kCurrent: return "here";
      case PlaceKind::kSquare: return "position " + square_name(place.id);
      case PlaceKind::kStep: return direction_name(place.id);
      case PlaceKind::kOpposite: return "opposite " + direction_name(place.id);
      case PlaceKind::kFrom: return "from";
      case PlaceKind::kTo: return "to";
      case PlaceKind::kMark: return "mark";
      case PlaceKind::kLastFrom: return "last-from";
      case PlaceKind::kLastTo: return "last-to";
    }
    NIGHTRIDER_CHECK(false, "every place has a text");
  }
  std::string at(const Place& place) const { return place.kind == PlaceKind::kCurrent ? "" : " at " + this->place(place); }

  void condition(const Condition& c) {
    const auto children = [&](const char* name) {
      out_ << '(' << name;
      for (const Condition& child : c.children) {
        out_ << ' ';
        condition(child);
      }
      out_ << ')';
    };
    const auto test = [&](const std::string& name) { out_ << '(' << name << at(c.place) << ')'; };
    switch (c.kind) {
      case ConditionKind::kTrue: out_ << "true"; return;
      case ConditionKind::kFalse: out_ << "false"; return;
      case ConditionKind::kNot: return children("not");
      case ConditionKind::kAnd: return children("and");
      case ConditionKind::kOr: return children("or");
      case ConditionKind::kEmpty: return test("empty?");
      case ConditionKind::kEnemy: return test("enemy?");
      case ConditionKind::kFriend: return test("friend?");
      case ConditionKind::kNeutral: return test("neutral?");
      case ConditionKind::kPiece: return test("piece? " + piece_name(c.id));
      case ConditionKind::kInZone: return test("in-zone? " + zone_name(c.id));
      case ConditionKind::kPosition: return test("position? " + square_name(c.id));
      case ConditionKind::kFlag: return test("flag? " + game_.flags[c.id]);
      case ConditionKind::kPositionFlag: return test("position-flag? " + game_.position_flags[c.id]);
      case ConditionKind::kMarked: return test("marked?");
      case ConditionKind::kOnBoard: return test("on-board?");
      case ConditionKind::kLastFrom: return test("last-from?");
      case ConditionKind::kLastTo: return test("last-to?");
      case ConditionKind::kAttacked: return test("attacked?" + (c.id == kNone ? "" : " by " + type_name(c.id)));
      case ConditionKind::kDefended: return test("defended?" + (c.id == kNone ? "" : " by " + type_name(c.id)));
      case ConditionKind::kAdjacentToEnemy: return test("adjacent-to-enemy?");
      case ConditionKind::kGoalPosition: return test("goal-position?");
      case ConditionKind::kAttribute: return test("attribute? " + game_.attributes[c.id]);
      case ConditionKind::kPlayerAttribute: return test("player-attribute? " + game_.player_attributes[c.id].name + " " + player_name(c.player));
      case ConditionKind::kFewer: return test("fewer? " + std::to_string(c.number) + " " + piece_name(c.id));
      case ConditionKind::kLastTag: return test("last-tag? " + tag_name(c.id));
    }
    NIGHTRIDER_CHECK(false, "every condition has a text");
  }

  void turns() {
    out_ << "turn-order";
    for (std::size_t i = 0; i < game_.turn_order.size(); ++i) {
      const TurnDefinition& turn = game_.turn_order[i];
      if (i == game_.turn_repeat && i > 0) out_ << " repeat";
      out_ << ' ' << player_name(turn.player);
      if (turn.as_player != turn.player) out_ << "-as-" << player_name(turn.as_player);
      if (turn.move_type != kNone) out_ << ':' << type_name(turn.move_type);
    }
    out_ << '\n';
  }

  void setup() {
    for (const SetupEntry& entry : game_.setup) {
      out_ << "setup " << player_name(entry.player) << ' ' << piece_name(entry.type);
      for (SquareId square : entry.squares) out_ << ' ' << square_name(square);
      if (entry.reserve != 0) out_ << " off " << entry.reserve;
      out_ << '\n';
    }
    for (const ShuffleDefinition& shuffle : game_.shuffles) {
      out_ << "shuffle";
      for (const ShuffleSide& side : shuffle.sides) {
        out_ << ' ' << player_name(side.player);
        for (SquareId square : side.squares) out_ << ' ' << square_name(square);
      }
      out_ << '\n';
      for (const ShuffleStep& step : shuffle.steps) {
        out_ << "  place";
        for (PieceTypeId type : step.pieces) out_ << ' ' << piece_name(type);
        out_ << " in " << zone_name(step.zone) << " ways " << step.ways << '\n';
      }
    }
    if (game_.start_count != 0) out_ << "starts " << game_.start_count << '\n';
  }

  static const char* goal_kind(GoalKind kind) {
    switch (kind) {
      case GoalKind::kWin: return "win";
      case GoalKind::kLoss: return "loss";
      case GoalKind::kDraw: return "draw";
      case GoalKind::kCount: return "count";
      case GoalKind::kEnd: return "end";
    }
    NIGHTRIDER_CHECK(false, "every goal kind has a text");
  }

  void occupant(const ConfigOccupant& o) {
    out_ << ' ' << (o.negated ? "not-" : "");
    switch (o.owner) {
      case ConfigOccupant::Owner::kPlayer: break;
      case ConfigOccupant::Owner::kOpponent: out_ << "opponent-"; break;
      case ConfigOccupant::Owner::kAny: out_ << "any-"; break;
    }
    out_ << piece_name(o.type);
  }

  void test(const GoalTest& t) {
    const auto head = [&](const char* name) { out_ << '(' << name; };
    const auto types = [&] {
      for (PieceTypeId type : t.types) out_ << ' ' << piece_name(type);
    };
    const auto occupants = [&] {
      for (const ConfigOccupant& o : t.occupants) occupant(o);
    };
    switch (t.kind) {
      case GoalTestKind::kAnd: head("and"); break;
      case GoalTestKind::kOr: head("or"); break;
      case GoalTestKind::kNot: head("not"); break;
      case GoalTestKind::kStalemated: head("stalemated"); break;
      case GoalTestKind::kCheckmated: head("checkmated"); occupants(); break;
      case GoalTestKind::kAttacked: head("attacked"); occupants(); break;
      case GoalTestKind::kReachable: head("reachable"); break;
      case GoalTestKind::kCaptured: head("captured"); types(); break;
      case GoalTestKind::kPiecesRemaining: head("pieces-remaining "); out_ << t.number; types(); break;
      case GoalTestKind::kTotalPieceCount: head("total-piece-count "); out_ << t.number; types(); break;
      case GoalTestKind::kAbsoluteConfig:
        head("absolute-config");
        occupants();
        out_ << " on";
        for (const ConfigPlace& p : t.places) out_ << ' ' << (p.zone != kNone ? "zone-" + zone_name(p.zone) : square_name(p.square));
        break;
      case GoalTestKind::kRelativeConfig:
        head("relative-config");
        for (const PatternStep& step : t.pattern) {
          if (step.is_step) out_ << " >" << direction_name(step.direction);
          for (std::size_t i = 0; i < step.occupants.size(); ++i) {
            if (i > 0) out_ << " or";
            occupant(step.occupants[i]);
          }
        }
        break;
      case GoalTestKind::kRepetition: head("repetition "); out_ << t.number << (t.children.empty() ? "" : " always"); break;
      case GoalTestKind::kTally: head("tally "); out_ << game_.tallies[t.tally].name << ' ' << t.number; break;
      case GoalTestKind::kNoProgress:
        head("no-progress ");
        out_ << t.number;
        for (const ProgressReset& reset : t.resets) {
          switch (reset.kind) {
            case ProgressReset::Kind::kCaptures: out_ << " captures"; break;
            case ProgressReset::Kind::kDrops: out_ << " drops"; break;
            case ProgressReset::Kind::kMovesOf: out_ << " moves-" << piece_name(reset.type); break;
          }
        }
        break;
      case GoalTestKind::kMoveLimit: head("move-limit "); out_ << t.number; break;
      case GoalTestKind::kConnected:
        head("connected");
        types();
        for (const ConfigPlace& p : t.places) out_ << " zone-" << zone_name(p.zone);
        break;
    }
    for (const GoalTest& child : t.children) {
      out_ << ' ';
      test(child);
    }
    out_ << ')';
  }

  void options() {
    const OptionDefinitions& o = game_.options;
    switch (o.pass_turn) {
      case PassRule::kNever: break;
      case PassRule::kAlways: out_ << "option pass-turn always\n"; break;
      case PassRule::kForced: out_ << "option pass-turn forced\n"; break;
    }
    if (o.pass_partial) out_ << "option pass-partial\n";
    if (o.maximal_captures != 0) out_ << "option maximal-captures " << o.maximal_captures << '\n';
    switch (o.recycle_captures) {
      case CaptureHand::kNobody: break;
      case CaptureHand::kOwner: out_ << "option recycle-captures\n"; break;
      case CaptureHand::kCaptor: out_ << "option recycle-captures captor\n"; break;
    }
    if (o.recycle_promotions) out_ << "option recycle-promotions\n";
    if (o.include_off_pieces) out_ << "option include-off-pieces\n";
    if (o.discard_cascades) out_ << "option discard-cascades\n";
    if (o.deferred_captures) out_ << "option deferred-captures\n";
    if (o.complete_captures) out_ << "option complete-captures\n";
    if (game_.move_text.defined) out_ << "move-text " << quote(game_.move_text.quiet) << ' ' << quote(game_.move_text.capture) << '\n';
  }

  void points() {
    for (const OfferDefinition& offer : game_.offers) {
      switch (offer.kind) {
        case OfferKind::kDraw: out_ << "offer draw"; break;
        case OfferKind::kResign: out_ << "offer resign"; break;
      }
      if (offer.times != 0) out_ << " times " << offer.times;
      out_ << (offer.shared ? " shared" : "") << (offer.by_band ? " by band" : "") << '\n';
    }
    const PayoffDefinition& payoff = game_.payoff;
    if (!payoff.defined) return;
    const auto pair = [this](const char* name, const std::optional<PayoffPair>& pay) {
      if (pay) out_ << "payoff " << name << ' ' << pay->first << ' ' << pay->second << '\n';
    };
    pair("win", payoff.win);
    pair("draw", payoff.draw);
    pair("stalemated", payoff.stalemated);
    pair("move-limit", payoff.move_limit);
    for (const PayoffBand& band : payoff.resign_bands)
      out_ << "payoff resign to " << band.last_round << ' ' << band.pay.first << ' ' << band.pay.second << '\n';
    if (payoff.after_declined) out_ << "payoff after-declined same-band " << (payoff.same_band_pays_win ? "win" : "band") << '\n';
  }

  void fen() {
    const FenDefinition& fen = game_.fen;
    if (!fen.defined) return;
    out_ << "fen sides";
    for (const std::string& side : fen.sides) out_ << ' ' << quote(side);
    out_ << (fen.counters ? " counters" : "") << '\n';
    for (const FenRight& right : fen.rights) {
      out_ << "fen right " << quote(right.letter) << ' ' << player_name(right.player);
      for (const FenRightTerm& term : right.terms)
        out_ << " (" << piece_name(term.type) << ' ' << square_name(term.square) << ' ' << game_.attributes[term.attribute] << ')';
      out_ << '\n';
    }
    for (const FenLineRight& right : fen.line_rights)
      out_ << "fen right " << quote(right.letter) << ' ' << player_name(right.player) << " (" << piece_name(right.king) << " zone-"
           << zone_name(right.zone) << ' ' << game_.attributes[right.king_attribute] << ") (" << piece_name(right.rook) << " >"
           << direction_name(right.direction) << ' ' << game_.attributes[right.rook_attribute] << ")\n";
    for (const FenSuffix& suffix : fen.suffixes)
      out_ << "fen suffix " << quote(suffix.text) << ' ' << game_.attributes[suffix.attribute] << '\n';
    for (const FenEnPassant& rule : fen.en_passant)
      out_ << "fen en-passant " << piece_name(rule.type) << ' ' << direction_name(rule.leave) << ' ' << direction_name(rule.arrive) << " from "
           << zone_name(rule.origin) << " tag " << tag_name(rule.tag) << (rule.landing ? " landing" : "") << '\n';
    for (TallyId tally : fen.tallies) out_ << "fen tally " << game_.tallies[tally].name << '\n';
  }

  const GameDefinition& game_;
  DumpIndent indent_;
  std::ostringstream out_;
};

}  // namespace

std::string to_text(const GameDefinition& game, DumpIndent indent) { return Dump(game, indent).text(); }

}  // namespace nightrider
