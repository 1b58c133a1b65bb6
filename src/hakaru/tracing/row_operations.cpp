#include <algorithm>

#include "hakaru/tracing/recording.h"

namespace hakaru::tracing {
namespace {

std::int64_t last(const Tensor& tensor, std::size_t back = 1) { return tensor.shape()[tensor.shape().size() - back]; }

bool is_row_of(const Tensor& weight, const Tensor& values) { return weight.shape() == Dimensions{last(values)}; }

/// Matrices that are multiplied one by one.
bool same_batch(const Tensor& first, const Tensor& second) {
  const Dimensions &one = first.shape(), &other = second.shape();
  return one.size() == other.size() && std::equal(one.begin(), one.end() - 2, other.begin());
}

ElementType wider_of(const Tensor& first, const Tensor& second) {
  return first.type().bytes() >= second.type().bytes() ? first.type() : second.type();
}

}  // namespace

Tensor matrix_product(const Tensor& first, const Tensor& second, SourceLine line) {
  if (const Tensor* failed = failed_among({&first, &second})) return *failed;
  const auto fits = [&] {
    if (first.shape().size() < 2 || second.shape().size() < 2 || last(first) != last(second, 2)) return false;
    return second.shape().size() == 2 || same_batch(first, second);
  };
  if (!fits()) {
    return recorder_of(first).fail(bad_input("{}: {} of {} and {}: these shapes do not fit each other", line.text(),
                                             name_of(Opcode::matrix_product), text_of(first.shape()),
                                             text_of(second.shape())));
  }
  Dimensions shape = first.shape();
  shape.back() = last(second);
  const Tensor rows =
      second.shape().size() == 2 && first.shape().size() > 2 ? reshape(first, {-1, last(first)}, line) : first;
  Dimensions result = rows.shape();
  result.back() = last(second);
  const Tensor product = recorder_of(first).record(Opcode::matrix_product, {rows, second}, result,
                                                   wider_of(first, second), {{0, 0}, {}}, line);
  return reshape(product, shape, line);
}

Tensor softmax(const Tensor& values, SourceLine line) {
  if (values.failed()) return values;
  if (values.shape().empty())
    return recorder_of(values).fail(
        bad_input("{}: softmax takes at least one dimension, found {}", line.text(), text_of(values.shape())));
  return record(Opcode::softmax, {values}, values.shape(), {}, line);
}

Tensor layer_norm(const Tensor& values, const Tensor& weight, const Tensor& bias, double epsilon, SourceLine line) {
  if (const Tensor* failed = failed_among({&values, &weight, &bias})) return *failed;
  if (values.shape().empty() || !is_row_of(weight, values) || !is_row_of(bias, values))
    return recorder_of(values).fail(bad_input("{}: layer_norm takes rows as long as weight and bias, found {}",
                                              line.text(), text_of(values.shape())));
  return record(Opcode::layer_norm, {values, weight, bias}, values.shape(), {{1}, {epsilon}}, line);
}

Tensor rms_norm(const Tensor& values, const Tensor& weight, double epsilon, SourceLine line) {
  if (const Tensor* failed = failed_among({&values, &weight})) return *failed;
  if (values.shape().empty() || !is_row_of(weight, values))
    return recorder_of(values).fail(
        bad_input("{}: rms_norm takes rows as long as its weight, found {}", line.text(), text_of(values.shape())));
  return record(Opcode::layer_norm, {values, weight}, values.shape(), {{0}, {epsilon}}, line);
}

Tensor causal_mask(const Tensor& scores, SourceLine line) {
  if (scores.failed()) return scores;
  if (scores.shape().size() < 2 || last(scores, 2) > last(scores))
    return recorder_of(scores).fail(
        bad_input("{}: causal_mask takes queries × keys, with no more queries than keys, found {}", line.text(),
                  text_of(scores.shape())));
  return record(Opcode::causal_mask, {scores}, scores.shape(), {{}, {-std::numeric_limits<double>::infinity()}}, line);
}

Tensor rotary(const Tensor& values, double base, std::int64_t first_position, SourceLine line) {
  if (values.failed()) return values;
  if (values.shape().size() < 2 || last(values) % 2 != 0)
    return recorder_of(values).fail(
        bad_input("{}: rotary takes positions × an even width, found {}", line.text(), text_of(values.shape())));
  return record(Opcode::rotary, {values}, values.shape(), {{first_position}, {base, 1}}, line);
}

namespace {

bool attends(const Dimensions& q, const Dimensions& k, const Dimensions& v) {
  return q.size() == 4 && k.size() == 4 && v.size() == 4 && q[0] == k[0] && k[0] == v[0] && k[1] == v[1] && k[1] > 0 &&
         q[1] % k[1] == 0 && k[2] == v[2] && q[3] == k[3];
}

Tensor does_not_attend(const Tensor& queries, const Tensor& keys, const Tensor& values, SourceLine line) {
  return recorder_of(queries).fail(bad_input("{}: {} of {} and {}: these shapes do not fit each other", line.text(),
                                             name_of(Opcode::attention), text_of(queries.shape()),
                                             fmt::format("{}, {}", text_of(keys.shape()), text_of(values.shape()))));
}

/// `first_query`: see Opcode::attention.
Tensor fused_attention(const Tensor& queries, const Tensor& keys, const Tensor& values, double scale,
                       std::int64_t first_query, SourceLine line) {
  const Dimensions& q = queries.shape();
  Recorder& recorder = recorder_of(queries);
  const Attributes attributes{{first_query}, {scale}};
  Tensor sums;
  {
    const Recorder::WithoutGradient paused(recorder);
    sums = recorder.record(Opcode::attention_sums, {queries, keys}, {q[0], q[1], q[2]}, {DataType::fp32, false},
                           attributes, line);
  }
  return record(Opcode::attention, {queries, keys, values, sums}, {q[0], q[1], q[2], values.shape()[3]}, attributes,
                line);
}

}  // namespace

Tensor causal_attention(const Tensor& queries, const Tensor& keys, const Tensor& values, double scale,
                        std::optional<std::int64_t> first_query, SourceLine line) {
  if (const Tensor* failed = failed_among({&queries, &keys, &values})) return *failed;
  if (!attends(queries.shape(), keys.shape(), values.shape())) return does_not_attend(queries, keys, values, line);
  const std::int64_t last_first = keys.shape()[2] - queries.shape()[2];  // the queries are the last of the keys
  const std::int64_t first = first_query.value_or(last_first);
  if (first < 0 || first > last_first) return does_not_attend(queries, keys, values, line);
  return fused_attention(queries, keys, values, scale, first, line);
}

Tensor attention(const Tensor& queries, const Tensor& keys, const Tensor& values, double scale, SourceLine line) {
  if (const Tensor* failed = failed_among({&queries, &keys, &values})) return *failed;
  if (!attends(queries.shape(), keys.shape(), values.shape())) return does_not_attend(queries, keys, values, line);
  return fused_attention(queries, keys, values, scale, keys.shape()[2], line);
}

namespace {

Tensor gathered_rows(const Tensor& table, const Tensor& indices, bool divided, SourceLine line) {
  if (const Tensor* failed = failed_among({&table, &indices})) return *failed;
  if (table.shape().size() != 2)
    return recorder_of(table).fail(
        bad_input("{}: embedding takes a table of rows × width, found {}", line.text(), text_of(table.shape())));
  if (!indices.type().index)
    return recorder_of(indices).fail(
        bad_input("{}: embedding takes indices, found {}", line.text(), text_of(indices.shape())));
  Dimensions shape = indices.shape();
  shape.push_back(last(table));
  return record(Opcode::gather_rows, {table, indices}, shape, {{divided ? 1 : 0}, {}}, line);
}

}  // namespace

Tensor embedding(const Tensor& table, const Tensor& indices, SourceLine line) {
  return gathered_rows(table, indices, false, line);
}

Tensor divided_embedding(const Tensor& table, const Tensor& indices, SourceLine line) {
  return gathered_rows(table, indices, true, line);
}

Tensor cross_entropy(const Tensor& logits, const Tensor& labels, SourceLine line) {
  if (const Tensor* failed = failed_among({&logits, &labels})) return *failed;
  if (logits.shape().size() != 2 || labels.shape() != Dimensions{logits.shape()[0]} || !labels.type().index)
    return recorder_of(logits).fail(
        bad_input("{}: cross_entropy takes rows × classes and an index for each row, found {}", line.text(),
                  text_of(logits.shape())));
  return recorder_of(logits).record(Opcode::cross_entropy, {logits, labels}, {}, {DataType::fp32, false}, {}, line);
}

Tensor divided_cross_entropy(const Tensor& logits, const Tensor& labels, int group, SourceLine line) {
  if (const Tensor* failed = failed_among({&logits, &labels})) return *failed;
  if (logits.shape().size() != 2 || labels.shape() != Dimensions{logits.shape()[0]} || !labels.type().index)
    return recorder_of(logits).fail(
        bad_input("{}: cross_entropy takes rows × classes and an index for each row, found {}", line.text(),
                  text_of(logits.shape())));
  Recorder& recorder = recorder_of(logits);
  const Dimensions rows = labels.shape();
  const ElementType wide{DataType::fp32, false};
  Tensor logarithms, own;
  {
    const Recorder::WithoutGradient paused(recorder);
    const Tensor largest = recorder.record(Opcode::all_reduce_largest, {maximum(logits, 1, line)}, rows, logits.type(),
                                           {{group}, {}}, line);
    const Tensor sums = recorder.record(Opcode::exponential_sums, {logits, largest}, rows, wide, {}, line);
    logarithms = logarithm(all_reduce(sums, group, line), line) + largest;
    own = all_reduce(recorder.record(Opcode::label_logits, {logits, labels}, rows, wide, {}, line), group, line);
  }
  return recorder.record(Opcode::divided_cross_entropy, {logits, labels, logarithms, own}, {}, wide, {}, line);
}

}  // namespace hakaru::tracing
