// Time of one collective, in s: one level of links (see collective_model.h), or hierarchical when a group spans
// instances.
//
// A group of k instances with g ranks in each works hierarchically: within instances on S, between them on S/g for each
// of the g ranks, whose share of the instance's network is B = network_efficiency · B_network / (g · groups that use it
// at once) (Group::sharing). α is the latency between instances:
//   all_reduce                   the less of  ring  2(k−1)·α + 2(k−1)/k·S/g/B   and  two trees  2⌈log₂ k⌉·α + 2·S/g/B
//   all_gather, reduce_scatter   (k−1)·α + (k−1)/k·S/g/B
//   broadcast                    ⌈log₂ k⌉·α + S/g/B
//   all_to_all                   (k−1)·α + (k−1)/k·S/B, and only S·g/n within the instance
//   send                         α + S/B
//   and filling the pipeline: network_ramp_messages · α · b/(b + network_ramp_bytes), b what one rank sends
// The levels are pipelined in chunks: latencies add, of the transfers the longer counts.
//
// Worked example: 4 DGX A100, 8 ranks each, nothing lost (α 1 µs at 300 GB/s within, 5 µs at 200 GB/s between),
// all_reduce of 600 MB: within 14 µs and 3.5 ms; between, S/8 over 25 GB/s, 6 · 5 µs and 4.5 ms; in sum
// 0.014 + 0.030 + 4.5 ms.
// Accelerators without fitted constants have α–β of their links: launch_s and collective_efficiency of the calibration,
// the link's latency as hop.
// Limits: no contention beyond `sharing`, no stragglers; one protocol between instances.
#pragma once

#include "hakaru/hardware/instance.h"
#include "hakaru/parallel/groups.h"
#include "hakaru/timing/calibration.h"
#include "hakaru/timing/collective_model.h"

namespace hakaru {

/// The measured constants of the links; else launch, link latency and the share that is reached.
CollectiveConstants constants_of(const Interconnect& within, const Calibration& calibration);

class CollectiveTimer {
 public:
  CollectiveTimer(const Instance& instance, const Calibration& calibration)
      : CollectiveTimer(instance, calibration, constants_of(instance.within, calibration)) {}
  CollectiveTimer(const Instance& instance, const Calibration& calibration, const CollectiveConstants& constants);

  /// Seconds from launch to the last rank's end; 0 among fewer than two ranks.
  double time_s(Operation operation, double message_bytes, const Group& group) const;

 private:
  using Time = CollectiveModel::Time;
  /// `hidden_s`: what transfers within instances take anyway, so that shorter ones between them gain nothing.
  Time between(Operation operation, double bytes, std::int64_t instances, double bytes_per_s, double hidden_s) const;

  CollectiveModel within_;
  double network_latency_s_;
  double network_bytes_per_s_;  ///< of one instance, as far as it is reached
  double ramp_s_;
  double ramp_bytes_;
};

}  // namespace hakaru
