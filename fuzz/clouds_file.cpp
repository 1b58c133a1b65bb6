// A cloud's file as `hakaru catalog import` reads it: the first byte says of which kind it is.
#include "hakaru/core/text.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/importing/importer.h"
#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  if (size == 0) return 0;
  static const DataFiles files;
  static const Catalog catalog = *Catalog::read(files);
  const ImportKind& kind = import_kinds()[data[0] % import_kinds().size()];
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  ByteSource source(text, "file");
  Imported imported;
  const ImportContext context{.catalog = catalog, .data = files, .region = ""};
  if (const std::optional<Error> error = kind.read(source, context, imported)) {
    static_cast<void>(told(Result<int>(tl::unexpected(*error))));
    return 0;
  }
  imported.complete("2026-11-20");
  for (const Price& price : imported.prices()) {
    if (!(price.usd_per_h > 0) || price.region.empty() || price.source.empty()) __builtin_trap();
    if (!parse_date(price.as_of, "as_of")) __builtin_trap();
  }
  return 0;
}
