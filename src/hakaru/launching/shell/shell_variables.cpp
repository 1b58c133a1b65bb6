#include "hakaru/launching/shell/shell_variables.h"

#include <algorithm>
#include <set>
#include <utility>

#include "hakaru/core/ranges.h"

namespace hakaru {

const ShellValue* ShellVariables::find(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? nullptr : &found->second;
}

Truth ShellVariables::runs() const {
  return branches_.empty() ? Truth::yes : std::min(branches_.back().outer, branches_.back().arm);
}

/// Beyond what a script has at hand its value is open.
std::optional<ShellValue> ShellVariables::copy_of(std::string_view name) {
  constexpr std::size_t most_copied_bytes = 1 << 24;
  const ShellValue* const value = find(name);
  if (value == nullptr) return std::nullopt;
  for (const std::string& word : value->words) copied_bytes_ += word.size() + 1;
  return copied_bytes_ > most_copied_bytes ? ShellValue{{}, true} : *value;
}

void ShellVariables::put(const std::string& name, std::optional<ShellValue> value) {
  if (value)
    values_.insert_or_assign(name, std::move(*value));
  else
    values_.erase(name);
}

ShellValue& ShellVariables::change(std::string_view name) {
  if (runs() == Truth::no) return nobodys_ = {};
  const std::string key(name);
  const auto within =
      std::find_if(branches_.rbegin(), branches_.rend(), [](const Branch& each) { return each.has_arms; });
  if (within != branches_.rend() && !within->before.contains(key)) within->before[key] = copy_of(key);
  return values_[key];
}

void ShellVariables::begin_branch() { branches_.push_back({runs()}); }

void ShellVariables::end_arm(Branch& branch) {
  Values changed;
  for (auto& [name, before] : branch.before) {
    const auto now = values_.find(name);
    changed[name] = now == values_.end() ? std::nullopt : std::optional(std::move(now->second));
    put(name, std::move(before));
  }
  branch.before.clear();
  if (branch.arm != Truth::no) branch.arms.push_back(std::move(changed));
  branch.earlier = branch.is_last ? Truth::yes : std::max(branch.earlier, branch.arm);
  branch.arm = Truth::no;
}

void ShellVariables::begin_arm(Truth condition) {
  if (branches_.empty()) return;
  Branch& branch = branches_.back();
  if (std::exchange(branch.has_arms, true)) end_arm(branch);
  const Truth left = branch.earlier == Truth::yes  ? Truth::no
                     : branch.earlier == Truth::no ? Truth::yes
                                                   : Truth::unknown;
  branch.arm = std::min(left, condition);
  branch.is_last = condition == Truth::yes;
}

void ShellVariables::end_branch() {
  if (branches_.empty()) return;
  if (branches_.back().has_arms) end_arm(branches_.back());
  Branch branch = std::move(branches_.back());
  branches_.pop_back();
  if (branch.earlier != Truth::yes) branch.arms.emplace_back();  // none of them
  std::set<std::string> names;
  for (const Values& arm : branch.arms) {
    for (const auto& [name, value] : arm) names.insert(name);
  }
  for (const std::string& name : names) {
    const auto in = [&](const Values& arm) {
      const auto found = arm.find(name);
      const ShellValue* const now = find(name);
      return found != arm.end() ? found->second : now == nullptr ? std::nullopt : std::optional(*now);
    };
    const std::optional<ShellValue> first = in(branch.arms.front());
    const bool is_one =
        std::all_of(branch.arms.begin(), branch.arms.end(), [&](const Values& arm) { return in(arm) == first; });
    if (is_one && !first) continue;
    ShellValue& value = change(name);
    value = is_one ? *first : ShellValue{{}, true};
  }
}

}  // namespace hakaru
