// Constants by tables of one software on one accelerator, each fitted from where a relative's ends, and again without
// each model, each tenth of the series and each tenth of the rows, left out on all accelerators at once: for whole
// steps and for batches of items.
//
//   unseen_row     the table, fitted without a tenth of the rows
//   unseen_series  the same without a tenth of the series: all rows of one model in one configuration
//   unseen_model   the same without the model, from where the relative's ends without the model
//   relative       what that sets out from: a relative's table, fitted without the model
//   unknown        what the accelerator has without any software's table
//
// Tables are those that are shipped; whether they are worth having is not asked again. A prediction is left empty where
// it would not be what it is called: without the model no row of the software on the accelerator is left, or no
// relative was run with it.
#pragma once

#include <memory>

#include "hakaru/calibrating/figure_fit.h"
#include "hakaru/calibrating/held_out_table.h"

namespace hakaru {

/// One software on one accelerator.
struct HeldOutGroup {
  struct Row {
    std::string model;   ///< what is held back as one
    std::string series;  ///< and its configuration
    std::size_t at = 0;  ///< of the file
    bool fitted = true;  ///< else only predicted
  };
  std::string accelerator, software;
  std::vector<std::string> line;  ///< the accelerator and its relatives, the nearest first
  std::string table;              ///< whose shipped table of the software it takes; empty: there is none
  bool is_its_own = false;        ///< it was fitted to these rows
  std::vector<Row> rows;          ///< of each figure that can be predicted
  /// Its figures are those of the rows that are fitted, which come first; it predicts all of them. `start` and `usual`:
  /// what stands without a table. Made anew for each fit, since several run at once.
  std::function<FigureFit()> make_fit;
};

/// Predicted time of a row, in s, by constants that have not seen it, for each nearness of what these rest on.
using UnseenSeconds = std::array<std::optional<double>, nearnesses>;

/// Predictions for each row of each group, in their order.
Result<std::vector<std::vector<UnseenSeconds>>> held_out_seconds(const std::vector<HeldOutGroup>& groups,
                                                                 const HeldOutProgress& told);

}  // namespace hakaru
