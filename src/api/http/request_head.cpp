#include "request_head.h"

#include <algorithm>
#include <string>
#include <utility>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"

namespace hakaru::api {
namespace {

constexpr std::string_view end_of_line = "\r\n";

/// A letter of a name (RFC 9110, 5.6.2).
bool is_of_token(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
         std::string_view("!#$%&'*+-.^_`|~").find(letter) != std::string_view::npos;
}

/// Tells whether a value or a request line may have `letter`: no control but a tab.
bool is_of_text(char letter) {
  constexpr unsigned char first_printable = 0x20, deleted = 0x7f;
  const auto byte = static_cast<unsigned char>(letter);
  return letter == '\t' || (byte >= first_printable && byte != deleted);
}

/// Tells whether `line` is three words with one blank between (RFC 9112, 3).
bool is_request_line(std::string_view line) {
  return line.front() != ' ' && line.back() != ' ' && line.find("  ") == std::string_view::npos &&
         line.find('\t') == std::string_view::npos && std::count(line.begin(), line.end(), ' ') == 2;
}

}  // namespace

RequestHead::State RequestHead::take(std::string_view line) {
  if (!line.ends_with(end_of_line)) return State::malformed;
  line.remove_suffix(end_of_line.size());
  if (!std::all_of(line.begin(), line.end(), is_of_text)) return State::malformed;
  if (!has_begun_) {
    if (line.empty()) return std::exchange(has_blank_, true) ? State::malformed : State::skipped;  // RFC 9112, 2.2
    has_begun_ = true;
    needs_host_ = !line.ends_with(" HTTP/1.0");
    return is_request_line(line) ? State::open : State::malformed;
  }
  if (line.empty()) return is_whole_well_formed() ? State::whole : State::malformed;
  return is_well_formed(line) ? State::open : State::malformed;
}

bool RequestHead::is_well_formed(std::string_view field) {
  const std::size_t colon = field.find(':');
  if (colon == 0 || colon == std::string_view::npos) return false;
  const std::string_view name = field.substr(0, colon);
  if (!std::all_of(name.begin(), name.end(), is_of_token)) return false;
  const std::string lower = lower_case(name);
  hosts_ += lower == "host" ? 1 : 0;
  lengths_ += lower == "content-length" ? 1 : 0;
  encodings_ += lower == "transfer-encoding" ? 1 : 0;
  return true;
}

bool RequestHead::is_whole_well_formed() const {
  return hosts_ <= 1 && (hosts_ == 1 || !needs_host_) && lengths_ + encodings_ <= 1;
}

}  // namespace hakaru::api
