// One optimizer step in closed form.
//
//   stage i, one micro-batch   tᵢ = Σ its layers, embedding, head: forward + backward + recompute + framework
//                                   + collectives not hidden                                        (block_time.h)
//   step = the closed form of its schedule (closed_form.h), which a simulation confirms (simulation.h), in parts:
//          m · t_slowest                 m micro-batches through the slowest stage
//        + data-parallel collectives     what the step is longer by than without them: waiting, and slowing compute
//        + sends                         what it is longer by, of that, than if they took no time
//        + the bubble                    the rest: filling and draining; (pp − 1)/vpp · t where all stages are equal
//        + passes forward alone, ahead of all others, where the job has any (forward_pass.h): of a reference
//        + optimizer
//        + straggling · log₂(instances) · all of the above: the slowest of many is the slower, the more there are
//        + the part by which reading the data set is slower than all of this
// Division of a stage's time into passes (only schedules that split the backward pass, and the first and last passes,
// depend on it): communication evenly over the passes that it is of, the host's time half and half, the gradients of
// weights half of the backward pass.
//
// Model FLOPs are those of forward and twice that of backward, recompute left out and attention over the whole square:
// MFU as in PaLM (Chowdhery et al. 2022, arXiv 2204.02311, appendix B) and Megatron-LM (Korthikanti et al. 2022,
// appendix A); of documents packed into a sequence, the square of each. LoRA: without the weight gradients that nobody
// computes; of what passes forward alone, those of one pass.
//
// Limits: stragglers in the mean, no jitter (simulate draws both), of experts the busiest rank in every
// micro-batch; collectives of one kind never meet
// those of another on a link; ZeRO 2 and 3 of several stages are timed as ZeRO 1: gathered once, reduced once
// (layout.h, zero_of_step).
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "hakaru/core/term.h"
#include "hakaru/hardware/instance.h"
#include "hakaru/job/job.h"
#include "hakaru/job/layout_fields.h"
#include "hakaru/parallel/layout.h"
#include "hakaru/parallel/stages.h"
#include "hakaru/timing/calibration.h"
#include "hakaru/training/closed_form.h"
#include "hakaru/training/data_parallel.h"
#include "hakaru/training/simulation.h"

namespace hakaru {

/// `compute_s`: of the slowest stage, all micro-batches.
struct StepEstimate : StepParts {
  double recompute_s = 0;
  double optimizer_s = 0;
  double model_flops = 0;
  double tokens_per_s = 0;
  double mfu = 0;  ///< model FLOPs over peak of the compute type; 0 when the peak is unknown
  Terms terms;     ///< filled by explain_step only
};

template <>
inline constexpr auto record<StepEstimate> = described(
    "step", "one optimizer step, part by part", step_fields::compute.newer(),
    field("recompute_s", &StepEstimate::recompute_s, step_fields::seconds, "activations computed again")
        .newer()
        .shown_as("of which recompute"),
    step_fields::exposed, step_fields::bubble, step_fields::forward_only, step_fields::rollout,
    step_fields::between_phases,
    field("optimizer_s", &StepEstimate::optimizer_s, step_fields::seconds, "optimizer").newer().shown_as("optimizer"),
    step_fields::straggling, step_fields::loading,
    field("model_flops", &StepEstimate::model_flops, "FLOPs of the model").newer());

/// True if gradients or weights of each layer travel by themselves (ZeRO 2 and 3): the chunks of its step are layers
/// (step_work.h).
bool is_sharded(const Layout& layout);

/// Estimates the same job on the same cluster under many layouts: what a layer costs is kept between them. Not for two
/// threads at once.
class StepEstimator {
 public:
  /// `job` must outlive this.
  StepEstimator(const TrainingJob& job, const Cluster& cluster, const Calibration& calibration);

  StepEstimate operator()(const Layout& layout) { return assemble(layout, nullptr); }
  /// The step_time_s of the estimate alone, several times as fast: what a search compares.
  double step_time_s(const Layout& layout);
  /// Never more than that of a layout with these degrees, micro-batch, schedule and recompute, for a few
  /// multiplications (step_bound.cpp).
  double least_step_time_s(const Layout& layout);
  /// Never more than that of any layout of the family (parallel/layout_space.h).
  double least_of_family_s(const Layout& family);
  /// From here on, of so many instances.
  void resize(int instances) { cluster_.instances = instances; }
  /// The same with its terms: they add up to the step, in the order above.
  StepEstimate explain(const Layout& layout);
  /// Work of the step for a simulation: without passes forward alone, stragglers and reading the data set.
  StepWork work(const Layout& layout);
  /// Adds waiting for stragglers and for the data set.
  void add_waiting(StepParts& step) const;
  /// To read the data of one step.
  double read_s() const;

 private:
  /// One micro-batch through every kind of block, as one rank of this layout runs it.
  struct Blocks {
    std::vector<BlockTime> kinds;
    BlockTime before, after;
    double encoders_s = 0;  ///< of `before`
    BlockTime whole;        ///< of the whole model
  };
  /// Figures that the terms are made of, beside the estimate.
  struct Anatomy {
    BlockTime stage;  ///< the slowest, one micro-batch
    Held fullest;
    std::int64_t micro_batches = 0;
    double encoders_s = 0;  ///< of the stage
    double send_s = 0;
    double read_s = 0;  ///< the data of one step
  };
  using BlocksByRecompute = std::array<Blocks, recompute_kinds>;

  StepEstimate assemble(const Layout& layout, Anatomy* anatomy);
  const Blocks& blocks_of(const Layout& layout);
  BlocksByRecompute timed_blocks(const Layout& layout);
  static BlockTime stage_time(const Blocks& blocks, const Stage& stage);
  double send_s(const Layout& layout) const;
  double forward_only_s() const;  ///< of `work_`
  /// Fills `times_`, of the runs of equal stages, and `work_`.
  void time_stages(const Blocks& blocks, const Layout& layout);
  void add_stage_passes(const Blocks& blocks, const StageRun& run, const BlockTime& time, const Layout& layout);
  void add_passes_both_ways(const Blocks& blocks, const Layout& layout);
  void hide_beside(const std::vector<StageRun>& runs);
  std::vector<ChunkWork> units_of(const Blocks& blocks, const Layout& layout) const;
  void add_collectives(const std::vector<StageRun>& runs, const Layout& layout);
  /// A step of `in_lockstep_s` with its waiting.
  double with_waiting_s(double in_lockstep_s) const;
  Term optimizer_term(const StepEstimate& estimate, const Layout& layout, const Anatomy& anatomy) const;
  Terms joint_terms(const StepEstimate& estimate, const Layout& layout, const Anatomy& anatomy) const;

  const TrainingJob& job_;
  Cluster cluster_;
  Calibration calibration_;
  BlockTimer blocks_;
  DataParallel data_;
  CollectiveTimer collectives_;
  std::unordered_map<Layout, BlocksByRecompute, HashOfLayout> known_;  ///< as a block's time reads it
  Layout last_key_;
  const BlocksByRecompute* last_ = nullptr;
  StageRuns stages_;
  Stage whole_;  ///< all layers and both ends
  std::vector<BlockTime> times_;
  StepWork work_;
  ClosedFormTimer closed_form_;
  double model_flops_ = 0;
};

/// FLOPs of one step as MFU counts them.
double model_flops_of_step(const TrainingJob& job);
/// The same without what causal attention may leave out.
double least_flops_of_step(const TrainingJob& job);

/// The step as an iteration that first samples for `rollout_s`; `between_phases`: time that frameworks take between
/// the phases, as a share of all phases.
StepEstimate with_rollout(StepEstimate step, double rollout_s, double between_phases);

StepEstimate estimate_step(const TrainingJob& job, const Layout& layout, const Cluster& cluster,
                           const Calibration& calibration);
StepEstimate explain_step(const TrainingJob& job, const Layout& layout, const Cluster& cluster,
                          const Calibration& calibration);

}  // namespace hakaru
