// Measured inference of encoders, vision and diffusion models, and of encoder-decoders that generate: what a row says
// was run, with what its benchmark fixes (data/inference_names.toml) where it is silent.
//
// Columns: series, model, accelerator, instance (where the catalog knows it; else the accelerator's usual machine),
// accelerators, dtype, batch (of one call; empty: the best), seq_or_image (tokens, or pixels: 224x224), notes:
//   autocast=Matmult-BF16              fp32 is multiplied as bf16
//   N Models=4; Workers per Model=2    calls under way at once; one model, one worker: the call's batch is divided
//   Threads=8                          the same
//   run_mode=Model Pipeline            one copy, its layers spread over the cores, weights kept in them
//   scenario=server                    random arrivals under the benchmark's limit
//   tp=8 … in=128 out=84               of a model that generates: figures are per token, read or written
// Lengths in tokens may be means, taken to the nearest whole token.
#pragma once

#include <map>

#include "hakaru/evidence/inference_facts.h"
#include "hakaru/evidence/validation.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/job/job.h"
#include "hakaru/parallel/layout.h"

namespace hakaru {

struct InferenceMeasurement {
  std::vector<BatchInferenceJob> networks;  ///< that an item goes through
  std::optional<ServingJob> generation;     ///< instead: a model that generates
  Cluster cluster;
  Layout layout;                      ///< dp: copies at work on items of their own
  std::optional<std::int64_t> batch;  ///< of a call on one copy; empty: the one that gives most items per second
  double calls = 1;                   ///< under way on each copy
  double busy = 1;                    ///< share of the copies' batches that holds items
  std::optional<double> limit_s;      ///< items arrive at random, and their latency is limited
  std::string software;               ///< the table of data/calibrations/inference/*.toml that holds its constants
};

class InferenceMeasurements {
 public:
  /// `data` and `catalog` must outlive this.
  static Result<InferenceMeasurements> over(const DataFiles& data, const Catalog& catalog);

  /// A row that cannot be read is the error of its fields; one that names something unknown has a reason.
  Result<OrReason<InferenceMeasurement>> read(CsvFields& row);

 private:
  InferenceMeasurements(const DataFiles& data, const Catalog& catalog, InferenceFacts facts)
      : data_(&data), catalog_(&catalog), facts_(std::move(facts)) {}
  OrReason<InferenceMeasurement> measurement(CsvFields& row);
  OrReason<Model> model_called(const std::string& name);
  OrReason<std::vector<BatchInferenceJob>> networks_of(CsvFields& row, const Model& model, const FixedInference& fixed,
                                                       DataType compute);

  const DataFiles* data_;
  const Catalog* catalog_;
  InferenceFacts facts_;
  std::map<std::string, OrReason<Model>> known_;
};

}  // namespace hakaru
