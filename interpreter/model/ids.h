// Small integer names of the things a game is made of. Each indexes one vector of GameDefinition.
#pragma once

#include <cstdint>

namespace nightrider {

using PlayerId = std::uint16_t;
using PieceTypeId = std::uint16_t;
using SquareId = std::uint16_t;  // a position of the board; the language says "position", the engine "square"
using DirectionId = std::uint16_t;
using ZoneId = std::uint16_t;
using AttributeId = std::uint16_t;
using PlayerAttributeId = std::uint16_t;
using FlagId = std::uint16_t;
using PositionFlagId = std::uint16_t;
using MoveTypeId = std::uint16_t;
using TagId = std::uint16_t;
using TallyId = std::uint16_t;

// "None" of every kind of id above.
inline constexpr std::uint16_t kNone = 0xFFFF;

// What one game may have at most; one more is an error with a message of its own.
inline constexpr int kMaxPlayers = 32;
inline constexpr int kMaxSquares = 4096;
inline constexpr int kMaxDirections = 256;
inline constexpr int kMaxPieceTypes = 1024;
inline constexpr int kMaxAttributes = 64;        // distinct names in one game
inline constexpr int kMaxPlayerAttributes = 32;
inline constexpr int kMaxTags = 32;
inline constexpr int kMaxTallies = 32;
inline constexpr int kMaxMoveTypes = 1024;
inline constexpr int kMaxProgressTests = 32;     // `no-progress` in goals
inline constexpr int kMaxTurns = 4096;           // entries of the turn order
inline constexpr std::uint64_t kMaxStarts = 1'000'000'000'000;  // numbered starts of `shuffle`

}  // namespace nightrider
