#include "hakaru/model/adapted.h"

#include <algorithm>

namespace hakaru {

bool is_adapted(const Block& block, std::string_view module, Adapted adapted) {
  if (adapted == Adapted::all) return true;
  const auto attention = std::find_if(block.modules.begin(), block.modules.end(),
                                      [](const Module& each) { return std::holds_alternative<Attention>(each.kind); });
  if (attention == block.modules.end()) return false;
  const auto is_module = [&](const Module& each) { return each.name == module; };
  if (std::any_of(block.modules.begin(), attention, is_module)) return true;
  const auto behind = std::find_if(attention, block.modules.end(),
                                   [](const Module& each) { return std::holds_alternative<Linear>(each.kind); });
  return adapted == Adapted::attention && behind != block.modules.end() && is_module(*behind);
}

}  // namespace hakaru
