// The types of an answer's keys, as the tables of answer_shapes.h spell them.
#pragma once

#include <initializer_list>
#include <utility>

#include "hakaru/formats/answer_shapes.h"

namespace hakaru::shape {

inline OrderedJson number() { return {{"type", "number"}}; }
inline OrderedJson integer() { return {{"type", "integer"}}; }
inline OrderedJson text() { return {{"type", "string"}}; }
inline OrderedJson truth() { return {{"type", "boolean"}}; }
inline OrderedJson one_of(std::initializer_list<const char*> values) {
  return {{"enum", std::vector<std::string>(values.begin(), values.end())}};
}
/// Another shape.
inline OrderedJson of(const std::string& name) { return {{"$ref", "#/$defs/" + name}}; }
inline OrderedJson list(OrderedJson items) { return {{"type", "array"}, {"items", std::move(items)}}; }
/// Keys that are names of something: data types, metrics.
inline OrderedJson by_name(OrderedJson values) {
  return {{"type", "object"}, {"additionalProperties", std::move(values)}};
}
inline OrderedJson any_of(std::initializer_list<OrderedJson> types) {
  OrderedJson either{{"anyOf", OrderedJson::array()}};
  for (const OrderedJson& type : types) either["anyOf"].push_back(type);
  return either;
}
/// One of several shapes, all of them objects.
inline OrderedJson any_shape(std::initializer_list<const char*> names) {
  OrderedJson either{{"type", "object"}, {"anyOf", OrderedJson::array()}};
  for (const char* const name : names) either["anyOf"].push_back(of(name));
  return either;
}
/// Null: not known, or nothing to tell.
inline OrderedJson nullable(OrderedJson type) {
  if (type.contains("type") && type["type"].is_array()) return type;
  if (!type.contains("type")) return any_of({std::move(type), {{"type", "null"}}});
  type["type"] = {type["type"], "null"};
  return type;
}

/// A key that is not always there.
inline AnswerKey maybe(AnswerKey key) {
  key.optional = true;
  return key;
}

using Keys = std::vector<AnswerKey>;
inline Keys joined(Keys keys, const Keys& more) {
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}
inline Keys joined(std::initializer_list<Keys> parts) {
  Keys all;
  for (const Keys& part : parts) all = joined(std::move(all), part);
  return all;
}

/// The tables, by what they are of.
std::vector<AnswerShape> of_plans();
std::vector<AnswerShape> of_comparisons();
std::vector<AnswerShape> of_simulations();
std::vector<AnswerShape> of_catalogue();
std::vector<AnswerShape> of_runs();
std::vector<AnswerShape> of_measurements();
std::vector<AnswerShape> of_measuring();
std::vector<AnswerShape> of_rehearsals();

/// The one place that says what a layout has.
AnswerShape of_layout();

/// Said of several.
AnswerKey notes();
AnswerKey elapsed();
AnswerKey constants_changed();

}  // namespace hakaru::shape
