// A request's head as RFC 9112 has it, line by line. httplib 0.11 takes heads that a proxy before the service reads
// otherwise: a blank before a colon, a folded line, a line feed alone, a second Host. Such a head is refused as a
// whole.
#pragma once

#include <cstddef>
#include <string_view>

namespace hakaru::api {

class RequestHead {
 public:
  enum class State { skipped, open, whole, malformed };  ///< skipped: an empty line before the head
  /// Takes the next line, with its end.
  State take(std::string_view line);

 private:
  bool is_well_formed(std::string_view field);
  bool is_whole_well_formed() const;

  bool has_blank_ = false, has_begun_ = false, needs_host_ = false;
  std::size_t hosts_ = 0, lengths_ = 0, encodings_ = 0;  ///< fields of these names
};

}  // namespace hakaru::api
