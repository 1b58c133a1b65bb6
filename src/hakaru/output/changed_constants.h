// Note on a plan that is read and was made with other constants than the program's of today: its arithmetic uses the
// constants of then, and the note names those that changed.
#pragma once

#include "hakaru/formats/plan_file.h"

namespace hakaru {

/// Note with the few constants that changed most: "calibrations/… gemm_efficiency: 0.72 then, 0.74 now; …".
/// `saved` has at least one that changed.
std::string changed_constants_text(const SavedPlan& saved, const Translator& t);

/// As "constants_changed": [{"constant", "then", "now"}, …], where there are any.
void add_changed_constants(OrderedJson& json, const SavedPlan& saved);

}  // namespace hakaru
