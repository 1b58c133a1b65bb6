// A small decoder (rehearsal/) served by the traced step on this machine, one thread: a prompt, and the token behind it
// with the prompt's keys and values kept. A step is recorded, found again and run, as in any later step of a program.
#pragma once

#include <memory>

#include "hakaru/core/result.h"
#include "hakaru/rehearsal/rank_decoder.h"
#include "hakaru/tracing/device.h"

namespace hakaru {

struct StepSeconds {
  double thread_s = 0;  ///< processor time of the one thread
  double wall_s = 0;
};

class TracedNetwork {
 public:
  /// Prompts of `sizes.sequence_length` tokens.
  explicit TracedNetwork(const SmallSizes& sizes);

  /// Median times of a prompt over so many runs; one run before them compiles.
  Result<StepSeconds> prefill(int times);
  /// Median times of the token behind the prompt.
  Result<StepSeconds> decode(int times);

 private:
  Result<StepSeconds> run(std::int64_t tokens, RankDecoder::Cache cache, int times);

  SmallSizes sizes_;
  std::unique_ptr<tracing::Device> device_;
  std::unique_ptr<RankDecoder> decoder_;
};

}  // namespace hakaru
