#include "hakaru/tracing/recording.h"

namespace hakaru::tracing {
namespace {

ElementType wider(ElementType first, ElementType second) {
  if (first.index) return second;
  if (second.index) return first;
  return first.bytes() >= second.bytes() ? first : second;
}

Tensor of_one(Opcode opcode, const Tensor& values, const Attributes& attributes, SourceLine line) {
  if (values.failed()) return values;
  return record(opcode, {values}, values.shape(), attributes, line);
}

Tensor of_two(Opcode opcode, const Tensor& first, const Tensor& second, SourceLine line) {
  if (const Tensor* failed = failed_among({&first, &second})) return *failed;
  const auto shape = broadcast_of(first.shape(), second.shape());
  if (!shape) {
    return recorder_of(first).fail(bad_input("{}: {} of {} and {}: these shapes do not fit each other", line.text(),
                                             name_of(opcode), text_of(first.shape()), text_of(second.shape())));
  }
  return recorder_of(first).record(opcode, {broadcast(first, *shape, line), broadcast(second, *shape, line)}, *shape,
                                   wider(first.type(), second.type()), {}, line);
}

}  // namespace

Tensor add(const Tensor& first, const Tensor& second, SourceLine line) {
  return of_two(Opcode::add, first, second, line);
}
Tensor subtract(const Tensor& first, const Tensor& second, SourceLine line) {
  return of_two(Opcode::subtract, first, second, line);
}
Tensor multiply(const Tensor& first, const Tensor& second, SourceLine line) {
  return of_two(Opcode::multiply, first, second, line);
}
Tensor divide(const Tensor& first, const Tensor& second, SourceLine line) {
  return of_two(Opcode::divide, first, second, line);
}
Tensor scale(const Tensor& values, double factor, SourceLine line) {
  return of_one(Opcode::scale, values, {{}, {factor}}, line);
}
Tensor add_constant(const Tensor& values, double addend, SourceLine line) {
  return of_one(Opcode::add_constant, values, {{}, {addend}}, line);
}
Tensor exponential(const Tensor& values, SourceLine line) { return of_one(Opcode::exponential, values, {}, line); }
Tensor logarithm(const Tensor& values, SourceLine line) { return of_one(Opcode::logarithm, values, {}, line); }
Tensor square_root(const Tensor& values, SourceLine line) { return of_one(Opcode::square_root, values, {}, line); }
Tensor tanh(const Tensor& values, SourceLine line) { return of_one(Opcode::tanh, values, {}, line); }
Tensor sigmoid(const Tensor& values, SourceLine line) { return of_one(Opcode::sigmoid, values, {}, line); }
Tensor relu(const Tensor& values, SourceLine line) { return of_one(Opcode::relu, values, {}, line); }
Tensor gelu(const Tensor& values, SourceLine line) { return of_one(Opcode::gelu, values, {}, line); }
Tensor silu(const Tensor& values, SourceLine line) { return of_one(Opcode::silu, values, {}, line); }

Tensor cast(const Tensor& values, DataType format, SourceLine line) {
  if (values.failed() || values.type() == ElementType{format, false}) return values;
  return recorder_of(values).record(Opcode::cast, {values}, values.shape(), {format, false}, {}, line);
}

Tensor broadcast(const Tensor& values, const Dimensions& shape, SourceLine line) {
  if (values.failed() || values.shape() == shape) return values;
  if (broadcast_of(values.shape(), shape) != shape) {
    return recorder_of(values).fail(
        bad_input("{}: {} cannot be repeated to {}", line.text(), text_of(values.shape()), text_of(shape)));
  }
  return record(Opcode::broadcast, {values}, shape, {}, line);
}

Tensor mean_squared_error(const Tensor& first, const Tensor& second, SourceLine line) {
  const Tensor difference = subtract(first, second, line);
  return mean(multiply(difference, difference, line), line);
}

}  // namespace hakaru::tracing
