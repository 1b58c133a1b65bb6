#include "hakaru/serving/fleet/engine.h"

namespace hakaru {

ServingSimulation simulate_serving(Traffic& traffic, const IterationCost& cost, const SchedulerOptions& options,
                                   const KvBlocks& kv, Advance advance, EngineLog* log) {
  FleetPlan alone;
  alone.advance = advance;
  return simulate_fleet(traffic, cost, options, kv, alone, log);
}

}  // namespace hakaru
