#include "hakaru/job/sampling_job.h"

namespace hakaru {

ServingJob sampling_job(const TrainingJob& job) {
  const Rollout& rollout = *job.post_training.rollout;
  ServingJob sampling;
  sampling.model = job.model;
  sampling.context = rollout.context;
  sampling.input_length = rollout.input_length;
  sampling.output_length = rollout.output_length;
  sampling.concurrency = rollout.completions();
  sampling.expert_skew = job.expert_choice.skew;
  sampling.engine = rollout.engine;
  return sampling;
}

}  // namespace hakaru
