// Variables of a script while it is read, and what its branches do to them: a branch that does not run changes nothing,
// one that may or may not run leaves what it changes open.
//
//   ShellVariables variables;
//   variables.begin_branch();
//   variables.begin_arm(Truth::unknown);
//   variables.change("TP").words = {"4"};
//   variables.end_branch();
//   variables.find("TP")->is_open;   // true
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hakaru {

enum class Truth { no, unknown, yes };

/// A list's words; of a variable that is none its one value.
struct ShellValue {
  std::vector<std::string> words = {};
  bool is_open = false;  ///< set to what is not known
  bool operator==(const ShellValue&) const = default;
};

class ShellVariables {
 public:
  /// Null: it is not set.
  const ShellValue* find(std::string_view name) const;
  /// The value of one that is set now, where the branches that it stands in may run; else nobody's.
  ShellValue& change(std::string_view name);

  /// `if`, `case`, a loop, what stands behind && or ||.
  void begin_branch();
  /// One of its parts, which runs where `condition` holds and none before it did.
  void begin_arm(Truth condition);
  void end_branch();
  /// The truth that the text which is read now runs.
  Truth runs() const;

 private:
  using Values = std::map<std::string, std::optional<ShellValue>, std::less<>>;
  struct Branch {
    Truth outer = Truth::yes, arm = Truth::yes, earlier = Truth::no;
    bool is_last = false;   ///< whatever was before this arm, one of them runs
    bool has_arms = false;  ///< before the first its condition is read
    Values before = {};     ///< of what this arm has changed
    std::vector<Values> arms = {};
  };
  std::optional<ShellValue> copy_of(std::string_view name);
  void put(const std::string& name, std::optional<ShellValue> value);
  void end_arm(Branch& branch);

  std::map<std::string, ShellValue, std::less<>> values_;
  std::vector<Branch> branches_;
  ShellValue nobodys_;
  std::size_t copied_bytes_ = 0;
};

}  // namespace hakaru
