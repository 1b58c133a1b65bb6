// Prices and Capacity Blocks of a user's own data folder, as `hakaru catalog import` writes them and anyone may edit
// them: one text is read as both.
#include "hakaru/core/text.h"
#include "hakaru/hardware/block_offers.h"
#include "hakaru/hardware/price_rows.h"
#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  static const DataFiles none = *DataFiles().with_texts({}, {""}, "own");
  const std::string text(reinterpret_cast<const char*>(data), size);
  const Result<std::vector<Price>> prices = read_prices({.path = "prices/own.csv", .text = text, .name = "own.csv"});
  if (told(prices)) {
    for (const Price& price : *prices) {
      if (!(price.usd_per_h > 0) || price.region.empty() || !parse_date(price.as_of, "as_of")) __builtin_trap();
    }
  }
  const std::string path = "capacity_blocks/own.csv";
  const Result<DataFiles> own = none.with_texts({{path, text}}, {"capacity_blocks/"}, "own");
  if (!told(own)) return 0;
  const Result<BlockOffers> read = BlockOffers::read(*own);
  if (!told(read)) return 0;
  const std::vector<BlockOffer> offers = read->of("p5.48xlarge", "us-east-1");
  if (offers.empty()) return 0;
  const BlockNeed need = block_need(2, 36'000, "", 864'000, offers);
  const std::optional<BlockOffer> block = cheapest_block(offers, need);
  if (block ? !(block->instances >= 2 && block->hours >= 10 && waits_h(*block, need) >= 0)
            : in_english(why_no_block(offers, need)).empty())
    __builtin_trap();
  return 0;
}
