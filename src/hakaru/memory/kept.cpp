#include "hakaru/memory/kept.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/real.h"
#include "hakaru/memory/chosen.h"
#include "hakaru/model/heads.h"
#include "hakaru/model/operator.h"
#include "hakaru/numerics/elementary.h"

namespace hakaru {
namespace {

constexpr double mask_bytes = 1;
constexpr double softmax_sum_bytes = 4;

class KeptCounter {
 public:
  KeptCounter(const Model& model, const Block& block, const Pass& pass)
      : pass_(pass), query_heads_(query_heads_of(block)) {
    const Shape shape{.batch = pass.batch, .new_tokens = pass.sequence_length, .image_size = pass.image_size};
    keys_ = tokens_of(block.stream, shape, model) / pass.batch;
    tokens_ = keys_ * pass.batch / (block.stream.is_text() ? real(pass.cp) : 1);
    whole_ = pass.sequence_parallel ? 1 / real(pass.tp) : 1;
    shard_ = 1 / real(pass.tp);
  }

  void operator()(const Embedding& table) { run(0, tokens_ * real(table.width) * whole_); }

  void operator()(const Linear& linear) {
    const Split split = linear.split == Split::expert ? linear.expert_split : linear.split;
    const std::int64_t cut = linear.experts == 0 || pass_.expert_tp == 0 ? pass_.tp : pass_.expert_tp;
    const double ranks_apart = real(pass_.tp / cut);  // which whole experts have the tokens of
    const double divided_in = split == Split::row ? rows_of_rank(linear, query_heads_, cut) : real(linear.in);
    if (linear.experts > 0) uneven_load_ = uneven_load(linear, pass_.ep, pass_.expert_choice);
    const double rows =
        linear.once_per_item ? pass_.batch : tokens_ * copies_of(linear.experts_per_token) / ranks_apart;
    const double in = rows * divided_in * (split != Split::row && linear.experts == 0 ? whole_ : 1);
    const bool columns = split == Split::column || linear.vocabulary;
    const double width = columns ? columns_of_rank(linear, query_heads_, cut) : real(linear.out);
    const double out = rows * width;
    kept_.bytes +=
        in * (linear.shares_input ? pass_.eager.same_rows : std::min(pass_.product_bytes, pass_.value_bytes));
    if (split == Split::row && linear.experts == 0 && !pass_.flash_attention) kept_.bytes += out * whole_ * mask_bytes;
    if (!linear.vocabulary) {
      if (++products_ % 2 == 1) chosen_bytes_ += out * pass_.value_bytes;
      if (split == Split::row && pass_.sequence_parallel) chosen_bytes_ += out * whole_ * pass_.value_bytes;
    }
    const double weights = divided_in * width;
    run_backward(linear, weights, in, out);
  }

  void operator()(const Norm& norm) {
    const double values = tokens_ * real(norm.width) * (norm.divided ? shard_ : whole_);
    keep(values);
    kept_.bytes += values * pass_.eager.of(work_of(norm));
    run(values, values);
  }

  void operator()(const Attention& attention) {
    const double heads = heads_held(attention.heads, attention), kv_heads = heads_held(attention.kv_heads, attention);
    const double read =
        tokens_ * (heads * real(attention.key_dim) + kv_heads * real(attention.key_dim + attention.value_dim));
    keep(read);
    kept_.bytes += tokens_ * heads * real(attention.value_dim) * pass_.eager.attention;
    run(read, tokens_ * heads * real(attention.value_dim));
    chosen_bytes_ += tokens_ * heads * (real(attention.value_dim) * pass_.value_bytes + softmax_sum_bytes);
    const double keys = attention.fixed_kv_tokens != 0 ? real(attention.fixed_kv_tokens) : keys_;
    if (pass_.flash_attention) {
      kept_.bytes += tokens_ * heads * softmax_sum_bytes;
    } else if (!pass_.attention_recomputed) {
      kept_.bytes += tokens_ * heads * keys * (2 * pass_.value_bytes + mask_bytes);
    }
  }

  void operator()(const Recurrence& recurrence) {
    const double read = tokens_ * real(recurrence.convolution_channels) * shard_;
    const double written = tokens_ * real(recurrence.heads * recurrence.value_dim) * shard_;
    keep(2 * read);  // ahead of the short convolution and behind it
    run(read, written);
  }

  void operator()(const Convolution& convolution) {
    const double inputs = elementary::pow(real(convolution.stride), real(convolution.dimensions));
    const double read = tokens_ * inputs * real(convolution.in);
    kept_.bytes += read * std::min(pass_.product_bytes, pass_.value_bytes);
    run(read, tokens_ * real(convolution.out));
  }

  void operator()(const Elementwise& work) {
    const double rows = tokens_ * copies_of(work.experts_per_token) * (work.divided ? shard_ : whole_);
    keep(rows * real(work.kept));
    kept_.bytes += rows * real(work.width_out) * pass_.eager.of(work.work);
    run(rows * real(work.width_in), rows * real(work.width_out));
  }

  void operator()(const Parameters&) {}

  const Kept& kept() const { return kept_; }
  double chosen_bytes() const { return chosen_bytes_; }

 private:
  double copies_of(std::int64_t experts_per_token) const {
    return experts_per_token > 0 ? real(experts_per_token) * uneven_load_ : 1;
  }
  double heads_held(std::int64_t heads, const Attention& attention) const {
    return std::max(real(heads_of_rank(heads, attention.heads, pass_.tp)), real(pass_.exchanged_by));
  }

  void keep(double values) { kept_.bytes += values * pass_.value_bytes; }

  /// A linear layer runs as one with those just before it that share its input.
  void run_backward(const Linear& linear, double weights, double in, double out) {
    const double gradients = linear.experts == 0 ? weights * pass_.gradient_bytes : 0;
    if (linear.vocabulary) {
      kept_.head_gradient_bytes += gradients;
      kept_.logits_bytes += out * pass_.logit_bytes;
      return;
    }
    const bool joins = linear.shares_input && joined_out_ > 0;
    const double out_together = joins ? joined_out_ + out : out;
    const double gradients_together = joins ? joined_gradients_ + gradients : gradients;
    run(in, out_together, gradients_together);
    joined_out_ = out_together;
    joined_gradients_ = gradients_together;
  }

  void run(double read, double written, double gradients = 0) {
    if (kept_.input_bytes == 0) kept_.input_bytes = read * (pass_.value_bytes + pass_.eager.input);
    joined_out_ = 0;
    joined_gradients_ = 0;
    kept_.work_bytes = std::max(kept_.work_bytes, (read + written) * pass_.value_bytes + gradients);
  }

  const Pass& pass_;
  std::int64_t query_heads_;
  double keys_ = 0;    ///< tokens of one item, which a query sees
  double tokens_ = 0;  ///< of this rank
  double whole_ = 1;   ///< share of a width outside tensor-parallel regions
  double shard_ = 1;
  double uneven_load_ = 1;  ///< of the experts seen last
  double joined_out_ = 0;   ///< of linear layers that share an input
  double joined_gradients_ = 0;
  int products_ = 0;
  double chosen_bytes_ = 0;
  Kept kept_;
};

}  // namespace

Kept kept_by(const Model& model, const Block& block, const Pass& pass) {
  if (block.condition) return {};
  KeptCounter counter(model, block, pass);
  for (const Module& module : block.modules) std::visit(counter, module.kind);
  return counter.kept();
}

double chosen_bytes(const Model& model, const Block& block, const Pass& pass) {
  if (block.condition) return 0;
  KeptCounter counter(model, block, pass);
  for (const Module& module : block.modules) std::visit(counter, module.kind);
  return counter.kept().input_bytes + counter.chosen_bytes();
}

}  // namespace hakaru
