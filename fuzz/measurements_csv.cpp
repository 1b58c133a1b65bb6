// Measured operators from anyone: read as a table, told apart, typed, grouped.
#include "hakaru/evidence/operator_measurements.h"
#include "hakaru/evidence/validation.h"
#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  const Result<CsvTable> table = parse_csv({reinterpret_cast<const char*>(data), size}, "measurements.csv");
  if (!told(table)) return 0;
  for (const CsvTable::Row& row : table->rows) {
    if (row.cells.size() != table->columns.size()) __builtin_trap();
  }
  told(rows_to_validate(*table, {{"series"}, {"high"}}, {}));
  told(parse_csv({reinterpret_cast<const char*>(data), size}, "measurements.csv", MalformedRows::kept));
  const Result<std::vector<OperatorMeasurement>> measurements = read_operators(*table);
  if (!told(measurements)) return 0;
  for (const OperatorMeasurement& measurement : *measurements) {
    if (!(measurement.latency_s > 0 && measurement.latency_s <= 1e3)) __builtin_trap();
    if (!measurement.kernel && in_english(measurement.kernel.error()).empty()) __builtin_trap();
  }
  return 0;
}
