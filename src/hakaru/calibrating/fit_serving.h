// All constants of serving engines from all measured runs at once (timing/serving_constants.h says what belongs to
// what, joint_fit.h how they are found), and how far off they are on what they have not seen.
//
//   held back   models: all runs of one model, with its variants and number formats (one architecture of one size), are
//               hidden on every accelerator and with every engine, and the whole fit begun anew without them; so for
//               each model in turn. pairs: the same for each engine on each accelerator; accelerators: for each
//               accelerator, which then has what its nearest relative has
//   relatives   constants of an accelerator, and factors of a pair, stand near those of the nearest relative of which
//               there are rows
//   weight      n rows of one model on one pair weigh 3 · n^0.2 together: neighbours in concurrency tell the same
//               again, and two hundred of them should not outweigh other models; half for rows of trust medium, none
//               for low. 8 % of TPOT are as unremarkable as 15 % of TTFT, of which it is not known what is averaged
//               over how many
// These, and the spreads of data/serving_constants.toml, were chosen by the errors on models held back.
// Rows at a highest rate within limits that is not stated say nothing of how near to them a run was: predicted as an
// upper bound, not fitted.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/csv_table.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/timing/serving_constants.h"

namespace hakaru {

enum class ServingHoldBack { none, models, pairs, accelerators };

struct ServingFit {
  struct Value {
    std::string name, meaning, unit;
    double value = 0;
    bool at_bound = false;
  };
  struct Table {
    Cause cause = Cause::engine;
    std::string name;  ///< "vllm", "h100-sxm", "vllm h100-sxm", "vllm 0.12.0"
    std::size_t rows = 0;
    std::vector<Value> values;
  };
  struct FigureError {
    std::size_t line = 0;
    std::string metric, vendor, accelerator, engine, version;
    std::string model;                 ///< as its first row calls it
    double fitted_pct = 0;             ///< predicted / measured − 1, of what was fitted to it too
    std::optional<double> unseen_pct;  ///< of what was not
  };

  std::string file;
  ServingHoldBack held_back = ServingHoldBack::none;
  std::size_t rows = 0;
  std::vector<Table> tables;
  std::vector<ServingConstant> usual;
  std::vector<FigureError> errors;
  std::vector<Message> left_out;

  std::size_t constants() const;
};

Result<ServingFit> fit_serving(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                               ServingHoldBack hold_back);

/// data/calibrations/serving/by_cause.toml.
std::string serving_constants_text(const ServingFit& fit);

}  // namespace hakaru
