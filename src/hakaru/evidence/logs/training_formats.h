// How each training program tells of a step, and what its arguments are called: tables that training_log.cpp goes by.
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

/// Where several are in a log, the first that is whole is taken.
const std::vector<TrainingFormat>& training_formats();
std::string training_format_names();

/// What settings tell that is no column, but what one follows from.
inline constexpr std::string_view layers_in_all = "layers", layers_of_chunk = "layers_of_chunk";

/// A setting that programs print when they start, and the column that it belongs into.
struct TrainingSetting {
  std::string_view key, column;
};
std::span<const TrainingSetting> training_settings();

/// How the line begins that `hakaru measure` writes before a run: settings as above, "key=value", and these columns,
/// which trainers' own words would not fit.
inline constexpr std::string_view own_settings_line = "hakaru measure:";
std::span<const std::string_view> own_settings();

}  // namespace hakaru
