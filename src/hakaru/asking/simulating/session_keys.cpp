#include <charconv>

#include "hakaru/asking/simulating/serving_keys.h"
#include "hakaru/core/quantities.h"
#include "hakaru/serving/replica/kv_offload.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_turns = 100'000;

struct Turns {
  std::int64_t fewest = 1, most = 1;
};

/// "5", or "6-9".
Result<Turns> parse_turns(std::string_view text, std::string_view name) {
  Turns turns;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, turns.fewest);
  turns.most = turns.fewest;
  const bool ranges = first.ec == std::errc() && first.ptr != end && *first.ptr == '-';
  const auto last = ranges ? std::from_chars(first.ptr + 1, end, turns.most) : first;
  if (last.ec != std::errc() || last.ptr != end || turns.fewest < 1 || turns.most < turns.fewest ||
      turns.most > most_turns)
    return bad_input("{} is '{}'; accepted: a number of turns such as 5, or 6-9, 1 … {}", name, text, most_turns);
  return turns;
}

}  // namespace

std::optional<SessionPlan> sessions_of(KeyReader& reader, const SavedPlan& saved, const JobDefaults& defaults) {
  if (!reader.boolean("sessions").value_or(false)) return std::nullopt;
  const auto& job = std::get<ServingJob>(saved.scenario.job);
  if (job.model.family == Family::encoder_decoder)
    reader.refuse(
        bad_input("{} is for decoders; {} encodes what it is asked whole", reader.named("sessions"), job.model.name));
  // Its prompts hold conversations already.
  const bool told = reader.has("mix") || (reader.has("input_length") && reader.has("output_length"));
  if (!saved.scenario.traffic.empty() && !told) reader.refuse_without("sessions", {"input_length", "output_length"});
  SessionPlan sessions;
  const Turns turns = reader.parsed<Turns>("turns", parse_turns).value_or(Turns{defaults.turns, defaults.turns});
  sessions.fewest_turns = turns.fewest;
  sessions.most_turns = turns.most;
  sessions.think_s = reader.parsed<double>("think_time", parse_duration_s).value_or(0);
  sessions.system_tokens = reader.length("system_prompt").value_or(0);
  sessions.context = job.context;
  return sessions;
}

std::optional<PrefixCacheOptions> prefix_cache_of(KeyReader& reader, const SessionPlan& sessions,
                                                  const ServedOn& served, const Plan& plan, Policy policy) {
  const std::optional<double> host_bytes = reader.parsed<double>("kv_offload", parse_bytes);
  if (host_bytes) refuse_without(reader, "kv_offload", policy, &SchedulingPolicy::caches_prefixes);
  if (!scheduling_policy(policy).caches_prefixes) return std::nullopt;
  PrefixCacheOptions cache;
  cache.shared_tokens = sessions.system_tokens;
  if (!host_bytes || *host_bytes == 0) return cache;
  const std::optional<KvOffload> offload = reader.keep(kv_offload(
      *host_bytes, served.job, plan.layout, plan.cluster.instance(), served.reserve, served.engine.block_tokens));
  if (offload) {
    cache.host_blocks = offload->blocks;
    cache.load_block = offload->load_block;
  }
  return cache;
}

}  // namespace hakaru
