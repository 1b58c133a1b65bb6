// Max–min fair shares: how flows that cross the same links divide them.
//
// Links have capacities C_l. Flow f at rate r_f loads link l with a_fl · r_f: a is 1 on each link of a single path, and
// the share of its packets that go there when a flow is spread over several. An allocation is max–min fair when no flow
// can have more without taking from one that has no more than it. That is so exactly when every flow has a bottleneck:
// a full link on which no flow is faster.
//
// Progressive filling (water-filling) finds it: all rates rise together; the link that is full first,
//   level_l = (C_l − Σ a·r of flows that have stopped) / Σ a of flows that still rise,   the least over links,
// stops the flows on it at that level; the others go on.
//
// Worked example: links A and B of capacity 1; flow 1 on A and B, flow 2 on A, flow 3 on B: every rate is 1/2. With B
// of capacity 2, A still stops flows 1 and 2 at 1/2, and flow 3 goes on to 3/2.
//
// Limits: rates settle at once; no windows, losses or queues.
// Source: Bertsekas and Gallager, Data Networks, 2nd edition, 1992, §6.5.2.
#pragma once

#include <cstddef>
#include <vector>

namespace hakaru {

struct LinkUse {
  std::size_t link = 0;
  double share = 1;  ///< of the flow's packets that cross the link
};
using Route = std::vector<LinkUse>;

/// Fair rates of changing sets of the same flows over the same links.
class MaxMin {
 public:
  /// Every route crosses at least one link of positive capacity.
  MaxMin(std::vector<double> capacities, const std::vector<Route>& routes);

  /// The rate of each flow; 0 of those that are not `active`.
  std::vector<double> rates(const std::vector<bool>& active);
  /// The same as load of each link over its capacity.
  std::vector<double> link_use(const std::vector<double>& rates) const;

 private:
  void fill(const std::vector<bool>& active);
  void stop_flows_on(std::size_t link, double level, std::vector<double>& rates);

  struct FlowUse {
    std::size_t flow = 0;
    double share = 0;
  };
  std::vector<double> capacities_;
  std::vector<Route> routes_;
  std::vector<std::vector<FlowUse>> flows_of_;  ///< of each link

  // While filling:
  std::vector<bool> rising_;        ///< of each flow
  std::vector<double> left_;        ///< of each link's capacity
  std::vector<double> weight_;      ///< Σ a of its rising flows
  std::vector<std::size_t> count_;  ///< how many those are
};

}  // namespace hakaru
