#include "hakaru/importing/known_hardware.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr double most_apart = 0.12;  // GiB for GB, what drivers keep, and L4's 22 GiB of 24

/// Words that clouds put around the name of a chip.
constexpr std::array<std::string_view, 6> words_left_out{"nvidia", "tesla", "gpu", "amd", "instinct", "google"};

/// "NVIDIA-H100-80GB" is "h100 80gb", in words.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  for (const char each : lower_case(name)) {
    const bool within = (each >= 'a' && each <= 'z') || (each >= '0' && each <= '9');
    if (within)
      words.back() += each;
    else if (!words.back().empty())
      words.emplace_back();
  }
  const auto says_nothing = [](const std::string& word) {
    return word.empty() || std::find(words_left_out.begin(), words_left_out.end(), word) != words_left_out.end();
  };
  words.erase(std::remove_if(words.begin(), words.end(), says_nothing), words.end());
  return words;
}

/// The catalogue's name of a chip that clouds call otherwise; others as they are.
std::string_view family_of(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> other_names{
      {{"trainium", "neuroncore-v2"},
       {"trainium1", "neuroncore-v2"},
       {"inferentia2", "neuroncore-v2"},
       {"trainium2", "neuroncore-v3-lnc2"},
       {"trainium3", "neuroncore-v4-lnc2"},
       {"inferentia", "neuroncore-v1"},
       {"inferentia1", "neuroncore-v1"},
       {"a10g", "a10g"}}};
  for (const auto& [other, name] : other_names) {
    if (word == other) return name;
  }
  return word;
}

/// "h100-sxm" begins with the word "h100"; "h100" itself is it.
bool begins_with_word(std::string_view name, std::string_view word) {
  return name.starts_with(word) && (name.size() == word.size() || name[word.size()] == '-');
}

double memory_of_chip_gib(const Accelerator& accelerator) {
  return accelerator.memory_bytes * accelerator.ranks_per_chip / gibi;
}

bool near_in_memory(const Accelerator& accelerator, double memory_gib) {
  return std::abs(memory_of_chip_gib(accelerator) / memory_gib - 1) <= most_apart;
}

/// "80gb": how much memory a name says itself; 0: nothing.
double memory_in(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word.size() < 3 || !word.ends_with("gb")) continue;
    if (const Result<std::int64_t> size = parse_count(word.substr(0, word.size() - 2), ""); size)
      return static_cast<double>(*size);
  }
  return 0;
}

}  // namespace

KnownInstances::KnownInstances(const Catalog& catalog, std::string_view cloud) {
  for (const Instance& each : catalog.instances()) {
    if (!cloud.empty() && each.cloud != cloud) continue;
    all_.push_back(&each);
    by_name_.emplace(each.name, &each);
  }
}

bool KnownInstances::has(std::string_view name) const { return by_name_.contains(name); }

const Instance* KnownInstances::find(std::string_view name) const {
  const auto found = by_name_.find(lower_case(name));
  return found == by_name_.end() ? nullptr : found->second;
}

const Accelerator* accelerator_called(const Catalog& catalog, std::string_view name, double memory_gib) {
  const std::vector<std::string> words = words_of(name);
  if (words.empty()) return nullptr;
  const double memory = memory_gib > 0 ? memory_gib : memory_in(words);
  const std::string_view family = family_of(words.front());
  std::vector<const Accelerator*> called;
  for (const Accelerator& each : catalog.accelerators()) {
    if (begins_with_word(each.name, family) && !each.name.ends_with("-launch")) called.push_back(&each);
  }
  // Prefers, of several forms, the one for boards (SXM), which clouds rent, unless the name says another.
  const auto rank = [&](const Accelerator* each) {
    int named = 0;
    for (const std::string& word : words) named += each->name.find(word) != std::string::npos ? 1 : 0;
    const bool usual = each->name.find("-sxm") != std::string::npos || each->name == family;
    const bool fits = memory <= 0 || near_in_memory(*each, memory);
    return std::tuple(fits, named, usual);
  };
  const auto best =
      std::max_element(called.begin(), called.end(),
                       [&](const Accelerator* left, const Accelerator* right) { return rank(left) < rank(right); });
  if (best == called.end() || !std::get<0>(rank(*best))) return nullptr;
  if (memory > 0) return *best;
  const auto differs = [&](const Accelerator* each) { return !near_in_memory(*each, memory_of_chip_gib(**best)); };
  const bool alone = std::none_of(called.begin(), called.end(), differs);
  return alone ? *best : nullptr;
}

}  // namespace hakaru
