// Results that serving benchmarks keep of a run, in the columns of serving_measurements.h:
//
//   vllm bench serve --save-result        one object; appended results, an object a line
//   sglang.bench_serving --output-file    an object a line
//   genai-perf profile, aiperf            one object (profile_export_genai_perf.json), a table for each metric
//
// Latencies and lengths are means over the requests; ttft_ms_p50, ttft_ms_p99 and the same of tpot_ms are kept too.
// Left out, with the reason: runs whose requests were all sent at once (no load), that ended none, or that decoded
// speculatively (a time per token is no pass's). Lines that were cut off are counted.
#pragma once

#include <vector>

#include "hakaru/core/message.h"
#include "hakaru/core/result.h"
#include "hakaru/evidence/logs/log_text.h"

namespace hakaru {

struct ServedResult {
  std::size_t line = 1;
  LogCells says;
  std::string model;   ///< what the benchmark calls it: a name at Hugging Face, or any other
  std::string engine;  ///< whose own protocol it spoke; empty: that of OpenAI, as many engines do, or not said
  std::string speculation = {};  ///< what shows that it decoded speculatively; empty: nothing does
};

struct ServingResults {
  std::string format;
  std::vector<ServedResult> runs;
  std::vector<Message> left_out;
  std::size_t partial_lines = 0;
};

/// Fails where no format is known, or where none of its runs is whole.
Result<ServingResults> read_serving_results(std::string_view text, std::string_view name);

}  // namespace hakaru
