// Transfers that share links, simulated flow by flow: between two events every transfer goes at its max–min fair rate
// (max_min.h); an event is a transfer that starts or ends, upon which all rates are found anew.
//
//   next event = the earlier of  next start  and  now + min over transfers under way of  bytes left / rate
//
// Worked example: two transfers over one link of 1 byte/s, of 1 and 3 bytes, both from 0: each at 1/2; the first ends
// at 2 s; the second, with 2 bytes left, goes on at 1 and ends at 4 s.
//
// Limits: those of max_min.h. Transfers that end within 10⁻⁹ of the time of each other end together.
#pragma once

#include <cstdint>
#include <vector>

#include "hakaru/timing/max_min.h"

namespace hakaru {

struct Transfer {
  double start_s = 0;
  double bytes = 0;
  Route route;
};

struct FlowTimes {
  std::vector<double> end_s;     ///< of each transfer
  std::int64_t events = 0;       ///< times at which rates changed
  std::vector<double> peak_use;  ///< of each link: its highest load over its capacity; never above 1
};

/// `capacities` of the links in bytes/s; routes name them by index.
FlowTimes simulate_flows(const std::vector<double>& capacities, const std::vector<Transfer>& transfers);

}  // namespace hakaru
