// Table of every JSON that the program writes: each shape's keys with type, unit, and if they
// may be null or missing. Schemas (asking/schema.h), docs/api and tests are made from it. Keys are added, never
// renamed.
//
//   for (const AnswerShape& shape : answer_shapes()) shape.keys.front();  // {"tp", {"type": "integer"}, "tensor …"}
//   shape_schema("layout");  // {"type": "object", "properties": {"tp": …}, …, "$defs": {…}}
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hakaru/formats/hardware_json.h"

namespace hakaru {

/// Version of all questions and answers together: another where a key changed its meaning or went.
inline constexpr int api_version = 1;

struct AnswerKey {
  std::string name;
  OrderedJson type;       ///< JSON Schema of its value; shapes within by "$ref"
  std::string help;       ///< English; Japanese in data/messages/ja/answers.toml
  bool optional = false;  ///< there where it was asked for, or where there is something to tell
};

struct AnswerShape {
  std::string name;
  std::string help;
  std::vector<AnswerKey> keys;
  OrderedJson otherwise = {};  ///< of what is no object with such keys: a list, one of several
};

const std::vector<AnswerShape>& answer_shapes();

bool has_shape(std::string_view name);

/// Schema of one shape; all that it refers to stands in "$defs".
OrderedJson shape_schema(std::string_view name);

/// Schemas of all shapes, by name: as "$defs" has them.
OrderedJson shape_definitions();

}  // namespace hakaru
