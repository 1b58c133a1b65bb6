// A scenario written by anyone. Its model is always a known one: the fuzzer must not open files.
#include "hakaru/job/scenario.h"
#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  static const DataFiles files;
  static const Catalog catalog = Catalog::read(files).value();
  Result<Json> keys = parse_toml({reinterpret_cast<const char*>(data), size}, "scenario.toml");
  if (!told(keys)) return 0;
  if (keys->contains("model")) (*keys)["model"] = (*keys)["model"] == "resnet-50" ? "resnet-50" : "gpt2";
  told(read_scenario(*keys, "scenario.toml", files, catalog));
  return 0;
}
