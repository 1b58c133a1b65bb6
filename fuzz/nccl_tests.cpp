// Output of nccl-tests, through whatever it was logged.
#include "hakaru/evidence/nccl_tests.h"

#include "hakaru/evidence/operator_measurements.h"
#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::size_t partial_lines = 0;
  told(nccl_tests_table(text, "log", {"h100-sxm", ""}, partial_lines));
  const Result<CsvTable> table = nccl_tests_table(text, "log", {"h100-sxm", "all_reduce"});
  if (!told(table)) return 0;
  if (!is_nccl_tests(text)) __builtin_trap();
  told(read_operators(*table));
  return 0;
}
