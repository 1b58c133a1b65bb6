// Enumerations whose values have names: in files, in JSON, on the command line. The names stand once, beside the
// enumeration, in its order.
//
//   enum class Recompute { none, selective, full };
//   template <>
//   inline constexpr auto choice_names<Recompute> = std::to_array<std::string_view>({"none", "selective", "full"});
//
//   name_of(Recompute::full);               // "full"
//   choice_named<Recompute>("selective");   // Recompute::selective
//   accepted_names<Recompute>();            // "none, selective, full"
//
// Choices that are more than a name stand in a table of NamedChoice, a row each, in the same order (job/schedules.h).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace hakaru {

template <typename Choice>
inline constexpr auto choice_names = nullptr;

template <typename Choice>
concept IsChoice = !std::is_same_v<decltype(choice_names<Choice>), const std::nullptr_t>;

template <IsChoice Choice>
constexpr std::string_view name_of(Choice choice) {
  return choice_names<Choice>.at(static_cast<std::size_t>(choice));
}

/// Every value, in order.
template <IsChoice Choice>
constexpr auto all_choices() {
  std::array<Choice, choice_names<Choice>.size()> all{};
  for (std::size_t at = 0; at < all.size(); ++at) all[at] = static_cast<Choice>(at);
  return all;
}

/// Empty: there is none of that name.
template <IsChoice Choice>
constexpr std::optional<Choice> choice_named(std::string_view name) {
  for (const Choice each : all_choices<Choice>()) {
    if (name == name_of(each)) return each;
  }
  return std::nullopt;
}

/// "none, selective, full"
template <IsChoice Choice>
std::string accepted_names(std::string_view separator = ", ") {
  std::string names;
  for (const std::string_view name : choice_names<Choice>) (names += names.empty() ? "" : separator) += name;
  return names;
}

/// A choice, and the function that says all it is.
template <typename Choice, typename What>
struct NamedChoice {
  Choice choice;
  std::string_view name;
  What (*what_it_is)();
};

/// Gives choice_names. Does not compile where a row does not stand at the number of its choice.
template <typename Row, std::size_t count>
consteval std::array<std::string_view, count> names_by_number(const std::array<Row, count>& rows) {
  std::array<std::string_view, count> names{};
  for (std::size_t at = 0; at < count; ++at)
    names.at(static_cast<std::size_t>(rows[at].choice) == at ? at : count) = rows[at].name;
  return names;
}

template <typename Choice, typename What, std::size_t count>
std::vector<What> what_they_are(const std::array<NamedChoice<Choice, What>, count>& rows) {
  std::vector<What> all;
  for (const auto& row : rows) all.push_back(row.what_it_is());
  return all;
}

}  // namespace hakaru
