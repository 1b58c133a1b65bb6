// TOML of a calibration: the constants of kernels and collectives, in a user's own data folder.
#include "hakaru/timing/kernel_calibration.h"
#include "told.h"

namespace {

using namespace hakaru;

/// Traps where a fitted constant lies outside the bounds of its library.
template <typename Fits, typename ConstantsOf>
void check(const Fits& fits, ConstantsOf constants_of) {
  for (const auto& [type, fit] : fits) {
    for (const auto& constant : constants_of(fit.library)) {
      const double value = fit.constants.*constant.member;
      if (!(value >= constant.lower && value <= constant.upper)) __builtin_trap();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Result<Json> table = parse_toml({reinterpret_cast<const char*>(data), size}, "calibration.toml");
  if (!told(table)) return 0;
  for (const std::string_view kind : kernel_kinds) {
    KernelCalibration kernels;
    if (const std::optional<Error> error = add_kernels(kernels, kind, *table, "calibration.toml")) {
      if (in_english(error->message).empty()) __builtin_trap();
      continue;
    }
    check(kernels.gemm, gemm_constants);
    check(kernels.prefill, prefill_constants);
    check(kernels.decode, decode_constants);
    if (kind == "collectives" && !kernels.collectives) __builtin_trap();
  }
  return 0;
}
