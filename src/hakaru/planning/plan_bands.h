// The error bands of a plan's figures (evidence/band.h), and how sure it is that its limits are kept.
//
//   a training run    its step; time, cost and energy of the run are so many steps, and as uncertain
//   a service         TPOT and TTFT each by itself. A request takes TTFT + (answer − 1) · TPOT: both errors drawn
//                     together, of runs where both were measured. What iterations take f times as long is exactly a
//                     service f times as fast under f times the rate, f times later: so its limits are kept at the bad
//                     end where it keeps limits / f at rate · f
//   batch inference   the latency of a batch, and items per second
//   memory            of training: the peak of the fullest device
//
// Power is the data sheet's, no measurement is laid beside it: the band of an energy is that of its time.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "hakaru/evidence/band.h"
#include "hakaru/job/scenario.h"
#include "hakaru/planning/plan.h"

namespace hakaru {

/// One figure's ends.
struct FigureBand {
  std::string key;  ///< as in JSON: "step_time_s"
  double low = 0, high = 0;
};

class PlanBands {
 public:
  static Result<PlanBands> read(const DataFiles& data, const Scenario& scenario);

  /// Fills what is known of how far off `plan` may be; its cluster, layout and evidence are known.
  void add(Plan& plan) const;
  /// The same of whatever runs with the constants of `evidence` on `accelerator`: `ranks` of them, in `layout`.
  PlanUncertainty of(const PlanEvidence& evidence, const Accelerator& accelerator, const Layout& layout,
                     double ranks) const;

 private:
  using Key = std::tuple<std::string, std::string, std::string, std::string, int>;
  std::shared_ptr<const Band> band_of(const Bands& bands, Predicted figure) const;

  Bands bands_, memory_;
  std::string metric_, model_kind_, identity_;
  bool serves_ = false, trains_ = false;
  std::unique_ptr<std::mutex> one_at_a_time_ = std::make_unique<std::mutex>();
  std::unique_ptr<std::map<std::string, std::shared_ptr<const Band>>> known_;
};

}  // namespace hakaru
