// Forms in which training programs print a step, and names of their arguments: the tables of training_log.cpp.
#pragma once

#include <span>
#include <vector>

#include "hakaru/evidence/logs/training_log.h"

namespace hakaru {

struct StepLabel {
  std::string_view label;  ///< before the number
  StepFigure is = StepFigure::seconds;
  std::string_view unit = {};  ///< right behind it
};

struct TrainingFormat {
  std::string_view name;
  std::string_view software;            ///< as TrainingLog has it
  std::string_view marker;              ///< stands in each line that tells of a step, once
  std::string_view beside;              ///< and this too; empty: nothing else
  std::vector<std::string_view> count;  ///< labels before the number of a step; empty, or none there: lines count
  std::vector<StepLabel> figures;       ///< the first that is there
  bool parts = false;                   ///< these are parts of a step: their sum
  std::string_view batch = {};          ///< label before the global batch of that step; empty: not told there
  bool of_others_too = false;           ///< software of other kinds prints such lines too
};

/// All formats; of several in a log, the first with a line that is not cut off is taken.
const std::vector<TrainingFormat>& training_formats();
std::string training_format_names();

/// Cells that are no column, but from which one follows.
inline constexpr std::string_view layers_in_all = "layers", layers_of_chunk = "layers_of_chunk";

/// A setting that programs print when they start, and the column that it belongs into.
struct TrainingSetting {
  std::string_view key, column;
};
std::span<const TrainingSetting> training_settings();

/// Start of the line that `hakaru measure` writes before a run: settings as above, "key=value", and these columns,
/// which trainers' own words would not fit.
inline constexpr std::string_view own_settings_line = "hakaru measure:";
std::span<const std::string_view> own_settings();

}  // namespace hakaru
