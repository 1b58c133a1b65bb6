// Loads of experts that are kept: a table of a replica's times asks for the operators of the same tokens again with
// every depth of the cache, and three products of a layer share a choice. For one thread.
//
//   ExpertLoads loads;
//   for (const double context : contexts)
//     operators_of(model, block, {.batch = 8, .context = context}, shard, loads);  // powers are taken once
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "hakaru/model/operator.h"

namespace hakaru {

class ExpertLoads {
 public:
  /// The load that expert_load() gives, computed once for each argument.
  const ExpertLoad& of(const Linear& linear, std::int64_t ep, double tokens, const ExpertChoice& choice);
  /// The number of loads that were computed.
  std::size_t computed() const { return known_.size(); }

 private:
  using Asked = std::tuple<std::int64_t, std::int64_t, std::int64_t, double, double, double>;
  std::map<Asked, ExpertLoad> known_;
};

/// The same operators, by loads that are kept.
std::vector<Operator> operators_of(const Model& model, const Block& block, const Shape& shape, const Shard& shard,
                                   ExpertLoads& loads);

}  // namespace hakaru
