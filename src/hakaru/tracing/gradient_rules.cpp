#include <numeric>

#include "hakaru/tracing/autograd.h"
#include "hakaru/tracing/recording.h"

namespace hakaru::tracing {
namespace {

/// One operation that a gradient goes through.
struct Through {
  Recorder& recorder;
  NodeId id;
  Tensor gradient;
  const std::function<bool(NodeId)>& wanted;
  SourceLine line;

  const Node node() const { return recorder.node(id); }
  Tensor input(std::size_t at) const { return recorder.tensor_for_gradient(node().inputs[at]); }
  Tensor result() const { return recorder.tensor_for_gradient(id); }
  Dimensions input_shape(std::size_t at) const { return recorder.node(node().inputs[at]).shape; }
  std::int64_t integer(std::size_t at) const { return node().attributes.integers[at]; }
  Tensor kernel(Opcode opcode, const std::vector<Tensor>& inputs, const Dimensions& shape,
                const Attributes& attributes = {}) const {
    return recorder.record(opcode, inputs, shape, gradient.type(), attributes, line);
  }
};

/// Gradient of a tensor that was repeated: the sum over its copies.
Tensor summed_to(const Tensor& gradient, const Dimensions& shape, SourceLine line) {
  Tensor summed = gradient;
  const std::size_t added = gradient.shape().size() - shape.size();
  if (added > 0) {
    const std::int64_t rows =
        std::accumulate(gradient.shape().begin(), gradient.shape().begin() + static_cast<std::ptrdiff_t>(added),
                        std::int64_t{1}, std::multiplies<>());
    summed = sum(reshape(summed, {rows, -1}, line), 0, line);
    summed =
        reshape(summed, {gradient.shape().begin() + static_cast<std::ptrdiff_t>(added), gradient.shape().end()}, line);
  }
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == summed.shape()[axis]) continue;
    Dimensions kept = summed.shape();
    kept[axis] = 1;
    summed = reshape(sum(summed, static_cast<std::int64_t>(axis), line), kept, line);
  }
  return summed;
}

/// Repeats what a reduction along an axis gave.
Tensor repeated(const Through& of, const Tensor& reduced) {
  Dimensions kept = of.input_shape(0);
  kept[static_cast<std::size_t>(of.integer(0))] = 1;
  return broadcast(reshape(reduced, kept, of.line), of.input_shape(0), of.line);
}

Tensor through_maximum(const Through& of) {
  const Tensor values = of.input(0);
  const Tensor largest = of.recorder.record(Opcode::equal, {values, repeated(of, of.result())}, values.shape(),
                                            values.type(), {}, of.line);
  const Tensor count = sum(largest, of.integer(0), of.line);
  return multiply(largest, repeated(of, divide(of.gradient, count, of.line)), of.line);
}

Tensor product(const Through& of, const Tensor& first, bool first_transposed, const Tensor& second,
               bool second_transposed, const Dimensions& shape) {
  return of.kernel(Opcode::matrix_product, {first, second}, shape,
                   {{first_transposed ? 1 : 0, second_transposed ? 1 : 0}, {}});
}

/// C = A B: Ā = C̄ Bᵀ, B̄ = Aᵀ C̄.
std::vector<Tensor> through_product(const Through& of) {
  std::vector<Tensor> gradients(2);
  if (of.wanted(of.node().inputs[0]))
    gradients[0] = product(of, of.gradient, false, of.input(1), true, of.input_shape(0));
  if (of.wanted(of.node().inputs[1]))
    gradients[1] = product(of, of.input(0), true, of.gradient, false, of.input_shape(1));
  return gradients;
}

std::vector<Tensor> through_norm(const Through& of) {
  const Attributes attributes = of.node().attributes;
  std::vector<Tensor> gradients(of.node().inputs.size());
  gradients[0] =
      of.kernel(Opcode::norm_input_gradient, {of.input(0), of.input(1), of.gradient}, of.input_shape(0), attributes);
  gradients[1] = of.kernel(Opcode::norm_weight_gradient, {of.input(0), of.gradient}, of.input_shape(1), attributes);
  if (gradients.size() > 2)
    gradients[2] = sum(reshape(of.gradient, {-1, of.input_shape(2).back()}, of.line), 0, of.line);
  return gradients;
}

/// Each of queries, keys and values; the sums are only a help.
std::vector<Tensor> through_attention(const Through& of) {
  std::vector<Tensor> gradients;
  for (std::size_t at = 0; at < 3; ++at) {
    gradients.push_back(of.kernel(Opcode::attention_gradient,
                                  {of.input(0), of.input(1), of.input(2), of.input(3), of.gradient}, of.input_shape(at),
                                  {{of.integer(0), static_cast<std::int64_t>(at)}, of.node().attributes.numbers}));
  }
  return gradients;
}

std::vector<Tensor> through_concatenation(const Through& of) {
  std::vector<Tensor> gradients;
  std::int64_t begin = 0;
  for (std::size_t at = 0; at < of.node().inputs.size(); ++at) {
    const std::int64_t size = of.input_shape(at)[static_cast<std::size_t>(of.integer(0))];
    gradients.push_back(slice(of.gradient, of.integer(0), begin, begin + size, of.line));
    begin += size;
  }
  return gradients;
}

Tensor through_permutation(const Through& of) {
  std::vector<std::int64_t> inverse(of.node().attributes.integers.size());
  for (std::size_t at = 0; at < inverse.size(); ++at)
    inverse[static_cast<std::size_t>(of.integer(at))] = static_cast<std::int64_t>(at);
  return permute(of.gradient, inverse, of.line);
}

Tensor through_rotation(const Through& of) {
  Attributes backwards = of.node().attributes;
  backwards.numbers[1] = -backwards.numbers[1];
  return of.kernel(Opcode::rotary, {of.gradient}, of.input_shape(0), backwards);
}

Tensor slope_times_gradient(const Through& of, Opcode slope, const Tensor& at) {
  return multiply(of.gradient, of.kernel(slope, {at}, at.shape()), of.line);
}

/// Elementwise operations of one operand; those of two come in pairs.
std::vector<Tensor> through_elementwise(const Through& of) {
  const Tensor& gradient = of.gradient;
  const SourceLine line = of.line;
  switch (of.node().opcode) {
    case Opcode::add:
      return {gradient, gradient};
    case Opcode::subtract:
      return {gradient, scale(gradient, -1, line)};
    case Opcode::multiply:
      return {multiply(gradient, of.input(1), line), multiply(gradient, of.input(0), line)};
    case Opcode::divide: {
      const Tensor over = divide(gradient, of.input(1), line);
      return {over, scale(divide(multiply(over, of.input(0), line), of.input(1), line), -1, line)};
    }
    case Opcode::scale:
      return {scale(gradient, of.node().attributes.numbers[0], line)};
    case Opcode::add_constant:
      return {gradient};
    case Opcode::exponential:
      return {multiply(gradient, of.result(), line)};
    case Opcode::logarithm:
      return {divide(gradient, of.input(0), line)};
    case Opcode::square_root:
      return {scale(divide(gradient, of.result(), line), 0.5, line)};
    case Opcode::tanh: {
      const Tensor square = multiply(of.result(), of.result(), line);
      return {subtract(gradient, multiply(gradient, square, line), line)};
    }
    case Opcode::sigmoid: {
      const Tensor rest = add_constant(scale(of.result(), -1, line), 1, line);
      return {multiply(gradient, multiply(of.result(), rest, line), line)};
    }
    case Opcode::relu:
      return {slope_times_gradient(of, Opcode::step, of.result())};
    case Opcode::gelu:
      return {slope_times_gradient(of, Opcode::gelu_slope, of.input(0))};
    case Opcode::silu:
      return {slope_times_gradient(of, Opcode::silu_slope, of.input(0))};
    case Opcode::cast:
      return {cast(gradient, of.input(0).type().format, line)};
    default:
      return {};
  }
}

std::vector<Tensor> through_communication(const Through& of) {
  const int group = static_cast<int>(of.integer(0));
  switch (of.node().opcode) {
    case Opcode::all_reduce:
    case Opcode::copy_to_group:
      return {all_reduce(of.gradient, group, of.line)};
    case Opcode::reduce_from_group:
      return {of.gradient};
    case Opcode::pass_round:
      return {pass_round(of.gradient, group, -static_cast<int>(of.integer(1)), of.line)};
    case Opcode::all_to_all:
      return {all_to_all(of.gradient, group, of.line)};
    case Opcode::all_gather:
      return {reduce_scatter(of.gradient, group, of.line)};
    case Opcode::reduce_scatter:
      return {all_gather(of.gradient, group, of.line)};
    default:
      return {};
  }
}

std::vector<Tensor> through_picture(const Through& of) {
  const Attributes& attributes = of.node().attributes;
  switch (of.node().opcode) {
    case Opcode::columns_of_image:
      return {of.kernel(Opcode::image_of_columns, {of.gradient}, of.input_shape(0), attributes)};
    case Opcode::max_pool:
      return {of.kernel(Opcode::max_pool_gradient, {of.input(0), of.gradient}, of.input_shape(0), attributes)};
    case Opcode::average_pool:
      return {of.kernel(Opcode::average_pool_gradient, {of.gradient}, of.input_shape(0), attributes)};
    default:
      return {};
  }
}

}  // namespace

std::vector<Tensor> input_gradients(Recorder& recorder, NodeId id, const Tensor& gradient,
                                    const std::function<bool(NodeId)>& wanted, SourceLine line) {
  const Through of{recorder, id, gradient, wanted, line};
  const Node node = of.node();
  switch (node.opcode) {
    case Opcode::broadcast:
      return {summed_to(gradient, of.input_shape(0), line)};
    case Opcode::reshape:
      return {reshape(gradient, of.input_shape(0), line)};
    case Opcode::copy:
      return {gradient};
    case Opcode::permute:
      return {through_permutation(of)};
    case Opcode::slice:
      return {pad(gradient, of.integer(0), of.integer(1),
                  of.input_shape(0)[static_cast<std::size_t>(of.integer(0))] - of.integer(2), line)};
    case Opcode::pad:
      return {slice(gradient, of.integer(0), of.integer(1),
                    of.integer(1) + of.input_shape(0)[static_cast<std::size_t>(of.integer(0))], line)};
    case Opcode::concatenate:
      return through_concatenation(of);
    case Opcode::matrix_product:
      return through_product(of);
    case Opcode::sum:
      return {repeated(of, gradient)};
    case Opcode::maximum:
      return {through_maximum(of)};
    case Opcode::softmax:
      return {of.kernel(Opcode::softmax_gradient, {of.result(), gradient}, node.shape)};
    case Opcode::layer_norm:
      return through_norm(of);
    case Opcode::causal_mask:
      return {of.kernel(Opcode::causal_mask, {gradient}, node.shape, {{}, {0}})};
    case Opcode::rotary:
      return {through_rotation(of)};
    case Opcode::attention:
      return through_attention(of);
    case Opcode::gather_rows:
      return {of.kernel(Opcode::scatter_rows, {of.input(1), gradient}, of.input_shape(0),
                        {{of.input_shape(0).front(), node.attributes.integers[0]}, {}})};
    case Opcode::cross_entropy:
      return {recorder.record(Opcode::cross_entropy_gradient, {of.input(0), of.input(1), gradient}, of.input_shape(0),
                              of.input(0).type(), {}, line)};
    case Opcode::divided_cross_entropy:
      return {recorder.record(Opcode::divided_cross_entropy_gradient, {of.input(0), of.input(1), of.input(2), gradient},
                              of.input_shape(0), of.input(0).type(), {}, line)};
    default:
      if (is_elementwise(node.opcode)) return through_elementwise(of);
      if (is_communication(node.opcode) || node.opcode == Opcode::copy_to_group) return through_communication(of);
      return through_picture(of);
  }
}

}  // namespace hakaru::tracing
