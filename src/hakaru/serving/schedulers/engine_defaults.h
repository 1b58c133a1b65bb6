// The serving engine of a device, and what its scheduler does where nobody says, of data/engines.toml.
#pragma once

#include <string>

#include "hakaru/core/data_files.h"
#include "hakaru/core/result.h"
#include "hakaru/hardware/accelerator.h"
#include "hakaru/serving/schedulers/scheduler.h"

namespace hakaru {

struct EngineDefaults {
  std::string name;  ///< also of the table of data/calibrations/serving/*.toml that holds its constants
  std::string version;
  bool named_only = false;  ///< taken only where it is asked for
  std::int64_t block_tokens = 16;
  SchedulerOptions options;  ///< policy and limits
  std::string source;        ///< of the policy and the limits
};

/// The engine called `named` ("vllm") on a device; where none is named the first by name whose devices it is one of and
/// that need not be named.
Result<EngineDefaults> find_engine(const DataFiles& data, const Accelerator& accelerator, std::string_view named = {});

}  // namespace hakaru
