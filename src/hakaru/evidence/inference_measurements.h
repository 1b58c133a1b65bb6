// Measured inference of encoders, vision and diffusion models: what a row says was run, with what its benchmark fixes
// (data/inference_names.toml) where it is silent.
//
// Columns: series, model, accelerator, instance (where the catalog knows it; else the accelerator's usual machine),
// accelerators, dtype, batch (of one accelerator; empty: the best), seq_or_image (tokens, or pixels: 224x224), notes
// ("autocast=Matmult-BF16": fp32 is multiplied as bf16).
#pragma once

#include <map>

#include "hakaru/evidence/validation.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/job/job.h"

namespace hakaru {

struct InferenceMeasurement {
  BatchInferenceJob job;
  Cluster cluster;
  std::int64_t replicas = 1;          ///< each works on items of its own
  std::optional<std::int64_t> batch;  ///< empty: the one that gives most items per second
};

class InferenceMeasurements {
 public:
  /// `data` and `catalog` must outlive this.
  static Result<InferenceMeasurements> over(const DataFiles& data, const Catalog& catalog);

  /// A malformed row is an error; one that names something unknown has a reason.
  Result<OrReason<InferenceMeasurement>> read(const CsvTable& table, const CsvTable::Row& row);

 private:
  struct Fixed {
    std::int64_t sequence_length = 0, runs = 0;  ///< 0: not fixed
    std::int64_t shared_by = 1;
    bool runs_are_known = true;
  };
  InferenceMeasurements(const DataFiles& data, const Catalog& catalog) : data_(&data), catalog_(&catalog) {}
  OrReason<InferenceMeasurement> measurement(CsvFields& row);
  OrReason<Model> model_of(CsvFields& row);

  const DataFiles* data_;
  const Catalog* catalog_;
  std::map<std::string, std::string> names_;
  std::map<std::pair<std::string, std::string>, Fixed> fixed_;  ///< by series and model
  std::map<std::string, OrReason<Model>> known_;
};

}  // namespace hakaru
