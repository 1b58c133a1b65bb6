#include "limited_stream.h"

#include <algorithm>

#include "request_head.h"

namespace hakaru::api {

LimitedStream::LimitedStream(socket_t socket, int ended, const StreamLimits& limits)
    : socket_(socket), ended_(ended), limits_(limits) {}

bool LimitedStream::next_request() {
  has_begun_ = has_known_end_ = false;
  left_ = 0;
  if (begin_ == end_ && !wait_for(POLLIN, Clock::now() + limits_.idle)) return false;
  until_ = Clock::now() + limits_.read;
  read_head();
  return true;
}

void LimitedStream::read_head() {
  head_.clear();
  head_at_ = 0;
  RequestHead head;
  for (std::size_t line_at = 0; head_.size() < limits_.head_bytes && (begin_ < end_ || fill());) {
    head_ += buffer_[begin_++];
    has_begun_ = true;
    if (head_.back() != '\n') continue;
    const RequestHead::State state = head.take(std::string_view(head_).substr(line_at));
    if (state == RequestHead::State::skipped) {
      head_.clear();
      continue;
    }
    if (state == RequestHead::State::malformed) head_ = "\r\n";
    if (state != RequestHead::State::open) return;
    line_at = head_.size();
  }
}

void LimitedStream::expect_body(std::optional<std::uint64_t> bytes) {
  has_known_end_ = bytes.has_value();
  left_ = bytes.value_or(0);
  until_ = Clock::now() + limits_.read;
}

bool LimitedStream::client_is_there() const {
  pollfd client{socket_, POLLRDHUP, 0};
  return poll(&client, 1, 0) == 0;
}

bool LimitedStream::wait_for(short event, Clock::time_point until) const {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
  std::array<pollfd, 2> waiting{{{socket_, event, 0}, {ended_, POLLIN, 0}}};
  // Writes are not broken off when the server ends.
  const nfds_t streams = event == POLLIN ? 2 : 1;
  if (left <= 0 || poll(waiting.data(), streams, static_cast<int>(left)) <= 0) return false;
  return waiting[0].revents != 0;
}

bool LimitedStream::fill() {
  if (!wait_for(POLLIN, until_)) return false;
  const ssize_t got = recv(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
  if (got <= 0) return false;
  begin_ = 0;
  end_ = static_cast<std::size_t>(got);
  return true;
}

ssize_t LimitedStream::read(char* bytes, size_t size) {
  constexpr ssize_t failed = -1;
  if (head_at_ < head_.size()) {
    const std::size_t copied = head_.copy(bytes, size, head_at_);
    head_at_ += copied;
    return static_cast<ssize_t>(copied);
  }
  if (left_ == 0 || Clock::now() > until_ || (begin_ == end_ && !fill())) return failed;
  const std::size_t taken = std::min({size, end_ - begin_, static_cast<std::size_t>(left_)});
  std::copy_n(buffer_.data() + begin_, taken, bytes);
  begin_ += taken;
  left_ -= taken;
  return static_cast<ssize_t>(taken);
}

ssize_t LimitedStream::write(const char* bytes, size_t size) {
  constexpr ssize_t failed = -1;
  const Clock::time_point until = Clock::now() + limits_.write;
  for (std::size_t written = 0; written < size;) {
    const ssize_t more = send(socket_, bytes + written, size - written, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (more > 0) written += static_cast<std::size_t>(more);
    const bool is_full = more < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    if (more < 0 && !(is_full && wait_for(POLLOUT, until))) return failed;
  }
  return static_cast<ssize_t>(size);
}

/// Nobody asks who it is: names of headers that httplib makes of it could be sent by anyone.
void LimitedStream::get_remote_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

void LimitedStream::get_local_ip_and_port(std::string& ip, int& port) const { get_remote_ip_and_port(ip, port); }

}  // namespace hakaru::api
