// A rank of a rehearsal from its first step to its last, and what is to be told of it.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "hakaru/rehearsal/expected.h"
#include "hakaru/rehearsal/rank_step.h"
#include "hakaru/rehearsal/step_slices.h"

namespace hakaru {

/// Squared difference of this rank's part of one parameter's summed gradient from the reference's.
struct GradientDifference {
  std::int64_t step = 1;
  std::string parameter;
  double difference_squares = 0, reference_squares = 0;  ///< sums over the part
};

struct RankRecord {
  std::int64_t rank = 0;
  std::vector<double> loss;              ///< of each step; empty but on the last stage
  std::vector<double> gradient_squares;  ///< of each step (rank_step.h)
  std::string messages;                  ///< pipeline messages of the last step, as executed (expected.h)
  std::vector<GradientDifference> gradient_differences;
  std::map<std::pair<std::int64_t, std::string>, std::vector<float>> gradients;  ///< by step and parameter, where kept
  std::int64_t weights_bytes = 0, gradients_bytes = 0, optimizer_bytes = 0;
  std::int64_t activations_bytes = 0;  ///< kept for backward passes, at the fullest moment
  std::int64_t peak_bytes = 0;         ///< of all but inputs, at the fullest moment
  std::map<std::pair<RankGroup, std::string>, ExpectedTraffic> traffic;  ///< of one step
  std::int64_t compilations = 0;
  std::int64_t loaded = 0;               ///< programs found in the store that an earlier run left
  std::optional<Message> store_trouble;  ///< of a stored program that could not be used
  std::vector<HostSlice> slices;         ///< of the last step, where the device has a clock
  std::vector<CoreSlice> core_slices;    ///< the same on the simulated core
  std::int64_t operations = 0;           ///< of the network's code that came into them
};

/// A rank that ran no step, as it or another one did not fit into its core.
struct RankNotRun {
  std::int64_t rank = 0;
  std::optional<tracing::OutOfMemory> out_of_memory;  ///< its own; none: another rank did not fit
};

template <>
inline constexpr auto record<RankNotRun> = described("rank_not_run", "a rank that ran no step",
                                                     field("rank", &RankNotRun::rank, "process"),
                                                     field("out_of_memory", &RankNotRun::out_of_memory,
                                                           "its own; null: another rank did not fit"));

using RankOutcome = std::variant<RankRecord, RankNotRun>;

/// As training does: AdamW's first steps are whole ones whatever the gradients, rounding among them.
inline constexpr std::int64_t rehearsed_warm_up_steps = 20;

/// Added to AdamW's denominator: a gradient of 4e-9, as one value of a small Mixtral had, is rounded differently by
/// other numbers of ranks. Over 1e-8 it was a third of a step and moved other gradients by 3e-5; over this it is 0.4 %.
inline constexpr double rehearsed_epsilon = 1e-6;

struct RankTask {
  std::int64_t rank = 0;
  std::int64_t steps = 10;
  std::uint64_t seed = 1;
  std::string_view text;  ///< at least 2 bytes; it begins again at its end
  tracing::DeviceOptions device;
  /// Pipeline messages since it was last asked, where the communicator keeps them.
  std::function<std::string()> messages = {};
  /// The whole gradient of a parameter in a step, to compare with; none: this rank's are kept.
  std::function<Result<std::vector<float>>(std::int64_t step, const std::string& parameter)> reference = {};
  /// Asked before each step: whether to go on.
  std::function<bool()> goes_on = [] { return true; };
};

/// Gradients are compared in the first step and the last.
bool compares_gradients(std::int64_t step, std::int64_t steps);

Result<RankOutcome> try_rank(const Miniature& miniature, RankTask task);
/// The same where it should fit: unsatisfiable where it does not.
Result<RankRecord> run_rank(const Miniature& miniature, RankTask task);

/// The same model and batches on one rank.
Miniature alone(const Miniature& miniature);

/// Bytes of `text` as tokens: sequences follow each other, and begin again at its end.
BatchSource batches_of(std::string_view text, std::int64_t sequence_length);

}  // namespace hakaru
