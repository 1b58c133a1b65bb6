#include "hakaru/importing/machines/found_paths.h"

#include <map>

#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"

namespace hakaru {

std::vector<int> without_nvlink(const FoundPaths& paths) {
  std::vector<bool> has(static_cast<std::size_t>(paths.devices));
  for (const FoundPaths::Pair& pair : paths.pairs) {
    if (pair.path != Path::nvlink) continue;
    has[static_cast<std::size_t>(pair.first)] = has[static_cast<std::size_t>(pair.second)] = true;
  }
  std::vector<int> without;
  for (int device = 0; device < paths.devices; ++device) {
    if (!has[static_cast<std::size_t>(device)]) without.push_back(device);
  }
  return std::ssize(without) == paths.devices ? std::vector<int>{} : without;
}

FoundPaths with_nvlink(const FoundPaths& paths) {
  const std::vector<int> without = without_nvlink(paths);
  FoundPaths kept{.tells_nvlink = paths.tells_nvlink};
  std::map<int, int> numbers;
  for (int device = 0; device < paths.devices; ++device) {
    if (ranges::count(without, device) == 0) numbers[device] = kept.devices++;
  }
  for (const FoundPaths::Pair& pair : paths.pairs) {
    const auto first = numbers.find(pair.first), second = numbers.find(pair.second);
    if (first == numbers.end() || second == numbers.end()) continue;
    kept.pairs.push_back({first->second, second->second, pair.path, pair.links});
  }
  return kept;
}

std::string called_gpus(const std::vector<int>& devices) {
  std::vector<std::string> names;
  for (const int device : devices) names.push_back(fmt::format("GPU{}", device));
  return join(names);
}

}  // namespace hakaru
