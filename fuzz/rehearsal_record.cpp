// Files of a rehearsal's processes for each other, from anyone: a task, an end, a record, and what did not fit.
#include "hakaru/formats/rehearsal_record.h"

#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  const std::string text(reinterpret_cast<const char*>(data), size);
  told(task_in(text, "task.json"));
  told(end_in(text, "end.json"));
  const Result<RankOutcome> outcome = read_outcome(text, "rank.0.json");
  if (!told(outcome)) return 0;
  const OrderedJson json = std::visit([](const auto& each) { return json_of(each); }, *outcome);
  const std::string written = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (!read_outcome(written, "again.json")) __builtin_trap();
  return 0;
}
