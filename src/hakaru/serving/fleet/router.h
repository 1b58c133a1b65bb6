// Routers choose the replica that a request goes to: one file for each policy, and its row below.
//
//   router_round_robin.cpp           one after another
//   router_join_shortest_queue.cpp   the one with the fewest requests, waiting or running
//   router_least_loaded.cpp          the one with the fewest prompt tokens of requests, waiting or running
//   router_prefix_aware.cpp          the one that has the prompt's prefix cached, while it is not overloaded
// A router knows what it sent and what has ended; it does not know how long an answer will be.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "hakaru/core/choice.h"
#include "hakaru/core/result.h"
#include "hakaru/serving/metrics/replica_load.h"
#include "hakaru/traffic/request.h"

namespace hakaru {

class Router {
 public:
  virtual ~Router() = default;
  /// The replica, of those that serve, that `request` goes to.
  virtual std::size_t choose(const Request& request, const std::vector<ReplicaLoad>& replicas) = 0;
};

enum class Routing { round_robin, least_loaded, join_shortest_queue, prefix_aware };

std::unique_ptr<Router> round_robin_router();
std::unique_ptr<Router> least_loaded_router();
std::unique_ptr<Router> join_shortest_queue_router();
std::unique_ptr<Router> prefix_aware_router();

inline constexpr auto named_routers = std::to_array<NamedChoice<Routing, std::unique_ptr<Router>>>({
    {Routing::round_robin, "round-robin", round_robin_router},
    {Routing::least_loaded, "least-loaded", least_loaded_router},
    {Routing::join_shortest_queue, "join-shortest-queue", join_shortest_queue_router},
    {Routing::prefix_aware, "prefix-aware", prefix_aware_router},
});
template <>
inline constexpr auto choice_names<Routing> = names_by_number(named_routers);

inline std::unique_ptr<Router> make_router(Routing routing) {
  return named_routers.at(static_cast<std::size_t>(routing)).what_it_is();
}

/// The replica that serves with the least `figure`, none being below 0; of equal ones the first after `last`, so that
/// none is preferred.
template <typename Figure>
std::size_t least_of(const std::vector<ReplicaLoad>& replicas, std::size_t last, const Figure& figure) {
  const std::size_t first = (last + 1) % replicas.size();
  std::size_t best = replicas.size();
  const auto look_at = [&](std::size_t other) {
    if (!replicas[other].serves) return;
    if (best == replicas.size() || figure(replicas[other]) < figure(replicas[best])) best = other;
  };
  const auto is_idle = [&] { return best < replicas.size() && figure(replicas[best]) == 0; };
  for (std::size_t other = first; other < replicas.size() && !is_idle(); ++other) look_at(other);
  for (std::size_t other = 0; other < first && !is_idle(); ++other) look_at(other);
  return best;
}

/// The replica with the least of one figure.
template <auto figure>
class LeastOf : public Router {
 public:
  std::size_t choose(const Request&, const std::vector<ReplicaLoad>& replicas) override {
    last_ = least_of(replicas, last_, [](const ReplicaLoad& load) { return load.*figure; });
    return last_;
  }

 private:
  std::size_t last_ = static_cast<std::size_t>(-1);
};

}  // namespace hakaru
