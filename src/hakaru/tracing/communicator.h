// Communication among ranks, as the graph's communication operations call it when they run. rehearsal/ has one over
// MPI; SoloCommunicator is a world of one rank.
//
// Groups and peers are numbers that the caller gives a meaning to; a peer is counted within its group. Reductions sum.
// A failure (a rank that is gone) is a value and ends the step.
//
// Traffic counts, for each group and operation: calls, and the bytes of each call's full message in the
// device's number format, as nccl-tests defines it: of an all-gather what all ranks have in the end, of a
// reduce-scatter what each has at the start.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <utility>

#include "hakaru/core/result.h"
#include "hakaru/tracing/node.h"

namespace hakaru::tracing {

class Communicator {
 public:
  virtual ~Communicator() = default;

  /// True if `mine` is true on every rank of the world. All ranks take part.
  virtual Result<bool> on_all(bool mine) { return mine; }
  virtual int size(int group) const = 0;
  virtual int rank(int group) const = 0;
  virtual Result<void> all_reduce(std::span<float> values, int group) = 0;
  /// The largest instead of the sum.
  virtual Result<void> all_reduce_largest(std::span<float> values, int group) = 0;
  /// `all` is `mine` of every rank, in order.
  virtual Result<void> all_gather(std::span<const float> mine, std::span<float> all, int group) = 0;
  /// `mine` is this rank's part of the sum of `all`.
  virtual Result<void> reduce_scatter(std::span<const float> all, std::span<float> mine, int group) = 0;
  /// Part i of `sent` goes to rank i; part i of `received` came from it.
  virtual Result<void> all_to_all(std::span<const float> sent, std::span<float> received, int group) = 0;
  /// `sent` goes `onward` ranks on, round the ring; `received` comes from as many before.
  virtual Result<void> pass_round(std::span<const float> sent, std::span<float> received, int group, int onward) = 0;
  virtual Result<void> send(std::span<const float> values, int group, int peer) = 0;
  virtual Result<void> receive(std::span<float> values, int group, int peer) = 0;
};

/// One rank alone: sums of one, and what it sends to itself it receives, in order.
class SoloCommunicator : public Communicator {
 public:
  int size(int) const override { return 1; }
  int rank(int) const override { return 0; }
  Result<void> all_reduce(std::span<float>, int) override { return {}; }
  Result<void> all_reduce_largest(std::span<float>, int) override { return {}; }
  Result<void> all_gather(std::span<const float> mine, std::span<float> all, int) override;
  Result<void> reduce_scatter(std::span<const float> all, std::span<float> mine, int) override;
  Result<void> all_to_all(std::span<const float> sent, std::span<float> received, int) override;
  Result<void> pass_round(std::span<const float> sent, std::span<float> received, int, int) override;
  Result<void> send(std::span<const float> values, int group, int peer) override;
  Result<void> receive(std::span<float> values, int group, int peer) override;

 private:
  std::map<std::pair<int, int>, std::vector<std::vector<float>>> sent_;
};

struct Traffic {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;

  bool operator==(const Traffic&) const = default;
};
using TrafficByGroup = std::map<std::pair<int, Opcode>, Traffic>;

}  // namespace hakaru::tracing
