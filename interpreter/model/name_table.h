// Names of one kind in the order of their ids.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/ids.h"

namespace nightrider {

class NameTable {
 public:
  // The id of `name`, or kNone.
  std::uint16_t find(std::string_view name) const {
    const auto found = ids_.find(std::string(name));
    return found == ids_.end() ? kNone : found->second;
  }
  bool has(std::string_view name) const { return find(name) != kNone; }
  // `name` must not be in the table yet, and the table not be full (kNone names).
  std::uint16_t add(std::string_view name) {
    const auto id = static_cast<std::uint16_t>(names_.size());
    names_.emplace_back(name);
    ids_.emplace(names_.back(), id);
    return id;
  }
  std::size_t size() const { return names_.size(); }
  const std::vector<std::string>& names() const { return names_; }
  void clear() {
    names_.clear();
    ids_.clear();
  }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint16_t> ids_;
};

}  // namespace nightrider
