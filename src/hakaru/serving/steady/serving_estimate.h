// A service with so many requests in flight, or a batch that begins and ends together: TTFT, TPOT and throughput of one
// replica, and of the replicas that fill a cluster.
//
// Of an engine whose requests join and leave (`Batching::continuous`): the closed loop of closed_loop.h, with the
// requests of the fullest replica. Of a batch that is prefilled together and decoded together:
//   TTFT = prefill of `batch` prompts; TPOT = one decode iteration at the mean context (input + output / 2)
//   output tokens/s of a replica = batch · output / (TTFT + (output − 1) · TPOT)
// Requests in flight are those of all replicas: where they do not divide, some replicas have one more than the others,
// whose latencies are what is told, and where they are fewer than the replicas, the others have none and make nothing.
//
// An iteration (iteration.h) runs every operator of the model on its rank's shard, and the collectives between: two
// all-reduces of tokens × width in each layer under tensor parallelism, two all-to-alls in each layer with experts
// under expert parallelism. Only the last token of a prompt goes through the output head.
// Worked example of a batch: Llama-2-7B in bf16, one sequence on a chip of 2 TB/s: 13.0 GB of weights besides the
// embedding's table take 6.5 ms a token, whatever its FLOPs (13 GFLOP, 0.04 ms at 312 TFLOP/s).
// Limits: equal lengths; of a batch no chunked prefill, no paging overhead, and none of a server's own time of a
// request.
#pragma once

#include "hakaru/core/term.h"
#include "hakaru/hardware/instance.h"
#include "hakaru/job/job.h"
#include "hakaru/parallel/layout.h"
#include "hakaru/serving/iteration/iteration.h"
#include "hakaru/serving/steady/closed_loop.h"
#include "hakaru/timing/calibration.h"

namespace hakaru {

/// Types that a job's operators run in.
OperatorTypes serving_types(const ServingJob& job);

struct ServingEstimate {
  std::int64_t batch = 0;  ///< sequences in flight on the fullest replica
  double ttft_s = 0;
  double tpot_s = 0;
  double requests_per_s = 0;       ///< all replicas (layout.dp)
  double output_tokens_per_s = 0;  ///< all replicas
  double mfu = 0;
  Terms terms;  ///< filled by explain_serving only
};

/// Batching of an engine's requests.
struct Batching {
  bool continuous = false;       ///< they join and leave; else a batch begins and ends together
  double prefill_tokens = 8192;  ///< continuous: most prompt tokens of one iteration
};

/// Estimates batches of any size under one layout.
class ServingEstimator {
 public:
  /// `job`, `cluster` and `operators` (of the cluster's accelerator and `calibration`) must outlive this.
  ServingEstimator(const ServingJob& job, const Layout& layout, const Cluster& cluster, const Calibration& calibration,
                   OperatorTimer& operators, const Batching& batching = {});
  ServingEstimator(const ServingEstimator&) = delete;
  ServingEstimator& operator=(const ServingEstimator&) = delete;

  /// So many on every replica.
  ServingEstimate operator()(std::int64_t batch) { return of(batch * layout_.dp); }
  /// So many requests in flight, over all replicas.
  ServingEstimate of(std::int64_t requests);
  ServingEstimate explain(std::int64_t requests);

 private:
  struct Latencies {
    double ttft_s = 0, tpot_s = 0;
  };
  struct Anatomy;  ///< what they are made of
  ReplicaEstimate steady(std::int64_t batch);
  /// Seconds of the pictures in one prompt.
  double pictures_s();
  Latencies latencies(std::int64_t batch);
  double request_s(const Latencies& latencies) const;  ///< from its arrival to its last token
  Anatomy anatomy(std::int64_t batch);

  const ServingJob& job_;
  Layout layout_;
  const Accelerator& accelerator_;
  Calibration calibration_;
  IterationTimer timer_;
  Batching batching_;
  ReplicaPasses passes_;
  double request_flops_ = 0;  ///< of one request; FLOPs grow with the batch
};

ServingEstimate estimate_serving(const ServingJob& job, const Layout& layout, const Cluster& cluster,
                                 const Calibration& calibration, std::int64_t batch);
ServingEstimate explain_serving(const ServingJob& job, const Layout& layout, const Cluster& cluster,
                                const Calibration& calibration, std::int64_t batch);

/// Spread of requests in flight over replicas: some have `batch`, the others one less, which may be none.
struct RequestSpread {
  std::int64_t batch = 0;
  std::int64_t fullest = 0;  ///< replicas that have as many
  std::int64_t others = 0;   ///< that have one less
  std::int64_t idle() const { return batch == 1 ? others : 0; }
};
RequestSpread spread_over(std::int64_t requests, std::int64_t replicas);

/// Requests in flight on all replicas: as the job states; where it states none, as many as fill `batch` on every one.
std::int64_t requests_in_flight(const ServingJob& job, const Layout& layout, std::int64_t batch);

}  // namespace hakaru
