#include "hakaru/numerics/data_type.h"

#include <array>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

struct Description {
  DataType type;
  std::string_view name;
  double bytes;
};

constexpr std::array<Description, 13> descriptions{{
    {DataType::fp32, "fp32", 4},
    {DataType::tf32, "tf32", 4},
    {DataType::bf16, "bf16", 2},
    {DataType::fp16, "fp16", 2},
    {DataType::fp8, "fp8", 1},
    {DataType::cfp8, "cfp8", 1},
    {DataType::mxfp8, "mxfp8", 1 + 1.0 / 32},
    {DataType::int8, "int8", 1},
    {DataType::uint8, "uint8", 1},
    {DataType::int4, "int4", 0.5 + 2.5 / 128},
    {DataType::nf4, "nf4", 0.5 + 1.0 / 64 + 4.0 / (64 * 256)},
    {DataType::mxfp4, "mxfp4", 0.5 + 1.0 / 32},
    {DataType::nvfp4, "nvfp4", 0.5 + 1.0 / 16},
}};

const Description& describe(DataType type) { return descriptions.at(static_cast<std::size_t>(type)); }

struct Alias {
  std::string_view alias;
  DataType type;
};

constexpr std::array<Alias, 14> aliases{{{"bfloat16", DataType::bf16},
                                         {"float16", DataType::fp16},
                                         {"half", DataType::fp16},
                                         {"float32", DataType::fp32},
                                         {"float", DataType::fp32},
                                         {"float8_e4m3fn", DataType::fp8},
                                         {"float8_e5m2", DataType::fp8},
                                         {"fp8_e4m3", DataType::fp8},
                                         {"fp8_e5m2", DataType::fp8},
                                         {"f32", DataType::fp32},
                                         {"f16", DataType::fp16},
                                         {"f8_e4m3", DataType::fp8},
                                         {"f8_e5m2", DataType::fp8},
                                         {"e4m3", DataType::fp8}}};

}  // namespace

const std::vector<DataType>& all_data_types() {
  static const std::vector<DataType> types = [] {
    std::vector<DataType> all;
    for (const Description& description : descriptions) all.push_back(description.type);
    return all;
  }();
  return types;
}

std::string_view name_of(DataType type) { return describe(type).name; }

Result<DataType> parse_data_type(std::string_view text) {
  std::string lower = lower_case(text);
  if (lower.starts_with("torch.")) lower.erase(0, std::string_view("torch.").size());
  for (const Description& description : descriptions) {
    if (lower == description.name) return description.type;
  }
  for (const Alias& alias : aliases) {
    if (lower == alias.alias) return alias.type;
  }
  std::vector<std::string> names;
  for (const Description& description : descriptions) names.emplace_back(description.name);
  return bad_input("'{}' is not a data type; accepted: {}", text, join(names));
}

double bytes_per_value(DataType type) { return describe(type).bytes; }

}  // namespace hakaru
