// A piece of a source that moves along with its reader: what is being read lies in it as one text, however it was cut
// into reads. It is as large as the longest of these, which has a limit.
#pragma once

#include <memory>

#include "hakaru/importing/byte_source.h"

namespace hakaru {

class Window {
 public:
  /// Bytes behind the text that may be read, whatever they hold.
  static constexpr std::size_t padding = 64;
  static constexpr std::size_t usual_bytes = std::size_t{1} << 20, most_bytes = std::size_t{16} << 20;

  explicit Window(ByteSource& source);

  /// The text that is there, from what is kept on; who reads it may take it apart in place.
  char* begin() { return bytes_.get() + begin_; }
  char* end() { return bytes_.get() + end_; }
  /// Offset in the source of `place` within the text, in bytes from 0.
  std::uint64_t offset_of(const char* place) const;

  /// Everything before `place` is not needed any more.
  void drop_before(const char* place);
  /// Reads on behind the text, which moves: pointers into it end. False: there is no more. Fails where the text would
  /// grow beyond `most_bytes`.
  Result<bool> read_on();

  const std::string& name() const { return source_.name(); }

 private:
  ByteSource& source_;
  std::size_t capacity_;
  std::unique_ptr<char[]> bytes_;
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t start_ = 0;  ///< of bytes_ in the source
};

}  // namespace hakaru
