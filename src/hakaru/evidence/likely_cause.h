// Causes that the worst predictions have in common with others of large error: a part of accuracy.h.
//
//   cause   of a figure: the cell of its row (release, model, accelerator, …) with which figures of the metric are
//           furthest off in the median, three others at least; where that is half more than is usual for the metric.
//           A layout that the row leaves open counts as a cell.
// Worked example: TPOT is 9 % off in the median, of 31 others with engine vllm 0.15.1 by a factor of 1.5: "engine vllm
// 0.15.1: 31 others are off by a factor of 1.5 in the median".
#pragma once

#include <map>

#include "hakaru/evidence/accuracy.h"
#include "hakaru/evidence/validation.h"

namespace hakaru {

/// Figures with the largest held-out errors, a factor of two too fast as large as one too slow; the worst
/// first, at most `most`.
std::vector<AccuracyFigure> worst_figures(std::vector<AccuracyFigure> figures, std::size_t most);

class LikelyCauses {
 public:
  LikelyCauses(const CsvTable& table, const Validation& validation, const std::vector<AccuracyFigure>& figures);
  Message of(const AccuracyFigure& figure) const;

 private:
  using Cell = std::pair<std::string, std::string>;  ///< column, value
  std::vector<Cell> cells_of(std::size_t row) const;

  const CsvTable& table_;
  std::map<std::string, std::size_t> row_of_;                                  ///< by id
  std::map<std::pair<std::string, Cell>, std::map<std::string, double>> off_;  ///< |ln|, by metric and cell; by id
  std::map<std::string, std::vector<double>> usual_;                           ///< by metric
};

}  // namespace hakaru
