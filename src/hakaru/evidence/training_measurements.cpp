#include "hakaru/evidence/training_measurements.h"

#include <algorithm>
#include <cmath>

#include "hakaru/evidence/machine_of_cards.h"
#include "hakaru/evidence/measured_ranges.h"
#include "hakaru/job/layout_fields.h"
#include "hakaru/model/frozen_encoders.h"

namespace hakaru {
namespace {

constexpr IntegerRange training_ranks{.min = 1, .max = 10'000'000};
constexpr IntegerRange batch{.min = 1, .max = 100'000'000};
constexpr IntegerRange lora_ranks{.min = 1, .max = 65536};
constexpr IntegerRange zero_stages{.min = 0, .max = 3};
constexpr IntegerRange yes_or_no{.min = 0, .max = 1};

bool flag_or(CsvFields& row, std::string_view column, bool otherwise) {
  return row.has(column) ? row.whole(column, yes_or_no) == 1 : otherwise;
}

/// Tokens of a sequence where the row has none: as many as the model takes, 1 for pictures.
std::int64_t usual_length(const Model& model, const SoftwareStack& stack) {
  if (model.vocabulary == 0) return 1;
  const double filled = stack.filled_share * static_cast<double>(model.max_positions);
  return std::max<std::int64_t>(1, std::llround(filled));
}

/// The series of a measurement: its column, else its id up to the first dash.
std::string series_of(const CsvFields& row) {
  const std::string id = row.text_or("id", "");
  return row.text_or("series", id.substr(0, id.find('-')));
}

template <typename Value>
OrReason<Value> or_reason(const Result<Value>& found) {
  if (!found) return tl::unexpected(found.error().message);
  return *found;
}

template <typename Value, typename Find>
OrReason<Value> remembered(std::map<std::string, Result<Value>>& known, const std::string& name, const Find& find) {
  auto found = known.find(name);
  if (found == known.end()) found = known.emplace(name, find(name)).first;
  return or_reason(found->second);
}

template <typename Value>
OrReason<std::optional<Value>> part_in(CsvFields& row, const LayoutField<Value>& field) {
  if (!row.has(field.key)) return std::optional<Value>();
  if constexpr (std::is_same_v<Value, bool>) {
    return std::optional(flag_or(row, field.key, false));
  } else if constexpr (std::is_integral_v<Value>) {
    return std::optional(static_cast<Value>(row.whole(field.key, {.min = field.least, .max = field.most})));
  } else {
    const std::optional<Value> choice = choice_named<Value>(row.text(field.key));
    if (choice) return choice;
    return tl::unexpected(
        message("'{}' is '{}'; accepted: {}", field.key, row.text(field.key), accepted_names<Value>()));
  }
}

/// Parts that few rows say. Why they cannot be told; empty: they can.
std::optional<Message> take_other_parts(CsvFields& row, LayoutRequest& request) {
  std::optional<Message> why;
  each_layout_field([&](const auto& field) {
    const bool is_of_tensor_ranks = std::string_view(field.key) == "sequence_parallel";  // none without tp
    if (request.*field.request || is_of_tensor_ranks) return;                            // told above
    const auto part = part_in(row, field);
    if (part) request.*field.request = *part;
    if (!part && !why) why = part.error();
  });
  return why;
}

/// The row's part of a layout, with the software's defaults for options that do not decide how ranks are split.
OrReason<LayoutRequest> request_of(CsvFields& row, const SoftwareStack& stack, std::int64_t layers) {
  LayoutRequest request;
  request.tp = row.optional_whole("tp", training_ranks);
  request.pp = row.optional_whole("pp", training_ranks);
  request.dp = row.optional_whole("dp", training_ranks);
  request.cp = row.optional_whole("cp", training_ranks).value_or(1);
  request.ep = row.optional_whole("ep", training_ranks).value_or(1);
  request.micro_batch = row.optional_whole("micro_batch", batch);
  request.vpp = row.optional_whole("vpp", training_ranks);
  request.zero = static_cast<int>(row.optional_whole("zero", zero_stages).value_or(stack.zero));
  if (request.tp)
    request.sequence_parallel = flag_or(row, "sequence_parallel", *request.tp > 1 && stack.sequence_parallel);
  request.recompute = stack.recompute;
  if (row.has("recompute")) {
    const Result<Recompute> recompute = parse_recompute(row.text("recompute"));
    if (!recompute) return tl::unexpected(recompute.error().message);
    request.recompute = *recompute;
  }
  if (const std::optional<Message> why = take_other_parts(row, request)) return tl::unexpected(*why);
  if (!request.pp) return request;
  if (*request.pp == 1) request.vpp = 1;  // chunks of a pipeline
  if (!request.vpp) request.vpp = stack.chunks(layers, *request.pp);
  if (!row.has("zero") && *request.pp > 1) request.zero = std::min(*request.zero, 1);  // pipelines shard that much
  if (stack.splits_micro_batch && *request.pp > 1) request.micro_batch = stack.pipelined_micro_batch;
  if (!request.micro_batch) request.micro_batch = *request.pp > 1 ? stack.pipelined_micro_batch : stack.micro_batch;
  return request;
}

/// The reason why no run can have had this layout; rules of good layouts do not count: the run was made.
std::optional<Message> impossible(const LayoutRequest& request, const Model& model, std::int64_t accelerators,
                                  std::int64_t global_batch) {
  const std::pair<std::string_view, std::optional<std::int64_t>> degrees[] = {
      {"tp", request.tp}, {"pp", request.pp}, {"cp", request.cp}, {"dp", request.dp}, {"ep", request.ep}};
  for (const auto& [name, degree] : degrees) {
    if (degree && *degree > accelerators)
      return message("{} {} is more than {} accelerators", name, *degree, accelerators);
  }
  const auto layers = static_cast<std::int64_t>(model.layers.size());
  const std::int64_t parts = request.pp.value_or(1) * std::min(request.vpp.value_or(1), layers + 1);
  if (parts > layers + 2) return message("{} layers cannot be cut into pp × vpp parts", layers);
  if (request.tp.value_or(1) > std::max<std::int64_t>(1, model.heads))
    return message("{} heads cannot be divided by tp {}", model.heads, *request.tp);
  if (model.experts == 0 ? request.ep.value_or(1) > 1 : request.ep.value_or(1) > model.experts)
    return message("{} experts cannot be divided by ep {}", model.experts, *request.ep);
  const std::int64_t etp = request.etp.value_or(0), tp = request.tp.value_or(1);
  if (etp != 0 && etp != tp && (etp != 1 || request.ep.value_or(1) % tp != 0))
    return message("etp {} is neither tp nor, where tp divides ep, 1", etp);
  if (std::max(request.dp.value_or(1), request.micro_batch.value_or(1)) > global_batch ||
      request.dp.value_or(1) * request.micro_batch.value_or(1) > global_batch)
    return message("dp × micro-batch is more than the global batch {}", global_batch);
  return std::nullopt;
}

/// The whole layout, where `request` fixes it; data-parallel ranks fill the cluster.
std::optional<Layout> whole_layout(const LayoutRequest& request, std::int64_t accelerators) {
  if (!request.tp || !request.pp || !request.micro_batch) return std::nullopt;
  Layout layout = requested_layout(request);
  if (!request.dp) layout.dp = std::max<std::int64_t>(1, accelerators / (layout.tp * layout.pp * layout.cp));
  return layout;
}

}  // namespace

Result<TrainingMeasurements> TrainingMeasurements::over(const DataFiles& data, const Catalog& catalog) {
  Result<SoftwareStacks> stacks = SoftwareStacks::read(data);
  if (!stacks) return fail(stacks);
  Result<OffersBySoftware> offers = OffersBySoftware::read(data);
  if (!offers) return fail(offers);
  Result<HostUpdate> host_update = find_host_update(data);
  if (!host_update) return fail(host_update);
  return TrainingMeasurements(data, catalog, std::move(*stacks), std::move(*offers), std::move(*host_update));
}

/// The family in the row's column, else its model's; "": the model is not known.
std::string TrainingMeasurements::family_of(CsvFields& row) {
  if (row.has("family")) return row.text("family");
  const OrReason<Model> model = models_.of(row);
  if (!model) return "";
  return family_cell(*model);
}

SoftwareStack TrainingMeasurements::stack_of(CsvFields& row, const Accelerator& accelerator) {
  const std::string name = row.text_or("software", "");
  const std::string family = family_of(row);
  const bool sharded = row.text_or("zero", "") == "3";
  const SoftwareStack& unknown = stacks_.unknown(series_of(row), sharded, family);
  if (name.empty()) return unknown;
  const auto is_split = [&](std::string_view degree) { return row.text_or(degree, "1") != "1"; };
  const SoftwareHints hints{is_split("tp") || is_split("pp") || is_split("ep"), sharded ? 3 : 0,
                            family.empty() || family == "decoder" || family == "moe", name_of(accelerator.kind)};
  SoftwareStack stack = stacks_.find_or_like(name, hints);
  const auto other = stack.makers.find(accelerator.vendor);
  if (other != stack.makers.end()) stack = stacks_.find_or_like(other->second, hints);
  return stack.trains(family) ? stack : unknown;
}

/// The cluster, with ranks of each instance that divide the total: 256 ranks over NVLink domains of 72 are 4 × 64.
OrReason<Cluster> TrainingMeasurements::cluster_of(CsvFields& row) const {
  const std::int64_t accelerators = row.whole("accelerators", training_ranks);
  const std::string accelerator = row.text("accelerator");
  const Result<Accelerator> known = catalog_->accelerator(accelerator);
  if (!known) return tl::unexpected(known.error().message);
  const Result<Instance> found =
      row.has("machine") ? catalog_->instance(row.text("machine")) : catalog_->usual_instance_of(accelerator);
  if (!found) return tl::unexpected(found.error().message);
  Instance instance = row.has("machine") ? *found : machine_for(*found, accelerators, *catalog_);
  if (instance.accelerator.name != known->name)
    return tl::unexpected(message("{} has {}, not {}", instance.name, instance.accelerator.name, known->name));
  std::int64_t each = std::min<std::int64_t>(instance.accelerators, accelerators);
  while (accelerators % each != 0) --each;
  instance.accelerators = static_cast<int>(each);
  return Cluster(std::move(instance), static_cast<int>(accelerators / each));
}

OrReason<TrainingJob> TrainingMeasurements::job_of(CsvFields& row, const SoftwareStack& stack,
                                                   const Accelerator& accelerator) {
  OrReason<Model> model = models_.of(row);
  if (!model) return tl::unexpected(model.error());
  const bool multiplies_fp8 =
      accelerator.rate(DataType::fp8) != nullptr && accelerator.rate(DataType::fp8)->support == Support::native;
  const OrReason<PrecisionRecipe> recipe =
      remembered(recipes_, row.text_or("precision", stack.precision_on(multiplies_fp8, family_of(row))),
                 [&](const std::string& name) { return find_recipe(*data_, name); });
  const OrReason<Optimizer> optimizer =
      remembered(optimizers_, row.text_or("optimizer", stack.optimizer),
                 [&](const std::string& name) { return find_optimizer(*data_, name); });
  if (!recipe) return tl::unexpected(recipe.error());
  if (!optimizer) return tl::unexpected(optimizer.error());
  TrainingJob job;
  job.model = std::move(*model);
  job.global_batch = row.whole("global_batch", batch);
  job.sequence_length = row.has("seq_len") ? nearest_tokens(row, "seq_len") : usual_length(job.model, stack);
  job.tokens = job.sequence_length * job.global_batch;
  job.recipe = *recipe;
  if (job.recipe.compute == DataType::fp32 && stack.multiplies_fp32_as) job.recipe.compute = *stack.multiplies_fp32_as;
  job.optimizer = *optimizer;
  job.host_update = host_update_;
  job.flash_attention = flag_or(row, "flash_attention", stack.flash_attention);
  job.logit_bytes = stack.logit_bytes;
  job.selective_keeps_products = stack.selective_keeps_products;
  job.eager = stack.eager;
  job.dispatches_as_before = !row.has("software_version");
  const SoftwareStacks::SeriesDefaults usual = stacks_.defaults_of(series_of(row));
  const bool as_usual = usual.encodes_in_step && !row.has("encode_in_step") && !encoders_of(job.model).empty();
  job.encoders_cast = as_usual || row.text_or("encode_in_step", "") == "autocast";
  if (job.encoders_cast || flag_or(row, "encode_in_step", false)) {
    job.encoders = encoders_of(job.model);
    if (job.encoders.empty())
      return tl::unexpected(
          message("{}: {} names no networks that encode its items (of diffusion models, pipelines do)",
                  "encode_in_step", job.model.name));
  }
  const std::string finetune = row.text_or("finetune", row.has("lora_rank") ? "lora" : "full");
  if (finetune == "lora" || finetune == "qlora") {
    job.lora = Lora{};
    if (finetune == "qlora") job.lora->base = usual.packed_base;
    job.lora->rank = row.optional_whole("lora_rank", lora_ranks).value_or(usual.rank.value_or(job.lora->rank));
    job.lora->adapted = usual.adapted;
    job.lora->dropout = usual.dropout;
    job.lora->as_base = usual.as_base;
    job.document_tokens = usual.document_tokens;
    if (row.has("lora_base")) {
      const OrReason<DataType> base = type_in(row, "lora_base");
      if (!base) return tl::unexpected(base.error());
      job.lora->base = *base;
    }
    if (job.lora->base) job.lora->unpacking = stacks_.unpacking(*job.lora->base);
  }
  if (!job.lora && finetune != "full")
    return tl::unexpected(message("finetune '{}' is not known; accepted: {}", finetune, "full, lora, qlora"));
  return job;
}

OrReason<TrainingMeasurement> TrainingMeasurements::measurement(CsvFields& row) {
  OrReason<Cluster> cluster = cluster_of(row);
  if (!cluster) return tl::unexpected(cluster.error());
  const Accelerator& accelerator = cluster->instance().accelerator;
  SoftwareStack stack = stack_of(row, accelerator);
  OrReason<TrainingJob> job = job_of(row, stack, accelerator);
  if (!job) return tl::unexpected(job.error());
  job->software.constants = stack.constants;  // tells what its selective recompute keeps
  if (accelerator.rate(job->recipe.compute) == nullptr)
    return tl::unexpected(message("{} does not compute {}", accelerator.name, name_of(job->recipe.compute)));
  OrReason<LayoutRequest> request = request_of(row, stack, static_cast<std::int64_t>(job->model.layers.size()));
  if (!request) return tl::unexpected(request.error());
  const bool series_captures = stacks_.defaults_of(series_of(row)).captured_step && accelerator.vendor == "NVIDIA";
  if (!request->captured_step && (series_captures || offers_.of(stack.constants, job->model.experts).captured_step))
    request->captured_step = true;
  if (const auto why = impossible(*request, job->model, cluster->ranks(), job->global_batch))
    return tl::unexpected(*why);
  const std::optional<Layout> layout = whole_layout(*request, cluster->ranks());
  if (layout && layout->ranks() != cluster->ranks())
    return tl::unexpected(
        message("tp × cp × dp × pp are {} ranks, accelerators {}", layout->ranks(), cluster->ranks()));
  const std::string release = row.text_or("software_version", "");
  std::string version = release.empty() ? "" : stack.constants + " " + release;
  return TrainingMeasurement{std::move(*job), std::move(*cluster), std::move(stack), std::move(version), *request,
                             layout};
}

Result<OrReason<TrainingMeasurement>> TrainingMeasurements::read(CsvFields& row) {
  OrReason<TrainingMeasurement> read = measurement(row);
  if (row.error()) return tl::unexpected(*row.error());
  return read;
}

}  // namespace hakaru
