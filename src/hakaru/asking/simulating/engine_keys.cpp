#include "hakaru/asking/simulating/serving_keys.h"
#include "hakaru/core/quantities.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_drafted = 64, most_of_an_iteration = 1'000'000;

/// "1,4,16": rising.
std::vector<std::int64_t> buckets_of(KeyReader& reader, const char* key,
                                     Result<std::int64_t> (*parse)(std::string_view, std::string_view)) {
  std::vector<std::int64_t> buckets;
  for (const std::string& text : reader.list(key)) {
    const std::optional<std::int64_t> bucket = reader.keep(parse(text, reader.shown(key)));
    if (!bucket) return {};
    if (*bucket < 1 || *bucket > most_of_an_iteration || (!buckets.empty() && *bucket <= buckets.back())) {
      reader.refuse(bad_input("{} is '{}' after '{}'; accepted: rising, 1 … {}", reader.shown(key), text,
                              buckets.empty() ? "" : std::to_string(buckets.back()), most_of_an_iteration));
      return {};
    }
    buckets.push_back(*bucket);
  }
  return buckets;
}

/// Reads the buckets that graphs were compiled for, where the policy has compiled shapes.
void take_buckets(KeyReader& reader, std::int64_t context, SchedulerOptions& options) {
  for (const char* key : {"batch_buckets", "sequence_buckets", "prefill_batch"}) {
    if (reader.has(key)) refuse_without(reader, key, options.policy, &SchedulingPolicy::compiled);
  }
  options.batch_buckets = buckets_of(reader, "batch_buckets", parse_count);
  options.sequence_buckets = buckets_of(reader, "sequence_buckets", parse_length);
  if (!options.sequence_buckets.empty() && options.sequence_buckets.back() > context)
    reader.refuse(bad_input("{} is {}; accepted: at most {}, the plan's context", reader.shown("sequence_buckets"),
                            options.sequence_buckets.back(), context));
  constexpr std::int64_t most_prompts = 1024;
  options.prefill_batch = reader.count("prefill_batch", 1, most_prompts).value_or(options.prefill_batch);
  if (!options.batch_buckets.empty()) options.max_num_seqs = options.batch_buckets.back();
}

}  // namespace

void refuse_without(KeyReader& reader, const char* key, Policy policy, bool SchedulingPolicy::*property) {
  if (!(scheduling_policy(policy).*property))
    reader.refuse_without(key, {"policy"}, policies_with(property, "|"), name_of(policy));
}

SchedulerOptions options_of(KeyReader& reader, const ServedOn& served, const Plan& plan) {
  SchedulerOptions options = served.options;
  const Policy planned = options.policy;
  options.policy = reader.choice<Policy>("policy").value_or(planned);
  const SchedulingPolicy& policy = scheduling_policy(options.policy);
  const bool grows = policy.continuous && !policy.compiled;  // up to the engine's limit; else as large as planned
  if (options.policy != planned)
    options.max_num_seqs =
        grows ? served.engine.limits.options.max_num_seqs : std::max<std::int64_t>(1, plan.serving()->batch);
  options.max_num_seqs = reader.count("max_num_seqs", 1, most_of_an_iteration).value_or(options.max_num_seqs);
  options.max_num_batched_tokens =
      reader.count("max_num_batched_tokens", 1, most_of_an_iteration).value_or(options.max_num_batched_tokens);
  options.prefix_hit_rate = reader.number("prefix_hit_rate", 0, 1).value_or(0);
  if (reader.has("prefix_hit_rate"))
    refuse_without(reader, "prefix_hit_rate", options.policy, &SchedulingPolicy::caches_prefixes);
  if (reader.has("prefix_hit_rate") && served.job.model.family == Family::encoder_decoder)
    reader.refuse(bad_input("{} is for decoders; {} encodes what it is asked whole", reader.shown("prefix_hit_rate"),
                            served.job.model.name));
  take_buckets(reader, served.job.context, options);
  return options;
}

Speculation speculation_of(KeyReader& reader, const Model& model) {
  Speculation speculation;
  speculation.tokens = reader.count("speculate", 1, most_drafted).value_or(0);
  speculation.acceptance = reader.number("acceptance", 0, 1).value_or(0);
  // A draft of one layer, as EAGLE's (Li et al. 2024, arXiv 2401.15077).
  const double one_layer = 1 / static_cast<double>(std::max<std::int64_t>(1, std::ssize(model.layers)));
  speculation.draft_cost = reader.number("draft_cost", 0, 1).value_or(one_layer);
  return speculation;
}

}  // namespace hakaru
