#include "hakaru/memory/held.h"

#include <algorithm>

#include "hakaru/core/real.h"
#include "hakaru/model/heads.h"

namespace hakaru {
namespace {

/// A linear layer of one rank: its two widths after the cut.
struct Cut {
  double in;
  double out;
  Cut(const Linear& linear, std::int64_t query_heads, std::int64_t tp) : in(real(linear.in)), out(real(linear.out)) {
    const Split split = linear.split == Split::expert ? linear.expert_split : linear.split;
    if (split == Split::column || linear.vocabulary) out = columns_of_rank(linear, query_heads, tp);
    if (split == Split::row) in = rows_of_rank(linear, query_heads, tp);
  }
};

class HeldCounter {
 public:
  HeldCounter(const HeldBy& rank, std::int64_t query_heads) : rank_(rank), query_heads_(query_heads) {}

  Held operator()(const Embedding& table) const {
    const double rows = real(table.rows) / (table.vocabulary ? real(rank_.tp) : 1);
    return {.other = rows * real(table.width), .factored = rows + real(table.width)};
  }

  Held operator()(const Linear& linear) const {
    if (linear.tied) return {};
    const Cut cut(linear, query_heads_, linear.experts != 0 && rank_.expert_tp != 0 ? rank_.expert_tp : rank_.tp);
    const double copies = linear.experts == 0 ? 1 : real(linear.experts) / real(rank_.ep);
    const double matrix = copies * cut.in * cut.out;
    const double bias = linear.bias ? copies * cut.out : 0;
    const double sums = copies * (cut.in + cut.out) + bias;
    const bool adapted = rank_.lora && !linear.vocabulary;
    const double adapters = adapted ? copies * real(rank_.lora->rank) * (cut.in + cut.out) : 0;
    if (linear.experts != 0) {
      return {.expert = matrix + bias, .expert_factored = sums, .expert_adapters = adapters};
    }
    if (linear.vocabulary) return {.other = matrix + bias, .factored = sums};
    return {.linear = matrix, .other = bias, .factored = sums, .adapters = adapters};
  }

  Held operator()(const Norm& norm) const {
    const double width =
        norm.parameter_width != 0 ? real(norm.parameter_width) : real(norm.width) / (norm.divided ? real(rank_.tp) : 1);
    return vector_of(width * ((norm.weight ? 1 : 0) + (norm.bias ? 1 : 0)));
  }

  Held operator()(const Attention&) const { return {}; }
  Held operator()(const Recurrence& recurrence) const {
    return vector_of(real(recurrence.parameters) /
                     real(std::min(rank_.tp, std::max<std::int64_t>(1, recurrence.heads))));
  }

  Held operator()(const Convolution& convolution) const {
    const double columns = real(convolution.in / std::max<std::int64_t>(1, convolution.groups) * convolution.kernel);
    const double bias = convolution.bias ? real(convolution.out) : 0;
    return {
        .linear = columns * real(convolution.out), .other = bias, .factored = columns + real(convolution.out) + bias};
  }

  Held operator()(const Elementwise&) const { return {}; }
  Held operator()(const Parameters& parameters) const {
    return vector_of(real(parameters.count) / (parameters.divided ? real(rank_.tp) : 1));
  }

 private:
  static Held vector_of(double values) { return {.other = values, .factored = values}; }

  const HeldBy& rank_;
  std::int64_t query_heads_;
};

Held held_of(const Module& module, const HeldBy& rank, std::int64_t query_heads) {
  return std::visit(HeldCounter(rank, query_heads), module.kind);
}

}  // namespace

Held& Held::operator+=(const Held& more) {
  linear += more.linear;
  other += more.other;
  expert += more.expert;
  factored += more.factored;
  expert_factored += more.expert_factored;
  adapters += more.adapters;
  expert_adapters += more.expert_adapters;
  return *this;
}

Held Held::operator*(double copies) const {
  return {.linear = linear * copies,
          .other = other * copies,
          .expert = expert * copies,
          .factored = factored * copies,
          .expert_factored = expert_factored * copies,
          .adapters = adapters * copies,
          .expert_adapters = expert_adapters * copies};
}

Held held_of(const Module& module, const HeldBy& rank) { return held_of(module, rank, 0); }

Held held_of(const Block& block, const HeldBy& rank) {
  Held held;
  const std::int64_t query_heads = query_heads_of(block);
  for (const Module& module : block.modules) {
    if (rank.lora && !is_adapted(block, module.name, rank.lora->adapted)) {
      held += held_of(module, {.tp = rank.tp, .ep = rank.ep, .lora = {}, .expert_tp = rank.expert_tp}, query_heads);
    } else {
      held += held_of(module, rank, query_heads);
    }
  }
  return held;
}

Held tied_head_of(const Model& model, const HeldBy& rank) {
  for (const Block& block : model.after) {
    for (const Module& module : block.modules) {
      const auto* linear = std::get_if<Linear>(&module.kind);
      if (linear == nullptr || !linear->tied || !linear->vocabulary) continue;
      Linear own = *linear;
      own.tied = false;
      return HeldCounter(rank, 0)(own);  // further heads share it
    }
  }
  return {};
}

}  // namespace hakaru
