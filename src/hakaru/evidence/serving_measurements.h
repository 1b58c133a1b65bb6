// Measured serving of language models: what a row says was run, with the software's defaults (data/engines)
// where it is silent.
//
// Columns, beside those of measured_model.h: accelerator, instance (where the catalog knows it; else the accelerator's
// usual machine), accelerators, tp, pp, moe_ep, attention_dp, weight_dtype, kv_dtype, engine, mode, concurrency,
// rate_per_s, input_length, output_length. Lengths and concurrency may be means (857.5).
// Protocol of a run, in columns that may be left out: statistic (mean, the usual, or median), in_step (true: all
// requests of one length, prompts first), poll_iterations (from one look for new requests to the next).
// Types: an empty weight_dtype is what the model's name ends in ("…-FP8"), else what its description says, else bf16.
// Weights of 4 bits are those of routed experts where there are any (the rest stays bf16), and are multiplied in their
// own type where the accelerator does so (mxfp4 by mxfp8 activations), else widened. An empty kv_dtype is bf16.
// Layout: accelerators / (tp · pp) replicas, which share their experts under attention_dp. A row without tp leaves it
// open: `layout` is empty.
#pragma once

#include "hakaru/evidence/measured_model.h"
#include "hakaru/evidence/serving_benchmarks.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/job/job.h"
#include "hakaru/parallel/layout.h"
#include "hakaru/serving/engine/serving_engine.h"

namespace hakaru {

enum class ServingMode { realtime, batch, offline, server, poisson };

struct ServingMeasurement {
  ServingJob job;
  Cluster cluster;
  std::int64_t accelerators = 1;  ///< of the cluster's, those that were used
  std::optional<Layout> layout;
  std::string engine;   ///< its name: "vllm"
  MeasuredRuns runs;    ///< how the engine runs where the row is silent
  std::string version;  ///< the engine with its version, in lower case: "vllm 0.12.0"
  ServingMode mode = ServingMode::server;
  double mean_input = 1, mean_output = 1;  ///< tokens of a request; the job has them to the nearest whole one
  std::optional<double> concurrency;       ///< in flight, all replicas together
  std::optional<double> rate_per_s;
  bool rate_is_measured = false;  ///< not stated: that of the answers that were given
  std::int64_t beams = 1;
  HostSampling sampling = {};
  std::int64_t compiled_sequences = 1;  ///< of a replica, at least: where shapes are compiled
  bool cache_type_is_stated = false;
  bool median = false;   ///< its figures are medians of requests; else means
  bool in_step = false;  ///< requests of one length, prompts first: waves that begin and end together
  double polled = 0;     ///< iterations between two looks for new requests; 0: one looks always
  std::optional<double> measured_tpot_s;

  /// True if the rate is the highest within a benchmark's limits: none is stated.
  bool at_highest_rate() const { return mode == ServingMode::poisson && (!rate_per_s || rate_is_measured); }
};

class ServingMeasurements {
 public:
  /// `data` and `catalog` must outlive this.
  static Result<ServingMeasurements> over(const DataFiles& data, const Catalog& catalog);

  /// A row that cannot be read is the error of its fields; one that names something unknown has a reason.
  Result<OrReason<ServingMeasurement>> read(CsvFields& row);

 private:
  ServingMeasurements(const DataFiles& data, const Catalog& catalog, ServingEngines engines,
                      ServingBenchmarks benchmarks)
      : catalog_(&catalog), engines_(std::move(engines)), benchmarks_(std::move(benchmarks)), models_(data) {}
  OrReason<ServingMeasurement> measurement(CsvFields& row);
  OrReason<Instance> instance_of(CsvFields& row) const;

  const Catalog* catalog_;
  ServingEngines engines_;
  ServingBenchmarks benchmarks_;
  MeasuredModels models_;
};

}  // namespace hakaru
