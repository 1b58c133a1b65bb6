// The keys of a scenario that fix parts of the layout, made of the table of layout_fields.h.
#pragma once

#include <vector>

#include "hakaru/job/key_reader.h"
#include "hakaru/job/layout_request.h"
#include "hakaru/job/scenario.h"

namespace hakaru {

/// In the order of the help.
std::vector<ScenarioKey> layout_keys();

LayoutRequest read_layout_request(KeyReader& reader);

}  // namespace hakaru
