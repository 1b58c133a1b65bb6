// A rehearsal as people and programs look at it, and the record that a rank leaves for the process that started it.
#pragma once

#include "hakaru/output/json.h"
#include "hakaru/output/plan_text.h"
#include "hakaru/rehearsal/comparison.h"
#include "hakaru/rehearsal/precision.h"

namespace hakaru {

/// The core that ranks simulate: the plan's accelerator, in fp32.
/// It adds up in fp64: layouts are compared, not orders of sums.
Result<tracing::DeviceOptions> rehearsal_device(const Accelerator& accelerator, const DataFiles& data);

/// The text that ships with the program.
Result<std::string> shipped_text(const DataFiles& data);

/// The gradients that a rank alone kept, a file each whose name begins with `path`: 32-bit floats as this machine has
/// them.
Result<void> write_gradients(const RankRecord& record, const std::string& path);
Result<std::vector<float>> read_gradient(const std::string& path, std::int64_t step, const std::string& parameter);

OrderedJson json_of(const RankRecord& record);
/// Instead of a record, where a rank did not fit into its core.
OrderedJson json_of_failure(std::int64_t rank, const Message& reason);
std::optional<Message> read_failure(const std::string& text);
Result<RankRecord> read_record(const std::string& text, const std::string& file);

/// The keys of `rehearse --json`.
OrderedJson json_of(const Rehearsed& rehearsed, const Translator& translator);
std::string rehearsal_text(const Rehearsed& rehearsed, const Pen& pen);

/// Loss in several number formats; `device_bytes`: what each takes of the plan's own device.
OrderedJson json_of(const std::vector<PrecisionRun>& runs, const std::vector<double>& device_bytes);
std::string precision_text(const std::vector<PrecisionRun>& runs, const std::vector<double>& device_bytes,
                           const Pen& pen);

}  // namespace hakaru
