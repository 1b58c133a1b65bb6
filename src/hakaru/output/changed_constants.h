// What is said where a plan that is read was made with other constants than the program's of today: its arithmetic is
// that of then, and which are others now.
#pragma once

#include "hakaru/formats/plan_file.h"

namespace hakaru {

/// "note: 2 constants have changed since the plan was made, with whose this is reckoned: …, 0.72 then, 0.74 now; …":
/// the few that changed most. Of a plan of which some have.
std::string changed_constants_text(const SavedPlan& saved, const Translator& t);

/// As "constants_changed": [{"constant", "then", "now"}, …], where there are any.
void add_changed_constants(OrderedJson& json, const SavedPlan& saved);

}  // namespace hakaru
