#include "hakaru/timing/release_names.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

/// True if `release` is `version`, or has it as a word of its own: "26.06" of "nemo-26.06", not of "nemo-26.06.01".
bool is_release(std::string_view release, std::string_view version) {
  const auto goes_on = [](char each) { return std::isdigit(static_cast<unsigned char>(each)) != 0 || each == '.'; };
  if (version.empty()) return false;
  const bool is_number = goes_on(version.front());  // may follow letters, as in "ngc25.09"
  for (std::size_t at = release.find(version); at != std::string_view::npos; at = release.find(version, at + 1)) {
    const std::size_t end = at + version.size();
    const bool ends = end == release.size() || release[end] == ' ' || release[end] == ',';
    const bool goes_before = at > 0 && (goes_on(release[at - 1]) ||
                                        (!is_number && std::isalpha(static_cast<unsigned char>(release[at - 1])) != 0));
    if (ends && !goes_before) return true;
  }
  return false;
}

std::size_t alike_at_start(std::string_view one, std::string_view other) {
  const std::size_t length = std::min(one.size(), other.size());
  return std::mismatch(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(length), other.begin()).first -
         one.begin();
}

}  // namespace

std::string release_called(const std::map<std::string, std::string>& releases, std::string_view version,
                           std::string_view typed) {
  if (const auto exact = releases.find(std::string(version)); exact != releases.end()) return exact->second;
  const std::string asked = lower_case(version), software = lower_case(typed);
  std::string best, table;
  for (const auto& [called, name] : releases) {
    std::string release = lower_case(called);
    if (!is_release(release, asked)) continue;
    if (!table.empty() && alike_at_start(release, software) <= alike_at_start(best, software)) continue;
    best = std::move(release);
    table = name;
  }
  return table;
}

}  // namespace hakaru
