#include "hakaru/importing/window.h"

#include <algorithm>
#include <cstring>

namespace hakaru {

Window::Window(ByteSource& source)
    : source_(source), capacity_(usual_bytes), bytes_(std::make_unique<char[]>(capacity_ + padding)) {}

std::uint64_t Window::offset_of(const char* place) const {
  return start_ + static_cast<std::uint64_t>(place - bytes_.get());
}

void Window::drop_before(const char* place) { begin_ = static_cast<std::size_t>(place - bytes_.get()); }

Result<bool> Window::read_on() {
  const std::size_t kept = end_ - begin_;
  if (kept > capacity_ / 2) {
    if (capacity_ >= most_bytes)
      return bad_input("{}: byte {}: what begins here is longer than {} MiB; accepted: members and lines of up to that",
                       name(), offset_of(begin()), most_bytes >> 20);
    auto larger = std::make_unique<char[]>(2 * capacity_ + padding);
    std::memcpy(larger.get(), begin(), kept);
    bytes_ = std::move(larger);
    capacity_ *= 2;
  } else if (kept > 0) {
    std::memmove(bytes_.get(), begin(), kept);
  }
  start_ += begin_;
  begin_ = 0;
  end_ = kept;
  const Result<std::size_t> read = source_.read(bytes_.get() + end_, capacity_ - end_);
  if (!read) return fail(read);
  end_ += *read;
  return *read > 0;
}

}  // namespace hakaru
