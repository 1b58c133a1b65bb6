// Output or report of nccom-test, through whatever it was logged.
#include "hakaru/evidence/logs/nccom_test.h"

#include "hakaru/evidence/operator_measurements.h"
#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::size_t partial_lines = 0;
  const Result<CsvTable> table =
      nccom_test_table(text, "log", {"neuroncore-v2", size % 2 == 0 ? "all_reduce" : "", 32}, partial_lines);
  if (!told(table)) return 0;
  if (!is_nccom_test(text)) __builtin_trap();
  told(read_operators(*table));
  return 0;
}
