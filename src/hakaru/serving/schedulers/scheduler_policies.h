// The policies, a file each. To add one: a file scheduler_….cpp, its line here, its name in scheduler.h.
#pragma once

#include "hakaru/serving/schedulers/scheduler.h"

namespace hakaru {

std::unique_ptr<Scheduler> vllm_scheduler(const SchedulerOptions& options, const KvBlocks& kv);
std::unique_ptr<Scheduler> static_scheduler(const SchedulerOptions& options, const KvBlocks& kv);
std::unique_ptr<Scheduler> buckets_scheduler(const SchedulerOptions& options, const KvBlocks& kv);

}  // namespace hakaru
