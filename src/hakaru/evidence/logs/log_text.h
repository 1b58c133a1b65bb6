// Finding what a line of a log says by the label before it: "lm loss: 1.05E+00 |", "tps: 8,012  tflops",
// "zero_stage .. 3".
//
//   number_after("elapsed time per iteration (ms): 5432.1 |", "per iteration (ms):");      // 5432.1
//   setting_in("  tensor_model_parallel_size ...... 4", "tensor_model_parallel_size");     // "4"
//
// A number that runs into other text ("54iteration": two ranks wrote at once) is none.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace hakaru {

/// Cells of a row of measurements, by their columns.
using LogCells = std::map<std::string, std::string, std::less<>>;

inline constexpr std::uint64_t largest_log_bytes = 64 << 20;

/// The next line of `text`, which is taken off it: up to a line's end or a carriage return, after which progress bars
/// are drawn again. Colours are left out.
std::string take_log_line(std::string_view& text);

/// The number behind the first `label`, which may have commas between thousands; `unit` may stand right behind it.
std::optional<double> number_after(std::string_view line, std::string_view label, std::string_view unit = {});
/// A word or a whole number that `key` is set to, with dots, blanks, = or : between them.
std::optional<std::string> setting_in(std::string_view line, std::string_view key);
/// True if `marker` stands in `line` exactly once: ranks that wrote at once repeat it.
bool stands_once(std::string_view line, std::string_view marker);

}  // namespace hakaru
