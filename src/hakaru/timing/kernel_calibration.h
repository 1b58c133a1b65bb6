// Constants of kernels and collectives that were measured one at a time on an idle device, as `hakaru calibrate
// operators` writes them: one file per kind and accelerator, one table per data type (of attention: that of its cache).
//
//   data/calibrations/gemm/h100-sxm.toml:
//     accelerator = "h100-sxm"
//     [bf16]
//     library = "cublas"       # whose rules choose tiles
//     source = "2500 rows of gemm.csv (vLLM 0.24.0) …"
//     launch_s = 2.1e-06
//
// Kinds: gemm, attention_prefill, attention_decode, collectives (whose one table is [nccl]). An accelerator without a
// file takes its nearest relative's (relatives.toml).
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>

#include "hakaru/core/fields.h"
#include "hakaru/numerics/data_type.h"
#include "hakaru/timing/collective_model.h"
#include "hakaru/timing/decode_attention.h"
#include "hakaru/timing/gemm.h"
#include "hakaru/timing/prefill_attention.h"

namespace hakaru {

template <typename Constants, typename Library>
struct FittedKernel {
  Library library{};
  Constants constants;
  std::string source;
};
using GemmFit = FittedKernel<GemmConstants, GemmLibrary>;
using PrefillFit = FittedKernel<PrefillConstants, AttentionLibrary>;
using DecodeFit = FittedKernel<DecodeConstants, AttentionLibrary>;

struct KernelCalibration {
  std::map<DataType, GemmFit> gemm;
  std::map<DataType, PrefillFit> prefill;
  std::map<DataType, DecodeFit> decode;
  std::optional<CollectiveConstants> collectives;
  std::string collectives_source;

  /// True if a GPU's kernels can be timed: products, prefill and decode attention each have a fit.
  bool covers_kernels() const { return !gemm.empty() && !prefill.empty() && !decode.empty(); }
};

/// True if the library's kernels are of 8-bit types, which cast rows of 16 bits first.
bool casts_rows(GemmLibrary library);
/// True if keys kept in 8 bits are multiplied so; false: they are widened first.
bool multiplies_as_cached(AttentionLibrary library);

/// The kinds of files, as their folders are called.
inline constexpr std::string_view kernel_kinds[] = {"gemm", "attention_prefill", "attention_decode", "collectives"};

/// Adds what one parsed file of `kind` says. `file` is for messages.
std::optional<Error> add_kernels(KernelCalibration& calibration, std::string_view kind, const Json& table,
                                 const std::string& file);

/// The fit for `type`, or for the measured type nearest to it: with types of 8 bits and fewer fp8's, else bf16's.
template <typename Fit>
const Fit& nearest_fit(const std::map<DataType, Fit>& fits, DataType type) {
  if (const auto own = fits.find(type); own != fits.end()) return own->second;
  const auto found = fits.find(bytes_per_value(type) < 2 ? DataType::fp8 : DataType::bf16);
  return found != fits.end() ? found->second : fits.begin()->second;
}

}  // namespace hakaru
