#include "hakaru/evidence/likely_cause.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/ranges.h"
#include "hakaru/numerics/elementary.h"

namespace hakaru {
namespace {

constexpr std::size_t fewest_others = 3;
constexpr double beyond_usual = 1.5;  // that figures of a cell are off by, over what is usual

/// Columns in which rows may have in common that they are off; what is measured, ids and sizes are none.
constexpr std::string_view telling_columns[] = {
    "software",  "software_version", "engine", "accelerator", "machine",   "instance", "base_model",
    "model",     "family",           "task",   "mode",        "precision", "dtype",    "finetune",
    "recompute", "weight_dtype",     "trust"};

/// The error as |ln(held out / measured)|: a factor of two too fast counts as much as one too slow.
double off_by(const AccuracyFigure& figure) { return std::abs(elementary::log(*figure.held_out / figure.measured)); }

}  // namespace

std::vector<AccuracyFigure> worst_figures(std::vector<AccuracyFigure> figures, std::size_t most) {
  std::erase_if(figures, [](const AccuracyFigure& figure) { return !figure.held_out; });
  ranges::stable_sort(figures, std::greater(), off_by);
  if (figures.size() > most) figures.resize(most);
  return figures;
}

LikelyCauses::LikelyCauses(const CsvTable& table, const Validation& validation,
                           const std::vector<AccuracyFigure>& figures)
    : table_(table) {
  for (const ValidatedRow& row : validation.rows) row_of_.emplace(row.id, row.at);
  for (const AccuracyFigure& figure : figures) {
    if (!figure.held_out) continue;
    const double off = off_by(figure);
    usual_[figure.metric].push_back(off);
    for (const Cell& cell : cells_of(row_of_.at(figure.id))) off_[{figure.metric, cell}][figure.id] = off;
  }
}

std::vector<LikelyCauses::Cell> LikelyCauses::cells_of(std::size_t row) const {
  const CsvFields fields(table_, table_.rows[row]);
  std::vector<Cell> cells;
  for (const std::string_view column : telling_columns) {
    const std::string value = fields.text_or(column, "");
    if (!value.empty()) cells.emplace_back(column, value);
  }
  if (table_.column("tp") && fields.text_or("tp", "").empty()) cells.emplace_back("tp", "");
  return cells;
}

Message LikelyCauses::of(const AccuracyFigure& figure) const {
  constexpr double middle = 0.5;
  double furthest = beyond_usual * percentile(usual_.at(figure.metric), middle);
  Message cause = message("nothing that other rows have in common with it: it stands alone");
  for (const Cell& cell : cells_of(row_of_.at(figure.id))) {
    std::vector<double> others;
    for (const auto& [id, off] : off_.at({figure.metric, cell})) {
      if (id != figure.id) others.push_back(off);
    }
    if (others.size() < fewest_others) continue;
    const double off = percentile(others, middle);
    if (off <= furthest) continue;
    furthest = off;
    const std::string by = fmt::format("{:.2g}", elementary::exp(off));
    cause = cell.second.empty()
                ? message("its layout is not stated, as of {} others, off by a factor of {} in the median",
                          others.size(), by)
                : message("{} {}: {} others are off by a factor of {} in the median", cell.first, cell.second,
                          others.size(), by);
  }
  return cause;
}

}  // namespace hakaru
