// What the keys of a scenario name, looked up in data/: models, recipes, optimizers, software stacks. Each is read when
// it is first asked for, and once only: many scenarios may be read from the same sources (planning/sweep.h).
#pragma once

#include <map>
#include <optional>
#include <string>

#include "hakaru/core/data_files.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/job/precision_recipe.h"
#include "hakaru/job/software_stack.h"
#include "hakaru/model/model.h"

namespace hakaru {

class ScenarioSources {
 public:
  /// Both must outlive this.
  ScenarioSources(const DataFiles& data, const Catalog& catalog) : data_(data), catalog_(catalog) {}

  const Result<Model>& model(const std::string& reference);
  const Result<PrecisionRecipe>& recipe(const std::string& name);
  const Result<Optimizer>& optimizer(const std::string& name);
  const Result<SoftwareStacks>& stacks();
  const Catalog& catalog() const { return catalog_; }

 private:
  template <typename Value>
  using Known = std::map<std::string, Result<Value>, std::less<>>;

  const DataFiles& data_;
  const Catalog& catalog_;
  Known<Model> models_;
  Known<PrecisionRecipe> recipes_;
  Known<Optimizer> optimizers_;
  std::optional<Result<SoftwareStacks>> stacks_;
};

}  // namespace hakaru
