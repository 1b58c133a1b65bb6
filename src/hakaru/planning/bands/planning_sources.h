// Sources that the plans of many scenarios share: constants by accelerator, recommendations, bands. Each is read when
// it is first asked for, and only once. One worker owns them: two must not use them at once.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "hakaru/planning/bands/plan_bands.h"
#include "hakaru/planning/money/costing.h"
#include "hakaru/planning/plan/constants.h"

namespace hakaru {

class PlanningSources {
 public:
  /// `data` must outlive this.
  explicit PlanningSources(const DataFiles& data) : data_(data) {}

  const DataFiles& data() const { return data_; }
  ConstantsByAccelerator& constants(const Scenario& scenario);
  const Result<Recommendations>& recommendations();
  Result<std::shared_ptr<const PlanBands>> bands(const Job& job);

 private:
  /// Use of the job, its software, kind of software, headroom share, and what else of a training job matters.
  using Use = std::tuple<std::string, std::string, std::string, std::optional<double>, std::string>;

  const DataFiles& data_;
  std::map<Use, ConstantsByAccelerator> constants_;
  std::optional<Result<Recommendations>> recommendations_;
  std::map<std::string, Result<std::shared_ptr<const PlanBands>>, std::less<>> bands_;  ///< by use_of
};

}  // namespace hakaru
