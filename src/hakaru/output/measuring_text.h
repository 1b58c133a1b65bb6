// The runs that would tell most about a plan, as people read them and as JSON.
#pragma once

#include "hakaru/formats/json.h"
#include "hakaru/measuring/measuring.h"
#include "hakaru/output/plan_text.h"

namespace hakaru {

std::string measuring_text(const Measuring& measuring, const Pen& pen);
OrderedJson json_of(const Measuring& measuring, const Translator& translator);

}  // namespace hakaru
