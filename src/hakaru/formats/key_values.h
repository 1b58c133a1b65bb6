// JSON Schema of the values that a key of a question takes, by the words that its help shows: "COUNT", "closed|flow",
// "auto|COUNT". The words stand in one table.
//
//   value_schema("LENGTH");       // {"type": ["integer", "string"], "minimum": 1, "pattern": …,
//                                 //  "examples": ["2048", …]}
//   value_schema("closed|flow");  // {"enum": ["closed", "flow"]}
#pragma once

#include <string_view>

#include "hakaru/formats/hardware_json.h"

namespace hakaru {

/// `words` as a key of a question or of a scenario has them; "": nothing, it is there or not.
OrderedJson value_schema(std::string_view words);

/// True if each of `words` stands in the table, or is a value itself.
bool knows_value(std::string_view words);

/// The same of a key as an answer repeats it, as said and as taken: "true" that was typed for true; of traffic, what
/// was mixed.
OrderedJson echoed_schema(std::string_view words, bool repeatable);

/// The JSON value of `text`: a number, a truth, or the text itself.
OrderedJson typed_value(std::string_view text);

}  // namespace hakaru
