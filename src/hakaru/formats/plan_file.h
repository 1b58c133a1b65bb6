// The file that `plan -o` writes and that everything after planning takes.
//
//   { "hakaru": "0.1.0", "format_version": 2, "elapsed_s", …the keys of plan --json…,
//     "plans": [ {…a plan…, "scenario": {…}, "model": {…}, "hardware": {…}, "hakaru": "0.1.0"}, … ],
//     "constants": { "calibrations/h100-sxm.toml": {…}, … } }
// Each plan is whole: the scenario that asked for it, the model in numbers, the machine with every figure and source,
// the price, the calibration's name and the version of the program. The constants are those of all its plans
// (planning/plan/plan_constants.h): where the program's are others by now, a plan is estimated with its own.
//
// Reading a plan estimates it again (planning/re_estimate.h). It is refused where its figures are not what its layout,
// machines, prices and job come to: it was changed since it was written.
//
// Version 1, which has no format_version, has no constants either: its plans are reckoned with the program's.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "hakaru/formats/json.h"
#include "hakaru/planning/plan/plan_constants.h"
#include "hakaru/planning/plan/search_watch.h"

namespace hakaru {

inline constexpr std::int64_t plan_file_version = 2;

/// "0.1.0"
std::string_view program_version();

/// `data`: with which the plans were made.
OrderedJson plan_file(const Scenario& scenario, const PlanResult& result, double elapsed_s,
                      const Translator& translator, const DataFiles& data);

struct SavedPlan {
  Scenario scenario;
  Plan plan;
  std::string version;                                  ///< of the program that wrote it
  std::string file;                                     ///< the text of the file that read_plan read
  Json keys = {};                                       ///< of its scenario, as the file has them, without hardware
  ConstantTables constants = {};                        ///< that it was made with; empty: its file does not say
  std::vector<ChangedConstant> changed_constants = {};  ///< of these, those that are others in the program
  std::shared_ptr<const DataFiles> made_with = {};      ///< the data with its constants, where some have changed

  /// The data whose constants its arithmetic uses; `data`: the program's.
  const DataFiles& constants_in(const DataFiles& data) const { return made_with ? *made_with : data; }
  /// The job of a plan that read_training_plan gave.
  const TrainingJob& training_job() const { return std::get<TrainingJob>(scenario.job); }
};

/// "plan.json#3" is the third of plan.json; a # without a number after it belongs to the file's name.
struct PlanReference {
  std::string file;
  std::optional<std::int64_t> rank = std::nullopt;  ///< empty: not said
};
PlanReference plan_reference(const std::string& text);

/// The plan of `rank` in a file's text; `file` is its name. A service is simulated once more, which `watch` may end.
Result<SavedPlan> plan_in(std::string_view text, const std::string& file, std::int64_t rank, const DataFiles& data,
                          const Catalog& catalog, const SearchWatch& watch = {});
/// The plan of rank N that `reference`, "FILE" or "FILE#N", names (1 when left out).
Result<SavedPlan> read_plan(const std::string& reference, const DataFiles& data, const Catalog& catalog,
                            const SearchWatch& watch = {});
/// The same; refuses one that is not of training.
Result<SavedPlan> read_training_plan(const std::string& reference, const DataFiles& data, const Catalog& catalog);

}  // namespace hakaru
