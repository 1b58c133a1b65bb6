// What a serving engine's scheduler does on a device where nobody says, of data/engines.toml.
#pragma once

#include <string>

#include "hakaru/core/data_files.h"
#include "hakaru/core/result.h"
#include "hakaru/hardware/accelerator.h"
#include "hakaru/serving/scheduler.h"

namespace hakaru {

struct EngineDefaults {
  std::string version;
  std::int64_t block_tokens = 16;
  SchedulerOptions options;  ///< policy and limits
  std::string source;        ///< of the policy and the limits
};

/// Of `engine` ("vllm") on a device.
Result<EngineDefaults> find_engine_defaults(const DataFiles& data, std::string_view engine,
                                            const Accelerator& accelerator);

}  // namespace hakaru
