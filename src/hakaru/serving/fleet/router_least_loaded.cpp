// The replica with the fewest prompt tokens of requests that wait or run: long prompts count for more than short ones.
#include "hakaru/serving/fleet/router.h"

namespace hakaru {

std::unique_ptr<Router> least_loaded_router() { return std::make_unique<LeastOf<&ReplicaLoad::prompt_tokens>>(); }

}  // namespace hakaru
