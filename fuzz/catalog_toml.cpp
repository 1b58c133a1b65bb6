// TOML of a user's own data folder: accelerators, links and instances.
#include "hakaru/core/fields.h"
#include "hakaru/hardware/instance.h"
#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  const Result<Json> tables = parse_toml({reinterpret_cast<const char*>(data), size}, "catalog.toml");
  if (!told(tables)) return 0;
  Links links;
  for (const auto& [name, table] : tables->items()) {
    const Result<Link> link = read_link(table, name, "catalog.toml");
    if (told(link)) links[name] = *link;
  }
  for (const auto& [name, table] : tables->items()) {
    const Result<Accelerator> accelerator = read_accelerator(table, name, "catalog.toml");
    if (told(accelerator) && !(accelerator->memory_bytes >= 0)) __builtin_trap();
    const Result<Instance> instance =
        read_instance(table, name, "catalog.toml", accelerator.value_or(Accelerator{}), links);
    if (told(instance) && instance->accelerators < 1) __builtin_trap();
  }
  return 0;
}
