// httplib's server with the limits of LimitedStream, so many connections at once, and an end that waits for nobody.
#pragma once

#include <httplib.h>

#include <atomic>
#include <optional>

#include "hakaru/core/result.h"
#include "limited_stream.h"

namespace hakaru::api {

class LimitedServer final : public httplib::Server {
 public:
  explicit LimitedServer(const StreamLimits& limits);
  ~LimitedServer() override;

  /// Gives the port; `port` 0: any that is free.
  Result<int> bind_to(const std::string& host, int port);
  /// True if only this machine reaches it.
  bool is_loopback() const;
  /// From any thread: no more is listened to; what is being answered goes on.
  void end();
  bool has_ended() const { return has_ended_; }

 private:
  bool process_and_close_socket(socket_t socket) override;
  void process(socket_t socket);
  /// True if another request may follow.
  bool process_next(LimitedStream& stream);

  const StreamLimits limits_;
  const int ended_;  ///< readable once this has ended
  std::atomic<bool> has_ended_ = false;
};

/// The length that `request` tells of its body; empty: it tells none that could be trusted.
std::optional<std::uint64_t> body_bytes_of(const httplib::Request& request);

}  // namespace hakaru::api
