// A serving job as one accelerator runs it: the type that it computes in, the engine with its limits, the constants of
// that engine. Each is settled here, once: search, explanation and simulation take what this gives, and a plan carries
// it, so that all three tell of the same.
#pragma once

#include "hakaru/planning/plan/constants.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {

struct ServedOn {
  ServingJob job;                    ///< in the types that the accelerator computes in
  DataType wanted = DataType::bf16;  ///< that was to be computed in
  Calibration calibration;           ///< of the engine, where it was measured
  MemoryReserve reserve;             ///< with what the engine prefills at once, in blocks of its size
  ServingEngine engine;
  SchedulerOptions options;  ///< policy and limits: the engine's, or those of a plan

  bool compiles() const { return scheduling_policy(options.policy).compiled; }
  /// Its shapes are compiled for a batch that was asked for.
  bool has_batch_as_asked() const { return compiles() && job.max_num_seqs > 0; }
};

/// Batching of an engine with these options.
Batching batching_of(const SchedulerOptions& options);

/// The same for sequences of another length.
void hold_context(ServedOn& served, std::int64_t context);

/// With constants that are known already.
Result<ServedOn> served_on(const ServingJob& job, const Accelerator& accelerator, const Constants& constants);
/// Fails where the accelerator does not compute what is asked, or nothing is known of its speed.
Result<ServedOn> served_on(const ServingJob& job, const Accelerator& accelerator, ConstantsByAccelerator& constants);

/// Fills `figures` with what a plan keeps of `served`; replicas run `max_num_seqs` sequences at once, at most.
void carry(const ServedOn& served, std::int64_t max_num_seqs, ServingFigures& figures);
/// Notes in `plan` that the release of its engine was not measured; nothing where it was.
void note_release(const ServedOn& served, Plan& plan);

/// As `plan`, of `scenario`, has it: its engine, its types and its limits. What a plan file from before does not say is
/// settled as for a new plan.
Result<ServedOn> served_as_planned(const Scenario& scenario, const Plan& plan, const DataFiles& data);

}  // namespace hakaru
