// Entries of data/ that the keys of a scenario name: models, recipes, optimizers, software stacks,
// traffic; and traces in files of the user's. Each is read when
// it is first asked for, and once only: many scenarios may be read from the same sources (planning/sweep_planner.h).
#pragma once

#include <map>
#include <optional>
#include <string>

#include "hakaru/core/data_files.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/job/defaults.h"
#include "hakaru/job/offered_layouts.h"
#include "hakaru/job/precision_recipe.h"
#include "hakaru/job/software_stack.h"
#include "hakaru/model/model.h"
#include "hakaru/traffic/request.h"

namespace hakaru {

class ScenarioSources {
 public:
  /// Both must outlive this.
  ScenarioSources(const DataFiles& data, const Catalog& catalog) : data_(data), catalog_(catalog) {}

  const Result<Model>& model(const std::string& reference);
  const Result<PrecisionRecipe>& recipe(const std::string& name);
  const Result<Optimizer>& optimizer(const std::string& name);
  const Result<SoftwareStacks>& stacks();
  const Result<OffersBySoftware>& offers();
  const Result<HostUpdate>& host_update();
  const Result<JobDefaults>& defaults();
  /// The requests of a traffic of data/traffic.toml, and of a trace: its file, or what it holds.
  const Result<std::vector<Request>>& traffic(const std::string& name, const std::string& key);
  const Result<std::vector<Request>>& trace(const std::string& file);
  const Catalog& catalog() const { return catalog_; }

 private:
  template <typename Value>
  using Known = std::map<std::string, Result<Value>, std::less<>>;

  const DataFiles& data_;
  const Catalog& catalog_;
  Known<Model> models_;
  Known<PrecisionRecipe> recipes_;
  Known<Optimizer> optimizers_;
  Known<std::vector<Request>> traffic_, traces_;
  std::optional<Result<SoftwareStacks>> stacks_;
  std::optional<Result<OffersBySoftware>> offers_;
  std::optional<Result<HostUpdate>> host_update_;
  std::optional<Result<JobDefaults>> defaults_;
};

}  // namespace hakaru
