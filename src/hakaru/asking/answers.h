// Who answers what, for question.cpp, and what they share.
#pragma once

#include "hakaru/asking/question.h"
#include "hakaru/output/plan_file.h"

namespace hakaru {

Result<Answer> plan_answer(const Json& keys, const Asking& asking);
Result<Answer> compare_answer(const Json& keys, const Asking& asking);
Result<Answer> explain_answer(const Json& keys, const Asking& asking);
Result<Answer> scale_answer(const Json& keys, const Asking& asking);
Result<Answer> network_answer(const Json& keys, const Asking& asking);
Result<Answer> fit_answer(const Json& keys, const Asking& asking);
Result<Answer> memory_answer(const Json& keys, const Asking& asking);
Result<Answer> model_answer(const Json& keys, const Asking& asking);
Result<Answer> models_answer(const Json& keys, const Asking& asking);

/// A key as messages name it: "--top", or "question: 'top'".
std::string shown_key(std::string_view key, const Asking& asking);

/// The plan that `keys` has: FILE or FILE#RANK, or a plan file itself, whose best is meant.
Result<SavedPlan> asked_plan(const Json& keys, std::string_view usage, const Asking& asking);

}  // namespace hakaru
