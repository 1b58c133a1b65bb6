// One optimizer step in closed form.
//
//   per micro-batch and stage: t = Σ layers (forward + backward + recompute) + tensor-parallel collectives not hidden
//   step = (m + (pp − 1)/vpp) · t_slowest + head and embedding on their stages + sends + data-parallel collectives not
//   hidden + optimizer
// (1F1B: Narayanan et al. 2021, arXiv 2104.04473, §2.2; interleaved bubble (pp − 1)/vpp, §2.2.2.)
#pragma once

#include "hakaru/core/data_files.h"
#include "hakaru/core/term.h"
#include "hakaru/hardware/instance.h"
#include "hakaru/job/job.h"
#include "hakaru/parallel/layout.h"
#include "hakaru/timing/calibration.h"

namespace hakaru {

struct Exposed {
  double tensor_s = 0, pipeline_s = 0, data_s = 0, expert_s = 0, context_s = 0;
  double total_s() const { return tensor_s + pipeline_s + data_s + expert_s + context_s; }
};

struct StepEstimate {
  double step_time_s = 0;
  double compute_s = 0;    ///< of the slowest stage, all micro-batches, recompute included
  double recompute_s = 0;  ///< of which recompute
  Exposed exposed;
  double bubble_s = 0;
  double optimizer_s = 0;
  double loading_s = 0;    ///< the part by which reading the data set is slower than all the rest
  double model_flops = 0;  ///< of one step, whole model, without recompute
  double tokens_per_s = 0;
  double mfu = 0;  ///< model FLOPs over peak of the compute type; 0 when the peak is unknown
  Terms terms;     ///< filled by explain_step only
};

StepEstimate estimate_step(const TrainingJob& job, const Layout& layout, const Cluster& cluster,
                           const Calibration& calibration);
StepEstimate explain_step(const TrainingJob& job, const Layout& layout, const Cluster& cluster,
                          const Calibration& calibration);

}  // namespace hakaru
