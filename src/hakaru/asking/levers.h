// Changes of a question about a live service that help, each tried by a search of its own: weights of fewer bits, and,
// where the question has no plan, as many machines as it takes.
//
//   with --weights fp8: 1 × p5.48xlarge, $17,356 a month, 98 % likely
//
// Limits: nothing is tried once the executor's watch has ended the search; where there is a plan, weights of fewer bits
// are tried on the machines of its rows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hakaru/asking/answer.h"
#include "hakaru/core/message.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// The machines of a plan, how long they take where they come to an end, and what they cost.
Message in_brief(const Plan& plan);

/// The plan with weights in fp8, where the question `keys` leaves their type open and that plan is a tenth cheaper.
std::optional<Message> cheaper_in_fp8(const Json& keys, const Scenario& scenario, const std::vector<Plan>& plans,
                                      const Asking& asking, const Executor& executor);
/// The changes that give a question without a plan one, each with that plan; `scenario`: the question's, of `keys`.
std::vector<Message> levers_of_service(const Json& keys, const Scenario& scenario, const Asking& asking,
                                       const Executor& executor);

}  // namespace hakaru
