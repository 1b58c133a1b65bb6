// Standard input and output of `hakaru mcp`.
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "lines.h"
#include "mcp_server.h"

namespace hakaru::api {
namespace {

/// True if a stream that did not work may do so yet; waits until then. Some clients hand over streams that do not
/// block.
bool is_worth_another_try(int stream, short event) {
  if (errno == EAGAIN) {
    pollfd waiting{stream, event, 0};
    return poll(&waiting, 1, -1) > 0 || errno == EINTR;
  }
  return errno == EINTR;
}

/// Writes a line; what is left is dropped where the reader has gone.
void write_line(std::string_view line) {
  while (!line.empty()) {
    const ssize_t written = write(STDOUT_FILENO, line.data(), line.size());
    if (written < 0 && !is_worth_another_try(STDOUT_FILENO, POLLOUT)) return;
    if (written > 0) line.remove_prefix(static_cast<std::size_t>(written));
  }
}

bool reader_is_gone() {
  pollfd out{STDOUT_FILENO, 0, 0};
  return poll(&out, 1, 0) > 0 && (out.revents & (POLLERR | POLLHUP)) != 0;
}

}  // namespace

void serve_mcp(const Asker& asker, const McpOptions& options, const Translator& translator) {
  constexpr std::size_t longest_line = 64 << 20, most_read = 1 << 16;
  constexpr std::chrono::seconds longest_wait(10);
  McpServer server(asker, options, translator, write_line);
  Lines lines(longest_line);
  const Lines::Take take = [&](std::string_view line, bool whole) { server.take(line, whole); };
  const auto bytes = std::make_unique<std::array<char, most_read>>();
  for (ssize_t got = 1; got > 0 || (got < 0 && is_worth_another_try(STDIN_FILENO, POLLIN));) {
    got = read(STDIN_FILENO, bytes->data(), bytes->size());
    if (got > 0) lines.take({bytes->data(), static_cast<std::size_t>(got)}, take);
  }
  lines.end(take);
  server.finish(longest_wait, reader_is_gone);
}

}  // namespace hakaru::api
