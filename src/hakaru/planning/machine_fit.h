// Models that one machine can serve: of each the fewest of its accelerators that hold it, split by tensor parallelism
// alone, and how long a sequence and how many of them a replica then holds; the same where it is split over as many as
// it can be.
//
//   fits             one sequence of the job's context, or of the longest that there is room for, with all else that a
//                    device holds (memory/)
//   longest context  of one sequence, at most what the model was made for; found by bisection
//   largest batch    sequences of that context
// Limits: memory alone is looked at, not time; one replica, not those that fill the machine. Of a model that says
// nothing of its longest sequence no longer one than `longest_looked_at` is tried.
#pragma once

#include <optional>
#include <vector>

#include "hakaru/planning/bands/planning_sources.h"

namespace hakaru {

/// Context that is served where nothing else is stated, in tokens.
inline constexpr std::int64_t usual_batch_context = 8192;
/// Context down to which it is shortened where it does not fit, in tokens.
inline constexpr std::int64_t least_batch_context = 2048;
inline constexpr std::int64_t longest_looked_at = std::int64_t{1} << 20;

struct ServedSplit {
  std::int64_t tp = 1;
  std::int64_t longest_context = 0;
  std::int64_t largest_batch = 0;
};

template <>
inline constexpr auto record<ServedSplit> = described(
    "served_split", "a split by tensor parallelism", field("tp", &ServedSplit::tp, "tensor parallel degree"),
    field("longest_context", &ServedSplit::longest_context, "longest sequence that there is room for, in tokens"),
    field("largest_batch", &ServedSplit::largest_batch, "most sequences of batch_context tokens"));

struct ModelFit {
  std::string model;
  std::int64_t parameters = 0;
  double weights_bytes = 0;                   ///< of the whole model, as it is served
  std::int64_t asked_context = 0;             ///< tokens that a sequence was to have
  std::int64_t batch_context = 0;             ///< tokens of the sequences of a batch: fewer where those do not fit
  bool has_a_longest = true;                  ///< else contexts were looked at up to `longest_looked_at`
  double usable_bytes = 0;                    ///< of one device: that may be filled
  std::optional<ServedSplit> fewest, widest;  ///< where it fits
  /// Needed with batch_context by the split nearest to fitting, over its accelerators; 0: it fits.
  double needed_bytes = 0;
  double lacking_bytes = 0;  ///< what they may not be filled with
  std::string fits_with;     ///< type of weights with which the model fits; "": none, or not looked for
};

/// A model that does not fit.
template <>
inline constexpr auto record<ModelFit> = described("misfit", "a model that does not fit",
                                                   field("model", &ModelFit::model, "its name"),
                                                   field("needed_bytes", &ModelFit::needed_bytes, "what it needs"),
                                                   field("lacking_bytes", &ModelFit::lacking_bytes,
                                                         "more than may be filled"));

/// Fit of the model of a serving scenario, whose hardware and layout do not matter, on `machine`.
Result<ModelFit> fit_of(const Scenario& scenario, const Instance& machine, PlanningSources& sources);

/// The larger models first.
void sort_by_size(std::vector<ModelFit>& fits);

}  // namespace hakaru
