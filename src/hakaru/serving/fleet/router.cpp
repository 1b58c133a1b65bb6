#include "hakaru/serving/fleet/router.h"

#include <array>

namespace hakaru {
namespace {

struct Known {
  Routing routing;
  std::string_view name;
  std::unique_ptr<Router> (*make)();
};
constexpr std::array<Known, 4> known{{
    {Routing::round_robin, "round-robin", round_robin_router},
    {Routing::least_loaded, "least-loaded", least_loaded_router},
    {Routing::join_shortest_queue, "join-shortest-queue", join_shortest_queue_router},
    {Routing::prefix_aware, "prefix-aware", prefix_aware_router},
}};

const Known& entry(Routing routing) { return known.at(static_cast<std::size_t>(routing)); }

}  // namespace

Result<Routing> parse_routing(std::string_view text, std::string_view name) {
  for (const Known& each : known) {
    if (each.name == text) return each.routing;
  }
  return bad_input("{} is '{}'; accepted: {}", name, text,
                   "round-robin, least-loaded, join-shortest-queue, prefix-aware");
}

std::string_view name_of(Routing routing) { return entry(routing).name; }
std::unique_ptr<Router> make_router(Routing routing) { return entry(routing).make(); }

}  // namespace hakaru
