// The questions as a model's tools: their schemas, and answers short enough to be read by one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hakaru/asking/asker.h"
#include "kept_plans.h"

namespace hakaru::api {

/// Columns of texts for a model: wide enough for a table's rows.
inline constexpr int text_columns = 160;

/// The name that offers every tool.
inline constexpr std::string_view all_tools = "all";

/// True for the tools that are named; where none is, for the ten core ones.
bool is_offered(std::string_view name, const std::vector<std::string>& named);

/// The tools that are offered, as tools/list gives them.
OrderedJson tools_json(const std::vector<std::string>& named);

/// As tools/call gives it: the answer as people read it, its rows cut where they are many, and as JSON where that is
/// short. Plans are kept.
OrderedJson tool_result(const Answer& answer, KeptPlans& kept, const Translator& translator);
/// The same as JSON, whole.
OrderedJson tool_json(const Answer& answer);
/// Why there is none.
OrderedJson tool_failure(const std::string& reason);

/// The first lines of `text`, and how many were left out.
std::string shortened_text(const std::string& text, const Translator& translator);

}  // namespace hakaru::api
