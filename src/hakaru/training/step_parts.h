// The parts of a step's time, as its estimate and its simulation have them.
//
//   step = compute + exposed communication + bubble + passes forward alone + rollout + between its phases
//          + optimizer (of a simulation: within compute) + stragglers + waiting for data
#pragma once

#include "hakaru/core/record.h"

namespace hakaru {

/// Communication that nothing hides.
struct Exposed {
  double tensor_s = 0, pipeline_s = 0, data_s = 0, expert_s = 0, context_s = 0, offload_s = 0;
  double total_s() const { return tensor_s + pipeline_s + data_s + expert_s + context_s + offload_s; }
};

struct StepParts {
  double step_time_s = 0;  ///< all of them
  double compute_s = 0;
  Exposed exposed;
  double bubble_s = 0;
  double forward_only_s = 0;
  double rollout_s = 0;  ///< GRPO: as planning/rollout.h has it
  double between_phases_s = 0;
  double straggling_s = 0;
  double loading_s = 0;  ///< the part by which reading the data set is slower than all the rest

  /// Adds passes forward alone, ahead of all others (forward_pass.h).
  void pass_forward_alone(double duration_s);
  /// Adds waiting for the slowest of `instances`: straggling · log₂(instances) · what the step takes so far.
  void wait_for_stragglers(double straggling, int instances);
  /// Adds waiting for the data set to a step that takes less than `read_s`.
  void wait_for_data(double read_s);
  /// Adds waiting until the completions are sampled; `between_phases`: of all phases, the share of time that frameworks
  /// take between them.
  void wait_for_rollout(double duration_s, double between_phases);
};

/// The fields that descriptions of steps are made of.
namespace step_fields {

inline constexpr NumberRange seconds{0, 1e15};
inline constexpr auto step_time = field("step_time_s", &StepParts::step_time_s, seconds, "one optimizer step");
inline constexpr auto compute = field("compute_s", &StepParts::compute_s, seconds, "compute").shown_as("compute");
inline constexpr auto exposed =
    field("exposed", &StepParts::exposed, "communication that is not hidden behind compute");
inline constexpr auto bubble =
    field("bubble_s", &StepParts::bubble_s, seconds, "waiting for other stages").newer().shown_as("bubble");
inline constexpr auto forward_only =
    field("forward_only_s", &StepParts::forward_only_s, seconds, "passes forward alone, for log-probabilities")
        .if_any()
        .shown_as("log-probabilities");
inline constexpr auto rollout =
    field("rollout_s", &StepParts::rollout_s, seconds, "until what the step trains on is sampled")
        .if_any()
        .shown_as("rollout");
inline constexpr auto between_phases =
    field("between_phases_s", &StepParts::between_phases_s, seconds, "GRPO: what frameworks do between its phases")
        .if_any()
        .shown_as("between the phases");
inline constexpr auto straggling =
    field("straggling_s", &StepParts::straggling_s, seconds, "waiting for the slowest instance")
        .newer()
        .shown_as("stragglers");
inline constexpr auto loading =
    field("loading_s", &StepParts::loading_s, seconds, "waiting for data").newer().shown_as("waiting for data");

}  // namespace step_fields

template <>
inline constexpr auto record<Exposed> = described(
    "exposed", "communication that is not hidden behind compute",
    field("tensor_s", &Exposed::tensor_s, step_fields::seconds, "tensor-parallel communication")
        .newer()
        .shown_as("exposed, tensor parallel"),
    field("pipeline_s", &Exposed::pipeline_s, step_fields::seconds, "sends between stages")
        .newer()
        .shown_as("exposed, pipeline"),
    field("data_s", &Exposed::data_s, step_fields::seconds, "data-parallel communication")
        .newer()
        .shown_as("exposed, data parallel"),
    field("expert_s", &Exposed::expert_s, step_fields::seconds, "expert communication")
        .newer()
        .shown_as("exposed, experts"),
    field("context_s", &Exposed::context_s, step_fields::seconds, "context-parallel communication")
        .newer()
        .shown_as("exposed, context parallel"),
    field("offload_s", &Exposed::offload_s, step_fields::seconds, "activations on their way to the host and back")
        .newer()
        .shown_as("exposed, offload"));

}  // namespace hakaru
