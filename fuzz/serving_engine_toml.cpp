// TOML of a serving engine, in a user's own data folder.
#include "hakaru/serving/engine/serving_engine.h"
#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  const Result<ServingEngine> engine =
      read_serving_engine({reinterpret_cast<const char*>(data), size}, "engine.toml", "engine");
  if (!told(engine)) return 0;
  for (const EngineLimits& limits : engine->devices) {
    if (limits.options.max_num_seqs < 1 || limits.options.max_num_batched_tokens < 1) __builtin_trap();
  }
  return 0;
}
