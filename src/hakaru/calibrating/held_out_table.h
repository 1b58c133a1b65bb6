// Writes what error bands are made of: measured figures beside predictions by constants that have not seen them
// (evidence/held_out.h says what each column is, and reads them back).
//
// A prediction is an empty cell where it would not be what it is called: without the model nothing may be left of the
// software on the accelerator, or of the software at all.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "hakaru/core/csv_table.h"
#include "hakaru/evidence/held_out.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

/// "unseen_row", …
std::string_view column_of(Nearness nearness);
const std::vector<std::string>& held_out_columns();
/// The cells of a run under these columns.
std::vector<std::string> held_out_cells(const HeldOutRun& run);
std::string held_out_text(const std::vector<HeldOutRun>& runs, std::string_view made_by);

/// Accelerators of the catalogue that rows of `table` were measured on.
std::vector<Accelerator> accelerators_in(const CsvTable& table, const Catalog& catalog);

/// Rows, and whole series, are held back a tenth at a time.
constexpr std::size_t held_out_tenths = 10;

/// Called now and then with the share of the fits that is done.
using HeldOutProgress = std::function<void(double share)>;

}  // namespace hakaru
