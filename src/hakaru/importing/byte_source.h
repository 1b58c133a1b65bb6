// Bytes of a file or of standard input, in pieces as large as the reader wants: files of any size are read in little
// memory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "hakaru/core/result.h"

namespace hakaru {

class ByteSource {
 public:
  /// "-" is standard input.
  static Result<ByteSource> open(const std::string& path);
  /// Reads a text, which must outlive this; `name` is for messages.
  ByteSource(std::string_view text, std::string name);

  /// Fills `buffer` as far as there are bytes: fewer than `size` at the end only.
  Result<std::size_t> read(char* buffer, std::size_t size);

  /// The first byte that is not blank nor of a byte order mark, which stays to be read; 0: there is none.
  Result<char> first_byte();

  const std::string& name() const { return name_; }
  /// The day that the file was last written, "2026-07-20"; "": of what is no file.
  const std::string& written_on() const { return written_on_; }

 private:
  using Read = std::function<std::int64_t(char* buffer, std::size_t size)>;  ///< as read(2)
  ByteSource(Read read, std::string name, std::string written_on);

  Read read_;
  std::string name_;
  std::string written_on_;
  std::string ahead_;  ///< read already, and not yet given
};

}  // namespace hakaru
