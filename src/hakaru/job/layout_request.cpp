#include "hakaru/job/layout_request.h"

#include <array>

namespace hakaru {
namespace {

constexpr std::array<std::string_view, 3> recompute_names{"none", "selective", "full"};

}  // namespace

std::string_view name_of(Recompute recompute) { return recompute_names.at(static_cast<std::size_t>(recompute)); }

Result<Recompute> parse_recompute(std::string_view text) {
  for (std::size_t i = 0; i < recompute_names.size(); ++i) {
    if (text == recompute_names.at(i)) return static_cast<Recompute>(i);
  }
  return bad_input("recompute is '{}'; accepted: {}", text, "none, selective, full");
}

}  // namespace hakaru
