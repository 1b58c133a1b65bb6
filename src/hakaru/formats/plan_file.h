// The file that `plan -o` writes and that everything after planning takes.
//
//   { "hakaru": "0.1.0", "elapsed_s", …the keys of plan --json…,
//     "plans": [ {…a plan…, "scenario": {…}, "model": {…}, "hardware": {…}, "hakaru": "0.1.0"}, … ] }
// Each plan is whole: the scenario that asked for it, the model in numbers, the machine with every figure and source,
// the price, the calibration's name and the version of the program.
#pragma once

#include <string>
#include <string_view>

#include "hakaru/formats/json.h"

namespace hakaru {

/// "0.1.0"
std::string_view program_version();

OrderedJson plan_file(const Scenario& scenario, const PlanResult& result, double elapsed_s,
                      const Translator& translator);

struct SavedPlan {
  Scenario scenario;
  Plan plan;
  std::string version;  ///< of the program that wrote it
  std::string file;     ///< the text of the file that read_plan read

  /// Of a plan that read_training_plan gave.
  const TrainingJob& training_job() const { return std::get<TrainingJob>(scenario.job); }
};

/// The plan of `rank` in a file's text; `file` is its name.
Result<SavedPlan> plan_in(std::string_view text, const std::string& file, std::int64_t rank, const DataFiles& data,
                          const Catalog& catalog);
/// The plan of rank N that `reference`, "FILE" or "FILE#N", names (1 when left out).
Result<SavedPlan> read_plan(const std::string& reference, const DataFiles& data, const Catalog& catalog);
/// The same; refuses one that is not of training.
Result<SavedPlan> read_training_plan(const std::string& reference, const DataFiles& data, const Catalog& catalog);

}  // namespace hakaru
