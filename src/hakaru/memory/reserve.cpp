#include "hakaru/core/fields.h"
#include "hakaru/core/quantities.h"
#include "hakaru/memory/memory.h"

namespace hakaru {
namespace {

constexpr std::string_view reserve_file = "calibrations/memory";
constexpr NumberRange bytes_range{.min = 0, .max = 1e6};
constexpr NumberRange share_range{.min = 0, .max = 1};
constexpr NumberRange bucket_range{.min = 0, .max = 1e12}, layer_range{.min = 0, .max = 1e4};
constexpr IntegerRange token_range{.min = 1, .max = 1 << 20};

Result<MemoryReserve> read_reserve(const Json& entry, const std::string& file, const std::string& where) {
  Fields fields(entry, file, where);
  MemoryReserve reserve;
  reserve.fixed_bytes = fields.number("fixed_gib", bytes_range) * gibi;
  reserve.share_of_capacity = fields.number("share_of_capacity", share_range);
  reserve.bucket_values = fields.number_or("bucket_values", reserve.bucket_values, bucket_range);
  reserve.gathered_layers = fields.number_or("gathered_layers", reserve.gathered_layers, layer_range);
  reserve.kv_block_tokens = fields.integer_or("kv_block_tokens", reserve.kv_block_tokens, token_range);
  reserve.prefill_tokens = fields.integer_or("prefill_tokens", reserve.prefill_tokens, token_range);
  reserve.left_free_share = fields.number_or("left_free", reserve.left_free_share, share_range);
  reserve.source = fields.text("source");
  fields.refuse_unknown();
  if (const auto& error = fields.error()) return tl::unexpected(*error);
  return reserve;
}

}  // namespace

Result<MemoryReserve> find_reserve(const DataFiles& data, const Accelerator& accelerator, std::string_view use) {
  const std::vector<DataFiles::File> files = data.under(reserve_file);
  for (auto file = files.rbegin(); file != files.rend(); ++file) {
    const Result<Json> parsed = parse_toml(file->text, file->name);
    if (!parsed) return fail(parsed);
    const auto kinds = parsed->find(use);
    if (kinds == parsed->end()) continue;
    for (const std::string_view kind : {name_of(accelerator.kind), std::string_view("other")}) {
      const auto entry = kinds->find(kind);
      if (entry != kinds->end()) return read_reserve(*entry, file->name, std::string(use) + "." + std::string(kind));
    }
  }
  return bad_input("no memory reserve for '{}' in data/{}.toml; accepted: {}", use, reserve_file,
                   "training, serving, inference");
}

}  // namespace hakaru
