#include "hakaru/memory/cached.h"

#include <algorithm>

#include "hakaru/core/real.h"
#include "hakaru/model/heads.h"

namespace hakaru {
namespace {

constexpr double state_value_bytes = 4;  // recurrent state is kept in fp32
constexpr double tail_value_bytes = 2;   // the short convolution's last inputs in bf16

std::int64_t shard(std::int64_t heads, std::int64_t tp) { return (heads + tp - 1) / tp; }

double values_per_token(const Attention& attention, std::int64_t tp) {
  return cached_values_per_token(attention, heads_of_rank(attention.kv_heads, attention.heads, tp));
}

std::int64_t tokens_of(const Attention& attention, const CacheRules& rules) {
  std::int64_t tokens = attention.cross ? rules.prompt : rules.context - rules.prompt;
  if (attention.fixed_kv_tokens != 0) tokens = attention.fixed_kv_tokens;
  if (attention.cache == KvCache::sliding && attention.window != 0) tokens = std::min(tokens, attention.window);
  return shard(tokens, rules.block_tokens) * rules.block_tokens;
}

}  // namespace

Cached cached_by(const Block& block, const CacheRules& rules) {
  Cached cached;
  for (const Module& module : block.modules) {
    if (const auto* attention = std::get_if<Attention>(&module.kind)) {
      if (attention->cache == KvCache::none) continue;
      (attention->cross ? cached.cross_bytes : cached.bytes) +=
          values_per_token(*attention, rules.tp) * real(tokens_of(*attention, rules)) * rules.value_bytes;
    } else if (const auto* recurrence = std::get_if<Recurrence>(&module.kind)) {
      cached.state_bytes += real(shard(recurrence->heads, rules.tp)) * real(recurrence->key_dim) *
                            real(recurrence->value_dim) * state_value_bytes;
      cached.state_bytes += real(shard(recurrence->convolution_channels, rules.tp)) *
                            real(std::max<std::int64_t>(recurrence->convolution_kernel - 1, 0)) * tail_value_bytes;
    }
  }
  return cached;
}

}  // namespace hakaru
