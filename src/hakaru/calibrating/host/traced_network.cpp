#include "hakaru/calibrating/host/traced_network.h"

#include "hakaru/calibrating/host/host_clock.h"
#include "hakaru/calibrating/host/traced_kernels.h"

namespace hakaru {
namespace {

Layout one_sequence() {
  Layout layout;
  layout.micro_batch = 1;
  return layout;
}

}  // namespace

TracedNetwork::TracedNetwork(const SmallSizes& sizes)
    : sizes_(sizes), device_(std::make_unique<tracing::Device>(host_device())) {
  constexpr std::uint64_t seed = 1;
  decoder_ = std::make_unique<RankDecoder>(*device_, sizes, one_sequence(), RankPlace{}, seed);
}

Result<StepSeconds> TracedNetwork::run(std::int64_t tokens, RankDecoder::Cache cache, int times) {
  decoder_->take_sequences_of(tokens);
  decoder_->use_cache(cache);
  std::vector<std::int32_t> text;
  for (std::int64_t at = 0; at < tokens; ++at) text.push_back(static_cast<std::int32_t>(at * 7 % sizes_.vocabulary));
  std::vector<double> of_thread, of_wall;
  for (int at = 0; at <= times; ++at) {
    const double thread = thread_s(), wall = wall_s();
    const tracing::Tensor logits = decoder_->logits(decoder_->through(0, decoder_->embedded(text)));
    const Result<tracing::StepReport> report = device_->mark_step({logits});
    if (!report) return fail(report);
    if (at == 0) continue;
    of_thread.push_back(thread_s() - thread);
    of_wall.push_back(wall_s() - wall);
  }
  return StepSeconds{median_of(of_thread), median_of(of_wall)};
}

Result<StepSeconds> TracedNetwork::prefill(int times) {
  return run(sizes_.sequence_length, RankDecoder::Cache::written, times);
}

Result<StepSeconds> TracedNetwork::decode(int times) { return run(1, RankDecoder::Cache::read, times); }

}  // namespace hakaru
