#include "hakaru/calibrating/host/traced_kernels.h"

#include <cmath>
#include <map>

#include "hakaru/calibrating/host/host_clock.h"
#include "hakaru/tracing/core_time.h"
#include "hakaru/tracing/operations.h"

namespace hakaru {
namespace {

using tracing::Dimensions;
using tracing::Instruction;
using tracing::Opcode;
using tracing::Tensor;

struct WeightSize {
  std::int64_t depth, columns;
};
constexpr WeightSize weight_sizes[] = {{1536, 1152}, {1280, 1280}, {1792, 896},  {896, 1792},
                                       {1152, 1536}, {1152, 2304}, {2304, 1152}, {1408, 1408},
                                       {2048, 1280}, {1280, 2048}, {960, 1920},  {1920, 960}};
constexpr std::int64_t row_counts[] = {48, 80, 112, 160, 208, 240};
constexpr int copies = 3;  // of weights, 270 MB in all: no cache keeps them from one pass to the next

struct HeadSize {
  std::int64_t heads, kv_heads, tokens, width;
};
constexpr HeadSize head_sizes[] = {
    {8, 8, 96, 48}, {12, 4, 192, 80}, {8, 2, 160, 72}, {12, 6, 112, 56}, {6, 3, 144, 96}};

/// Numbers between −½ and ½.
std::vector<float> any_values(const Dimensions& shape) {
  std::vector<float> values(static_cast<std::size_t>(tracing::elements_of(shape)));
  std::uint32_t state = 1;
  for (float& value : values) {
    state = state * 1664525U + 1013904223U;  // of Numerical Recipes
    value = static_cast<float>(state >> 8U) * 0x1p-24F - 0.5F;
  }
  return values;
}

Tensor held(tracing::Device& device, const std::string& name, const Dimensions& shape) {
  return device.state(name, any_values(shape), shape);
}

Operator product_of(const Instruction& instruction) {
  const Dimensions &rows = instruction.operands[0].shape, &result = instruction.result.shape;
  return {"product", Gemm{static_cast<double>(rows[0]), result[1], rows[1], 1, true}};
}

/// Times of a program's products and attentions, in s; the two instructions of an attention go together.
std::vector<KernelTime> times_of(const std::vector<Instruction>& instructions, const std::vector<double>& ended_s) {
  std::vector<KernelTime> times;
  std::map<std::int64_t, double> sums_s;  // by where the queries lie
  for (std::size_t at = 0; at < instructions.size(); ++at) {
    const Instruction& instruction = instructions[at];
    const double seconds = ended_s[at + 1] - ended_s[at];
    if (instruction.opcode == Opcode::matrix_product) times.push_back({product_of(instruction), seconds});
    if (instruction.opcode == Opcode::attention_sums) sums_s[instruction.operands[0].place.at] = seconds;
    if (instruction.opcode == Opcode::attention)
      times.push_back(
          {{"attention", tracing::attention_of(instruction)}, seconds + sums_s[instruction.operands[0].place.at]});
  }
  return times;
}

}  // namespace

tracing::DeviceOptions host_device() {
  tracing::DeviceOptions options;
  options.accelerator.name = "host";
  options.memory_bytes = std::int64_t{1} << 50;
  return options;
}

TracedKernels::TracedKernels() {
  tracing::DeviceOptions options = host_device();
  small_ = std::make_unique<tracing::Device>(options);
  options.clock = thread_s;
  device_ = std::make_unique<tracing::Device>(std::move(options));
  std::size_t next_rows = 0;
  for (const auto& [depth, columns] : weight_sizes) {
    const std::string size = std::to_string(depth) + " " + std::to_string(columns);
    const std::int64_t many = row_counts[next_rows++ % std::size(row_counts)];
    const Tensor one_row = held(*device_, "row " + size, {1, depth});
    for (int copy = 0; copy < copies; ++copy)
      products_.push_back({one_row, held(*device_, "weights " + size + " " + std::to_string(copy), {depth, columns})});
    products_.push_back({held(*device_, "rows " + size, {many, depth}), products_.back().weights});
  }
  for (const auto& [heads, kv_heads, tokens, width] : head_sizes) {
    const std::string size = std::to_string(tokens) + " " + std::to_string(width);
    attentions_.push_back({held(*device_, "queries " + size, {1, heads, tokens, width}),
                           held(*device_, "keys " + size, {1, kv_heads, tokens, width}),
                           held(*device_, "values " + size, {1, kv_heads, tokens, width}),
                           1 / std::sqrt(static_cast<double>(width))});
  }
  short_row_ = held(*small_, "row", {1, 16});
  short_weight_ = held(*small_, "weight", {16});
}

Result<std::vector<KernelTime>> TracedKernels::kernels() {
  std::vector<Tensor> results;
  for (const auto& [rows, weights] : products_) results.push_back(matrix_product(rows, weights));
  for (const auto& [queries, keys, values, scale] : attentions_)
    results.push_back(causal_attention(queries, keys, values, scale));
  const Result<tracing::StepReport> report = device_->mark_step(results);
  if (!report) return fail(report);
  return times_of(device_->last_program()->instructions, device_->last_ended_s());
}

/// A step of so many operations that take next to nothing.
Result<double> TracedKernels::small_steps_s(int operations) {
  constexpr int steps = 15;
  std::vector<double> seconds;
  for (int step = 0; step < steps; ++step) {
    const double began = thread_s();
    Tensor row = short_row_;
    for (int at = 0; at < operations; ++at) row = rms_norm(row, short_weight_);
    const Result<tracing::StepReport> report = small_->mark_step({row});
    if (!report) return fail(report);
    seconds.push_back(thread_s() - began);
  }
  return median_of(seconds);
}

Result<KernelPass> TracedKernels::pass() {
  constexpr int few = 32, many = 160;
  KernelPass pass;
  Result<std::vector<KernelTime>> times = kernels();
  if (!times) return fail(times);
  pass.kernels = std::move(*times);
  const Result<double> few_s = small_steps_s(few), many_s = small_steps_s(many);
  if (!few_s) return fail(few_s);
  if (!many_s) return fail(many_s);
  pass.launch_s = std::max(0.0, (*many_s - *few_s) / (many - few));
  pass.iteration_s = std::max(0.0, *few_s - few * pass.launch_s);
  return pass;
}

}  // namespace hakaru
