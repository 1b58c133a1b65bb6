// A connection as httplib reads and writes it, with the limits that httplib 0.11 has not: so many bytes of a request's
// head and of its body, each whole within a time, whoever drips them; an answer taken within a time; and an end when
// the service ends. A head is read to its end before httplib sees it (request_head.h). Knows how much of a request was
// read, so that no rest of one is taken for the next.
#pragma once

#include <httplib.h>
#include <poll.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace hakaru::api {

struct StreamLimits {
  std::uint64_t head_bytes = 1 << 16;
  std::uint64_t body_bytes = 4 << 20;
  std::chrono::milliseconds idle{5000};   ///< between two requests
  std::chrono::milliseconds read{10000};  ///< a head, and a body
  std::chrono::milliseconds write{10000};
};

class LimitedStream final : public httplib::Stream {
 public:
  /// `ended` becomes readable when the service ends.
  LimitedStream(socket_t socket, int ended, const StreamLimits& limits);

  /// Waits for the next request; false: none comes.
  bool next_request();
  /// Its head was read; `bytes` follow, empty: nobody knows how many.
  void expect_body(std::optional<std::uint64_t> bytes);
  /// True if the request was read to its end.
  bool read_whole() const { return has_known_end_ && left_ == 0; }
  /// True if a request was begun and not read to its end.
  bool broke_off() const { return has_begun_ && !read_whole(); }
  bool client_is_there() const;

  bool is_readable() const override { return head_at_ < head_.size() || begin_ < end_ || wait_for(POLLIN, until_); }
  bool is_writable() const override { return wait_for(POLLOUT, Clock::now() + limits_.write) && client_is_there(); }
  ssize_t read(char* bytes, size_t size) override;
  ssize_t write(const char* bytes, size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  socket_t socket() const override { return socket_; }

 private:
  using Clock = std::chrono::steady_clock;
  bool wait_for(short event, Clock::time_point until) const;
  /// More into the buffer.
  bool fill();
  /// The head as far as it comes; of one that is malformed only what httplib refuses.
  void read_head();

  const socket_t socket_;
  const int ended_;
  const StreamLimits& limits_;
  std::array<char, 8192> buffer_{};
  std::size_t begin_ = 0, end_ = 0;
  Clock::time_point until_ = {};
  std::uint64_t left_ = 0;  ///< bytes that may still be read
  std::string head_;
  std::size_t head_at_ = 0;  ///< read by httplib up to here
  bool has_begun_ = false, has_known_end_ = false;
};

}  // namespace hakaru::api
