// A batch that is prefilled together and decoded together: TTFT, TPOT and throughput of one replica, and of the
// replicas that fill a cluster. Queueing is not in it.
//
//   TTFT = prefill of `batch` prompts; TPOT = one decode iteration at the mean context (input + output / 2)
//   output tokens/s of a replica = batch · output / (TTFT + (output − 1) · TPOT)
//
// An iteration (iteration.h) runs every operator of the model on its rank's shard, and the collectives between: two
// all-reduces of tokens × width in each layer under tensor parallelism, two all-to-alls in each layer with experts
// under expert parallelism. Only the last token of a prompt goes through the output head.
// Worked example: Llama-2-7B in bf16, one sequence on a chip of 2 TB/s: 13.0 GB of weights besides the embedding's
// table take 6.5 ms a token, whatever its FLOPs (13 GFLOP, 0.04 ms at 312 TFLOP/s). Limits: no queue, no chunked
// prefill, no paging overhead; equal lengths; a server's own time of a request (first_token_s of calibration.h) is not
// in TTFT. In a running server an iteration now and then is a prefill, which
// stretches TPOT by batch · prefill / output beyond what is said here.
#pragma once

#include "hakaru/core/term.h"
#include "hakaru/hardware/instance.h"
#include "hakaru/job/job.h"
#include "hakaru/parallel/layout.h"
#include "hakaru/serving/iteration.h"
#include "hakaru/timing/calibration.h"

namespace hakaru {

/// What a job's operators run in.
OperatorTypes serving_types(const ServingJob& job);

struct ServingEstimate {
  std::int64_t batch = 0;  ///< sequences in flight per replica
  double ttft_s = 0;
  double tpot_s = 0;
  double requests_per_s = 0;       ///< all replicas (layout.dp)
  double output_tokens_per_s = 0;  ///< all replicas
  double mfu = 0;
  Terms terms;  ///< filled by explain_serving only
};

/// Estimates batches of any size under one layout.
class ServingEstimator {
 public:
  /// `job`, `cluster` and `operators` (of the cluster's accelerator and `calibration`) must outlive this.
  ServingEstimator(const ServingJob& job, const Layout& layout, const Cluster& cluster, const Calibration& calibration,
                   const OperatorTimer& operators);

  ServingEstimate operator()(std::int64_t batch) const;
  ServingEstimate explain(std::int64_t batch) const;

 private:
  struct Anatomy;
  Anatomy anatomy(std::int64_t batch) const;

  const ServingJob& job_;
  Layout layout_;
  const Accelerator& accelerator_;
  Calibration calibration_;
  IterationTimer timer_;
  double request_flops_ = 0;  ///< of one request; FLOPs grow with the batch
};

ServingEstimate estimate_serving(const ServingJob& job, const Layout& layout, const Cluster& cluster,
                                 const Calibration& calibration, std::int64_t batch);
ServingEstimate explain_serving(const ServingJob& job, const Layout& layout, const Cluster& cluster,
                                const Calibration& calibration, std::int64_t batch);

}  // namespace hakaru
