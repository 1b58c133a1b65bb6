// One recorded operation. A graph is a list of them, each after those that it reads.
//
// Leaves are slots (memory that outlives the graph: parameters, optimizer states, inputs) and constants (one number,
// repeated). Elementwise operations read values of their own shape; `broadcast` makes shapes equal before them. Views
// (reshape, copy_to_group) take no memory and no time. The rest are kernels, one instruction each.
//
// Attributes, in order: `integers` | `numbers`
//   constant                     - | value              scale, add_constant     - | factor, addend
//   permute                      axes | -               matrix_product          transposed first, second | -
//   sum, maximum                 axis | -               slice                   axis, begin, end | -
//   pad                          axis, before, after | -   concatenate          axis | -
//   layer_norm … (all norms)     centred | epsilon      scatter_rows            rows, divided | -
//   gather_rows                  divided: 1 where an index may be of a row that another rank has | -
//   causal_mask                  - | fill               rotary                  first position | base, direction
//   attention, attention_sums    first query | scale    attention_gradient      first query, 0 of queries, 1 keys,
//     (first query: the keys' number where each query sees all of them)         2 values | scale
//   columns_of_image, image_of_columns   kernel height, width, stride, padding | -
//   pools                        kernel, stride | -     collectives             group | -
//   pass_round                   group, ranks onward | -
//   send, receive                group, peer | -        slot                    number of the slot | -
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/choice.h"
#include "hakaru/numerics/data_type.h"
#include "hakaru/tracing/dimensions.h"
#include "hakaru/tracing/draw.h"
#include "hakaru/tracing/source_line.h"

namespace hakaru::tracing {

enum class Opcode : std::uint8_t {
  // leaves
  slot,
  constant,
  // elementwise
  add,
  subtract,
  multiply,
  divide,
  scale,
  add_constant,
  exponential,
  logarithm,
  square_root,
  tanh,
  sigmoid,
  relu,
  step,
  gelu,
  gelu_slope,
  silu,
  silu_slope,
  equal,
  cast,
  broadcast,
  // views
  reshape,
  copy_to_group,
  // kernels
  copy,
  permute,
  slice,
  pad,
  concatenate,
  matrix_product,
  sum,
  maximum,
  softmax,
  softmax_gradient,
  layer_norm,
  norm_input_gradient,
  norm_weight_gradient,
  causal_mask,
  rotary,
  attention_sums,
  attention,
  attention_gradient,
  gather_rows,
  scatter_rows,
  cross_entropy,
  cross_entropy_gradient,
  exponential_sums,
  label_logits,
  divided_cross_entropy,
  divided_cross_entropy_gradient,
  columns_of_image,
  image_of_columns,
  max_pool,
  max_pool_gradient,
  average_pool,
  average_pool_gradient,
  // communication
  all_reduce,
  all_reduce_largest,
  reduce_from_group,
  all_gather,
  reduce_scatter,
  all_to_all,
  pass_round,
  send,
  receive,
  // compiled: a chain of elementwise operations
  fused,
};

}  // namespace hakaru::tracing

template <>
inline constexpr auto hakaru::choice_names<hakaru::tracing::Opcode> =
    std::to_array<std::string_view>({"slot",
                                     "constant",
                                     "add",
                                     "subtract",
                                     "multiply",
                                     "divide",
                                     "scale",
                                     "add constant",
                                     "exponential",
                                     "logarithm",
                                     "square root",
                                     "tanh",
                                     "sigmoid",
                                     "relu",
                                     "step",
                                     "gelu",
                                     "gelu slope",
                                     "silu",
                                     "silu slope",
                                     "equal",
                                     "cast",
                                     "broadcast",
                                     "reshape",
                                     "copy to group",
                                     "copy",
                                     "permute",
                                     "slice",
                                     "pad",
                                     "concatenate",
                                     "matrix product",
                                     "sum",
                                     "maximum",
                                     "softmax",
                                     "softmax gradient",
                                     "layer norm",
                                     "norm input gradient",
                                     "norm weight gradient",
                                     "causal mask",
                                     "rotary",
                                     "attention sums",
                                     "attention",
                                     "attention gradient",
                                     "gather rows",
                                     "scatter rows",
                                     "cross entropy",
                                     "cross entropy gradient",
                                     "exponential sums",
                                     "label logits",
                                     "divided cross entropy",
                                     "divided cross entropy gradient",
                                     "columns of image",
                                     "image of columns",
                                     "max pool",
                                     "max pool gradient",
                                     "average pool",
                                     "average pool gradient",
                                     "all-reduce",
                                     "all-reduce (largest)",
                                     "reduce from group",
                                     "all-gather",
                                     "reduce-scatter",
                                     "all-to-all",
                                     "pass round",
                                     "send",
                                     "receive",
                                     "fused"});

namespace hakaru::tracing {

inline constexpr std::size_t opcode_count = static_cast<std::size_t>(Opcode::fused) + 1;

/// Reads values of its own shape, one by one.
bool is_elementwise(Opcode opcode);
/// Its result is its input, under another shape or name.
bool is_view(Opcode opcode);
/// Other ranks take part: never dead, never merged with another.
bool is_communication(Opcode opcode);

/// Type of one element: a value in a number format, or an integer of 32 bits that names a row or a class.
struct ElementType {
  DataType format = DataType::fp32;
  bool index = false;

  bool operator==(const ElementType&) const = default;
  double bytes() const { return index ? 4 : bytes_per_value(format); }
  std::string_view text() const { return index ? "index" : name_of(format); }
};
inline constexpr ElementType index_type{DataType::fp32, true};

/// Bytes that a tensor takes on the device, rounded up.
std::int64_t bytes_of(const Dimensions& shape, ElementType type);

struct Attributes {
  std::vector<std::int64_t> integers;
  std::vector<double> numbers;

  bool operator==(const Attributes&) const = default;
};

/// Added to the number of a pass: what of it was put off (autograd.h, backward_to).
inline constexpr std::uint32_t put_off_half = std::uint32_t{1} << 30;

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = std::numeric_limits<NodeId>::max();

struct Node {
  Opcode opcode = Opcode::constant;
  ElementType type;
  Dimensions shape;
  std::vector<NodeId> inputs;
  Attributes attributes;
  SourceLine line;
  std::uint32_t pass = 0;          ///< 0: forward; n: recorded by the n-th backward() of the step; see put_off_half
  std::uint32_t recomputed = 0;    ///< which running again of a checkpoint recorded it; 0: none
  bool requires_gradient = false;  ///< a trainable leaf is among what it depends on
  bool materialised = false;       ///< must lie in memory (a gradient), never only within a fused instruction
  bool running_sum = false;        ///< a gradient that is added to from micro-batch to micro-batch
  bool made_again = false;         ///< gradients that read it have it recorded again (operations.h)
  bool fleeting = false;           ///< it is what was recorded again for them
  std::uint32_t scope = 0;         ///< part of a network that it belongs to, of gradients: whose they are (recorder.h)
  Draw draw = {};                  ///< for its rounding
};

}  // namespace hakaru::tracing
