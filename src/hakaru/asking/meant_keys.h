// Values that people write otherwise than readers of keys take them: "p4d" for "p4d.24xlarge", an accelerator where an
// instance is asked for. They become what is meant, on the command line and in JSON alike, and a note says so.
#pragma once

#include <vector>

#include "hakaru/asking/question.h"

namespace hakaru {

/// Replaces such values in `keys` of the question; gives a note for each.
std::vector<Message> read_as_meant(Json& keys, const Question& question, const Asking& asking);

}  // namespace hakaru
