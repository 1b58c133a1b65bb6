// Time that a new replica of a fleet warms up before it serves, part by part.
//
//   warm-up = the machine's start + weights / bandwidth + compiling, where it is stated + the engine's start
//   weights = of the ranks of the replica that share a machine;  bandwidth = of the storage they lie on, at most the
//             machine's network where they come over it
// Worked example: Llama 3.1 8B in bf16, 16.06 GB, on g6e.xlarge, whose network carries 2.5 Gb/s = 0.3125 GB/s at all
// times, less than S3 gives: 51.4 s; with 180 s for the machine and 64 s for vLLM, 295 s.
// Limits: every new replica waits for a machine, also where one that is there has room; replicas that start together do
// not share the storage's bandwidth.
#pragma once

#include <optional>

#include "hakaru/core/data_files.h"
#include "hakaru/core/result.h"
#include "hakaru/core/term.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/job/job.h"
#include "hakaru/parallel/layout.h"
#include "hakaru/serving/fleet/autoscaler.h"

namespace hakaru {

/// data/autoscaling.toml, for an accelerator.
struct AutoscalingDefaults {
  double interval_s = 0, tolerance = 0, let_go_after_s = 0;
  double grow_by_share = 0;
  std::int64_t grow_by_replicas = 0;
  std::string looks_source;
  double instance_start_s = 0;
  std::string instance_source;
  std::string weights_storage, weights_source;
  double engine_start_s = 0;
  std::string engine_source;

  struct EngineStart {
    std::vector<std::string> accelerators;  ///< of those whose names begin so; empty: of any
    double start_s = 0;
    std::string source;
  };
  std::vector<EngineStart> engines;  ///< the first that fits counts; the last is of any

  /// The same with the engine's start on `accelerator`.
  AutoscalingDefaults started_on(const Accelerator& accelerator) const;
};
/// Defaults with no engine's start chosen.
Result<AutoscalingDefaults> read_autoscaling_defaults(const DataFiles& data);
Result<AutoscalingDefaults> find_autoscaling_defaults(const DataFiles& data, const Accelerator& accelerator);

/// Parts of the warm-up that the user states; the others are the defaults'.
struct WarmUpRequest {
  std::optional<double> whole_s;  ///< then nothing else counts
  std::optional<double> instance_start_s, compile_s;
};

/// In seconds; their sum is the warm-up. `weights_bytes` of one rank of the replica; `storage`: where the weights lie.
Terms warm_up_terms(double weights_bytes, const Layout& layout, const Instance& instance, const Storage& storage,
                    const WarmUpRequest& request, const AutoscalingDefaults& defaults);
double warm_up_s(const Terms& terms);

}  // namespace hakaru
