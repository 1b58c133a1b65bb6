#include "limited_server.h"

#include <poll.h>
#include <sys/eventfd.h>

#include <charconv>
#include <cstdio>
#include <exception>

#include "thread_each.h"

namespace hakaru::api {
namespace {

/// httplib takes no socket whose number is above 1023.
constexpr std::size_t most_connections = 256;
constexpr std::size_t most_requests_of_one = 10000;

void reuse_address(socket_t socket) {
  const int yes = 1;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

/// Reads what still comes for a while, so that the client sees its answer before the connection is reset.
void linger(socket_t socket) {
  constexpr auto longest = std::chrono::milliseconds(1000);
  shutdown(socket, SHUT_WR);
  const auto until = std::chrono::steady_clock::now() + longest;
  std::array<char, 8192> bytes{};
  pollfd waiting{socket, POLLIN, 0};
  for (auto left = longest; left.count() > 0 && poll(&waiting, 1, static_cast<int>(left.count())) > 0;
       left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now())) {
    if (recv(socket, bytes.data(), bytes.size(), MSG_DONTWAIT) <= 0) return;
  }
}

}  // namespace

std::optional<std::uint64_t> body_bytes_of(const httplib::Request& request) {
  if (request.has_header("Transfer-Encoding")) return std::nullopt;
  const std::size_t told = request.get_header_value_count("Content-Length");
  if (told == 0) return 0;
  const std::string text = request.get_header_value("Content-Length");
  std::uint64_t bytes = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
  if (told > 1 || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return bytes;
}

LimitedServer::LimitedServer(const StreamLimits& limits) : limits_(limits), ended_(eventfd(0, EFD_CLOEXEC)) {
  set_socket_options(reuse_address);
  new_task_queue = [] { return new ThreadEach(most_connections); };  // NOLINT: httplib owns it
  set_keep_alive_timeout(std::chrono::duration_cast<std::chrono::seconds>(limits_.idle).count());
  set_keep_alive_max_count(most_requests_of_one);
  set_payload_max_length(limits_.body_bytes);
}

LimitedServer::~LimitedServer() { close(ended_); }

Result<int> LimitedServer::bind_to(const std::string& host, int port) {
  const int bound = port == 0 ? bind_to_any_port(host) : bind_to_port(host, port) ? port : -1;
  if (bound < 0)
    return bad_input("{}:{} cannot be listened at: it is in use, or no address of this machine", host, port);
  // httplib lets five wait.
  constexpr int most_waiting = 1024;
  ::listen(svr_sock_, most_waiting);
  return bound;
}

bool LimitedServer::is_loopback() const {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (getsockname(svr_sock_, reinterpret_cast<sockaddr*>(&address), &size) != 0) return false;
  if (address.ss_family == AF_INET) {
    constexpr std::uint32_t loopback = 127, network_bits = 24;
    return ntohl(reinterpret_cast<const sockaddr_in&>(address).sin_addr.s_addr) >> network_bits == loopback;
  }
  const auto& six = reinterpret_cast<const sockaddr_in6&>(address);
  return address.ss_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&six.sin6_addr);
}

void LimitedServer::end() {
  if (has_ended_.exchange(true)) return;
  const std::uint64_t one = 1;
  static_cast<void>(::write(ended_, &one, sizeof one));
  // Not httplib's stop(), which forgets an end that comes before it accepts: a socket that is shut down never does.
  shutdown(svr_sock_, SHUT_RDWR);
}

bool LimitedServer::process_next(LimitedStream& stream) {
  bool is_closed = false;
  const bool is_last = has_ended_;
  const bool answered = process_request(stream, is_last, is_closed, [&](httplib::Request& request) {
    stream.expect_body(body_bytes_of(request));
    // Defaults of httplib are undone: many ranges of one answer are many times the answer, and a body that was
    // compressed has any length.
    request.ranges.clear();
    request.headers.erase("Accept-Encoding");
    // Progress of requests that are sent is reported here by httplib; of those received it leaves this alone.
    request.progress = [&stream](std::uint64_t, std::uint64_t) { return stream.client_is_there(); };
  });
  return answered && !is_closed && !is_last && stream.read_whole();
}

void LimitedServer::process(socket_t socket) {
  const int yes = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  LimitedStream stream(socket, ended_, limits_);
  std::size_t requests = 0;
  while (requests++ < most_requests_of_one && stream.next_request() && process_next(stream)) {
  }
  if (stream.broke_off()) linger(socket);
}

bool LimitedServer::process_and_close_socket(socket_t socket) {
  try {
    process(socket);
  } catch (const std::exception& error) {
    // A defect, or no more memory: this connection ends, the others do not.
    std::fprintf(stderr, "hakaru: internal error: %s\n", error.what());
  }
  shutdown(socket, SHUT_RDWR);
  close(socket);
  return true;
}

}  // namespace hakaru::api
