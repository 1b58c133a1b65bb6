#include "hakaru/asking/simulating/serving_keys.h"
#include "hakaru/core/quantities.h"
#include "hakaru/job/serving_scenario.h"
#include "hakaru/traffic/length_mix.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_requests = 100'000'000, usual_requests = 10'000;
constexpr double most_burstiness = 1e6, widest_spread = 5;

/// Arrivals that were not said are those of the plan's scenario.
void choose_arrivals(KeyReader& reader, bool has_trace, const ServingJob& job, const Plan& plan, TrafficPlan& traffic) {
  const std::optional<double> rate = reader.parsed<double>("rate", parse_rate_per_s);
  const std::optional<std::int64_t> concurrency = reader.count("concurrency", 1, most_requests);
  const std::optional<std::string> arrival = reader.text("arrival");
  traffic.burstiness = reader.number("burstiness", 1e-3, most_burstiness).value_or(1);
  traffic.rate_per_s = rate.value_or(0);
  if (concurrency) {
    traffic.arrivals = Arrivals::closed_loop;
    traffic.concurrency = *concurrency;
  } else if (arrival) {
    traffic.arrivals = reader.keep(parse_arrivals(*arrival, reader.shown("arrival"))).value_or(Arrivals::poisson);
    if (!rate) traffic.rate_per_s = job.rate_per_s.value_or(0);
    if (traffic.rate_per_s == 0) reader.refuse_without("arrival", {"rate"});
  } else if (has_trace) {
    traffic.arrivals = Arrivals::trace;
  } else if (rate || job.rate_per_s) {
    traffic.arrivals = Arrivals::poisson;
    traffic.rate_per_s = rate ? *rate : *job.rate_per_s;
  } else {
    traffic.arrivals = Arrivals::closed_loop;
    traffic.concurrency = requests_in_flight(job, plan.layout, plan.serving()->batch);
  }
}

/// Each may be as long as its mean's part of the context that the means leave.
LengthShare kind_of(KeyReader& reader, double share, std::int64_t input, std::int64_t output, double spread,
                    const ServingJob& job, const TrafficPlan& traffic) {
  const std::int64_t before = traffic.sessions ? traffic.sessions->system_tokens : 0;
  const std::int64_t context = job.context - before;
  if (input < 1 || output < 1 || input + output > context)
    reader.refuse(
        before == 0 ? bad_input("{} + {} tokens; accepted: at most {}, the plan's context", input, output, job.context)
                    : bad_input("{} + {} + {} tokens of system prompt, message and answer; accepted: at most "
                                "{}, the plan's context",
                                before, input, output, job.context));
  const double room = static_cast<double>(context) / static_cast<double>(std::max<std::int64_t>(1, input + output));
  const auto lengths = [&](std::int64_t mean) {
    const auto most = static_cast<std::int64_t>(static_cast<double>(mean) * room);
    return Lengths{static_cast<double>(mean), spread, std::max<std::int64_t>(1, most), 0};
  };
  LengthShare kind{share, lengths(input), lengths(output)};
  kind.input.pictures = picture_tokens_of(job);
  return kind;
}

/// `usual_spread`: of the lengths of requests in flight, each like the others.
void choose_lengths(KeyReader& reader, bool has_trace, const ServingJob& job, double usual_spread,
                    TrafficPlan& traffic) {
  const bool keep_step =
      traffic.arrivals == Arrivals::closed_loop && traffic.concurrency > 1 && !traffic.sessions && !reader.has("mix");
  const double spread = reader.number("length_spread", 0, widest_spread).value_or(keep_step ? usual_spread : 0);
  const std::int64_t pictures = picture_tokens_of(job);
  for (const MixedKind& each :
       reader.parsed<std::vector<MixedKind>>("mix", parse_mix).value_or(std::vector<MixedKind>{}))
    traffic.mixture.push_back(kind_of(reader, each.share, each.input + pictures, each.output, spread, job, traffic));
  const std::optional<std::int64_t> text = reader.length("input_length");
  const std::int64_t input = text ? *text + pictures : std::max<std::int64_t>(1, job.input_length);
  const std::int64_t output = reader.length("output_length").value_or(std::max<std::int64_t>(1, job.output_length));
  if (has_trace || reader.has("mix")) return;
  const LengthShare alike = kind_of(reader, 1, input, output, spread, job, traffic);
  traffic.input = alike.input;
  traffic.output = alike.output;
}

}  // namespace

Result<TrafficPlan> traffic_of(KeyReader& reader, bool has_trace, const std::optional<SessionPlan>& sessions,
                               const ServingJob& job, const Plan& plan, double usual_spread) {
  TrafficPlan traffic;
  traffic.sessions = sessions;
  choose_arrivals(reader, has_trace, job, plan, traffic);
  choose_lengths(reader, has_trace, job, usual_spread, traffic);
  const bool replays = traffic.arrivals == Arrivals::trace;
  traffic.count = reader.count("count", 1, most_requests).value_or(replays ? most_requests : usual_requests);
  traffic.seed = reader.seed("seed").value_or(0);
  traffic.prefix_groups = reader.count("prefix_groups", 1, most_requests).value_or(0);
  traffic.share_of = plan.layout.dp;
  if (reader.error()) return tl::unexpected(*reader.error());
  return traffic;
}

}  // namespace hakaru
