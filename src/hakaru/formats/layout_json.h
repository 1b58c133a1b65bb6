// A layout as JSON, as a plan names its parts, and read back. Both are made of the table of job/layout_fields.h.
//
//   {"tp": 8, "pp": 4, …, "schedule": "1f1b", …}
#pragma once

#include "hakaru/formats/hardware_json.h"
#include "hakaru/parallel/layout.h"

namespace hakaru {

OrderedJson json_of(const Layout& layout);
/// Reads a layout; errors are kept by `fields`.
Layout read_layout(Fields& fields);

}  // namespace hakaru
