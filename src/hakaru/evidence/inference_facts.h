// Facts of measured inference that benchmarks fix and rows leave out: data/inference_names.toml.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/core/fields.h"
#include "hakaru/hardware/accelerator.h"
#include "hakaru/model/model.h"

namespace hakaru {

/// Properties that a benchmark fixes for a model.
struct FixedInference {
  std::int64_t sequence_length = 0, runs = 0;  ///< 0: not fixed
  std::int64_t shared_by = 1;                  ///< accelerators that work on one item together
  bool runs_are_known = true;
  std::optional<double> limit_s;                              ///< of the latency, where items arrive at random
  std::optional<DataType> fp16_computed_as;                   ///< on accelerators that have it
  double calls_per_accelerator = 0;                           ///< under way at once; 0: as of its family
  std::vector<std::pair<std::string, std::int64_t>> besides;  ///< other networks of an item, and their runs
};

class InferenceFacts {
 public:
  static Result<InferenceFacts> read(const DataFiles& data);

  /// The name in data/models of what rows call `name`.
  std::string model_named(const std::string& name) const;
  /// The facts fixed for what rows call `name`, else for the model that it is.
  FixedInference fixed(const std::string& series, const std::string& name, const std::string& model) const;
  /// Calls under way at once on all of `accelerators`, where notes do not count them.
  double calls(const std::string& series, const std::string& notes, Family family, double accelerators) const;
  /// Software that runs on such accelerators; `kind` empty: on any.
  std::vector<std::string> software_names(std::optional<AcceleratorKind> kind = std::nullopt) const;
  /// The table of data/calibrations/inference/*.toml that holds the constants; empty: none.
  std::string software(const std::string& notes, AcceleratorKind kind) const;

 private:
  struct Calls {
    std::string series, says, family;
    double in_all = 0, per_accelerator = 0;  ///< 0: the other
  };
  struct Software {
    std::string name, says, kind;  ///< says, kind empty: any
  };
  std::optional<Error> read_fixed(const Json& by_series, const std::string& file);
  std::optional<Error> read_lists(const Json& tree, const std::string& file);

  std::map<std::string, std::string> names_;
  std::map<std::pair<std::string, std::string>, FixedInference> fixed_;  ///< by series and model
  std::vector<Calls> calls_;
  std::vector<Software> software_;  ///< the first that fits counts
};

}  // namespace hakaru
