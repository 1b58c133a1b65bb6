#include "hakaru/calibrating/host/host_trial.h"

#include <cmath>

#include "hakaru/calibrating/host/traced_network.h"
#include "hakaru/core/quantities.h"

namespace hakaru {
namespace {

SmallSizes llama_sizes(std::int64_t layers, std::int64_t heads, std::int64_t kv_heads, std::int64_t width,
                       std::int64_t feed_forward, std::int64_t vocabulary, std::int64_t prompt) {
  return {SmallNetwork::llama, layers, heads * width, heads, kv_heads, feed_forward, vocabulary, prompt};
}

/// 72 M weights, 290 MB: more than most caches hold.
SmallSizes foretold_sizes() { return llama_sizes(6, 16, 4, 64, 2816, 4096, 128); }

/// Other widths, depths, heads and prompts, 80 to 110 MB each. Nine would do for a band of 90 %.
std::vector<SmallSizes> sizes_held_back() {
  return {llama_sizes(4, 12, 4, 64, 2048, 2048, 96),  llama_sizes(5, 10, 5, 64, 1728, 3072, 160),
          llama_sizes(3, 14, 2, 64, 2432, 2048, 112), llama_sizes(2, 12, 4, 96, 3072, 2048, 80),
          llama_sizes(6, 9, 3, 64, 1536, 4096, 192),  llama_sizes(3, 12, 6, 80, 2560, 1024, 144),
          llama_sizes(2, 20, 5, 64, 3328, 1024, 64),  llama_sizes(4, 11, 11, 64, 1920, 2048, 136),
          llama_sizes(7, 8, 8, 64, 1408, 4096, 224),  llama_sizes(3, 26, 13, 32, 2240, 2048, 176)};
}

class Trial {
 public:
  explicit Trial(const TrialWatch& watch) : watch_(watch) {}

  Result<HostTrial> run() {
    const std::vector<SmallSizes> others = sizes_held_back();
    const int steps = static_cast<int>(others.size()) + 2;  // beside them: the machine, what is foretold
    int done = 0;
    const auto go_on = [&](const Message& next) { return watch_.tell(static_cast<double>(done++) / steps, next); };
    if (!go_on(message("measuring what this machine can do"))) return stopped();
    if (const double bytes = memory_of_machine(); bytes < needed_bytes)
      return unsatisfiable("calibrate host needs {} of memory; this machine has {}", in_gb(needed_bytes), in_gb(bytes));
    trial_.machine = measured_machine();
    if (const Result<KernelPass> compiled = kernels_.pass(); !compiled) return fail(compiled);
    for (const SmallSizes& sizes : others) {
      if (!go_on(message("running what is held back: {}", in_short(sizes)))) return stopped();
      if (Result<void> passed = add_pass(passes_); !passed) return fail(passed);
      if (Result<void> ran = hold_back(sizes); !ran) return fail(ran);
    }
    if (Result<void> passed = add_pass(passes_); !passed) return fail(passed);
    trial_.constants = medians_of(passes_);
    if (Result<void> predicted = predict(); !predicted) return fail(predicted);
    if (!go_on(message("running what was foretold"))) return stopped();
    if (Result<void> ran = run_foretold(); !ran) return fail(ran);
    std::vector<TracedConstants> after;
    for (int at = 0; at < passes_after; ++at) {
      if (Result<void> passed = add_pass(after); !passed) return fail(passed);
    }
    trial_.after = medians_of(after);
    return std::move(trial_);
  }

 private:
  static tl::unexpected<Error> stopped() { return bad_input("the answer was stopped"); }

  Result<void> add_pass(std::vector<TracedConstants>& passes) {
    const Result<KernelPass> pass = kernels_.pass();
    if (!pass) return fail(pass);
    passes.push_back(constants_of(*pass));
    return {};
  }

  Result<void> hold_back(const SmallSizes& sizes) {
    constexpr int prefills = 5, decodes = 31;
    TracedNetwork network(sizes);
    return add_run(network, sizes, prefills, decodes, trial_.held_back);
  }

  static Result<void> add_run(TracedNetwork& network, const SmallSizes& sizes, int prefills, int decodes,
                              std::vector<TrialStep>& to) {
    const Result<StepSeconds> prefill = network.prefill(prefills);
    if (!prefill) return fail(prefill);
    const Result<StepSeconds> decode = network.decode(decodes);
    if (!decode) return fail(decode);
    to.push_back(
        {.step = ServedStep::prefill, .sizes = sizes, .measured_s = prefill->thread_s, .wall_s = prefill->wall_s});
    to.push_back(
        {.step = ServedStep::decode, .sizes = sizes, .measured_s = decode->thread_s, .wall_s = decode->wall_s});
    return {};
  }

  Result<void> predict() {
    for (TrialStep& each : trial_.held_back) {
      const Result<double> seconds = predicted_s(each.step, each.sizes, trial_.machine, trial_.constants);
      if (!seconds) return fail(seconds);
      each.predicted_s = each.low_s = each.high_s = *seconds;
    }
    for (const ServedStep step : {ServedStep::prefill, ServedStep::decode}) {
      const Result<TrialStep> next = foretold(step);
      if (!next) return fail(next);
      trial_.foretold.push_back(*next);
    }
    watch_.show_predicted(trial_);
    return {};
  }

  Result<TrialStep> foretold(ServedStep step) const {
    TrialStep next{.step = step, .sizes = foretold_sizes()};
    const Result<double> seconds = predicted_s(step, next.sizes, trial_.machine, trial_.constants);
    if (!seconds) return fail(seconds);
    std::vector<double> by_pass_s, scores;
    for (const TracedConstants& pass : passes_) {
      const Result<double> other_s = predicted_s(step, next.sizes, trial_.machine, pass);
      if (!other_s) return fail(other_s);
      by_pass_s.push_back(*other_s);
    }
    for (const TrialStep& each : trial_.held_back) {
      if (each.step == step) scores.push_back(std::abs(std::log(each.measured_s / each.predicted_s)));
    }
    const double radius = band_radius(scores, by_pass_s, *seconds);
    next.predicted_s = *seconds;
    next.low_s = *seconds * std::exp(-radius);
    next.high_s = *seconds * std::exp(radius);
    return next;
  }

  Result<void> run_foretold() {
    constexpr int prefills = 7, decodes = 31;
    TracedNetwork network(foretold_sizes());
    std::vector<TrialStep> runs;
    if (Result<void> ran = add_run(network, foretold_sizes(), prefills, decodes, runs); !ran) return ran;
    for (std::size_t at = 0; at < runs.size(); ++at) {
      trial_.foretold[at].measured_s = runs[at].measured_s;
      trial_.foretold[at].wall_s = runs[at].wall_s;
    }
    return {};
  }

  static constexpr int passes_after = 3;
  static constexpr double needed_bytes = 1.5e9;
  const TrialWatch& watch_;
  HostTrial trial_;
  TracedKernels kernels_;
  std::vector<TracedConstants> passes_;
};

}  // namespace

double HostTrial::change() const {
  double most = 0;
  for (const auto rate : {&TracedConstants::product_flops_per_s, &TracedConstants::attention_flops_per_s,
                          &TracedConstants::memory_bytes_per_s})
    most = std::max(most, std::abs(after.*rate / constants.*rate - 1));
  return most;
}

Result<HostTrial> try_host(const TrialWatch& watch) { return Trial(watch).run(); }

std::string in_short(const SmallSizes& sizes) {
  return fmt::format("{} {}×{}, {}", name_of(sizes.network), sizes.layers, sizes.hidden, sizes.sequence_length);
}

}  // namespace hakaru
