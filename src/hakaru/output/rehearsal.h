// A rehearsal as people and programs look at it.
#pragma once

#include "hakaru/formats/json.h"
#include "hakaru/output/plan_text.h"
#include "hakaru/rehearsal/comparison.h"
#include "hakaru/rehearsal/precision.h"

namespace hakaru {

/// The core that ranks simulate: the plan's accelerator, in fp32 unless a precision is taken (rehearsal/precision.h).
/// It adds up in fp64: layouts are compared, not orders of sums.
Result<tracing::DeviceOptions> rehearsal_device(const Accelerator& accelerator, const DataFiles& data);

/// The text that ships with the program.
Result<std::string> shipped_text(const DataFiles& data);

/// The keys of `rehearse --json`.
OrderedJson json_of(const Rehearsed& rehearsed, const Translator& translator);
std::string rehearsal_text(const Rehearsed& rehearsed, const Pen& pen);

/// Loss in several number formats; `device_bytes`: what each takes of the plan's own device.
OrderedJson json_of(const std::vector<PrecisionRun>& runs, const std::vector<double>& device_bytes);
std::string precision_text(const std::vector<PrecisionRun>& runs, const std::vector<double>& device_bytes,
                           const Pen& pen);

}  // namespace hakaru
