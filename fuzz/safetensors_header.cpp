// The first bytes of a safetensors file: its length field, and the header that it announces.
#include "hakaru/model/safetensors.h"
#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  // The header is right or wrong whatever lies behind it: try the file as it is, and as if its tensors were there.
  for (const std::uint64_t file_size : {static_cast<std::uint64_t>(size), std::uint64_t{1} << 40}) {
    if (size < sizeof(std::uint64_t)) continue;
    const Result<std::uint64_t> header = safetensors_header_bytes(bytes, file_size, "model.safetensors");
    if (!told(header) || *header > size) continue;
    const Result<Model::Stored> stored = read_safetensors_header(bytes, file_size, "model.safetensors");
    if (told(stored) && (stored->parameters < 0 || !(stored->bytes >= 0))) __builtin_trap();
  }
  return 0;
}
