// The operations on tensors. Each records what is to be done and returns at once; none runs anything.
//
//   Tensor hidden = relu(matrix_product(x, weight) + bias);
//   Tensor loss = cross_entropy(matrix_product(hidden, head), labels);
//   loss.backward();
//
// Operands of elementwise operations are broadcast to each other (dimensions.h); of two types the wider is the
// result's. Axes count from 0, or from the end as −1. Formulas, per element or row x:
//   gelu        x/2 · (1 + tanh(√(2/π) · (x + 0.044715 x³)))      (the form of GPT-2)
//   silu        x / (1 + e⁻ˣ)
//   softmax     e^(xᵢ − max x) / Σⱼ e^(xⱼ − max x), over the last dimension
//   layer_norm  (x − mean) / √(variance + ε) · weight + bias, over the last dimension;
//               rms_norm: x / √(mean x² + ε) · weight
//   rotary      pairs (xᵢ, xᵢ₊d/2) of position p turned by p · base^(−2i/d), over the last two dimensions
//               (position, d)
//   causal_mask −∞ above the diagonal of the last two dimensions (queries are the last of the keys)
//   cross_entropy  mean over the rows that have a label of log Σⱼ e^xⱼ − x_label
//   conv2d      as columns of the image times the filters; inputs are batch × channels × height × width
// Limits: a row of softmax that is wholly −∞ gives NaN, and so does a cross-entropy without labels; maximum shares the
// gradient evenly among equal values; pooling has no padding and drops what does not fill a window.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "hakaru/tracing/tensor.h"

namespace hakaru::tracing {

// Elementwise.
Tensor add(const Tensor& first, const Tensor& second, SourceLine line = SourceLine::here());
Tensor subtract(const Tensor& first, const Tensor& second, SourceLine line = SourceLine::here());
Tensor multiply(const Tensor& first, const Tensor& second, SourceLine line = SourceLine::here());
Tensor divide(const Tensor& first, const Tensor& second, SourceLine line = SourceLine::here());
Tensor scale(const Tensor& values, double factor, SourceLine line = SourceLine::here());
Tensor add_constant(const Tensor& values, double addend, SourceLine line = SourceLine::here());
Tensor exponential(const Tensor& values, SourceLine line = SourceLine::here());
Tensor logarithm(const Tensor& values, SourceLine line = SourceLine::here());
Tensor square_root(const Tensor& values, SourceLine line = SourceLine::here());
Tensor tanh(const Tensor& values, SourceLine line = SourceLine::here());
Tensor sigmoid(const Tensor& values, SourceLine line = SourceLine::here());
Tensor relu(const Tensor& values, SourceLine line = SourceLine::here());
Tensor gelu(const Tensor& values, SourceLine line = SourceLine::here());
Tensor silu(const Tensor& values, SourceLine line = SourceLine::here());
/// To another number format, rounded as the device rounds to it.
Tensor cast(const Tensor& values, DataType format, SourceLine line = SourceLine::here());

inline Tensor operator+(const Located& first, const Tensor& second) { return add(first.tensor, second, first.line); }
inline Tensor operator-(const Located& first, const Tensor& second) {
  return subtract(first.tensor, second, first.line);
}
inline Tensor operator*(const Located& first, const Tensor& second) {
  return multiply(first.tensor, second, first.line);
}
inline Tensor operator/(const Located& first, const Tensor& second) { return divide(first.tensor, second, first.line); }
inline Tensor operator*(const Located& values, double factor) { return scale(values.tensor, factor, values.line); }

// Shape.
/// One dimension may be −1: what is left.
Tensor reshape(const Tensor& values, const Dimensions& shape, SourceLine line = SourceLine::here());
Tensor broadcast(const Tensor& values, const Dimensions& shape, SourceLine line = SourceLine::here());
/// Dimension i of the result is dimension axes[i] of `values`.
Tensor permute(const Tensor& values, const std::vector<std::int64_t>& axes, SourceLine line = SourceLine::here());
/// The last two dimensions swapped.
Tensor transpose(const Tensor& values, SourceLine line = SourceLine::here());
/// The values with `begin` ≤ index < `end` along `axis`.
Tensor slice(const Tensor& values, std::int64_t axis, std::int64_t begin, std::int64_t end,
             SourceLine line = SourceLine::here());
/// Zeros before and after along `axis`.
Tensor pad(const Tensor& values, std::int64_t axis, std::int64_t before, std::int64_t after,
           SourceLine line = SourceLine::here());
Tensor concatenate(const std::vector<Tensor>& parts, std::int64_t axis, SourceLine line = SourceLine::here());

// Products and reductions.
/// m×k by k×n. A first operand of more dimensions goes row by row with a second of two, or matrix by matrix with one of
/// as many.
Tensor matrix_product(const Tensor& first, const Tensor& second, SourceLine line = SourceLine::here());
/// The axis is gone from the result's shape.
Tensor sum(const Tensor& values, std::int64_t axis, SourceLine line = SourceLine::here());
Tensor mean(const Tensor& values, std::int64_t axis, SourceLine line = SourceLine::here());
Tensor maximum(const Tensor& values, std::int64_t axis, SourceLine line = SourceLine::here());
/// Sum, or mean, of all elements: a scalar.
Tensor sum(const Tensor& values, SourceLine line = SourceLine::here());
Tensor mean(const Tensor& values, SourceLine line = SourceLine::here());

// Rows.
Tensor softmax(const Tensor& values, SourceLine line = SourceLine::here());
Tensor layer_norm(const Tensor& values, const Tensor& weight, const Tensor& bias, double epsilon = 1e-5,
                  SourceLine line = SourceLine::here());
Tensor rms_norm(const Tensor& values, const Tensor& weight, double epsilon = 1e-5,
                SourceLine line = SourceLine::here());
Tensor causal_mask(const Tensor& scores, SourceLine line = SourceLine::here());
Tensor rotary(const Tensor& values, double base = 10000, std::int64_t first_position = 0,
              SourceLine line = SourceLine::here());
/// softmax(causal_mask(scale · q kᵀ)) v, head by head, as a fused kernel: no scores in memory, and for the backward
/// pass q, k, v and the logarithm of each row's sum (4 bytes a query and head), from which probabilities are made again
/// (Dao et al. 2022, arXiv 2205.14135). Batch × heads × positions × width; keys and values may have fewer heads that
/// divide the queries'. `first_query`: its position among the keys; none: the queries are the last of them.
Tensor causal_attention(const Tensor& queries, const Tensor& keys, const Tensor& values, double scale,
                        std::optional<std::int64_t> first_query = std::nullopt, SourceLine line = SourceLine::here());
/// The same without a mask: every query sees every key, as in encoders.
Tensor attention(const Tensor& queries, const Tensor& keys, const Tensor& values, double scale,
                 SourceLine line = SourceLine::here());
/// Row indices[…] of `table`, whose shape is rows × width.
Tensor embedding(const Tensor& table, const Tensor& indices, SourceLine line = SourceLine::here());
/// The same of a table whose rows are divided over a group: an index of this rank's rows, or their number where another
/// rank has it, which gives zeros.
Tensor divided_embedding(const Tensor& table, const Tensor& indices, SourceLine line = SourceLine::here());
/// Label of a row without one: the row is left out of the mean, and has no gradient.
inline constexpr std::int32_t no_label = -1;
/// `logits`: rows × classes; `labels`: an index per row, or no_label.
Tensor cross_entropy(const Tensor& logits, const Tensor& labels, SourceLine line = SourceLine::here());
/// The same of classes that are divided over a group: logits are this rank's columns, a label one of them, or their
/// number where another rank has it. Ranks exchange three numbers a row (Megatron-LM's way): the largest logit, the sum
/// of e^(x − largest), the label's logit. Every rank has the loss; its gradient is this rank's columns' own.
Tensor divided_cross_entropy(const Tensor& logits, const Tensor& labels, int group,
                             SourceLine line = SourceLine::here());
/// Mean of (first − second)².
Tensor mean_squared_error(const Tensor& first, const Tensor& second, SourceLine line = SourceLine::here());

// Pictures: batch × channels × height × width.
/// `filters`: out × channels × height × width. Keeps its inputs for the backward pass, and no columns.
Tensor conv2d(const Tensor& image, const Tensor& filters, std::int64_t stride = 1, std::int64_t padding = 0,
              SourceLine line = SourceLine::here());
Tensor max_pool(const Tensor& image, std::int64_t kernel, std::int64_t stride, SourceLine line = SourceLine::here());
Tensor average_pool(const Tensor& image, std::int64_t kernel, std::int64_t stride,
                    SourceLine line = SourceLine::here());

// Communication (communicator.h). Gathering and scattering go along the first dimension.
/// Sum over the group; so is its gradient.
Tensor all_reduce(const Tensor& values, int group, SourceLine line = SourceLine::here());
/// Itself; its gradient is summed over the group (Megatron-LM's f, before a column-split product).
Tensor copy_to_group(const Tensor& values, int group, SourceLine line = SourceLine::here());
/// Sum over the group; its gradient is itself (Megatron-LM's g, after a row-split product).
Tensor reduce_from_group(const Tensor& values, int group, SourceLine line = SourceLine::here());
/// Its gradient is reduce-scattered.
Tensor all_gather(const Tensor& values, int group, SourceLine line = SourceLine::here());
/// Its gradient is all-gathered.
Tensor reduce_scatter(const Tensor& values, int group, SourceLine line = SourceLine::here());
/// The first dimension, in as many parts as ranks: part i goes to rank i and comes from it. So does its gradient.
Tensor all_to_all(const Tensor& values, int group, SourceLine line = SourceLine::here());
/// To the rank `onward` places on in the group, the first behind the last. Its gradient comes back as far.
Tensor pass_round(const Tensor& values, int group, int onward = 1, SourceLine line = SourceLine::here());
void send(const Tensor& values, int group, int peer, SourceLine line = SourceLine::here());
/// With a gradient (a later stage's input) it is a leaf: device.gradient_of() has what flows into it.
Tensor receive(Device& device, const Dimensions& shape, ElementType type, int group, int peer,
               bool requires_gradient = false, SourceLine line = SourceLine::here());

/// Records `function(inputs)`, and keeps nothing within it for the backward pass, which records it again.
/// `function` must record the same whenever it is called, and may use parameters beside its inputs.
std::vector<Tensor> checkpoint(const std::function<std::vector<Tensor>(const std::vector<Tensor>&)>& function,
                               const std::vector<Tensor>& inputs, SourceLine line = SourceLine::here());

/// Weights that a rank has for one pass only, as when they are gathered from shards: what `make` gives, trainable.
/// `again`: nothing of them is kept for the backward pass; they are made once more where it first reads one. Their
/// gradients, once each is complete, go to `take`, in their order; zeros for those that none reached.
std::vector<Tensor> lent(Device& device, const std::function<std::vector<Tensor>()>& make,
                         const std::function<void(const std::vector<Tensor>& gradients)>& take, bool again,
                         SourceLine line = SourceLine::here());

/// The same tensor, but a backward pass that needs it records it again from what it was made of, once, rather than
/// keeping it: for what is cheap to make (an activation function) or large to hold (a gathered input).
Tensor made_again(const Tensor& values);

}  // namespace hakaru::tracing
