// Steps in the log of a training run, of any program: the time of a steady one, and what else stands in
// it in the columns of training_measurements.h. training_formats.h has the formats, a line of a table each.
//
//   const Result<TrainingLog> log = read_training_log(text, "slurm-1234.out");
//   log->format;               // "Megatron-LM"
//   log->figure;               // 5.43, of `figure_is`: seconds of a step, or samples or tokens a second
//   log->says.at("tp");        // "4", from the arguments that it printed
//
// The figure is the median of the steady steps: lines of the first ten steps are left out, at least one line and at
// most half of them. Lines that were cut off, or that ranks wrote into each other, are left out and counted; so are
// those that repeat a step (another rank, a restart). Where the global batch grows, the steps of the last one
// count; where a log holds several runs of a script of `hakaru measure`, the last.
#pragma once

#include "hakaru/core/result.h"
#include "hakaru/evidence/logs/log_text.h"

namespace hakaru {

/// The figure that a format prints for a step.
enum class StepFigure { seconds, milliseconds, samples_per_s, tokens_per_s_of_rank };

struct TrainingLog {
  std::string format;
  std::string software;        ///< of data/stacks.toml, whose logs look like that; empty: several do
  bool of_others_too = false;  ///< those of software of other kinds do too
  LogCells says;
  StepFigure figure_is = StepFigure::seconds;
  double figure = 0;
  std::size_t steps = 0;           ///< lines, or where one line tells of them all, steps
  std::size_t left_out_steps = 0;  ///< of these, the first
  std::size_t partial_lines = 0, repeated_lines = 0;
};

/// Fails where no format is known, or where none of its lines is whole.
Result<TrainingLog> read_training_log(std::string_view text, std::string_view name);

/// Seconds of a step, where the log, or `cells`, which has what it says, say enough: empty otherwise.
std::optional<double> step_time_s(const TrainingLog& log, const LogCells& cells);

}  // namespace hakaru
