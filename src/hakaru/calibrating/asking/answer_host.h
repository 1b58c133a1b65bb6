// This machine measured, and a prediction of it tried, as a question.
#pragma once

#include "hakaru/asking/question.h"

namespace hakaru {

Result<Answer> calibrate_host_answer(const Json& keys, const Asking& asking);

}  // namespace hakaru
