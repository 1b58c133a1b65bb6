#include "hakaru/model/expert_loads.h"

namespace hakaru {

const ExpertLoad& ExpertLoads::of(const Linear& linear, std::int64_t ep, double tokens, const ExpertChoice& choice) {
  const Asked asked{linear.experts, linear.experts_per_token, ep, tokens, choice.skew, choice.capacity};
  const auto [found, is_new] = known_.try_emplace(asked);
  if (is_new) found->second = expert_load(linear, ep, tokens, choice);
  return found->second;
}

}  // namespace hakaru
