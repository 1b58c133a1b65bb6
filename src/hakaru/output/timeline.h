// A simulated step as people and programs look at it: its parts as text and JSON, a Gantt picture of the stages for the
// terminal, and a trace for Perfetto (ui.perfetto.dev) or chrome://tracing.
//
// The picture: one line for each stage, time from left to right, a cell for each slice of the step; of a step of very
// many passes its beginning and its end.
//
//   stage 0  00112233·····0B1B2B3BO     digits: forward passes by micro-batch (its last digit)
//   stage 1  ··0011000B111B…            letters: B backward, W weight gradients, O optimizer, · waiting
//
// On a terminal kinds differ in colour too; letters and digits say the same without it.
#pragma once

#include <string>

#include "hakaru/formats/json.h"
#include "hakaru/output/plan_text.h"
#include "hakaru/training/simulation.h"

namespace hakaru {

/// The keys of `simulate train --json`.
OrderedJson json_of(const SimulatedStep& step, double closed_form_s, double elapsed_s);

/// Its parts, a line each, with their shares.
std::string step_text(const SimulatedStep& step, double closed_form_s, const Pen& pen);

/// `columns` wide, a line for each stage; of many stages the first, the last and some between.
std::string gantt_text(const StepWork& work, const SimulatedStep& step, int columns, const Pen& pen);

/// Chrome's trace event format: a process for each stage, a thread for each stream, counters of activations in flight
/// and of links in use. Times in microseconds.
std::string trace_text(const StepWork& work, const SimulatedStep& step, const Translator& translator);

}  // namespace hakaru
