#include "hakaru/model/safetensors.h"

#include <algorithm>
#include <map>
#include <set>

#include "hakaru/core/fields.h"

namespace hakaru {
namespace {

constexpr std::uint64_t length_bytes = 8;
constexpr std::uint64_t largest_header_bytes = 100'000'000;

/// Bits of one value, by the format's names for types.
const std::map<std::string, std::int64_t, std::less<>>& bits_by_type() {
  static const std::map<std::string, std::int64_t, std::less<>> bits{
      {"BOOL", 8},    {"F4", 4},      {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"U8", 8},   {"I8", 8},    {"F8_E5M2", 8},
      {"F8_E4M3", 8}, {"F8_E8M0", 8}, {"I16", 16},    {"U16", 16},    {"F16", 16}, {"BF16", 16}, {"I32", 32},
      {"U32", 32},    {"F32", 32},    {"F64", 64},    {"I64", 64},    {"U64", 64}, {"C64", 64}};
  return bits;
}

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = length_bytes; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

struct Extent {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string tensor;
};

/// Product of the shape, refused where it is beyond what the data could hold.
std::int64_t values_in(Fields& tensor, std::uint64_t data_bytes) {
  constexpr std::int64_t values_per_byte = 2;  // four bits is the smallest type
  const std::int64_t most = static_cast<std::int64_t>(data_bytes) * values_per_byte;
  std::int64_t values = 1;
  for (const std::int64_t length : tensor.integers("shape", {0, INT64_MAX})) {
    if (length != 0 && values > most / length) {
      tensor.refuse("shape", "of more values than the file holds", "a shape that fits the file");
      return 0;
    }
    values *= length;
  }
  return values;
}

/// One tensor's entry; adds its values to `stored`.
Extent read_tensor(Fields& tensor, std::string name, std::uint64_t data_bytes, Model::Stored& stored,
                   std::map<std::string, std::int64_t>& by_type) {
  const std::string type = tensor.text("dtype");
  const auto bits = bits_by_type().find(type);
  if (bits == bits_by_type().end()) {
    tensor.refuse("dtype", "'" + type + "'", "a type of the format, such as BF16, F32, F8_E4M3");
    return {};
  }
  if (!tensor.value("shape").is_array()) tensor.refuse("shape", "missing", "a list of whole numbers");
  const std::int64_t values = values_in(tensor, data_bytes);
  const auto most = static_cast<std::int64_t>(data_bytes);
  const std::vector<std::int64_t> offsets = tensor.integers("data_offsets", {0, most});
  if (offsets.size() != 2 || offsets[0] > offsets[1]) {
    tensor.refuse("data_offsets", "no pair of offsets", fmt::format("[begin, end] within the file's {} bytes", most));
    return {};
  }
  const std::int64_t bytes = (values * bits->second + 7) / 8;
  if (offsets[1] - offsets[0] != bytes) {
    tensor.refuse("data_offsets", fmt::format("{} bytes apart", offsets[1] - offsets[0]),
                  fmt::format("{} bytes, as dtype and shape say", bytes));
  }
  stored.parameters += values;
  stored.bytes += static_cast<double>(bytes);
  by_type[type] += values;
  return {static_cast<std::uint64_t>(offsets[0]), static_cast<std::uint64_t>(offsets[1]), std::move(name)};
}

std::optional<Error> refuse_overlap(std::vector<Extent> extents, const std::string& file) {
  std::sort(extents.begin(), extents.end(),
            [](const Extent& a, const Extent& b) { return a.begin != b.begin ? a.begin < b.begin : a.end < b.end; });
  for (std::size_t i = 1; i < extents.size(); ++i) {
    if (extents[i].begin < extents[i - 1].end) {
      return bad_input("{}: tensors '{}' and '{}' overlap", file, extents[i - 1].tensor, extents[i].tensor).value();
    }
  }
  return std::nullopt;
}

}  // namespace

Result<std::uint64_t> safetensors_header_bytes(std::string_view start, std::uint64_t file_size,
                                               const std::string& file) {
  if (start.size() < length_bytes || file_size < length_bytes) {
    return bad_input("{}: is {} bytes long; a safetensors file has at least {}", file, file_size, length_bytes);
  }
  const std::uint64_t length = little_endian(start);
  if (length > largest_header_bytes || length > file_size - length_bytes) {
    return bad_input("{}: says its header has {} bytes; accepted: up to {}", file, length,
                     std::min(largest_header_bytes, file_size - length_bytes));
  }
  return length_bytes + length;
}

Result<Model::Stored> read_safetensors_header(std::string_view bytes, std::uint64_t file_size,
                                              const std::string& file) {
  const Result<std::uint64_t> header_bytes = safetensors_header_bytes(bytes, file_size, file);
  if (!header_bytes) return fail(header_bytes);
  if (bytes.size() < *header_bytes) {
    return bad_input("{}: is cut short: {} of its header's {} bytes", file, bytes.size(), *header_bytes);
  }
  constexpr std::uint64_t most_bytes = std::uint64_t{1} << 54;  // keeps products of values and bits within 64 bits
  const std::uint64_t data_bytes = std::min(file_size - *header_bytes, most_bytes);
  Model::Stored stored;
  std::map<std::string, std::int64_t> by_type;
  std::vector<Extent> extents;
  const auto take = [&](const std::string& name, const Json& entry) -> std::optional<Error> {
    // Once there is more than the file holds, some overlap.
    if (name == "__metadata__" || stored.bytes > static_cast<double>(data_bytes)) return std::nullopt;
    Fields tensor(entry, file, name);
    Extent extent = read_tensor(tensor, name, data_bytes, stored, by_type);
    if (extent.begin != extent.end) extents.push_back(std::move(extent));
    return tensor.error();
  };
  const Result<Json> header =
      parse_json(bytes.substr(length_bytes, *header_bytes - length_bytes), file, Members{"", take});
  if (!header) return fail(header);
  if (!header->is_object()) return bad_input("{}: its header is no table of tensors", file);
  if (const auto overlap = refuse_overlap(std::move(extents), file)) return tl::unexpected(*overlap);
  stored.values_by_type.assign(by_type.begin(), by_type.end());
  return stored;
}

Result<SafetensorsIndex> read_safetensors_index(std::string_view text, const std::string& file) {
  std::set<std::string> shards;
  const auto take = [&](const std::string& tensor, const Json& shard) -> std::optional<Error> {
    const std::string name = shard.is_string() ? shard.get<std::string>() : "";
    if (name.empty() || name.find_first_of("/\\") != std::string::npos || name == "..")
      return bad_input("{}: '{}' must name a file beside the index", file, "weight_map." + tensor).value();
    shards.insert(name);
    return std::nullopt;
  };
  const Result<Json> index = parse_json(text, file, Members{"weight_map", take});
  if (!index) return fail(index);
  Fields fields(*index, file);
  SafetensorsIndex result;
  const Json& metadata = fields.value("metadata");
  if (!metadata.is_null()) {
    Fields metadata_fields(metadata, file, "metadata");
    result.total_bytes = metadata_fields.number_or("total_size", 0, {.min = 0, .max = 1e18});
    if (metadata_fields.error()) return tl::unexpected(*metadata_fields.error());
  }
  if (!fields.value("weight_map").is_object())
    fields.refuse("weight_map", "missing", "a table of tensors and the files that hold them");
  if (fields.error()) return tl::unexpected(*fields.error());
  result.shards.assign(shards.begin(), shards.end());
  return result;
}

}  // namespace hakaru
