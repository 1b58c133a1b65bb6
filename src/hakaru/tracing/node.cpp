#include "hakaru/tracing/node.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace hakaru::tracing {
namespace {

constexpr std::array<std::string_view, opcode_count> names = {
    "slot",
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
    "fused",
};

}  // namespace

std::string_view name_of(Opcode opcode) { return names[static_cast<std::size_t>(opcode)]; }

bool is_elementwise(Opcode opcode) { return opcode >= Opcode::add && opcode <= Opcode::cast; }

bool is_view(Opcode opcode) { return opcode == Opcode::reshape || opcode == Opcode::copy_to_group; }

bool is_communication(Opcode opcode) { return opcode >= Opcode::all_reduce && opcode <= Opcode::receive; }

std::int64_t bytes_of(const Dimensions& shape, ElementType type) {
  return static_cast<std::int64_t>(std::ceil(static_cast<double>(elements_of(shape)) * type.bytes()));
}

std::string SourceLine::text() const {
  if (number == 0) return "";
  const std::string_view whole = file;
  return fmt::format("{}:{}", whole.substr(whole.find_last_of('/') + 1), number);
}

}  // namespace hakaru::tracing
