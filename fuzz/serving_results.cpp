// Files of serving benchmarks, from anyone: objects, lists, an object a line, and none of them.
#include "hakaru/evidence/logs/serving_results.h"

#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  const Result<ServingResults> results =
      read_serving_results({reinterpret_cast<const char*>(data), size}, "results.json");
  if (!told(results)) return 0;
  for (const ServedResult& run : results->runs) {
    const bool loaded = run.says.contains("concurrency") || run.says.contains("rate_per_s");
    if (!loaded || !run.says.contains("input_length") || !run.says.contains("output_length")) __builtin_trap();
  }
  for (const Message& why : results->left_out) {
    if (in_english(why).empty()) __builtin_trap();
  }
  return 0;
}
