// Releases of software by the names that people call them by.
//
// Worked example: "26.06" is "nemo-26.06", and neither "nemo-26.06.01" nor "nemo-126.06".
// Limits: knows no order of releases.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace hakaru {

/// The table of the release that people call `version`, as it is called or by a word of it ("26.06" of "nemo-26.06"):
/// of several, that which begins most like what they called the software. "": none is.
std::string release_called(const std::map<std::string, std::string>& releases, std::string_view version,
                           std::string_view typed);

}  // namespace hakaru
