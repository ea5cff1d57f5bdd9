#include "model/keywords.h"

#include <algorithm>
#include <unordered_map>

#include "base/check.h"

namespace nightrider {
namespace {

constexpr std::uint32_t kBlockAndPlace = in(Form::kBlock) | in(Form::kPlace);
constexpr std::uint32_t kTests = in(Form::kCondition) | in(Form::kGoal);

// A name may have several rows, if it means different things in different forms.
constexpr KeywordRow kKeywords[] = {
    {Keyword::kGame, "game", in(Form::kFile)},
    {Keyword::kVariant, "variant", in(Form::kFile)},
    {Keyword::kVersion, "version", in(Form::kFile)},
    {Keyword::kTranslate, "translate", in(Form::kFile)},
    {Keyword::kDefine, "define", in(Form::kFile)},
    {Keyword::kInclude, "include", in(Form::kFile)},

    {Keyword::kTitle, "title", in(Form::kGame)},
    {Keyword::kId, "id", in(Form::kGame), false},
    {Keyword::kPlayers, "players", in(Form::kGame) | in(Form::kZone)},
    {Keyword::kTurnOrder, "turn-order", in(Form::kGame)},
    {Keyword::kBoard, "board", in(Form::kGame)},
    {Keyword::kBoardSetup, "board-setup", in(Form::kGame)},
    {Keyword::kPiece, "piece", in(Form::kGame)},
    {Keyword::kMovePriorities, "move-priorities", in(Form::kGame)},
    {Keyword::kOption, "option", in(Form::kGame)},
    {Keyword::kEngine, "engine", in(Form::kGame)},
    {Keyword::kDefault, "default", in(Form::kGame)},
    {Keyword::kLossCondition, "loss-condition", in(Form::kGame)},
    {Keyword::kWinCondition, "win-condition", in(Form::kGame)},
    {Keyword::kDrawCondition, "draw-condition", in(Form::kGame)},
    {Keyword::kCountCondition, "count-condition", in(Form::kGame)},
    {Keyword::kEndCondition, "end-condition", in(Form::kGame), false},
    {Keyword::kForbid, "forbid", in(Form::kGame), false},
    {Keyword::kTally, "tally", in(Form::kGame) | in(Form::kGoal) | in(Form::kFen), false},
    {Keyword::kPlayerAttribute, "player-attribute", in(Form::kGame), false},
    {Keyword::kTag, "tag", in(Form::kGame) | in(Form::kBlock) | in(Form::kEnPassant) | in(Form::kForbid), false},
    {Keyword::kOffer, "offer", in(Form::kGame), false},
    {Keyword::kPayoff, "payoff", in(Form::kGame), false},
    {Keyword::kFen, "fen", in(Form::kGame), false},
    {Keyword::kShuffle, "shuffle", in(Form::kGame), false},
    {Keyword::kPlace, "place", 0, false},  // only inside `shuffle`
    {Keyword::kMoveText, "move-text", in(Form::kGame), false},
    {Keyword::kDescription, "description", in(Form::kGame) | in(Form::kPiece)},
    {Keyword::kHistory, "history", in(Form::kGame)},
    {Keyword::kStrategy, "strategy", in(Form::kGame)},
    {Keyword::kOldOption, "pass-turn", in(Form::kGame)},
    {Keyword::kOldOption, "pass-partial", in(Form::kGame)},
    {Keyword::kOldOption, "maximal-captures", in(Form::kGame)},
    {Keyword::kOldOption, "recycle-captures", in(Form::kGame)},
    {Keyword::kOldOption, "recycle-promotions", in(Form::kGame)},
    {Keyword::kOldOption, "include-off-pieces", in(Form::kGame)},
    {Keyword::kOldOption, "discard-cascades", in(Form::kGame)},
    {Keyword::kOldOption, "allow-flipping", in(Form::kGame)},
    {Keyword::kOldOption, "prevent-flipping", in(Form::kGame)},
    {Keyword::kOldOption, "animate-captures", in(Form::kGame)},
    {Keyword::kOldOption, "animate-drops", in(Form::kGame)},
    {Keyword::kOldOption, "highlight-goals", in(Form::kGame)},
    {Keyword::kOldOption, "smart-moves", in(Form::kGame)},
    {Keyword::kOldOption, "show-moves-list", in(Form::kGame)},
    {Keyword::kOldOption, "progressive-levels", in(Form::kGame)},
    {Keyword::kDisplay, "solution", in(Form::kGame)},
    {Keyword::kDisplay, "music", in(Form::kGame) | in(Form::kFile)},
    {Keyword::kDisplay, "move-sound", in(Form::kGame) | in(Form::kFile)},
    {Keyword::kDisplay, "release-sound", in(Form::kGame) | in(Form::kFile)},
    {Keyword::kDisplay, "capture-sound", in(Form::kGame) | in(Form::kFile)},
    {Keyword::kDisplay, "drop-sound", in(Form::kGame) | in(Form::kFile)},
    {Keyword::kDisplay, "click-sound", in(Form::kGame) | in(Form::kFile)},
    {Keyword::kDisplay, "change-sound", in(Form::kGame) | in(Form::kFile)},
    {Keyword::kDisplay, "draw-sound", in(Form::kGame) | in(Form::kFile)},
    {Keyword::kDisplay, "win-sound", in(Form::kGame) | in(Form::kFile)},
    {Keyword::kDisplay, "loss-sound", in(Form::kGame) | in(Form::kFile)},
    {Keyword::kDisplay, "opening-sound", in(Form::kGame) | in(Form::kFile)},

    {Keyword::kGrid, "grid", in(Form::kBoard)},
    {Keyword::kPositions, "positions", in(Form::kBoard) | in(Form::kZone)},
    {Keyword::kDummy, "dummy", in(Form::kBoard) | in(Form::kPiece)},
    {Keyword::kLinks, "links", in(Form::kBoard)},
    {Keyword::kUnlink, "unlink", in(Form::kBoard)},
    {Keyword::kKillPositions, "kill-positions", in(Form::kBoard)},
    {Keyword::kSymmetry, "symmetry", in(Form::kBoard)},
    {Keyword::kZone, "zone", in(Form::kBoard)},
    {Keyword::kShowAs, "show-as", in(Form::kBoard), false},
    {Keyword::kImage, "image", in(Form::kBoard) | in(Form::kPiece)},
    {Keyword::kStartRectangle, "start-rectangle", in(Form::kGrid)},
    {Keyword::kDimensions, "dimensions", in(Form::kGrid)},
    {Keyword::kDirections, "directions", in(Form::kGrid)},

    {Keyword::kName, "name", in(Form::kPiece) | in(Form::kZone)},
    {Keyword::kHelp, "help", in(Form::kPiece)},
    {Keyword::kNotation, "notation", in(Form::kPiece)},
    {Keyword::kDisplay, "open", in(Form::kPiece)},
    {Keyword::kAttribute, "attribute", in(Form::kPiece)},
    {Keyword::kLetter, "letter", in(Form::kPiece), false},
    {Keyword::kCapturedAs, "captured-as", in(Form::kPiece), false},
    {Keyword::kMoves, "moves", in(Form::kPiece) | in(Form::kReset)},
    {Keyword::kDrops, "drops", in(Form::kPiece) | in(Form::kReset)},
    {Keyword::kMoveType, "move-type", in(Form::kMoves)},
    {Keyword::kBetza, "betza", in(Form::kMoves), false},

    {Keyword::kAdd, "add", in(Form::kBlock)},
    {Keyword::kAddCopy, "add-copy", in(Form::kBlock)},
    {Keyword::kAddPartial, "add-partial", in(Form::kBlock)},
    {Keyword::kAddCopyPartial, "add-copy-partial", in(Form::kBlock)},
    {Keyword::kCapture, "capture", in(Form::kBlock)},
    {Keyword::kRemove, "remove", in(Form::kBlock), false},
    {Keyword::kSpare, "spare", 0, false},  // only inside `remove`
    {Keyword::kCascade, "cascade", in(Form::kBlock)},
    {Keyword::kChangeOwner, "change-owner", in(Form::kBlock)},
    {Keyword::kChangeType, "change-type", in(Form::kBlock)},
    {Keyword::kCreate, "create", in(Form::kBlock)},
    {Keyword::kFlip, "flip", in(Form::kBlock)},
    {Keyword::kFrom, "from", kBlockAndPlace | in(Form::kEnPassant)},
    {Keyword::kTo, "to", kBlockAndPlace},
    {Keyword::kMark, "mark", kBlockAndPlace},
    {Keyword::kLastFrom, "last-from", in(Form::kPlace)},
    {Keyword::kLastTo, "last-to", in(Form::kPlace)},
    {Keyword::kOpposite, "opposite", kBlockAndPlace},
    {Keyword::kBack, "back", in(Form::kBlock)},
    {Keyword::kGo, "go", in(Form::kBlock)},
    {Keyword::kIf, "if", in(Form::kBlock)},
    {Keyword::kElse, "else", in(Form::kBlock)},
    {Keyword::kWhile, "while", in(Form::kBlock)},
    {Keyword::kVerify, "verify", in(Form::kBlock)},
    {Keyword::kSetAttribute, "set-attribute", in(Form::kBlock)},
    {Keyword::kSetFlag, "set-flag", in(Form::kBlock)},
    {Keyword::kSetPositionFlag, "set-position-flag", in(Form::kBlock)},
    {Keyword::kSetPlayerAttribute, "set-player-attribute", in(Form::kBlock), false},
    {Keyword::kText, "text", in(Form::kBlock) | in(Form::kTag), false},
    {Keyword::kOrigin, "origin", in(Form::kBlock), false},
    {Keyword::kCoordinateTo, "coordinate-to", in(Form::kBlock), false},

    {Keyword::kTrue, "true", in(Form::kCondition)},
    {Keyword::kFalse, "false", in(Form::kCondition)},
    {Keyword::kNot, "not", kTests | in(Form::kOccupant)},
    {Keyword::kAnd, "and", kTests},
    {Keyword::kOr, "or", kTests},
    {Keyword::kIsEmpty, "empty?", in(Form::kCondition)},
    {Keyword::kIsEnemy, "enemy?", in(Form::kCondition)},
    {Keyword::kIsFriend, "friend?", in(Form::kCondition)},
    {Keyword::kIsNeutral, "neutral?", in(Form::kCondition)},
    {Keyword::kIsPiece, "piece?", in(Form::kCondition)},
    {Keyword::kInZone, "in-zone?", in(Form::kCondition)},
    {Keyword::kIsPosition, "position?", in(Form::kCondition)},
    {Keyword::kIsFlag, "flag?", in(Form::kCondition)},
    {Keyword::kIsPositionFlag, "position-flag?", in(Form::kCondition)},
    {Keyword::kIsMarked, "marked?", in(Form::kCondition)},
    {Keyword::kOnBoard, "on-board?", in(Form::kCondition)},
    {Keyword::kIsLastFrom, "last-from?", in(Form::kCondition)},
    {Keyword::kIsLastTo, "last-to?", in(Form::kCondition)},
    {Keyword::kIsAttacked, "attacked?", in(Form::kCondition)},
    {Keyword::kIsDefended, "defended?", in(Form::kCondition)},
    {Keyword::kAdjacentToEnemy, "adjacent-to-enemy?", in(Form::kCondition)},
    {Keyword::kIsGoalPosition, "goal-position?", in(Form::kCondition)},
    {Keyword::kIsLastTag, "last-tag?", in(Form::kCondition), false},
    {Keyword::kIsFewer, "fewer?", in(Form::kCondition), false},

    {Keyword::kStalemated, "stalemated", in(Form::kGoal) | in(Form::kPayoff)},
    {Keyword::kCheckmated, "checkmated", in(Form::kGoal)},
    {Keyword::kCaptured, "captured", in(Form::kGoal)},
    {Keyword::kPiecesRemaining, "pieces-remaining", in(Form::kGoal)},
    {Keyword::kTotalPieceCount, "total-piece-count", in(Form::kGoal)},
    {Keyword::kAbsoluteConfig, "absolute-config", in(Form::kGoal)},
    {Keyword::kRelativeConfig, "relative-config", in(Form::kGoal)},
    {Keyword::kRepetition, "repetition", in(Form::kGoal)},
    {Keyword::kNoProgress, "no-progress", in(Form::kGoal), false},
    {Keyword::kMoveLimit, "move-limit", in(Form::kGoal) | in(Form::kPayoff), false},
    {Keyword::kAttacked, "attacked", in(Form::kGoal), false},
    {Keyword::kReachable, "reachable", in(Form::kGoal), false},
    {Keyword::kAlways, "always", 0, false},  // only inside `repetition`
    {Keyword::kConnected, "connected", in(Form::kGoal), false},
    {Keyword::kOpponent, "opponent", in(Form::kOccupant)},
    {Keyword::kAnyOwner, "any-owner", in(Form::kOccupant)},
    {Keyword::kReset, "reset", 0, false},  // only inside `no-progress`
    {Keyword::kCaptures, "captures", in(Form::kReset), false},
    {Keyword::kCells, "cells", 0, false},  // wherever positions are listed

    {Keyword::kTimes, "times", in(Form::kOffer), false},
    {Keyword::kAccepted, "accepted", in(Form::kOffer), false},
    {Keyword::kWin, "win", in(Form::kPayoff), false},
    {Keyword::kDraw, "draw", in(Form::kPayoff), false},
    {Keyword::kBands, "bands", in(Form::kPayoff), false},
    {Keyword::kAfterDeclined, "after-declined", in(Form::kPayoff), false},
    {Keyword::kSides, "sides", in(Form::kFen), false},
    {Keyword::kRights, "rights", in(Form::kFen), false},
    {Keyword::kEnPassant, "en-passant", in(Form::kFen), false},
    {Keyword::kLanding, "landing", in(Form::kEnPassant), false},
    {Keyword::kCounters, "counters", in(Form::kFen), false},
    {Keyword::kSuffix, "suffix", in(Form::kFen), false},
};

// The options of the language's version 2, by their names in strings.
constexpr OptionRow kOptions[] = {
    {OptionName::kPassTurn, "pass turn"},
    {OptionName::kPassPartial, "pass partial"},
    {OptionName::kMaximalCaptures, "maximal captures"},
    {OptionName::kRecycleCaptures, "recycle captures"},
    {OptionName::kRecyclePromotions, "recycle promotions"},
    {OptionName::kIncludeOffPieces, "include off-pieces"},
    {OptionName::kDiscardCascades, "discard cascades"},
    {OptionName::kDeferredCaptures, "deferred captures", false},
    {OptionName::kCompleteCaptures, "complete captures", false},
    {OptionName::kDisplayOnly, "prevent flipping"},
    {OptionName::kDisplayOnly, "allow flipping"},
    {OptionName::kDisplayOnly, "animate captures"},
    {OptionName::kDisplayOnly, "animate drops"},
    {OptionName::kDisplayOnly, "smart moves"},
    {OptionName::kDisplayOnly, "highlight goals"},
    {OptionName::kDisplayOnly, "show moves list"},
    {OptionName::kDisplayOnly, "progressive levels"},
    {OptionName::kDisplayOnly, "silent ? moves"},
};

using KeywordIndex = std::unordered_multimap<std::string_view, const KeywordRow*>;
const KeywordIndex& keyword_index() {
  static const KeywordIndex index = [] {
    KeywordIndex built;
    for (const KeywordRow& row : kKeywords) built.emplace(row.name, &row);
    return built;
  }();
  return index;
}

}  // namespace

const char* form_name(Form form) {
  switch (form) {
    case Form::kFile: return "the top level of a file";
    case Form::kGame: return "a game or variant";
    case Form::kBoard: return "a board";
    case Form::kGrid: return "a grid";
    case Form::kZone: return "a zone";
    case Form::kPiece: return "a piece";
    case Form::kMoves: return "a piece's moves or drops";
    case Form::kBlock: return "a move block";
    case Form::kCondition: return "a condition";
    case Form::kPlace: return "a position argument";
    case Form::kGoal: return "a goal";
    case Form::kOccupant: return "a configuration";
    case Form::kReset: return "a reset list";
    case Form::kTag: return "a tag";
    case Form::kOffer: return "an offer";
    case Form::kPayoff: return "a payoff";
    case Form::kFen: return "a fen form";
    case Form::kEnPassant: return "an en-passant form";
    case Form::kForbid: return "a forbid form";
  }
  NIGHTRIDER_CHECK(false, "every Form has a name");
}

const KeywordRow* find_keyword(std::string_view name, Form form) {
  auto [first, last] = keyword_index().equal_range(name);
  for (; first != last; ++first)
    if ((first->second->where & in(form)) != 0) return first->second;
  return nullptr;
}

const KeywordRow* find_keyword_anywhere(std::string_view name) {
  const auto found = keyword_index().find(name);
  return found == keyword_index().end() ? nullptr : found->second;
}

std::vector<std::string> keyword_names(Form form) {
  std::vector<std::string> names;
  for (const KeywordRow& row : kKeywords)
    if ((row.where & in(form)) != 0) names.emplace_back(row.name);
  return names;
}

Form home_of(const KeywordRow& row) {
  for (unsigned bit = 0; bit <= static_cast<unsigned>(Form::kForbid); ++bit)
    if ((row.where >> bit) & 1) return static_cast<Form>(bit);
  return Form::kGame;
}

const OptionRow* find_option(std::string_view name) {
  // The old forms write '-' for the space.
  const auto same = [](char a, char b) { return a == b || (a == '-' && b == ' ') || (a == ' ' && b == '-'); };
  for (const OptionRow& row : kOptions)
    if (std::ranges::equal(name, std::string_view(row.name), same)) return &row;
  return nullptr;
}

std::vector<std::string> option_names() {
  std::vector<std::string> names;
  for (const OptionRow& row : kOptions) names.emplace_back(row.name);
  return names;
}

}  // namespace nightrider
