// Lines that a client writes to hakaru mcp, in two pieces; of the tools only those that answer at once.
#include "../src/api/mcp/lines.h"
#include "../src/api/mcp/mcp_server.h"
#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  static const auto asker = Asker::open({.reads_files = false}).value();
  static const Translator english;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  api::McpServer server(*asker, {.tools = {"model_show", "memory_train", "memory_serve"}}, english,
                        [](std::string_view line) {
                          // Whole lines, each a message.
                          if (!line.ends_with("\n") || !parse_json(line, "reply")) __builtin_trap();
                        });
  constexpr std::size_t longest_line = 1 << 12;
  api::Lines lines(longest_line);
  const api::Lines::Take take = [&](std::string_view line, bool whole) { server.take(line, whole); };
  lines.take(bytes.substr(0, size / 2), take);
  lines.take(bytes.substr(size / 2), take);
  lines.end(take);
  server.finish(std::chrono::seconds(10), [] { return false; });
  return 0;
}
