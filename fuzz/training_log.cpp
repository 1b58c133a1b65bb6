// Logs of training programs from anyone: lines that were cut off, written into each other, of no format.
#include "hakaru/evidence/logs/training_log.h"

#include <cmath>

#include "told.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<TrainingLog> log = read_training_log(text, "log");
  if (!told(log)) return 0;
  if (!(log->figure > 0) || log->format.empty() || log->left_out_steps > log->steps) __builtin_trap();
  LogCells cells = log->says;
  for (const char* column : {"global_batch", "seq_len", "accelerators"}) cells.try_emplace(column, "8");
  const std::optional<double> seconds = step_time_s(*log, cells);
  if (seconds && (!(*seconds > 0) || std::isinf(*seconds))) __builtin_trap();
  return 0;
}
