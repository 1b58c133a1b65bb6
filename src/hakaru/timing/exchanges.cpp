#include "hakaru/timing/exchanges.h"

namespace hakaru {
namespace {

double real(std::int64_t value) { return static_cast<double>(value); }

void add_sums(std::vector<Exchange>& exchanges, const Linear& linear) {
  if (linear.split == Split::row || (linear.experts > 0 && linear.expert_split == Split::row)) {
    exchanges.push_back({Exchange::Kind::forward_sum, real(linear.out)});
    exchanges.push_back({Exchange::Kind::backward_sum, real(linear.out)});
  }
  if (linear.vocabulary) exchanges.push_back({Exchange::Kind::backward_sum, real(linear.in)});
}

}  // namespace

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
    if (layout.tp > 1) add_sums(exchanges, *linear);
    const bool same_tokens = layout.experts_across_tensor() && layout.dp * layout.cp == 1;  // the sum is enough
    if (layout.ep > 1 && !same_tokens && linear->experts > 0 && linear->expert_split != Split::column) {
      exchanges.push_back({Exchange::Kind::experts, real(linear->experts_per_token * linear->out) / senders});
    }
  }
  return exchanges;
}

}  // namespace hakaru
