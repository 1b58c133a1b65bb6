// Measured runs beside what was predicted of them by constants that had not seen them (data/evidence/KIND/*.csv, made
// by `hakaru calibrate … --held-out`): what error bands are made of. Rows of a user's own overlay stand beside those
// that are shipped.
//
//   id,metric,accelerator,vendor,software,model,model_kind,identity,configuration,load,parts,accelerators,measured,
//   fitted,unseen_row,unseen_series,unseen_model,unseen_pair,relative,unknown
//
//   fitted         by the shipped constants
//   unseen_row     by constants fitted without the row
//   unseen_series  without all runs of its model in its configuration
//   unseen_model   without its model, on any accelerator, with any software
//   unseen_pair    likewise, where no other model was run with its software on its accelerator, but other models with
//                  each of them apart; the column may be left out
//   relative       without the model, and without any run on its accelerator: the constants are a relative's
//   unknown        without the model, and without any run of its software
//
// A prediction that was not made is an empty cell.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/choice.h"
#include "hakaru/core/data_files.h"
#include "hakaru/core/result.h"
#include "hakaru/evidence/layout_traits.h"
#include "hakaru/job/job.h"

namespace hakaru {

/// Nearness of the runs that a prediction's constants rest on, the nearest first.
enum class Nearness {
  series,    ///< this model in this configuration was run with this software on this accelerator
  model,     ///< in other configurations
  pair,      ///< other models were run with this software on this accelerator
  apart,     ///< this software was run on other accelerators, and this accelerator with other software
  software,  ///< this software was run on other accelerators
  none       ///< this software was never run
};
template <>
inline constexpr auto choice_names<Nearness> = std::to_array<std::string_view>({"series", "model", "pair", "apart",
                                                                                "software", "none"});
inline constexpr std::size_t nearnesses = 6;

/// Properties of a run, or of a predicted figure, by which errors are grouped.
struct RunContext {
  std::string metric;         ///< "step_time_s"
  std::string accelerator;    ///< the catalog's name
  std::string vendor;         ///< whose it is
  std::string software;       ///< whose constants: a stack, a serving engine; empty: not stated
  std::string model_kind;     ///< kind_of
  std::string identity;       ///< of the model (model.h)
  std::string configuration;  ///< configuration_of
  std::string load;           ///< load_of
  LayoutTraits traits;
  double accelerators = 1;
};

struct HeldOutRun : RunContext {
  std::string id, model;  ///< model: as people call it
  double measured = 0, fitted = 0;
  std::array<std::optional<double>, nearnesses> unseen = {};  ///< by how near what its constants rest on is

  /// ln(measured / predicted), of a rate ln(predicted / measured): above 0 it took longer, or more, than was predicted.
  /// Empty: not predicted so.
  std::optional<double> residual(Nearness nearness) const;
};

/// True if both are metrics of one run, which stand together in a file.
bool is_same_run(const HeldOutRun& one, const HeldOutRun& other);

/// True if the metric is a rate, which falls as the run takes longer.
bool is_rate(std::string_view metric);
/// The kind of model, within which errors are assumed to be alike: dense, moe, encoder, vision, diffusion.
std::string_view kind_of(const Model& model);
/// The configuration of a series of runs, beside its model: split and number formats of one replica; of training
/// the number formats and whether all weights are trained. "tp8 pp1 ep1 fp8"
std::string configuration_of(const ServingJob& job, const Layout& layout);
std::string configuration_of(const TrainingJob& job);
std::string configuration_of(const BatchInferenceJob& job);
/// Accelerators that a run of a service, or of batch inference, is said to have: those of one replica.
double ranks_of_a_replica(const Layout& layout);
/// The class of a load: requests in flight by factors of four and prompts up to 1,024 and 4,096
/// tokens ("c3 short"); items of a batch by factors of four ("b2"); of training how many accelerators: up to 8, 64,
/// 512.
std::string load_of(const ServingJob& job, double in_flight);
std::string load_of_batch(std::int64_t batch);
std::string load_of_training(double accelerators);

/// Reads the runs of one kind of job: "training", "serving", "inference" or "memory".
Result<std::vector<HeldOutRun>> read_held_out(const DataFiles& data, std::string_view kind);

}  // namespace hakaru
