#include "hakaru/job/serving_scenario.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/model/operator.h"
#include "hakaru/model/quantisation.h"
#include "hakaru/traffic/request_trace.h"
#include "hakaru/traffic/traffic.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_in_flight = 1'000'000;
/// People read and type for longer; below it the time of an answer, which the rate leaves out, would matter.
constexpr double least_think_time_s = 10;
constexpr double steepest_skew = 3;
constexpr std::int64_t most_pictures = 1024, largest_picture = 1 << 14;

/// "auto", or so many replicas.
std::optional<FollowRequest> follow_request(KeyReader& reader) {
  const std::optional<std::string> most = reader.text("max_replicas");
  const std::optional<double> compile_s = reader.parsed<double>("compile_time", parse_duration_s);
  if (!most) return std::nullopt;
  if (*most == "auto") return FollowRequest{std::nullopt, compile_s};
  return FollowRequest{reader.count("max_replicas", 1, most_scaled_replicas), compile_s};
}

/// A limit of a latency; "none" lifts it.
std::optional<double> limit(KeyReader& reader, std::string_view key, std::optional<double> usual_s) {
  if (!reader.has(key)) return usual_s;
  if (reader.text(key) == "none") return std::nullopt;
  return reader.parsed<double>(key, parse_duration_s);
}

/// A prompt of the model's usual length and the longest answer, or a prompt seven times as long as its answer, where
/// nothing is said. A prompt's text has `pictures` tokens beside it.
void share_context(KeyReader& reader, const Model& model, std::int64_t pictures, ServingJob& job) {
  constexpr std::int64_t usual_answers_per_context = 8;
  const auto input = reader.length("input_length");
  const auto output = reader.length("output_length");
  const bool usual = input || model.usual_prompt > 0;
  const std::int64_t prompt = input.value_or(model.usual_prompt) + pictures;
  job.output_length = output.value_or(usual ? job.context - prompt
                                            : std::max<std::int64_t>(1, job.context / usual_answers_per_context));
  job.input_length = usual ? prompt : job.context - job.output_length;
}

std::int64_t longest_of(const std::vector<Request>& requests) {
  std::int64_t longest = 0;
  for (const Request& request : requests) longest = std::max(longest, tokens_of(request));
  return longest;
}

/// Mean tokens of prompts and of answers.
void take_means(const std::vector<Request>& requests, ServingJob& job) {
  double input = 0, output = 0;
  for (const Request& request : requests) {
    input += request.input_tokens;
    output += request.output_tokens;
  }
  const auto count = static_cast<double>(requests.size());
  job.input_length = std::max<std::int64_t>(1, std::llround(input / count));
  job.output_length = std::max<std::int64_t>(1, std::llround(output / count));
}

/// Leaves out requests longer than the context; refuses a trace or traffic of which none remains.
void leave_out(KeyReader& reader, const ServingJob& job, ServingDemand& demand) {
  demand.left_out = leave_out_longer(demand.requests, job.context);
  if (demand.requests.empty())
    reader.refuse(bad_input("{} is {}: every request of {} is longer; raise it", reader.shown("context"), job.context,
                            demand.traffic));
}

class ServingReader {
 public:
  ServingReader(KeyReader& reader, const Model& model, ScenarioSources& sources, const JobDefaults& defaults)
      : reader_(reader), model_(model), sources_(sources), defaults_(defaults) {}

  ServingJob job;

  /// All requests alike: a plan's, kept in a file, or batches that begin and end together.
  void read_offline(bool kept) {
    read_pictures();
    kept_ = kept;
    if (kept) picture_tokens_ = 0;  // its prompts have them
    read_lengths();
    job.items = reader_.count("items", 1, most_items_of_a_lot).value_or(0);
    job.concurrency = reader_.count("concurrency", 1, most_in_flight);
    job.rate_per_s = reader_.parsed<double>("rate", parse_rate_per_s);
    read_users_offline();
    job.ttft_s = limit(reader_, "ttft", std::nullopt);
    job.tpot_s = limit(reader_, "tpot", std::nullopt);
  }

  ServingDemand read_live() {
    for (const auto& [key, other] : {std::pair("rate", "users"), {"rate", "concurrency"}, {"users", "concurrency"}}) {
      if (reader_.has(key) && reader_.has(other)) reader_.refuse_both(key, other);
    }
    read_pictures();
    ServingDemand demand = demanded_requests();
    job.concurrency = reader_.count("concurrency", 1, most_in_flight);
    job.rate_per_s = reader_.parsed<double>("rate", parse_rate_per_s);
    read_users(demand);
    if (demand.requests.empty() && job.concurrency.value_or(1) > 1) demand.length_spread = defaults_.closed_loop_spread;
    demand.replays = reader_.has("requests") && !job.concurrency && demand.users == 0;
    const double traced_per_s = demand.replays ? rate_of(demand.requests) : 0;
    if (demand.replays && job.rate_per_s && traced_per_s <= 0)
      reader_.refuse(bad_input("{} needs {}", "--rate", "--requests at more than one time"));
    if (!job.rate_per_s && traced_per_s > 0) job.rate_per_s = traced_per_s;
    if (!job.rate_per_s && !job.concurrency && !demand.replays) job.rate_per_s = defaults_.rate_per_s;
    job.ttft_s = limit(reader_, "ttft", defaults_.ttft_s);
    job.tpot_s = embeds() ? std::nullopt : limit(reader_, "tpot", defaults_.tpot_s);
    demand.level = {job.ttft_s, job.tpot_s, reader_.parsed<double>("at", parse_percentile).value_or(defaults_.share)};
    return demand;
  }

 private:
  /// A plan's file has people and their think time, which are a rate; older files have people as requests in flight.
  void read_users_offline() {
    const std::optional<std::int64_t> users = reader_.count("users", 1, most_in_flight);
    const double think_time_s = reader_.parsed<double>("think_time", parse_duration_s).value_or(0);
    if (!users) return;
    if (job.rate_per_s || job.concurrency) {
      reader_.refuse_both("users", job.rate_per_s ? "rate" : "concurrency");
    } else if (kept_ && think_time_s > 0) {
      job.rate_per_s = static_cast<double>(*users) / think_time_s;
    } else {
      job.concurrency = users;
    }
  }

  /// People send a request each think time, or, where they do not think, as soon as they have an answer. The time that
  /// an answer takes would only lower the rate.
  void read_users(ServingDemand& demand) {
    const std::optional<std::int64_t> users = reader_.count("users", 1, most_in_flight);
    if (!users) return;
    const std::string said = reader_.text("think_time").value_or("");
    const double think_time_s =
        said == "0" ? 0 : reader_.parsed<double>("think_time", parse_duration_s).value_or(defaults_.think_time_s);
    if (think_time_s > 0 && (think_time_s < least_think_time_s || think_time_s > seconds_per_day))
      reader_.refuse(bad_input("{} is {}; accepted: 0, {} … {}; for requests in flight say --concurrency",
                               reader_.shown("think_time"), said, in_time(least_think_time_s),
                               in_time(seconds_per_day)));
    if (think_time_s <= 0) {
      job.concurrency = users;
      if (reader_.has("disaggregate")) reader_.refuse_both("disaggregate", "think_time", "0");
      return;
    }
    demand.users = *users;
    demand.think_time_s = think_time_s;
    job.rate_per_s = static_cast<double>(*users) / think_time_s;
  }

  bool embeds() const { return model_.family == Family::encoder; }

  bool all_alike() const {
    if (embeds()) return true;
    const bool told = reader_.has("input_length") || reader_.has("output_length");
    const bool listed = reader_.has("traffic") || reader_.has("mix");
    return told || (!listed && (model_.usual_prompt > 0 || encodes_its_prompt(model_)));
  }

  void read_pictures() {
    job.images = reader_.count("images", 1, most_pictures).value_or(0);
    job.image_size = reader_.count("image_size", 1, largest_picture).value_or(model_.default_image_size);
    if (job.images == 0) return;
    const std::optional<std::int64_t> tokens = picture_tokens(model_, job.image_size);
    if (!tokens) {
      reader_.refuse(bad_input("{}: {} takes no pictures", reader_.shown("images"), model_.name));
    } else if (job.image_size == 0 && !reader_.has("image_size")) {
      reader_.refuse(bad_input("{} needs {}: {} takes pictures of any size", reader_.shown("images"), "--image-size",
                               model_.name));
    } else if (model_.default_image_size > 0 && job.image_size != model_.default_image_size) {
      reader_.refuse(bad_input("{} is {}; {} takes pictures of {} pixels along one side", reader_.shown("image_size"),
                               job.image_size, model_.name, model_.default_image_size));
    }
    picture_tokens_ = job.images * tokens.value_or(0);
  }

  /// Text becomes prompts.
  std::vector<Request> with_pictures(std::vector<Request> requests) const {
    add_to_prompts(requests, picture_tokens_);
    return requests;
  }

  std::vector<Request> usual_traffic() {
    return with_pictures(
        reader_.keep(sources_.traffic(defaults_.traffic, "--traffic")).value_or(std::vector<Request>{}));
  }

  /// All requests alike: lengths that are not given are shares of the context, or, where that is not given, the means
  /// of the usual traffic.
  void read_lengths() {
    if (embeds() && !kept_) {
      read_embedded();
    } else if (reader_.has("context") || model_.usual_prompt > 0) {
      job.context = reader_.length("context").value_or(model_.max_positions);
      share_context(reader_, model_, picture_tokens_, job);
    } else if (const std::vector<Request> requests = usual_traffic(); !requests.empty()) {
      take_means(requests, job);
      if (const auto text = reader_.length("input_length")) job.input_length = *text + picture_tokens_;
      job.output_length = reader_.length("output_length").value_or(job.output_length);
      job.context = job.input_length + job.output_length;
    }
    if (!embeds()) refuse_beyond_longest(reader_, "context", job.context, model_);
    if (picture_tokens_ > 0 && job.input_length <= picture_tokens_)
      reader_.refuse(bad_input("{} is {}: the pictures of a prompt alone are {} tokens", reader_.shown("context"),
                               job.context, picture_tokens_));
    if (!reader_.error() &&
        (job.output_length < 1 || job.input_length < 1 || job.input_length + job.output_length > job.context)) {
      reader_.refuse(bad_input("{} is {}: prompt ({}) and answer ({}) must fit in it, each at least 1 token",
                               reader_.shown("context"), job.context, job.input_length, job.output_length));
    }
  }

  /// A prompt is answered once it was read, as by one token.
  void read_embedded() {
    for (const char* key : {"traffic", "mix", "requests", "output_length", "tpot"}) {
      if (reader_.has(key))
        reader_.refuse(bad_input("{}: {} answers each prompt with a vector; accepted: {}", reader_.shown(key),
                                 model_.name, "--input-length, --ttft"));
    }
    const char* const key = reader_.has("input_length") ? "input_length" : "context";
    job.input_length = reader_.length(key).value_or(usual_sequence(model_, defaults_.inference_sequence));
    refuse_beyond_longest(reader_, key, job.input_length, model_);
    job.output_length = 1;
    job.context = job.input_length + job.output_length;
  }

  ServingDemand demanded_requests() {
    ServingDemand demand;
    if (embeds() || (all_alike() && !reader_.has("requests"))) {
      read_lengths();
      return demand;
    }
    const bool traced = reader_.has("requests"), mixed = reader_.has("mix");
    const char* const key = mixed ? "mix" : "traffic";
    demand.traffic = reader_.text(traced ? "requests" : key).value_or(defaults_.traffic);
    demand.requests = with_pictures(
        reader_.keep(traced ? sources_.trace(demand.traffic) : sources_.traffic(demand.traffic, reader_.shown(key)))
            .value_or(std::vector<Request>{}));
    if (traced) demand.traffic = name_of_file(demand.traffic);
    if (demand.requests.empty()) return demand;
    std::int64_t longest = longest_of(demand.requests);
    if (!traced && !mixed) longest = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(longest)));
    job.context = reader_.length("context").value_or(usual_sequence(model_, longest));
    refuse_beyond_longest(reader_, "context", job.context, model_);
    leave_out(reader_, job, demand);
    if (!demand.requests.empty()) take_means(demand.requests, job);
    return demand;
  }

  KeyReader& reader_;
  const Model& model_;
  ScenarioSources& sources_;
  const JobDefaults& defaults_;
  std::int64_t picture_tokens_ = 0;  ///< of a prompt
  bool kept_ = false;                ///< a plan's
};

/// Echoes the values that were taken where a key was not given.
void echo_taken(const ServingJob& job, Scenario& scenario) {
  Json& keys = scenario.echo;
  if (job.images > 0) keys["image_size"] = job.image_size;
  keys["context"] = job.context;
  keys["input_length"] = job.input_length;
  keys["output_length"] = job.output_length;
  const bool has_users = scenario.demand && scenario.demand->users > 0;
  if (job.rate_per_s && !has_users) keys["rate"] = fmt::format("{}/s", *job.rate_per_s);
  if (has_users) keys["think_time"] = fmt::format("{}s", scenario.demand->think_time_s);
  if (scenario.demand && !has_users && keys.erase("users") > 0) {  // people who do not think
    keys.erase("think_time");
    keys["concurrency"] = *job.concurrency;
  }
  keys.erase("mix");
  if (!scenario.demand) return;
  const auto limit = [](const std::optional<double>& seconds) {
    return seconds ? fmt::format("{}s", *seconds) : std::string("none");
  };
  keys["ttft"] = limit(scenario.demand->level.ttft_s);
  keys["tpot"] = limit(scenario.demand->level.tpot_s);
  if (!keys.contains("at")) keys["at"] = scenario.percentile;
  if (!scenario.traffic.empty()) keys["traffic"] = scenario.traffic;
}

}  // namespace

void refuse_beyond_longest(KeyReader& reader, std::string_view key, std::int64_t tokens, const Model& model) {
  if (model.max_positions <= 0 || tokens <= model.max_positions || encodes_its_prompt(model)) return;
  if (has_position_table(model)) {
    reader.refuse(bad_input("{} is {}; the longest sequence of {} is {}", reader.shown(key), with_separators(tokens),
                            model.name, with_separators(model.max_positions)));
    return;
  }
  reader.refuse(
      bad_input("{} is {}; the longest sequence of {} is {}, or what rope_scaling in its config.json makes it",
                reader.shown(key), with_separators(tokens), model.name, with_separators(model.max_positions)));
}

std::int64_t picture_tokens_of(const ServingJob& job) {
  return job.images > 0 ? job.images * picture_tokens(job.model, job.image_size).value_or(0) : 0;
}

bool is_kept(const Json& keys) {
  return keys.contains("model") && keys["model"].is_object() && keys["model"].contains("config");
}

std::optional<double> read_expert_skew(KeyReader& reader, const Model& model) {
  const std::optional<double> skew = reader.number("expert_skew", 0, steepest_skew);
  if (skew.value_or(0) != 0 && model.experts == 0)
    reader.refuse(bad_input("{}: {} has no experts", reader.shown("expert_skew"), model.name));
  return skew;
}

void read_serving(KeyReader& reader, Model model, ScenarioSources& sources, ReadKeys read, Scenario& scenario) {
  const Result<JobDefaults>& defaults = sources.defaults();
  if (!defaults) {
    reader.refuse(fail(defaults));
    return;
  }
  ServingReader serving(reader, model, sources, *defaults);
  const bool kept = read == ReadKeys::of_plan;
  scenario.offline = reader.boolean("offline").value_or(false);
  if (kept || scenario.offline) {
    serving.read_offline(kept);
  } else {
    scenario.demand = serving.read_live();
  }
  ServingJob& job = serving.job;
  scenario.requests_file = name_of_file(reader.text("requests").value_or(""));
  scenario.traffic = reader.text("traffic").value_or("");
  scenario.percentile = reader.text("at").value_or("");
  if (const auto& demand = scenario.demand) {
    if (scenario.requests_file.empty()) scenario.traffic = demand->traffic;
    scenario.percentile = fmt::format("p{:.6g}", 100 * demand->level.share);
  }
  if (!scenario.offline) scenario.echo.erase("offline");
  if (!kept && !reader.error()) echo_taken(job, scenario);
  job.expert_skew = read_expert_skew(reader, model).value_or(defaults->expert_skew);
  job.model = reader.has("weights") ? std::move(model) : as_stored(std::move(model));
  job.engine = reader.text("engine").value_or("");
  constexpr std::int64_t most_of_a_pass = 1'000'000;
  job.max_num_seqs = reader.count("max_num_seqs", 1, most_of_a_pass).value_or(0);
  job.max_num_batched_tokens = reader.count("max_num_batched_tokens", 1, most_of_a_pass).value_or(0);
  std::vector<Quantisation> quantisations = quantisations_of(reader, job.model);
  scenario.job = quantisations.empty() ? job : quantised(std::move(job), quantisations.front());
  if (!quantisations.empty()) quantisations.erase(quantisations.begin());
  scenario.other_quantisations = std::move(quantisations);
  scenario.disaggregate = reader.boolean("disaggregate").value_or(false);
  scenario.follow = follow_request(reader);
}

}  // namespace hakaru
