// Logs of Hugging Face's Trainer: its file trainer_state.json, and its output, dictionaries and a progress
// bar. They give no single step: the mean of all of them, or, where the bar is in the log, of those behind the first
// tenth. Of several bars (shards that are loaded, an evaluation) it is that of so many steps as the Trainer said, else
// the one beside which losses are printed.
//
//   {'loss': 2.31, 'learning_rate': 2e-05, 'epoch': 0.1}
//    50%|█████     | 500/1000 [20:50<20:50,  2.50s/it]
//   {'train_runtime': 2500.0, 'train_samples_per_second': 51.2, 'train_steps_per_second': 0.4, 'epoch': 1.0}
#pragma once

#include <map>

#include "hakaru/evidence/logs/training_log.h"

namespace hakaru {

/// Nothing where `text` is no trainer_state.json.
std::optional<Result<TrainingLog>> read_trainer_state(std::string_view text, std::string_view name);

/// Line by line.
class HuggingFaceLog {
 public:
  void read(std::string_view line);
  /// Empty: it printed no dictionary of its.
  std::optional<TrainingLog> log() const;

 private:
  struct Progress {
    double steps = 0, of = 0, elapsed_s = 0;
  };
  static std::optional<Progress> progress_in(std::string_view line);

  bool printed_loss_ = false;
  std::size_t partial_lines_ = 0;
  std::optional<double> runtime_s_, steps_per_s_, total_steps_;
  /// A bar, by how much it counts to.
  struct Bar {
    std::optional<Progress> first, last;
    std::size_t losses = 0;  ///< printed while it was the last that was drawn
  };
  const Bar* training_bar() const;
  std::map<double, Bar> bars_;
  double drawn_ = 0;  ///< what the last bar counts to
  std::optional<double> loss_;
};

}  // namespace hakaru
