#include "hakaru/job/defaults.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/fields.h"
#include "hakaru/core/quantities.h"
#include "hakaru/numerics/elementary.h"

namespace hakaru {
namespace {

constexpr IntegerRange lengths{1, std::int64_t{1} << 30};

void read_serve(Fields& fields, JobDefaults& defaults) {
  defaults.traffic = fields.text("traffic");
  defaults.rate_per_s = fields.number("rate_per_s", {1e-5, 1e6});
  const std::string percentile = fields.text("percentile");
  const Result<double> share = parse_percentile(percentile, "percentile");
  if (!share) fields.refuse("percentile", "'" + percentile + "'", "p50, p95, p99");
  defaults.share = share.value_or(0);
  defaults.ttft_s = fields.number("ttft_s", {1e-5, 1e6});
  defaults.tpot_s = fields.number("tpot_s", {1e-5, 1e6});
  defaults.think_time_s = fields.number("think_time_s", {1, 86400});
  defaults.closed_loop_spread = fields.number("closed_loop_spread", {0, 1});
  defaults.expert_skew = fields.number("expert_skew", {0, 3});
}

void read_train(Fields& fields, JobDefaults& defaults) {
  defaults.training_sequence = fields.integer("longest_sequence", lengths);
  defaults.batch_factor = fields.number("batch_factor", {1e-6, 1e6});
  defaults.batch_exponent = fields.number("batch_exponent", {0, 1});
  defaults.image_batch = fields.integer("image_batch", lengths);
  defaults.preference_batch = fields.integer("preference_batch", lengths);
  defaults.rollout_prompts = fields.integer("rollout_prompts", lengths);
  defaults.rollout_group = fields.integer("rollout_group", lengths);
  defaults.between_phases = fields.number("between_phases", {0, 10});
}

void read_infer(Fields& fields, JobDefaults& defaults) {
  defaults.inference_sequence = fields.integer("longest_sequence", lengths);
}

void read_sessions(Fields& fields, JobDefaults& defaults) { defaults.turns = fields.integer("turns", {1, 1000}); }

}  // namespace

Result<JobDefaults> JobDefaults::read(const DataFiles& data) {
  JobDefaults defaults;
  for (const DataFiles::File& file : data.under("defaults.toml")) {
    const Result<Json> table = parse_toml(file.text, file.name);
    if (!table) return fail(table);
    Fields all(*table, file.name);
    using Read = void (*)(Fields&, JobDefaults&);
    for (const auto& [job, read] : {std::pair<const char*, Read>{"serve", read_serve},
                                    {"sessions", read_sessions},
                                    {"train", read_train},
                                    {"infer", read_infer}}) {
      Fields fields(all.value(job), file.name, job);
      read(fields, defaults);
      fields.text("source");
      fields.refuse_unknown();
      if (fields.error()) return tl::unexpected(*fields.error());
    }
    if (all.has("regions")) {
      Fields regions(all.value("regions"), file.name, "regions");
      for (const auto& [cloud, unused] : (*table)["regions"].items()) {
        if (cloud != "source") defaults.regions[cloud] = regions.text(cloud);
      }
      regions.text("source");
      if (regions.error()) return tl::unexpected(*regions.error());
    }
    all.refuse_unknown();
    if (all.error()) return tl::unexpected(*all.error());
  }
  return defaults;
}

std::int64_t JobDefaults::global_batch(const Model& model, double tokens, std::int64_t sequence_length) const {
  if (sequence_length <= 1) return image_batch;
  constexpr double flops_per_parameter_and_token = 6;
  const double flops = flops_per_parameter_and_token * static_cast<double>(count_parameters(model).active) * tokens;
  const double sequences = batch_factor * elementary::pow(flops, batch_exponent) / static_cast<double>(sequence_length);
  return std::int64_t{1} << std::max(0, static_cast<int>(std::lround(elementary::log2(std::max(1.0, sequences)))));
}

std::int64_t usual_sequence(const Model& model, std::int64_t most) {
  return model.max_positions > 0 ? std::min(model.max_positions, most) : most;
}

}  // namespace hakaru
