// How long one collective takes: α–β per level, hierarchical when a group spans instances.
//
// n ranks, message of S bytes as nccl-tests counts it (all_gather: the gathered output; reduce_scatter: the whole
// input), bandwidth B one way per rank times the share that is reached, latency α per message, and one launch:
//   all_reduce      the least of  ring               2(n−1)·α + 2(n−1)/n·S/B
//                                 two binary trees   2⌈log₂ n⌉·α + 2·S/B
//                                 in-switch          2·α + (n+1)/n·S/B     (each rank sends S and 1/n reduced, where
//                                                                           the switch reduces)
//   all_gather, reduce_scatter    (n−1)·α + (n−1)/n·S/B
//   all_to_all                    (n−1)·α + (n−1)/n·S/B · mean hops (a ring n/4, a torus √n/2: links are shared by what
//                                 passes through)
//   send                          α + S/B
// A group of k instances with g ranks in each works hierarchically: within instances on S, between them on S/g for each
// of the g ranks, whose share of the instance's network is B_network / (g · groups that use it at once)
// (Group::sharing). An all-to-all sends S·g/n within its instance and S between them. The levels are pipelined in
// chunks: latencies add, of the bandwidth terms the larger counts. Over PCIe the ranks of an instance share the way
// through the host: B · 2/n beyond two.
//
// Worked example: 8 ranks, α = 1 µs, B = 300 GB/s, S = 600 MB: ring 14 µs + 1.75 · 2 ms = 3.514 ms.
// Limits: one protocol (NCCL changes it by size: between 64 KiB and 16 MiB real times are up to 2 × these), no
// contention beyond `sharing`, no stragglers. Source: Thakur, Rabenseifner and Gropp 2005 (IJHPCA 19(1), §3-4);
// Sanders, Speck and Träff 2009 (two trees); Klenk et al. 2020 (in-switch, ISCA); nccl-tests PERFORMANCE.md for bus
// bandwidth.
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
  /// One level of the hierarchy: latency and bandwidth terms of an operation among `ranks`.
  struct Level {
    double latency_s = 0;
    double transfer_s = 0;
    double total_s() const { return latency_s + transfer_s; }
  };
  Level within(Operation operation, double bytes, std::int64_t ranks) const;
  Level between(Operation operation, double bytes, std::int64_t instances, double bytes_per_s) const;

  Instance instance_;
  Calibration calibration_;
};

}  // namespace hakaru
