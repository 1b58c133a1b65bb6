#include "hakaru/model/heads.h"

#include "hakaru/core/real.h"

namespace hakaru {
namespace {

double width_of_rank(const Linear& linear, std::int64_t width, std::int64_t query_heads, std::int64_t tp) {
  if (linear.whole_heads == 0) return real(width) / real(tp);
  return real(heads_of_rank(linear.whole_heads, query_heads, tp) * width) / real(linear.whole_heads);
}

}  // namespace

std::int64_t heads_of_rank(std::int64_t heads, std::int64_t query_heads, std::int64_t tp) {
  const bool divides = heads % tp == 0 || (heads > 0 && tp % heads == 0);
  return ((divides ? heads : std::max(heads, query_heads)) + tp - 1) / tp;
}

std::int64_t query_heads_of(const Block& block) {
  for (const Module& module : block.modules) {
    if (const auto* attention = std::get_if<Attention>(&module.kind)) return attention->heads;
  }
  return 0;
}

double columns_of_rank(const Linear& linear, std::int64_t query_heads, std::int64_t tp) {
  return width_of_rank(linear, linear.out, query_heads, tp);
}

double rows_of_rank(const Linear& linear, std::int64_t query_heads, std::int64_t tp) {
  return width_of_rank(linear, linear.in, query_heads, tp);
}

Module of_heads(Module module, std::int64_t heads) {
  std::get<Linear>(module.kind).whole_heads = heads;
  return module;
}

}  // namespace hakaru
