// What the processes of a rehearsal leave for each other, from anyone: a task, an end, a failure, a record.
#include "hakaru/formats/rehearsal_record.h"

#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  const std::string text(reinterpret_cast<const char*>(data), size);
  told(task_in(text, "task.json"));
  told(end_in(text, "end.json"));
  if (const std::optional<Message> reason = read_failure(text)) in_english(*reason);
  const Result<RankRecord> record = read_record(text, "rank.0.json");
  if (!told(record)) return 0;
  if (record->store_trouble) in_english(*record->store_trouble);
  const std::string written = json_of(*record).dump(-1, ' ', false, Json::error_handler_t::replace);
  if (!read_record(written, "again.json")) __builtin_trap();
  return 0;
}
