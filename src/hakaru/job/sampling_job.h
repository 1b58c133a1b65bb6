// Work of a serving engine for GRPO: its rollout (job/post_training.h) as a service that is asked for all completions
// of an iteration at once. Weights and KV cache are in bf16, whatever the recipe trains in, as engines sample.
#pragma once

#include "hakaru/job/job.h"

namespace hakaru {

/// Serving job of the rollout that `job` must have.
ServingJob sampling_job(const TrainingJob& job);

}  // namespace hakaru
