#include "hakaru/model/module.h"

#include <array>

namespace hakaru {
namespace {

std::int64_t values_of(const Linear& linear, std::int64_t copies) {
  if (linear.tied) return 0;
  return copies * (linear.in * linear.out + (linear.bias ? linear.out : 0));
}

/// With `experts` copies of a linear layer that has experts.
struct ParameterCounter {
  bool only_active;

  std::int64_t operator()(const Embedding& table) const { return table.rows * table.width; }
  std::int64_t operator()(const Linear& linear) const {
    if (linear.experts == 0) return values_of(linear, 1);
    return values_of(linear, only_active ? linear.experts_per_token : linear.experts);
  }
  std::int64_t operator()(const Norm& norm) const {
    const std::int64_t width = norm.parameter_width != 0 ? norm.parameter_width : norm.width;
    return width * ((norm.weight ? 1 : 0) + (norm.bias ? 1 : 0));
  }
  std::int64_t operator()(const Attention&) const { return 0; }
  std::int64_t operator()(const Recurrence& recurrence) const { return recurrence.parameters; }
  std::int64_t operator()(const Convolution& convolution) const {
    return convolution.in / convolution.groups * convolution.out * convolution.kernel +
           (convolution.bias ? convolution.out : 0);
  }
  std::int64_t operator()(const Elementwise&) const { return 0; }
  std::int64_t operator()(const Parameters& parameters) const { return parameters.count; }
};

}  // namespace

MemoryWork work_of(const Norm& norm) {
  if (norm.over == Norm::Over::batch) return MemoryWork::batch_norm;
  if (norm.over == Norm::Over::groups) return MemoryWork::group_norm;
  if (!norm.bias && !norm.centred) return norm.divided ? MemoryWork::head_norm : MemoryWork::rms_norm;
  return norm.weight ? MemoryWork::layer_norm : MemoryWork::plain_norm;
}

std::int64_t values_per_entry(const Attention& attention, std::int64_t kv_heads) {
  if (attention.cache == KvCache::compressed) return attention.compressed_width;
  return kv_heads * (attention.key_dim + (attention.values_are_keys ? 0 : attention.value_dim));
}

double cached_values_per_token(const Attention& attention, std::int64_t kv_heads) {
  return static_cast<double>(values_per_entry(attention, kv_heads) + attention.index_width) /
         static_cast<double>(attention.tokens_per_entry);
}

double columns_of(const Linear& linear, std::int64_t tp) {
  if (linear.whole_heads == 0) return static_cast<double>(linear.out) / static_cast<double>(tp);
  const std::int64_t heads = (linear.whole_heads + tp - 1) / tp;
  const std::int64_t columns = heads * (linear.out / linear.whole_heads);
  return static_cast<double>(columns);
}

std::int64_t parameters_of(const Module& module) { return std::visit(ParameterCounter{false}, module.kind); }

std::int64_t active_parameters_of(const Module& module) { return std::visit(ParameterCounter{true}, module.kind); }

}  // namespace hakaru
