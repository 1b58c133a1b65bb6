// All that a replica or a fleet of a serving plan is simulated with, as a question asks for it.
#pragma once

#include "hakaru/asking/answers.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/serving/fleet/fleet.h"
#include "hakaru/serving/fleet/service_level.h"
#include "hakaru/serving/replica/replica.h"

namespace hakaru {

/// The requests that come: those of a trace as far as they fit the plan's context, or of the plan's traffic.
struct Incoming {
  std::vector<Request> requests;
  std::int64_t left_out = 0;
};

struct PreparedServing {
  SavedPlan saved;
  std::string requests;  ///< the file that was asked for, or its text
  bool sustained = false, logged = false, spread_is_stated = false;
  Replica replica;
  TrafficPlan traffic;
  Incoming incoming;
  std::optional<FleetPlan> fleet;  ///< none was asked for: one replica, with its share
  ServiceLevel level;
  Terms warm_up;                             ///< of a replica, where the fleet is scaled
  std::optional<double> usd_per_h, power_w;  ///< of what is simulated; scaled, of one instance and of one replica
};

Result<PreparedServing> prepare_serving(const Json& keys, const Asking& asking);

/// Number of requests that come in all; of a trace at most as many as it has.
std::int64_t requests_in(const PreparedServing& with);

/// Refuses parts of the question that have no answer: a rate without arrivals over time, too many requests to log.
std::optional<Error> refuse_unanswerable(const PreparedServing& with, KeyReader& reader);

}  // namespace hakaru
