#include "hakaru/serving/fleet/router.h"

#include <array>

namespace hakaru {
std::unique_ptr<Router> make_router(Routing routing) {
  constexpr std::array makers{round_robin_router, least_loaded_router, join_shortest_queue_router, prefix_aware_router};
  static_assert(makers.size() == choice_names<Routing>.size());
  return makers.at(static_cast<std::size_t>(routing))();
}

}  // namespace hakaru
