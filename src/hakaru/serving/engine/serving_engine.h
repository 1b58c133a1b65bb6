// A serving engine as one value: how it schedules, its limits by device, what it runs on, what measurements call it and
// how those were run. One file of data/engines for each; the first of them says what its keys are.
//
//   chosen as "vllm" or "vllm@0.12.0"; its constants are those of its name, and of its version where that was measured
//   (timing/caused_constants.h)
// Where none is named it is the first by name that runs on the accelerator and need not be named.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/core/result.h"
#include "hakaru/hardware/accelerator.h"
#include "hakaru/serving/iteration/host_sampling.h"
#include "hakaru/serving/schedulers/scheduler.h"

namespace hakaru {

/// Policy and limits on some devices.
struct EngineLimits {
  double least_memory_bytes = 0;
  std::vector<std::string> accelerators, other_than;  ///< starts of names
  SchedulerOptions options;
  std::string source;

  bool are_of(const Accelerator& accelerator) const;
};

/// Conditions of an engine's measured runs where a row does not state them.
struct MeasuredRuns {
  struct Setup {
    std::string name_has;
    HostSampling sampling;
  };

  std::vector<std::string> names;    ///< starts of what rows call the engine, in lower case
  bool continuous = true;            ///< requests join a running batch; else a batch begins and ends together
  std::int64_t prefill_tokens = 0;   ///< of an iteration, at most
  std::int64_t most_sequences = 0;   ///< decoding at once
  std::int64_t output_length = 0;    ///< 0: rows must say
  bool evenly = false;               ///< where a rate is stated, requests come at equal intervals
  std::int64_t compiled_tokens = 0;  ///< that prompts and caches are padded to; 0: shapes are as they come
  std::map<std::pair<std::string, std::string>, std::int64_t> compiled_sequences;  ///< of accelerator, "model tpN"
  std::vector<Setup> sampling_on_host;

  /// Sequences that decoding of `model` on so many ranks was compiled for, where more than its requests in flight; 1:
  /// not said.
  std::int64_t compiled_for(const std::string& accelerator, std::string_view model, std::int64_t tp) const;
  /// Time of sampling on the host in a setup, recognised by the measurement's name; zeros: the host samples nothing.
  HostSampling sampling(std::string_view measurement) const;
};

/// The way an engine places recurrent states in blocks of its KV cache (planning/search/state_blocks.h).
struct StatesInBlocks {
  double share_of_memory = 1;  ///< that it takes unless it is said
  double about_as_many = 1;    ///< groups of layers are as large as the larger kind where it is less than so many times
};

struct ServingEngine {
  std::string name;     ///< also of its constants
  std::string version;  ///< that was chosen: "0.12.0"; empty: none
  std::vector<std::string> also_called;
  std::string versions;  ///< that its file tells of
  bool named_only = false;
  std::int64_t block_tokens = 16;
  std::optional<StatesInBlocks> states;  ///< empty: it keeps them otherwise
  std::vector<EngineLimits> devices;
  EngineLimits limits;  ///< on the device that it was found for
  MeasuredRuns measured;

  /// As --engine has it.
  std::string label() const { return version.empty() ? name : name + "@" + version; }
};

/// Reads an engine from the text of one file.
Result<ServingEngine> read_serving_engine(std::string_view text, const std::string& file, const std::string& name);

class ServingEngines {
 public:
  static Result<ServingEngines> read(const DataFiles& data);

  /// The engine `named` on a device, with its limits there; where none is named that of the device.
  Result<ServingEngine> on(const Accelerator& accelerator, std::string_view named = {}) const;
  /// By what a measurement calls it, with its version ("vllm 0.12.0"); how it ran is complete where it is known to run.
  Result<ServingEngine> measured_as(std::string_view engine, const Accelerator& accelerator) const;

 private:
  const ServingEngine* called(std::string_view name) const;

  std::map<std::string, ServingEngine> engines_;
};

}  // namespace hakaru
