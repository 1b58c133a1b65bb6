// The best plan again, were the machines other than they are: under one change at a time.
//
//   network=2x             between instances, twice the bandwidth
//   memory=1.2x            of an accelerator, 20 % larger
//   memory-bandwidth=1.5x
//   compute=2x             its rates and its clocks
//   price=0.7x             of everything
//
// Limits: constants that were measured (launches, latencies, shares of a peak that are reached) stay as they are, and
// so does the power.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hakaru/planning/plan/plan.h"

namespace hakaru {

enum class Changeable { network, memory, memory_bandwidth, compute, price };

struct WhatIf {
  Changeable what = Changeable::network;
  double factor = 1;
  std::string text;  ///< "network=2x"
};
/// Most changes of one question: each is a search, and keeps a plan.
constexpr std::size_t most_what_ifs = 100;

Result<WhatIf> parse_what_if(std::string_view text, std::string_view name);

struct WhatIfAnswer {
  WhatIf change;
  std::optional<Plan> plan;
  std::optional<Message> why_none;
};

/// One answer for each change, in their order.
Result<std::vector<WhatIfAnswer>> what_if(const Scenario& scenario, const std::vector<WhatIf>& changes,
                                          const Catalog& catalog, const DataFiles& data, const Executor& executor = {});

}  // namespace hakaru
