// The scheduling policies, a row each. What one is stands in its own file, scheduler_….cpp, as a SchedulingPolicy
// (scheduler.h).
#pragma once

#include <array>

#include "hakaru/core/choice.h"

namespace hakaru {

/// The first is the usual one.
enum class Policy { continuous, fixed_batch, buckets };

struct SchedulingPolicy;
SchedulingPolicy vllm_policy();
SchedulingPolicy static_policy();
SchedulingPolicy buckets_policy();

inline constexpr auto named_policies = std::to_array<NamedChoice<Policy, SchedulingPolicy>>({
    {Policy::continuous, "vllm", vllm_policy},
    {Policy::fixed_batch, "static", static_policy},
    {Policy::buckets, "buckets", buckets_policy},
});

template <>
inline constexpr auto choice_names<Policy> = names_by_number(named_policies);

}  // namespace hakaru
