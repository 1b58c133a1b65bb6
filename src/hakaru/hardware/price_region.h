// Where a price holds: in one region of a cloud ("us-east-1"), or by one of the words for several or none of them
// (price_book.h: "us", "all", "unstated"; ownership.h: "own"), where nothing can be started by that name.
#pragma once

#include <string_view>

namespace hakaru {

/// Whether a price's region is one that machines can be asked for in.
bool names_a_place(std::string_view region);

}  // namespace hakaru
