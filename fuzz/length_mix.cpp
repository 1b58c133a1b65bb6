// Kinds of requests by their shares, as --mix says them.
#include "hakaru/traffic/length_mix.h"

#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  const Result<std::vector<MixedKind>> kinds = parse_mix({reinterpret_cast<const char*>(data), size}, "--mix");
  if (!told(kinds)) return 0;
  for (const Request& request : requests_of(*kinds)) {
    if (request.input_tokens < 1 || request.output_tokens < 1) __builtin_trap();
  }
  return 0;
}
