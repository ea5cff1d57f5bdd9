// Piece codes: owner, type and the values of the attributes that can change, folded into one number, so that a test of
// an attribute is a test of the occupant and a change of an attribute puts down another code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compile/code_set.h"
#include "model/game_definition.h"

namespace nightrider {

// A total function from codes to codes; the empty code maps to itself.
using CodeMap = std::vector<Code>;

class CodeTable {
 public:
  CodeTable() = default;
  // Empty `error` on success; else why the game has too many kinds of pieces (kMaxCodes).
  static CodeTable build(const GameDefinition& game, std::string& error);

  std::size_t size() const { return owner_.size(); }
  PlayerId owner(Code code) const { return owner_[code]; }       // kNone for the empty code
  PieceTypeId type(Code code) const { return type_[code]; }      // kNone for the empty code
  std::uint64_t attributes(Code code) const { return attributes_[code]; }  // bit [AttributeId]

  // The code of these, attributes that the type has not ignored; attributes that cannot change keep their initial value.
  Code code(PlayerId owner, PieceTypeId type, std::uint64_t attributes) const;
  Code initial(PlayerId owner, PieceTypeId type) const { return code(owner, type, initial_attributes_[type]); }
  std::uint64_t initial_attributes(PieceTypeId type) const { return initial_attributes_[type]; }
  std::uint64_t variable_attributes(PieceTypeId type) const { return variable_attributes_[type]; }

  // Left its square by a movement part: `until-moved` attributes become false.
  Code moved(Code code) const { return moved_[code]; }
  // Decision 12: attributes of the same name keep their value, others start at their default.
  Code with_type(Code code, PieceTypeId type) const;
  Code with_owner(Code code, PlayerId owner) const;
  Code with_attribute(Code code, AttributeId attribute, bool value) const;
  Code flipped(Code code) const;  // the next player of the turn order owns it

  CodeSet all() const;            // with the empty code
  CodeSet of_owner(PlayerId owner) const;
  CodeSet of_type(PieceTypeId type) const;
  CodeSet with_attribute_set(AttributeId attribute) const;

 private:
  std::vector<PlayerId> owner_;
  std::vector<PieceTypeId> type_;
  std::vector<std::uint64_t> attributes_;
  std::vector<Code> moved_;
  std::vector<std::uint64_t> initial_attributes_;   // [type]
  std::vector<std::uint64_t> variable_attributes_;  // [type]
  std::vector<std::uint64_t> own_attributes_;       // [type]
  std::vector<std::uint64_t> until_moved_;          // [type]
  std::vector<Code> first_;                         // [owner * types + type]
  std::vector<PlayerId> next_owner_;                // [player]
};

}  // namespace nightrider
