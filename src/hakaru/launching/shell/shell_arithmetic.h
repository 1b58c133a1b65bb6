// Arithmetic as a shell has it between $(( and )), on whole numbers of 64 bits.
//
//   arithmetic("NODES * 8", [](std::string_view name) { return name == "NODES" ? "2" : ""; });   // 16
// Empty where it is none, divides by 0, is beyond 64 bits, or needs a name that is not known.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace hakaru {

/// The value of a name as text; empty: not known.
using ValueOfName = std::function<std::string(std::string_view)>;

std::optional<std::int64_t> arithmetic(std::string_view text, const ValueOfName& value_of);

}  // namespace hakaru
