// A trace of requests from anyone, as CSV or as JSON lines.
#include "hakaru/traffic/request_trace.h"

#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  constexpr std::int64_t context = 8192;
  Result<std::vector<Request>> requests = read_trace({reinterpret_cast<const char*>(data), size}, "requests");
  if (!told(requests)) return 0;
  leave_out_longer(*requests, context);
  double before_s = 0;
  for (const Request& request : *requests) {
    if (!(request.arrival_s >= before_s && request.arrival_s <= latest_arrival_s)) __builtin_trap();
    if (request.input_tokens < 1 || request.output_tokens < 1 || tokens_of(request) > context) __builtin_trap();
    before_s = request.arrival_s;
  }
  return 0;
}
