// The one table of the rule language's keywords: which form each may stand in, whether ZRF has it, whether it is only for
// display. Reading, "did you mean" and `--strict-zrf` all use it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nightrider {

// A form whose inside has keywords of its own.
enum class Form : std::uint8_t {
  kFile, kGame, kBoard, kGrid, kZone, kPiece, kMoves, kBlock, kCondition, kPlace, kGoal, kOccupant, kReset, kTag, kOffer,
  kPayoff, kFen, kEnPassant, kForbid,
};
constexpr std::uint32_t in(Form form) { return std::uint32_t{1} << static_cast<unsigned>(form); }
// As named in messages: "a game", "a move block".
const char* form_name(Form form);

enum class Keyword : std::uint8_t {
  // top level
  kGame, kVariant, kVersion, kTranslate, kDefine, kInclude,
  // game
  kTitle, kId, kPlayers, kTurnOrder, kBoard, kBoardSetup, kPiece, kMovePriorities, kOption, kEngine, kDefault, kLossCondition,
  kWinCondition, kDrawCondition, kCountCondition, kEndCondition, kForbid, kTally, kPlayerAttribute, kTag, kOffer, kPayoff, kFen, kShuffle,
  kPlace, kMoveText, kDescription,
  kHistory, kStrategy, kOldOption, kDisplay,
  // board
  kGrid, kPositions, kDummy, kLinks, kUnlink, kKillPositions, kSymmetry, kZone, kShowAs, kCells,
  kStartRectangle, kDimensions, kDirections, kName,
  // piece
  kImage, kHelp, kNotation, kAttribute, kLetter, kCapturedAs, kMoves, kDrops, kMoveType, kBetza,
  // blocks
  kAdd, kAddCopy, kAddPartial, kAddCopyPartial, kCapture, kRemove, kSpare, kCascade, kChangeOwner, kChangeType, kCreate, kFlip, kFrom, kTo, kMark,
  kBack, kGo, kOpposite, kIf, kElse, kWhile, kVerify, kSetAttribute, kSetFlag, kSetPositionFlag, kSetPlayerAttribute, kText,
  kOrigin, kCoordinateTo, kLastFrom, kLastTo,
  // conditions
  kTrue, kFalse, kNot, kAnd, kOr, kIsEmpty, kIsEnemy, kIsFriend, kIsNeutral, kIsPiece, kInZone, kIsPosition, kIsFlag,
  kIsPositionFlag, kIsMarked, kOnBoard, kIsLastFrom, kIsLastTo, kIsAttacked, kIsDefended, kAdjacentToEnemy, kIsGoalPosition,
  kIsLastTag, kIsFewer,
  // goals
  kStalemated, kCheckmated, kCaptured, kPiecesRemaining, kTotalPieceCount, kAbsoluteConfig, kRelativeConfig, kRepetition,
  kNoProgress, kMoveLimit, kAttacked, kReachable, kAlways, kConnected, kOpponent, kAnyOwner, kReset, kCaptures,
  // offers, points, FEN
  kTimes, kAccepted, kWin, kDraw, kBands, kAfterDeclined, kSides, kRights, kEnPassant, kLanding, kCounters, kSuffix,
};

struct KeywordRow {
  Keyword keyword;
  const char* name;
  std::uint32_t where;   // a bit a Form
  bool zrf = true;       // false: a form of language.md
};

// The row of `name` that may stand in `form`, or null.
const KeywordRow* find_keyword(std::string_view name, Form form);
// Any row of that name, or null: for messages about misplaced forms.
const KeywordRow* find_keyword_anywhere(std::string_view name);
// All names that may stand in `form`.
std::vector<std::string> keyword_names(Form form);
// The first form of the row, for "'zone' belongs in a board".
Form home_of(const KeywordRow& row);

// `(option "pass turn" true)`; version 1 wrote `(pass-turn true)`.
enum class OptionName : std::uint8_t {
  kPassTurn, kPassPartial, kMaximalCaptures, kRecycleCaptures, kRecyclePromotions, kIncludeOffPieces, kDiscardCascades,
  kDeferredCaptures, kCompleteCaptures, kDisplayOnly,
};
struct OptionRow {
  OptionName option;
  const char* name;
  bool zrf = true;
};
const OptionRow* find_option(std::string_view name);
std::vector<std::string> option_names();

}  // namespace nightrider
