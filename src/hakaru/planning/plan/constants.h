// The calibration, the memory reserve and the serving engine of each accelerator that a search meets, each read once.
// Accelerators that were asked for before may be asked for from several threads at once.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "hakaru/evidence/band.h"
#include "hakaru/evidence/inference_facts.h"
#include "hakaru/job/job.h"
#include "hakaru/memory/memory.h"
#include "hakaru/serving/engine/serving_engine.h"
#include "hakaru/timing/calibration.h"

namespace hakaru {

/// Use of the constants of a job: "training", "serving", "inference".
std::string_view use_of(const Job& job);

struct Constants {
  Calibration calibration;
  MemoryReserve reserve;
  std::optional<ServingEngine> engine = {};       ///< serving: whose constants these are, and how it schedules
  std::shared_ptr<const Constants> rollout = {};  ///< training that samples: those of the engine that does
};

/// Constants of the software of a training job, and of the release that it names; where the release was not measured,
/// the constants usual for all of them.
Result<Calibration> training_constants(Calibrations& calibrations, const TrainingJob& job,
                                       const Accelerator& accelerator);

/// Note that constants are none of the release that was asked for, and which releases have some.
Message note_on_release(const Calibration& calibration, const std::string& software);

class ConstantsByAccelerator {
 public:
  /// `data` must outlive this. `headroom_share`: as in Scenario. `engine`: that a plan of serving names; empty: each
  /// accelerator's.
  ConstantsByAccelerator(const DataFiles& data, const Job& job, std::optional<double> headroom_share,
                         std::string engine = {});
  Result<const Constants*> of(const Accelerator& accelerator);
  /// Constants of the engine that samples; null: nothing is sampled, or nothing was asked for yet.
  ConstantsByAccelerator* of_rollouts() const { return of_rollouts_.get(); }
  /// Files of the calibrations that were asked for, by their places in data/.
  std::vector<std::string> files_read() const { return calibrations_.files_read(); }
  /// `accelerator` and its relatives.
  Result<std::vector<std::string>> line_of(const Accelerator& accelerator) {
    return calibrations_.line_of(accelerator);
  }

 private:
  Result<Constants> read(const Accelerator& accelerator);
  /// Sets the share of memory that `reserve` leaves free, and its source.
  std::optional<Error> leave_free(MemoryReserve& reserve, const Accelerator& accelerator, const std::string& software);
  /// Why the software that a job of inference names has no constants there.
  std::optional<Error> not_run_by_software(const Accelerator& accelerator);
  Result<ServingEngine> engine_on(const Accelerator& accelerator);
  Result<Calibration> calibration_of(const Accelerator& accelerator, const std::optional<ServingEngine>& engine);

  const DataFiles& data_;
  Calibrations calibrations_;
  std::string use_;
  std::string engine_;
  std::string software_;  ///< that a job of inference names
  std::optional<double> headroom_share_;
  std::unique_ptr<ConstantsByAccelerator> of_rollouts_;  ///< of the engine that samples, where one does
  std::optional<TrainingJob> training_;            ///< whose software's constants, and margin of memory, these are
  std::optional<Result<Bands>> peaks_;             ///< read when the first is asked for
  std::optional<Result<InferenceFacts>> facts_;    ///< read when software is named
  std::optional<Result<ServingEngines>> engines_;  ///< read when the first is asked for
  std::map<std::string, Result<Constants>> known_;
  std::map<AcceleratorKind, MemoryReserve> reserves_;  ///< the same for all accelerators of a kind
};

}  // namespace hakaru
