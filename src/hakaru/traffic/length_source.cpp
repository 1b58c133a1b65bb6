#include "hakaru/traffic/length_source.h"

#include <algorithm>

#include "hakaru/numerics/elementary.h"
#include "hakaru/numerics/random_bits.h"

namespace hakaru {
namespace {

std::int32_t drawn(const Lengths& lengths, RandomDraws& draws) {
  const auto pictures = static_cast<double>(lengths.pictures);
  double tokens = lengths.mean - pictures;
  if (lengths.spread > 0)
    tokens *= elementary::exp(lengths.spread * draws.normal() - lengths.spread * lengths.spread / 2);
  return static_cast<std::int32_t>(std::clamp(std::round(pictures + tokens), 1.0, static_cast<double>(lengths.most)));
}

}  // namespace

std::int32_t drawn_prefix(const TrafficPlan& plan, std::int64_t request) {
  const RandomBits bits(~plan.seed, static_cast<std::uint64_t>(request));
  return static_cast<std::int32_t>(bits(0) % static_cast<std::uint64_t>(plan.prefix_groups)) + 1;
}

LengthSource::LengthSource(const TrafficPlan& plan, const std::vector<Request>* trace)
    : plan_(plan), kinds_(plan.mixture), trace_(trace) {
  if (kinds_.empty()) kinds_.push_back({1, plan.input, plan.output});
}

const LengthShare& LengthSource::kind(RandomDraws& draws) const {
  double left = draws.uniform();
  for (const LengthShare& each : kinds_) {
    left -= each.share;
    if (left < 0) return each;
  }
  return kinds_.back();
}

Request LengthSource::of(std::int64_t number) const {
  RandomDraws draws(plan_.seed, stream_of_lengths(number));
  Request request;
  if (trace_ != nullptr) {
    const auto size = static_cast<double>(trace_->size());
    request = (*trace_)[static_cast<std::size_t>(draws.uniform() * size)];
  } else {
    const LengthShare& lengths = kinds_.size() == 1 ? kinds_.front() : kind(draws);
    request.input_tokens = drawn(lengths.input, draws);
    request.output_tokens = drawn(lengths.output, draws);
  }
  if (plan_.prefix_groups > 0) request.prefix = drawn_prefix(plan_, number);
  return request;
}

}  // namespace hakaru
