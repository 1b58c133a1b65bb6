// How far predictions are off what was measured (evidence/accuracy.h): held out first, fitted second, then the worst.
#pragma once

#include "hakaru/evidence/accuracy.h"
#include "hakaru/formats/json.h"
#include "hakaru/output/plan_text.h"

namespace hakaru {

OrderedJson json_of(const Accuracy& accuracy, const Translator& translator);
/// Every figure, a row each.
OrderedJson accuracy_rows(const Accuracy& accuracy);
std::string accuracy_text(const Accuracy& accuracy, const Pen& pen);

}  // namespace hakaru
