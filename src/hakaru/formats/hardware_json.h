// Hardware as JSON, and back: a plan file carries the machine it was made for, so that it can be read where the
// catalogue has changed or never knew it.
#pragma once

#include "hakaru/core/fields.h"
#include "hakaru/hardware/instance.h"

namespace hakaru {

/// Keeps its keys in the order they were written.
using OrderedJson = nlohmann::ordered_json;

OrderedJson json_of(const Accelerator& accelerator);
OrderedJson json_of(const Instance& instance);

/// The same with the version of the format, to be kept and read back.
OrderedJson hardware_json(const Instance& instance);
/// Reads what hardware_json wrote, or json_of before there were versions; `file` is for messages.
Result<Instance> instance_from_json(const Json& json, const std::string& file);

}  // namespace hakaru
