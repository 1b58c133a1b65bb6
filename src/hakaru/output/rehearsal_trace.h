// A rehearsal's last step as a trace for Perfetto (ui.perfetto.dev) or chrome://tracing, in three groups of processes:
//   executed, this machine's time     a process for each rank: its passes, and its messages on a track of their own
//   simulated, the accelerator's time the step of the same miniature, a process for each stage (timeline.h)
//   cores, the accelerator's time     a process for each rank: its compiled step, instruction by instruction, on the
//                                     engines of its core (tracing/core_time.h)
// The first has a clock that nothing relates to those of the others: a millisecond of it is none of theirs.
#pragma once

#include <string>

#include "hakaru/output/plan_text.h"
#include "hakaru/rehearsal/comparison.h"

namespace hakaru {

/// `simulated`: trace_text (timeline.h) of the same step; `accelerator`: what it is of.
std::string rehearsal_trace(const Rehearsed& rehearsed, const std::string& simulated, const std::string& accelerator,
                            const Translator& translator);

}  // namespace hakaru
