// Several who ask at once: at most so many are answered together, the others wait their turn.
//
//   const std::unique_ptr<const Turn> turn = turns.take(std::chrono::seconds(2), [] { return false; });
//   if (!turn) …  // none came free
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

namespace hakaru::api {

class Turns;

/// Over when it is destroyed; its Turns outlives it.
class Turn {
 public:
  explicit Turn(Turns& of) : of_(of) {}
  ~Turn();
  Turn(const Turn&) = delete;

 private:
  Turns& of_;
};

class Turns {
 public:
  explicit Turns(std::size_t at_once) : free_(at_once) {}
  /// Null: none came free within `longest`, or before `stopped`.
  std::unique_ptr<const Turn> take(std::chrono::milliseconds longest, const std::function<bool()>& stopped);

 private:
  friend class Turn;
  std::mutex taking_;
  std::condition_variable freed_;
  std::size_t free_;
};

}  // namespace hakaru::api
