#include "hakaru/model/operator.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/real.h"
#include "hakaru/model/expert_loads.h"
#include "hakaru/model/heads.h"
#include "hakaru/numerics/elementary.h"

namespace hakaru {
namespace {

std::int64_t shard(std::int64_t width, std::int64_t ranks) { return (width + ranks - 1) / ranks; }

/// Pairs of a query and a key that it sees, for q new tokens after c cached ones, each seeing at most `most` (0: all).
double causal_pairs(double q, double c, double most) {
  if (most == 0 || most >= c + q) return q * c + q * (q + 1) / 2;
  if (most <= c) return q * most;
  const double growing = most - c;  // the first of them see c+1, c+2, … most
  return growing * c + growing * (growing + 1) / 2 + (q - growing) * most;
}

double source_length(const Shape& shape) { return shape.source_tokens > 0 ? shape.source_tokens : shape.new_tokens; }

double smallest(double a, double b) { return a == 0 ? b : b == 0 ? a : std::min(a, b); }

/// Turns the modules of one block into operators of one rank, one after another.
class Lowering {
 public:
  Lowering(const Model& model, const Block& block, const Shape& shape, const Shard& ranks, ExpertLoads& loads)
      : stream_(block.stream), shape_(shape), ranks_(ranks), query_heads_(query_heads_of(block)), loads_(loads) {
    tokens_ = tokens_of(block.stream, shape, model);
    if (stream_.is_text()) tokens_ /= real(ranks.cp);
  }

  std::vector<Operator> run(const Block& block) {
    if (tokens_ == 0) return {};
    for (const Module& module : block.modules) {
      name_ = module.name;
      std::visit([this](const auto& kind) { lower(kind); }, module.kind);
    }
    return std::move(operators_);
  }

 private:
  template <typename Kind>
  void emit(Kind kind) {
    operators_.push_back({name_, std::move(kind)});
  }

  /// Tokens of a module outside tensor-parallel regions, which sequence parallelism divides.
  double tokens_outside() const { return ranks_.sequence_parallel ? tokens_ / real(ranks_.tp) : tokens_; }

  void lower(const Embedding& table) {
    const double values = tokens_ * real(table.width);
    emit(MemoryOperator{values, values});
  }

  void lower(const Linear& linear) {
    const Split split = linear.split == Split::expert ? linear.expert_split : linear.split;
    const std::int64_t tp = linear.experts > 0 && ranks_.expert_tp > 0 ? ranks_.expert_tp : ranks_.tp;
    const bool columns = split == Split::column || linear.vocabulary;
    const auto n =
        columns ? static_cast<std::int64_t>(std::ceil(columns_of_rank(linear, query_heads_, tp))) : linear.out;
    const auto k =
        split == Split::row ? static_cast<std::int64_t>(std::ceil(rows_of_rank(linear, query_heads_, tp))) : linear.in;
    if (linear.experts == 0) {
      const bool one_row = linear.once_per_item || (linear.vocabulary && shape_.last_token_logits);
      emit(Gemm{one_row ? shape_.batch : tokens_, n, k, 1, true, linear.bias, linear.stored_as});
      return;
    }
    const double tokens = tokens_ * real(ranks_.sources_of_experts());
    const ExpertLoad& load = loads_.of(linear, ranks_.ep, tokens, ranks_.expert_choice);
    if (ranks_.expert_choice != ExpertChoice{})
      uneven_load_ = loads_.of(linear, ranks_.ep, 1, ranks_.expert_choice).share * real(ranks_.ep);
    const double rows = tokens * load.share * real(linear.experts_per_token);
    emit(Gemm{rows / load.running, n, k, load.running, true, linear.bias, linear.stored_as});
  }

  void lower(const Norm& norm) {
    const double values =
        norm.divided ? tokens_ * real(shard(norm.width, ranks_.tp)) : tokens_outside() * real(norm.width);
    emit(MemoryOperator{values, values, work_of(norm)});
  }

  void lower(const Elementwise& work) {
    const double copies = work.experts_per_token > 0 ? real(work.experts_per_token) * uneven_load_ : 1;
    const double rows = copies * (work.divided ? tokens_ / real(ranks_.tp) : tokens_outside());
    emit(MemoryOperator{rows * real(work.width_in), rows * real(work.width_out), work.work});
  }

  void lower(const Recurrence& recurrence) {
    const std::int64_t tp = ranks_.tp;
    emit(RecurrenceOperator{tokens_, shape_.batch, shard(recurrence.heads, tp), recurrence.key_dim,
                            recurrence.value_dim, shard(recurrence.convolution_channels, tp),
                            recurrence.convolution_kernel});
  }

  void lower(const Convolution& convolution) {
    const double inputs = elementary::pow(real(convolution.stride), real(convolution.dimensions));
    emit(ConvolutionOperator{tokens_, tokens_ * inputs, convolution.in, convolution.out, convolution.kernel,
                             convolution.groups, convolution.bias});
  }

  void lower(const Parameters&) {}

  bool whole_sequences() const { return ranks_.whole_sequences && stream_.is_text(); }

  /// Queries of one sequence on this rank, with the keys they see, before windows.
  AttentionOperator seen_by(const Attention& attention) const {
    const double items = shape_.batch;
    AttentionOperator op;
    op.batch = items;
    op.query_tokens = items > 0 ? tokens_ / items : 0;
    if (whole_sequences()) op.query_tokens *= real(ranks_.cp);
    op.causal = attention.causal;
    const bool sequence = stream_.kind == Stream::Kind::sequence;
    const double cached = sequence ? shape_.context : 0;
    const bool divided = stream_.is_text() && ranks_.cp > 1 && !whole_sequences();
    const double all_queries = divided ? op.query_tokens * real(ranks_.cp) : op.query_tokens;
    const double tokens_per_entry = real(attention.tokens_per_entry);
    const double most = smallest(real(attention.window), real(attention.selected) * tokens_per_entry);
    op.kv_tokens = cached + all_queries;
    if (attention.cross && sequence) op.kv_tokens = source_length(shape_);
    if (attention.fixed_kv_tokens != 0) op.kv_tokens = real(attention.fixed_kv_tokens);
    if (!attention.causal) {
      if (most != 0) op.kv_tokens = std::min(op.kv_tokens, most);
    } else if (most != 0 && most < op.kv_tokens && all_queries > 0) {
      op.kv_tokens = causal_pairs(all_queries, cached, most) / all_queries;
      op.causal = false;
    } else if (divided && sequence) {
      op.kv_tokens = cached + (all_queries + op.query_tokens) / 2;  // an even share of the pairs
    } else if (tokens_per_entry > 1) {
      op.kv_tokens = cached + (all_queries + 1) / 2;
      op.causal = false;
    }
    op.kv_tokens /= tokens_per_entry;
    return op;
  }

  void lower(const Attention& attention) {
    if (attention.index_heads != 0) {
      Attention indexer = attention;
      indexer.selected = 0;
      AttentionOperator scores = seen_by(indexer);
      scores.heads = shard(attention.index_heads, whole_sequences() ? ranks_.cp : 1);
      scores.kv_heads = 1;
      scores.key_dim = attention.index_width;
      scores.cached_values_per_token = real(attention.index_width);
      emit(scores);
    }
    AttentionOperator op = seen_by(attention);
    const std::int64_t over = ranks_.tp * (whole_sequences() ? ranks_.cp : 1);
    op.heads = shard(attention.heads, over);
    op.kv_heads = heads_of_rank(attention.kv_heads, attention.heads, over);
    op.key_dim = attention.key_dim;
    op.value_dim = attention.value_dim;
    op.cached_values_per_token = real(values_per_entry(attention, op.kv_heads));
    if (attention.cache == KvCache::compressed) {
      lower_latent(attention, op);
    } else {
      emit(op);
    }
  }

  void lower_latent(const Attention& attention, const AttentionOperator& expanded) {
    AttentionOperator absorbed = expanded;
    absorbed.kv_heads = 1;
    absorbed.key_dim = attention.compressed_width;
    absorbed.value_dim = attention.compressed_value_width;
    absorbed.cached_values_per_token = real(attention.compressed_width);

    const std::int64_t rope = attention.compressed_width - attention.compressed_value_width;
    const std::int64_t width = expanded.heads * (attention.key_dim - rope + attention.value_dim);
    const double cached = stream_.kind == Stream::Kind::sequence ? shape_.context : 0;
    const Gemm expansion{expanded.batch * cached, width, attention.compressed_value_width, 1, true};

    if (flops_of({name_, absorbed}) < flops_of({name_, expanded}) + flops_of({name_, expansion})) {
      emit(absorbed);
      return;
    }
    if (cached > 0) emit(expansion);
    AttentionOperator op = expanded;
    op.cached_values_per_token = real(attention.compressed_width);
    emit(op);
  }

  const Stream& stream_;
  const Shape& shape_;
  const Shard& ranks_;
  std::int64_t query_heads_;
  ExpertLoads& loads_;
  double tokens_ = 0;
  double uneven_load_ = 1;  ///< of the experts seen last
  std::string_view name_;
  std::vector<Operator> operators_;
};

struct FlopCounter {
  double operator()(const Gemm& gemm) const { return 2 * gemm.m * real(gemm.n) * real(gemm.k) * gemm.groups; }
  double operator()(const AttentionOperator& attention) const {
    const double q = attention.query_tokens;
    const double seen = attention.causal ? attention.kv_tokens - (q - 1) / 2 : attention.kv_tokens;
    return 2 * attention.batch * q * seen * real(attention.heads) * real(attention.key_dim + attention.value_dim);
  }
  double operator()(const MemoryOperator&) const { return 0; }
  double operator()(const ConvolutionOperator& convolution) const {
    return 2 * convolution.positions * real(convolution.out) * real(convolution.in) / real(convolution.groups) *
           real(convolution.kernel);
  }
  /// Per element of the state three multiply-adds: decay it, add to it, read it; and the short convolution ahead of it.
  double operator()(const RecurrenceOperator& recurrence) const {
    const double state = real(recurrence.heads) * real(recurrence.key_dim) * real(recurrence.value_dim);
    const double convolution = real(recurrence.convolution_channels) * real(recurrence.convolution_kernel);
    return 2 * recurrence.tokens * (3 * state + convolution);
  }
};

}  // namespace

double tokens_of(const Stream& stream, const Shape& shape, const Model& model) {
  switch (stream.kind) {
    case Stream::Kind::sequence:
      return shape.batch * shape.new_tokens;
    case Stream::Kind::source:
      return shape.encoded ? 0 : shape.batch * (stream.tokens > 0 ? real(stream.tokens) : source_length(shape));
    case Stream::Kind::fixed:
      return shape.batch * real(stream.tokens);
    case Stream::Kind::image: {
      const double side = shape.image_size > 0 ? shape.image_size : real(model.default_image_size);
      return shape.batch * (elementary::pow(side / stream.downsample, stream.dimensions) + real(stream.tokens));
    }
  }
  return 0;
}

std::optional<std::int64_t> picture_tokens(const Model& model, std::int64_t image_size) {
  const auto last =
      std::find_if(model.before.rbegin(), model.before.rend(), [](const Block& block) { return block.condition; });
  if (last == model.before.rend()) return std::nullopt;
  const auto [kind, tokens, downsample, dimensions] = last->stream;
  if (kind != Stream::Kind::image) return tokens;
  return tokens + std::llround(elementary::pow(std::max(1.0, std::round(real(image_size) / downsample)), dimensions));
}

std::vector<Operator> operators_of(const Model& model, const Block& block, const Shape& shape, const Shard& shard) {
  ExpertLoads loads;
  return operators_of(model, block, shape, shard, loads);
}

std::vector<Operator> operators_of(const Model& model, const Block& block, const Shape& shape, const Shard& shard,
                                   ExpertLoads& loads) {
  return Lowering(model, block, shape, shard, loads).run(block);
}

double flops_of(const Operator& op) { return std::visit(FlopCounter{}, op.kind); }

double forward_flops(const Model& model, const Shape& shape) {
  double flops = 0;
  for_each_block(model, [&](const Block& block, std::int64_t copies) {
    if (block.condition && !shape.with_conditions) return;
    for (const Operator& op : operators_of(model, block, shape)) {
      flops += flops_of(op) * real(copies) * real(block.runs);
    }
  });
  return flops;
}

}  // namespace hakaru
