// The files of data/ that were made part of the program when it was built, so that one file runs anywhere.
#pragma once

#include <span>
#include <string_view>

namespace hakaru {

struct EmbeddedFile {
  std::string_view path;  ///< relative to data/, for example "instances/aws.toml"
  std::string_view text;
};

/// Every embedded file, ordered by path.
std::span<const EmbeddedFile> embedded_files();

}  // namespace hakaru
