// The replica with the fewest requests that wait or run.
#include "hakaru/serving/fleet/router.h"

namespace hakaru {

std::unique_ptr<Router> join_shortest_queue_router() { return std::make_unique<LeastOf<&ReplicaLoad::requests>>(); }

}  // namespace hakaru
