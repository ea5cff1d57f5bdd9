// The bit tables of a game, made when first asked for: not every command counts.
#pragma once

#include <memory>
#include <mutex>
#include <string>

namespace nightrider {

class CompiledGame;
template <int N>
struct BitTables;

class LazyBitTables {
 public:
  LazyBitTables();
  ~LazyBitTables();
  // Thread-safe. At most one of the three exists: for boards of up to 64, 128 and 256 squares.
  void prepare(const CompiledGame& game);
  const BitTables<1>* narrow() const { return narrow_.get(); }
  const BitTables<2>* medium() const { return medium_.get(); }
  const BitTables<4>* wide() const { return wide_.get(); }
  const std::string& reason() const { return reason_; }  // why there are none

 private:
  std::once_flag once_;
  std::unique_ptr<const BitTables<1>> narrow_;
  std::unique_ptr<const BitTables<2>> medium_;
  std::unique_ptr<const BitTables<4>> wide_;
  std::string reason_;
};

}  // namespace nightrider
