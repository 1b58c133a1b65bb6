// Small helpers for text: names near a misspelt one, what is printable, lines and lists.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hakaru {

/// Up to `most` of `names` that are near `wanted` (edit distance, prefixes first), nearest first.
std::vector<std::string> nearest_names(std::string_view wanted, const std::vector<std::string>& names,
                                       std::size_t most = 3);
/// "a, b, c"
std::string join(const std::vector<std::string>& parts, std::string_view separator = ", ");
/// `text`, or its beginning and its end with … between, at most `most` bytes and no character cut.
std::string abridged(std::string_view text, std::size_t most);
/// `text` on one line, in UTF-8 whatever it holds: "a\\nb", "\\x1b[31m", "\\xff", "\\u{202e}".
std::string printable(std::string_view text);
/// True if printable() would write some of it otherwise, \n and \t aside.
bool is_steering(std::string_view text);
/// Escapes as bytes what printable() would write otherwise, "\xe2\x80\xa8", with a backslash before each of `also`.
std::string with_escaped_bytes(std::string_view text, std::string_view also);
/// Within texts of JSON, of TOML or between YAML's double quotes: what would steer beyond ASCII as \uXXXX.
std::string with_escaped_characters(std::string_view text);
std::string lower_case(std::string_view text);
/// The letters and digits of ASCII in `text`, and nothing else.
std::string letters_and_digits(std::string_view text);
/// The first line of `text`, which is taken off it; without the \n or \r\n at its end.
std::string_view take_line(std::string_view& text);

}  // namespace hakaru
