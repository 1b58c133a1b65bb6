// How long one collective takes: α–β per level, hierarchical when a group spans instances.
//
// n ranks, message of S bytes as nccl-tests counts it, bandwidth B one way per rank, latency α per step:
//   all_reduce      2(n−1)·α + 2·(n−1)/n·S/B        (ring; with in-switch reduction (n+1)/n·S/B, see the .cpp)
//   all_gather, reduce_scatter  (n−1)·α + (n−1)/n·S/B
//   all_to_all      (n−1)·α + (n−1)/n·S/B
//   send            α + S/B
// A group of k instances with g ranks in each: reduce-scatter within, the operation between on S/g, all-gather within.
// The network of an instance is shared by the groups that use it at once (Group::sharing). Source: Thakur, Rabenseifner
// and Gropp 2005 (IJHPCA 19(1), §3-4); nccl-tests PERFORMANCE.md for bus bandwidth.
#pragma once

#include "hakaru/hardware/instance.h"
#include "hakaru/parallel/groups.h"
#include "hakaru/timing/calibration.h"

namespace hakaru {

enum class Operation { all_reduce, all_gather, reduce_scatter, all_to_all, send };
std::string_view name_of(Operation operation);

class CollectiveTimer {
 public:
  CollectiveTimer(const Instance& instance, const Calibration& calibration)
      : instance_(instance), calibration_(calibration) {}
  double time_s(Operation operation, double message_bytes, const Group& group) const;

 private:
  Instance instance_;
  Calibration calibration_;
};

}  // namespace hakaru
