// A fitted constant as a calibration file names it and as the fit needs it: each model of a kernel lists its own, so
// that reading, writing and fitting a calibration know nothing of the models.
#pragma once

#include <string_view>

#include "hakaru/core/choice.h"

namespace hakaru {

template <typename Constants>
struct Constant {
  std::string_view name;
  double Constants::*member;
  std::string_view unit;  ///< empty: a share or a factor
  double start, lower, upper;
  std::string_view meaning;
};

/// Facts of an accelerator that the models of its kernels use.
struct Processor {
  double cores = 0;  ///< streaming multiprocessors, compute units
  double clock_hz = 0;
  double memory_bytes_per_s = 0;
  double cache_bytes = 0;  ///< of the last level
};

/// The library whose attention runs: it sets the rules, the constants are fitted.
enum class AttentionLibrary {
  flash_attention_2,  ///< vLLM on Ampere and Ada, 16-bit cache
  flash_attention_3,  ///< vLLM on Hopper
  tensorrt_llm,       ///< vLLM on Blackwell, through FlashInfer
  flashinfer          ///< vLLM on Ada, 8-bit cache
};
template <>
inline constexpr auto choice_names<AttentionLibrary> =
    std::to_array<std::string_view>({"flash_attention_2", "flash_attention_3", "tensorrt_llm", "flashinfer"});

}  // namespace hakaru
