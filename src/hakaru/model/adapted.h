// Linear layers that low-rank adapters stand beside (Hu et al. 2021, arXiv 2106.09685, §4.2: any subset of them).
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

/// True if the linear layer `module` has adapters: with `all` any; with `qkv` those before the block's attention; with
/// `attention` also the next one behind it. A block without attention has none but with `all`.
bool is_adapted(const Block& block, std::string_view module, Adapted adapted);

}  // namespace hakaru
