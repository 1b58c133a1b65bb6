// Update of constants by own runs of one software on one accelerator: values before and after, errors before, after
// and held back, and the table that is written. One form for training, serving and collectives.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/calibrating/logs/prior_update.h"
#include "hakaru/core/message.h"
#include "hakaru/evidence/held_out.h"

namespace hakaru {

/// A figure of a run, in its metric's unit.
struct UpdatedFigure {
  std::string id;  ///< of its row
  std::string metric;
  double measured = 0, before = 0, after = 0;
  std::optional<double> held_back;
};

struct PairUpdate {
  std::string kind;                      ///< the folder of its file: "training"
  std::string accelerator;               ///< the catalog's name
  std::string software;                  ///< the table of its file
  std::string file;                      ///< of the rows, for the table's source
  bool measured = false;                 ///< the constants before were fitted to runs of the two
  std::vector<PriorConstant> constants;  ///< their centres are the values before
  std::vector<double> values;            ///< after
  std::vector<HeldOutRun> runs;          ///< without their figures
  std::vector<UpdatedFigure> figures;
  std::size_t bounded_runs = 0;         ///< runs that moved constants no more than one a width off
  std::map<std::string, double> table;  ///< that is written

  /// Median of |predicted / measured − 1|, in %.
  double before_pct() const;
  double after_pct() const;
  std::optional<double> held_back_pct() const;  ///< empty: one run, nothing could be held back
  /// Means of |ln(predicted / measured)| of the figures that were held back, in %: before, and held back.
  std::pair<double, double> mean_of_held_back_pct() const;
  /// Runs held back are further off, in that mean, than before.
  bool is_worse() const;
};

/// The reason why `update` is not written; empty: it is.
std::optional<Message> why_not_written(const PairUpdate& update);

}  // namespace hakaru
