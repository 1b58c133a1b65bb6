// The files of data/ that were made part of the program when it was built, so that one file runs anywhere.
#pragma once

#include <span>
#include <string_view>

namespace hakaru {

struct EmbeddedFile {
  std::string_view path;  ///< relative to data/, for example "instances/aws.toml"
  std::string_view text;
};

/// Beginning of the text of a TOML file that was embedded as the JSON that it stands for: for a page, which
/// reads that sooner (cmake/toml_as_json.py). parse_toml knows it; no TOML may begin so.
inline constexpr std::string_view embedded_as_json = "\001JSON\n";

/// Every embedded file, ordered by path.
std::span<const EmbeddedFile> embedded_files();

}  // namespace hakaru
