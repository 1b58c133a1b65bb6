// A question posted to the service: its name in the path on the first line, then the body.
#include "../src/api/posted_question.h"

#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::string_view name = bytes.substr(0, bytes.find('\n'));
  const std::string_view body = bytes.substr(std::min(size, name.size() + 1));
  const Result<Json> question = api::posted_question(name, body);
  if (told(question) && api::known_name(*question).empty()) __builtin_trap();
  return 0;
}
