// A model.safetensors.index.json from anywhere.
#include "hakaru/model/safetensors.h"
#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  told(read_safetensors_index({reinterpret_cast<const char*>(data), size}, "model.safetensors.index.json"));
  return 0;
}
