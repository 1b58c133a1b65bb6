// A question as it is posted: /v1/ask takes it whole, /v1/ask/plan_serve without its key "question".
#pragma once

#include <string_view>

#include "hakaru/core/fields.h"

namespace hakaru::api {

/// `name`: of the path; "": it has none, the body names the question.
Result<Json> posted_question(std::string_view name, std::string_view body);

/// A question's name as JSON has it, where `question` has one that is known; else "unknown".
std::string known_name(const Json& question);

}  // namespace hakaru::api
