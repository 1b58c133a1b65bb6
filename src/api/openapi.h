// The HTTP service described as OpenAPI 3.1, made from the table of questions.
#pragma once

#include "hakaru/core/fields.h"
#include "hakaru/formats/json.h"

namespace hakaru::api {

/// One path for each question, and those of the service itself.
OrderedJson openapi(std::string_view version);

}  // namespace hakaru::api
