#include "hakaru/timing/exchanges.h"

#include <algorithm>

#include "hakaru/core/real.h"
#include "hakaru/model/heads.h"

namespace hakaru {
namespace {

void add_sums(std::vector<Exchange>& exchanges, const Linear& linear, bool whole_experts) {
  const bool sums_expert = linear.experts > 0 && linear.expert_split == Split::row && !whole_experts;
  if (linear.split == Split::row || sums_expert) {
    exchanges.push_back({Exchange::Kind::forward_sum, real(linear.out)});
    exchanges.push_back({Exchange::Kind::backward_sum, real(linear.out)});
  }
  if (linear.vocabulary) exchanges.push_back({Exchange::Kind::backward_sum, real(linear.in)});
}

}  // namespace

std::array<double, 4> widths_of_heads(const Attention& attention, const Layout& layout) {
  const auto width = [&](std::int64_t heads, std::int64_t dim) {
    return real(std::max(heads_of_rank(heads, attention.heads, layout.tp), layout.cp) * dim);
  };
  return {width(attention.heads, attention.key_dim), width(attention.kv_heads, attention.key_dim),
          width(attention.kv_heads, attention.value_dim), width(attention.heads, attention.value_dim)};
}

double width_of_keys(const Attention& attention, const Layout& layout) {
  const std::int64_t kv_heads = heads_of_rank(attention.kv_heads, attention.heads, layout.tp);
  return real(kv_heads * (attention.key_dim + attention.value_dim));
}

std::vector<Exchange> exchanges_of(const Block& block, const Layout& layout) {
  std::vector<Exchange> exchanges;
  const double senders = layout.sequence_parallel ? real(layout.tp) : 1;
  for (const Module& module : block.modules) {
    const auto* table = std::get_if<Embedding>(&module.kind);
    if (table != nullptr && table->vocabulary && layout.tp > 1) {
      exchanges.push_back({Exchange::Kind::forward_sum, real(table->width)});
    }
    const auto* linear = std::get_if<Linear>(&module.kind);
    if (linear == nullptr) continue;
    if (layout.tp > 1) add_sums(exchanges, *linear, layout.expert_tp() == 1);
    // The sum is enough.
    const bool same_tokens = layout.experts_across_tensor() && layout.dp * layout.cp == 1 && layout.etp == 0;
    if (layout.ep > 1 && !same_tokens && leaves_experts(*linear)) {
      exchanges.push_back({Exchange::Kind::experts, real(linear->experts_per_token * linear->out) / senders, linear});
    }
  }
  return exchanges;
}

}  // namespace hakaru
