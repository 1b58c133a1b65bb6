#include "hakaru/evidence/serving_measurements.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/real.h"
#include "hakaru/core/text.h"
#include "hakaru/evidence/machine_of_cards.h"
#include "hakaru/evidence/measured_ranges.h"
#include "hakaru/model/quantisation.h"

namespace hakaru {
namespace {

constexpr IntegerRange experts_split{.min = 0, .max = 1'000'000};  // 0: not said, as 1
constexpr IntegerRange requests{.min = 1, .max = 10'000'000};
constexpr IntegerRange engine_limit{.min = 1, .max = 1'000'000'000};
constexpr IntegerRange iterations_polled{.min = 0, .max = 10'000};
constexpr double highest_rate = 1e9, longest_answer = 1e7;
constexpr double bytes_of_4_bits = 0.75;  // with scales, below

bool native(const Accelerator& accelerator, DataType type) {
  const Rate* rate = accelerator.rate(type);
  return rate != nullptr && rate->support == Support::native;
}

/// The type at the end of a model's name: "DeepSeek-R1-NVFP4".
std::optional<DataType> type_named(const std::string& model) {
  const std::size_t dash = model.rfind('-');
  if (dash == std::string::npos) return std::nullopt;
  const Result<DataType> type = parse_data_type(lower_case(model.substr(dash + 1)));
  return type ? std::optional(*type) : std::nullopt;
}

/// The data type of products with weights of `type`.
DataType compute_for(DataType type, const Accelerator& accelerator) {
  if (type == DataType::mxfp4 && native(accelerator, DataType::mxfp4)) return DataType::mxfp8;
  const bool multiplied = type == DataType::nvfp4 || type == DataType::fp8 || type == DataType::mxfp8;
  if (multiplied && native(accelerator, type)) return type;
  return bytes_per_value(type) < 2 ? DataType::bf16 : type;
}

std::optional<Message> take_types(CsvFields& row, const Accelerator& accelerator, ServingJob& job) {
  const Model& model = job.model;
  job.weights = model.stored_type;
  job.experts = model.stored_expert_type.value_or(model.stored_type);
  std::optional<DataType> weights = type_named(row.text_or("model", ""));
  if (row.has("weight_dtype")) {
    const OrReason<DataType> type = type_in(row, "weight_dtype");
    if (!type) return type.error();
    weights = *type;
  }
  if (weights) {
    const bool of_experts = model.experts > 0 && bytes_per_value(*weights) < bytes_of_4_bits;
    job.experts = *weights;
    job.weights = of_experts ? DataType::bf16 : *weights;
  } else {
    job.model = as_stored(std::move(job.model));
  }
  if (row.has("kv_dtype")) {
    const OrReason<DataType> type = type_in(row, "kv_dtype");
    if (!type) return type.error();
    job.kv_cache = *type;
  }
  job.compute = compute_for(job.weights, accelerator);
  job.expert_compute = compute_for(job.experts, accelerator);
  if (accelerator.rate(job.compute) == nullptr)
    return message("{} does not compute {}", accelerator.name, name_of(job.compute));
  return std::nullopt;
}

OrReason<ServingMode> mode_of(CsvFields& row) {
  static const std::pair<std::string_view, ServingMode> modes[] = {{"realtime", ServingMode::realtime},
                                                                   {"batch", ServingMode::batch},
                                                                   {"offline", ServingMode::offline},
                                                                   {"server", ServingMode::server},
                                                                   {"poisson", ServingMode::poisson}};
  const std::string name = row.text_or("mode", "server");
  for (const auto& [known, mode] : modes) {
    if (known == name) return mode;
  }
  return tl::unexpected(
      message("mode '{}' is not known; accepted: {}", name, "realtime, batch, offline, server, poisson"));
}

/// Reads the protocol: the statistic of figures, waves in step, and iterations between two looks for requests.
std::optional<Message> take_protocol(CsvFields& row, ServingMeasurement& read) {
  const std::string statistic = row.text_or("statistic", "mean"), in_step = row.text_or("in_step", "false");
  if (statistic != "mean" && statistic != "median")
    return message("statistic '{}' is not known; accepted: {}", statistic, "mean, median");
  if (in_step != "true" && in_step != "false")
    return message("in_step '{}' is not known; accepted: {}", in_step, "true, false");
  read.median = statistic == "median";
  read.in_step = in_step == "true";
  read.polled = real(row.optional_whole("poll_iterations", iterations_polled).value_or(0));
  return std::nullopt;
}

/// The reason why no engine can have run this; empty: one can.
std::optional<Message> impossible(const Layout& layout, const ServingMeasurement& read) {
  const Model& model = read.job.model;
  const std::int64_t per_replica = layout.tp * layout.pp;
  if (read.accelerators % per_replica != 0)
    return message("tp × pp = {} does not divide {} accelerators", per_replica, read.accelerators);
  const bool pads = read.cluster.instance().accelerator.pads_heads;
  if (!pads && model.heads % layout.tp != 0)
    return message("{} heads cannot be divided by tp {}", model.heads, layout.tp);
  if (layout.pp > std::ssize(model.layers))
    return message("{} layers cannot be divided by pp {}", std::ssize(model.layers), layout.pp);
  if (layout.ep > read.accelerators)
    return message("{} {} is more than {} accelerators", "ep", layout.ep, read.accelerators);
  const std::int64_t spread = layout.tp * layout.dp;
  if (layout.ep > 1 && (model.experts == 0 || model.experts % layout.ep != 0 || spread % layout.ep != 0))
    return message("{} experts cannot be divided by ep {}", model.experts, layout.ep);
  return std::nullopt;
}

}  // namespace

Result<ServingMeasurements> ServingMeasurements::over(const DataFiles& data, const Catalog& catalog) {
  Result<ServingEngines> engines = ServingEngines::read(data);
  if (!engines) return fail(engines);
  Result<ServingBenchmarks> benchmarks = ServingBenchmarks::read(data);
  if (!benchmarks) return fail(benchmarks);
  return ServingMeasurements(data, catalog, std::move(*engines), std::move(*benchmarks));
}

OrReason<Instance> ServingMeasurements::instance_of(CsvFields& row) const {
  const Result<Accelerator> accelerator = catalog_->accelerator(row.text("accelerator"));
  if (!accelerator) return tl::unexpected(accelerator.error().message);
  if (row.has("instance")) {
    std::string name = row.text("instance");
    if (name.ends_with('?')) name.pop_back();  // inferred by who collected it
    const Result<Instance> named = catalog_->instance(name);
    if (named && named->accelerator.name == accelerator->name) return *named;
  }
  const Result<Instance> usual = catalog_->usual_instance_of(accelerator->name);
  if (!usual) return tl::unexpected(usual.error().message);
  return *usual;
}

OrReason<ServingMeasurement> ServingMeasurements::measurement(CsvFields& row) {
  ServingMeasurement read;
  OrReason<Instance> instance = instance_of(row);
  if (!instance) return tl::unexpected(instance.error());
  const std::string called = row.text("engine");
  Result<ServingEngine> engine = engines_.measured_as(called, instance->accelerator);
  if (!engine) return tl::unexpected(engine.error().message);
  read.engine = std::move(engine->name);
  read.runs = std::move(engine->measured);
  read.version = lower_case(called);
  read.runs.most_sequences = row.optional_whole("max_num_seqs", engine_limit).value_or(read.runs.most_sequences);
  read.runs.prefill_tokens =
      row.optional_whole("max_num_batched_tokens", engine_limit).value_or(read.runs.prefill_tokens);
  const OrReason<ServingMode> mode = mode_of(row);
  if (!mode) return tl::unexpected(mode.error());
  read.mode = *mode;

  OrReason<Model> model = models_.of(row);
  if (!model) return tl::unexpected(model.error());
  if (model->family != Family::decoder) return tl::unexpected(message("{} is no decoder", model->name));
  ServingJob& job = read.job;
  job.model = std::move(*model);
  if (!row.has("input_length")) return tl::unexpected(message("its input_length is not stated"));
  read.mean_input = row.mean("input_length", measured_tokens);
  if (!row.has("output_length") && read.runs.output_length == 0)
    return tl::unexpected(message("its output_length is not stated"));
  read.mean_output = row.has("output_length") ? std::max(1.0, row.positive("output_length", longest_answer))
                                              : real(read.runs.output_length);
  job.input_length = std::llround(read.mean_input);
  job.output_length = std::llround(read.mean_output);
  job.context = job.input_length + job.output_length;
  if (const auto why = take_types(row, instance->accelerator, job)) return tl::unexpected(*why);
  read.cache_type_is_stated = row.has("kv_dtype");
  read.concurrency = row.optional_mean("concurrency", requests);
  if (read.mode == ServingMode::realtime) read.concurrency = read.concurrency.value_or(1);
  if (row.has("tpot_ms")) read.measured_tpot_s = row.positive("tpot_ms", longest_ms) / ms_per_s;
  if (row.has("rate_per_s")) read.rate_per_s = row.positive("rate_per_s", highest_rate);
  const bool tells_latency = row.has("tpot_ms") || row.has("ttft_ms");
  if (read.mode == ServingMode::poisson && !read.rate_per_s && tells_latency && row.has("output_tokens_per_s")) {
    read.rate_per_s = row.positive("output_tokens_per_s", most_tokens_per_s) / read.mean_output;
    read.rate_is_measured = true;
  }
  if (!read.concurrency && read.mode != ServingMode::offline && read.mode != ServingMode::poisson)
    return tl::unexpected(message("its concurrency is not stated"));
  if (const auto why = take_protocol(row, read)) return tl::unexpected(*why);
  read.beams = benchmarks_.beams(row.text_or("series", ""), job.model.name);
  read.sampling = read.runs.sampling(row.text_or("id", ""));

  const auto tp = row.optional_whole("tp", measured_ranks);
  read.compiled_sequences =
      read.runs.compiled_for(instance->accelerator.name, row.text_or("model", ""), tp.value_or(1));
  const std::int64_t pp = row.optional_whole("pp", measured_ranks).value_or(1);
  const std::int64_t shared = row.optional_whole("attention_dp", measured_ranks).value_or(1);
  const std::int64_t ep = row.optional_whole("moe_ep", experts_split).value_or(1);
  read.accelerators = row.optional_whole("accelerators", measured_ranks).value_or(tp.value_or(1) * pp * shared);
  if (!row.has("instance")) *instance = machine_for(*instance, read.accelerators, *catalog_);
  const int instances = static_cast<int>((read.accelerators + instance->accelerators - 1) / instance->accelerators);
  read.cluster = Cluster(*instance, instances);
  if (!tp && (pp > 1 || ep > 1 || shared > 1))
    return tl::unexpected(message("its {} needs tp", pp > 1 ? "pp" : ep > 1 ? "moe_ep" : "attention_dp"));
  if (!tp) return read;
  Layout layout;
  layout.tp = *tp;
  layout.pp = pp;
  layout.dp = std::max<std::int64_t>(1, read.accelerators / (*tp * pp));
  layout.ep = std::max<std::int64_t>(1, ep);
  if (const auto why = impossible(layout, read)) return tl::unexpected(*why);
  read.layout = layout;
  return read;
}

Result<OrReason<ServingMeasurement>> ServingMeasurements::read(CsvFields& row) {
  OrReason<ServingMeasurement> read = measurement(row);
  if (row.error()) return tl::unexpected(*row.error());
  return read;
}

}  // namespace hakaru
