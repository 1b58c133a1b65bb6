#include "hakaru/model/spelling.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

std::string_view without_owner(std::string_view name) {
  const std::size_t slash = name.rfind('/');
  return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

}  // namespace

std::string family_of(std::string_view name) {
  const std::string lower = lower_case(without_owner(name));
  const auto is_letter = [](char each) { return std::isalpha(static_cast<unsigned char>(each)) != 0; };
  const auto begin = std::find_if(lower.begin(), lower.end(), is_letter);
  return {begin, std::find_if_not(begin, lower.end(), is_letter)};
}

bool is_of_family(std::string_view name, std::string_view other) {
  const std::string one = family_of(name), two = family_of(other);
  constexpr std::size_t shortest_misspelled = 4;
  const std::size_t longer = std::max(one.size(), two.size()), shorter = std::min(one.size(), two.size());
  if (one == two || longer < shortest_misspelled || longer - shorter > 1) return one == two;
  std::size_t first = 0, last = 0;
  while (first < shorter && one[first] == two[first]) ++first;
  while (first + last < shorter && one[one.size() - 1 - last] == two[two.size() - 1 - last]) ++last;
  return first + last + 1 >= longer;
}

std::string spelled_plainly(std::string_view name) { return letters_and_digits(lower_case(without_owner(name))); }

std::string size_named(std::string_view name) {
  const std::string lower = lower_case(without_owner(name));
  constexpr std::string_view digits = "0123456789.";
  for (std::size_t end = lower.find_first_of("bm"); end != std::string::npos;
       end = lower.find_first_of("bm", end + 1)) {
    const bool ends_word = end + 1 == lower.size() || std::isalnum(static_cast<unsigned char>(lower[end + 1])) == 0;
    const std::size_t before = lower.find_last_not_of(digits, end - (end > 0 ? 1 : 0));
    const std::size_t start = before == std::string::npos ? 0 : before + 1;
    if (ends_word && start < end) return lower.substr(start, end + 1 - start);
  }
  return {};
}

std::vector<std::string> sizes_named(std::string_view name) {
  std::vector<std::string> sizes{size_named(name)};
  std::string pointed(without_owner(name));
  if (const std::size_t at = pointed.rfind('_'); at != std::string::npos) {
    pointed[at] = '.';
    sizes.push_back(size_named(pointed));
  }
  return sizes;
}

bool is_class_of(std::string_view class_name, std::string_view model_type) {
  constexpr std::array<std::string_view, 3> endings{"For", "LMHead", "Model"};
  std::size_t end = class_name.size();
  for (const std::string_view ending : endings) end = std::min(end, class_name.find(ending, 1));
  return letters_and_digits(lower_case(class_name.substr(0, end))) == letters_and_digits(model_type);
}

QuantisedName quantised_name(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> suffixes[]{{"-awq", "awq"},
                                                                     {"-awq-int4", "awq"},
                                                                     {"-awq-4bit", "awq"},
                                                                     {"-gptq", "gptq"},
                                                                     {"-gptq-int4", "gptq"},
                                                                     {"-gptq-4bit", "gptq"},
                                                                     {"-gptq-int8", "int8"},
                                                                     {"-int4-autoround", "int4"},
                                                                     {"-autoround", "int4"},
                                                                     {"-int4", "int4"},
                                                                     {"-int8", "int8"},
                                                                     {"-w4a16", "gptq"},
                                                                     {"-w8a16", "int8"},
                                                                     {"-w8a8", "int8"},
                                                                     {"-quantized.w4a16", "gptq"},
                                                                     {"-quantized.w8a16", "int8"},
                                                                     {"-quantized.w8a8", "int8"},
                                                                     {"-fp8", "fp8"},
                                                                     {"-fp8-dynamic", "fp8"},
                                                                     {"-fp8-block", "fp8"},
                                                                     {"-fp8-static", "fp8"},
                                                                     {"-fp8-kv", "fp8"},
                                                                     {"-nvfp4", "nvfp4"},
                                                                     {"-nvfp4a16", "nvfp4"},
                                                                     {"-fp4", "nvfp4"},
                                                                     {"-mxfp4", "mxfp4"},
                                                                     {"-bnb-4bit", "nf4"}};
  const std::string lower = lower_case(name);
  for (const auto& [suffix, weights] : suffixes) {
    if (lower.ends_with(suffix)) return {lower.substr(0, lower.size() - suffix.size()), std::string(weights)};
  }
  return {};
}

std::string untuned(std::string_view name) {
  constexpr std::array<std::string_view, 7> tunings{"instruct", "chat", "base", "hf", "it", "sft", "dpo"};
  std::string lower = lower_case(without_owner(name));
  for (const std::string_view maker : {"meta-", "nvidia-"}) {
    if (lower.starts_with(maker)) lower.erase(0, maker.size());
  }
  for (std::size_t at = 0; at < tunings.size(); ++at) {
    const std::size_t dash = lower.find_last_of("-_ ");
    if (dash == std::string::npos || dash == 0) break;
    const std::string_view last = std::string_view(lower).substr(dash + 1);
    if (std::find(tunings.begin(), tunings.end(), last) != tunings.end()) lower.erase(dash);
  }
  return letters_and_digits(lower);
}

}  // namespace hakaru
