// What `simulate serve` is asked of the engine: its scheduler, and drafts.
#pragma once

#include "hakaru/job/key_reader.h"
#include "hakaru/planning/search/served_on.h"
#include "hakaru/serving/iteration/speculation.h"

namespace hakaru {

/// `served`: as the plan has it.
SchedulerOptions options_of(KeyReader& reader, const ServedOn& served, const Plan& plan);
/// Refuses `key` with a policy that has not `property`.
void refuse_without(KeyReader& reader, const char* key, Policy policy, bool SchedulingPolicy::*property);
Speculation speculation_of(KeyReader& reader, const Model& model);

}  // namespace hakaru
