// The number formats that models are stored and computed in, by name and size. Their bits are in float_format.h and
// cfp8.h, how values are rounded to them in rounding.h.
#pragma once

#include <string_view>

#include "hakaru/core/choice.h"
#include "hakaru/core/result.h"

namespace hakaru {

enum class DataType { fp32, tf32, bf16, fp16, fp8, cfp8, mxfp8, int8, uint8, int4, nf4, mxfp4, nvfp4 };

template <>
inline constexpr auto choice_names<DataType> = std::to_array<std::string_view>({"fp32", "tf32", "bf16", "fp16", "fp8",
                                                                                "cfp8", "mxfp8", "int8", "uint8",
                                                                                "int4", "nf4", "mxfp4", "nvfp4"});

/// Also reads the names that model files use: "bfloat16", "torch.float16", "float8_e4m3fn".
Result<DataType> parse_data_type(std::string_view text);

/// Bytes that one stored value takes, with the scales of its block where the format has them:
/// mxfp8 and mxfp4: one 8-bit scale for 32 values (OCP MX v1.0 §5.2); nvfp4: one fp8 scale for 16 values; int4: one
/// 16-bit scale and one 4-bit zero point for 128 values (GPTQ and AWQ's usual group); nf4: one 8-bit scale for 64
/// values and one 32-bit scale for 256 of those (QLoRA, arXiv 2305.14314 §3, double quantisation). tf32 is stored as
/// fp32.
double bytes_per_value(DataType type);

}  // namespace hakaru
