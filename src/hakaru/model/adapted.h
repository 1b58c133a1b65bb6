// Which linear layers low-rank adapters stand beside (Hu et al. 2021, arXiv 2106.09685, §4.2: any subset of them).
#pragma once

#include <optional>
#include <string_view>

#include "hakaru/core/choice.h"
#include "hakaru/model/model.h"

namespace hakaru {

enum class Adapted {
  all,        ///< every linear layer
  attention,  ///< those of attention: what makes queries, keys and values, and what takes its result
  qkv         ///< what makes queries, keys and values
};
template <>
inline constexpr auto choice_names<Adapted> = std::to_array<std::string_view>({"all", "attention", "qkv"});

/// Whether the linear layer called `module` is one of them. Of a block with attention they are those before it, and the
/// next one behind it; a block without any has none but with `all`.
bool is_adapted(const Block& block, std::string_view module, Adapted adapted);

}  // namespace hakaru
