// Lines of TOML, each with where its figure is from behind it.
#pragma once

#include <string>
#include <string_view>

namespace hakaru {

/// The text in quotes, as TOML has it.
std::string quoted_toml(const std::string& text);

class TomlLines {
 public:
  /// `toml`: a value as TOML has it. `source`: may be text from outside; "": nothing stands behind.
  void add(std::string_view key, const std::string& toml, const std::string& source);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace hakaru
