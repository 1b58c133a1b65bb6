// A config.json from anywhere: read, counted, and turned into operators.
#include <cmath>

#include "hakaru/core/fields.h"
#include "hakaru/model/operator.h"
#include "hakaru/model/read.h"
#include "hakaru/model/registry.h"
#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  const Result<Json> config = parse_json({reinterpret_cast<const char*>(data), size}, "config.json");
  if (!told(config)) return 0;
  const Result<Model> model = model_from_config(*config, "config.json");
  if (!told(model)) return 0;
  const ParameterCounts counts = count_parameters(*model);
  if (counts.total < 0 || counts.active > counts.total || counts.embedding > counts.total) __builtin_trap();
  if (!(kv_cache_bytes_per_token(*model) >= 0) || !(cached_values(*model, 4096) >= 0)) __builtin_trap();
  const double flops = forward_flops(*model, Shape{.batch = 1, .new_tokens = 64});
  if (!(flops >= 0) || std::isinf(flops)) __builtin_trap();
  for_each_block(*model, [](const Block& block, std::int64_t copies) {
    if (copies < 0 || block.repeat < 0) __builtin_trap();
  });
  return 0;
}
