// Drawing tokens on the host, for each decode iteration, where an engine does not do it beside others.
#pragma once

namespace hakaru {

struct HostSampling {
  double one_s = 0;      ///< of one sequence
  double further_s = 0;  ///< of each further one
};

}  // namespace hakaru
