// When nothing satisfies a scenario: the nearest thing that would work.
#pragma once

#include "hakaru/planning/search/search.h"

namespace hakaru {

/// The same where only memory was looked at: what is nearest to fitting, after `instances` were tried.
Message why_it_does_not_fit(const SearchContext& context, const std::vector<Instance>& instances,
                            const NearestMiss& miss);

/// One sentence: what stands in the way, and the smallest count, the larger instance or the relaxed limit that would
/// do.
Message why_nothing_works(const SearchContext& context, const std::vector<Instance>& instances,
                          const SearchResult& found);

}  // namespace hakaru
