#include "hakaru/numerics/data_type.h"

#include <array>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

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

Result<DataType> parse_data_type(std::string_view text) {
  std::string lower = lower_case(text);
  if (lower.starts_with("torch.")) lower.erase(0, std::string_view("torch.").size());
  if (const std::optional<DataType> type = choice_named<DataType>(lower)) return *type;
  for (const Alias& alias : aliases) {
    if (lower == alias.alias) return alias.type;
  }
  return bad_input("'{}' is not a data type; accepted: {}", text, accepted_names<DataType>());
}

double bytes_per_value(DataType type) {
  switch (type) {
    case DataType::fp32:
    case DataType::tf32:
      return 4;
    case DataType::bf16:
    case DataType::fp16:
      return 2;
    case DataType::mxfp8:
      return 1 + 1.0 / 32;
    case DataType::int4:
      return 0.5 + 2.5 / 128;
    case DataType::nf4:
      return 0.5 + 1.0 / 64 + 4.0 / (64 * 256);
    case DataType::mxfp4:
      return 0.5 + 1.0 / 32;
    case DataType::nvfp4:
      return 0.5 + 1.0 / 16;
    case DataType::fp8:
    case DataType::cfp8:
    case DataType::int8:
    case DataType::uint8:
      break;
  }
  return 1;
}

}  // namespace hakaru
