#include "lines.h"

namespace hakaru::api {

void Lines::add(std::string_view bytes) {
  const std::string_view taken = bytes.substr(0, longest_ - line_.size());
  line_ += taken;
  is_whole_ = is_whole_ && taken.size() == bytes.size();
}

void Lines::give(const Take& take) {
  if (line_.ends_with('\r')) line_.pop_back();
  take(line_, is_whole_);
  line_ = {};  // a long one's memory goes
  is_whole_ = true;
}

void Lines::take(std::string_view bytes, const Take& take) {
  for (std::size_t end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n')) {
    add(bytes.substr(0, end));
    give(take);
    bytes.remove_prefix(end + 1);
  }
  add(bytes);
}

void Lines::end(const Take& take) {
  if (!line_.empty()) give(take);
}

}  // namespace hakaru::api
