#include "hakaru/calibrating/logs/logged_context.h"

#include <algorithm>

#include "hakaru/core/text.h"
#include "hakaru/evidence/measured_model.h"
#include "hakaru/formats/plan_file.h"
#include "hakaru/job/layout_fields.h"
#include "hakaru/job/software_stack.h"
#include "hakaru/model/read.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_counted = 1'000'000'000;

void tell(LoggedContext& context, const std::string& column, std::string cell, const std::string& by) {
  if (cell.empty()) return;
  context.cells[column] = std::move(cell);
  context.told_by[column] = by;
}

/// A file of data for a model that has no name there.
std::optional<Error> know_model(LoggedContext& context, const Model& model) {
  std::string name = lower_case(model.name);
  if (describe_model(name, context.data)) return std::nullopt;
  for (char& each : name) {
    const bool plain = (each >= 'a' && each <= 'z') || (each >= '0' && each <= '9') || each == '.' || each == '-';
    if (!plain) each = '-';
  }
  context.model_path = "models/own/" + name + ".toml";
  context.model_text =
      toml_text({{"source", model.source.empty() ? "own" : model.source}, {"config", Json::parse(model.config)}});
  const Result<DataFiles> with = context.data.with_texts({{context.model_path, context.model_text}}, {}, "--model");
  if (!with) return with.error();
  context.data = *with;
  context.cells["base_model"] = context.cells["model"] = name;
  return std::nullopt;
}

std::optional<Error> take_model(LoggedContext& context, const Model& model, const std::string& by) {
  tell(context, "model", lower_case(model.name), by);
  tell(context, "base_model", lower_case(model.name), by);
  tell(context, "family", family_cell(model), by);
  return know_model(context, model);
}

void take_layout(LoggedContext& context, const Layout& layout, const std::string& by) {
  each_layout_field([&](const auto& field) {
    const auto& part = layout.*field.value;
    if (!field.unsaid_if_usual || part != usual_layout.*field.value) tell(context, field.key, cell_of_part(part), by);
  });
}

void take_training(LoggedContext& context, const SavedPlan& saved, const std::string& by) {
  const TrainingJob& job = saved.training_job();
  take_layout(context, saved.plan.layout, by);
  tell(context, "accelerators", std::to_string(saved.plan.cluster.ranks()), by);
  tell(context, "machine", saved.plan.cluster.instance().name, by);
  tell(context, "global_batch", std::to_string(job.global_batch), by);
  tell(context, "seq_len", std::to_string(job.sequence_length), by);
  tell(context, "precision", saved.plan.precision.empty() ? job.recipe.name : saved.plan.precision, by);
  tell(context, "optimizer", job.optimizer.name, by);
  tell(context, "flash_attention", job.flash_attention ? "1" : "0", by);
  if (job.lora) tell(context, "lora_rank", std::to_string(job.lora->rank), by);
  if (job.lora && job.lora->base) tell(context, "lora_base", std::string(name_of(*job.lora->base)), by);
  const Result<SoftwareStacks> stacks = SoftwareStacks::read(context.data);
  if (stacks)
    tell(context, "software",
         stacks->with_constants(job.software.constants.empty() ? saved.plan.evidence.software : job.software.constants),
         by);
}

void take_serving(LoggedContext& context, const SavedPlan& saved, const std::string& by) {
  const auto& job = std::get<ServingJob>(saved.scenario.job);
  const ServingJob kept = saved.plan.quantisation ? quantised(job, *saved.plan.quantisation) : job;
  const Layout& layout = saved.plan.layout;
  const std::int64_t ranks = std::max(layout.tp * layout.pp, layout.ep);
  tell(context, "tp", std::to_string(layout.tp), by);
  tell(context, "pp", std::to_string(layout.pp), by);
  tell(context, "moe_ep", std::to_string(layout.ep), by);
  tell(context, "attention_dp", std::to_string(std::max<std::int64_t>(1, layout.ep / layout.tp)), by);
  tell(context, "accelerators", std::to_string(ranks), by);
  tell(context, "instance", saved.plan.cluster.instance().name, by);
  tell(context, "weight_dtype", std::string(name_of(kept.model.experts > 0 ? kept.experts : kept.weights)), by);
  tell(context, "kv_dtype", std::string(name_of(kept.kv_cache)), by);
  std::string engine = saved.plan.serving()->engine.empty() ? kept.engine : saved.plan.serving()->engine;
  std::replace(engine.begin(), engine.end(), '@', ' ');
  tell(context, "engine", engine, by);
}

std::optional<Error> take_plan(LoggedContext& context, const std::string& reference, LoggedJob job,
                               const Asking& asking) {
  const Result<SavedPlan> saved = read_plan(reference, asking.data, asking.catalog);
  if (!saved) return saved.error();
  const bool fits = job == LoggedJob::training ? saved->plan.training() != nullptr : saved->plan.serving() != nullptr;
  if (!fits)
    return bad_input("{}: is a plan of another job; accepted: one of {}", reference,
                     job == LoggedJob::training ? "plan train" : "plan serve")
        .value();
  tell(context, "accelerator", saved->plan.cluster.instance().accelerator.name, reference);
  if (job == LoggedJob::training) take_training(context, *saved, reference);
  if (job == LoggedJob::serving) take_serving(context, *saved, reference);
  return take_model(context, model_of(saved->scenario.job), reference);
}

/// The flag `key` as a cell of its column; "": not given.
std::string cell_of_flag(KeyReader& reader, const ContextKey& key) {
  if (key.value == "COUNT") {
    const auto count = reader.count(key.key, 0, most_counted);
    return count ? std::to_string(*count) : "";
  }
  if (key.value == "LENGTH") {
    const auto length = reader.length(key.key);
    return length ? std::to_string(*length) : "";
  }
  if (key.value == "true|false") {
    const auto is = reader.boolean(key.key);
    return !is ? "" : *is ? "1" : "0";
  }
  return reader.text(key.key).value_or("");
}

/// Takes the machine by flags: an instance sets its accelerator; another accelerator drops the plan's machine.
std::optional<Error> take_machine(LoggedContext& context, KeyReader& reader, LoggedJob job, const Asking& asking) {
  const std::string column = job == LoggedJob::training ? "machine" : "instance";
  if (const auto named = reader.text("accelerator")) {
    const Result<Accelerator> accelerator = asking.catalog.accelerator(*named);
    if (!accelerator) return accelerator.error();
    if (const auto of_plan = context.cells.find("accelerator"); of_plan != context.cells.end()) {
      if (of_plan->second != accelerator->name) context.cells.erase(column);
    }
    tell(context, "accelerator", accelerator->name, reader.named("accelerator"));
  }
  if (const auto named = reader.text("instance")) {
    const Result<Instance> instance = asking.catalog.instance(*named);
    if (!instance) return instance.error();
    tell(context, column, instance->name, reader.named("instance"));
    tell(context, "accelerator", instance->accelerator.name, reader.named("instance"));
  }
  return std::nullopt;
}

std::optional<double> as_number(const std::string& cell) { return number_after(cell, ""); }

bool differ(const std::string& one, const std::string& other) {
  const auto first = as_number(one), second = as_number(other);
  return first && second ? *first != *second : lower_case(one) != lower_case(other);
}

}  // namespace

const std::vector<ContextKey>& context_keys(LoggedJob job) {
  static const std::vector<ContextKey> training{
      {"accelerators", "accelerators", "COUNT", "how many accelerators (ranks)"},
      {"tp", "tp", "COUNT", "tensor parallel degree"},
      {"pp", "pp", "COUNT", "pipeline stages"},
      {"vpp", "vpp", "COUNT", "model chunks per stage"},
      {"cp", "cp", "COUNT", "context parallel degree"},
      {"ep", "ep", "COUNT", "expert parallel degree"},
      {"dp", "dp", "COUNT", "data parallel degree; replicas when serving"},
      {"zero", "zero", "COUNT", "ZeRO stage; 3 is FSDP"},
      {"sequence_parallel", "sequence_parallel", "true|false", "split norms along the sequence"},
      {"recompute", "recompute", "none|selective|full", "activations computed again"},
      {"micro_batch", "micro_batch", "COUNT", "sequences per micro-batch"},
      {"global_batch", "global_batch", "COUNT", "sequences (items) per step"},
      {"sequence_length", "seq_len", "LENGTH", "tokens per sequence (2048, 8k)"},
      {"precision", "precision", "NAME", "a recipe (bf16, fp8, …)"},
      {"optimizer", "optimizer", "NAME", "adamw, adamw-8bit, adafactor, sgd-momentum, lamb"},
      {"lora_rank", "lora_rank", "COUNT", "train adapters of this rank, the base frozen"},
      {"lora_base", "lora_base", "TYPE", "type of the frozen base (nf4: QLoRA)"},
      {"flash_attention", "flash_attention", "true|false", "fused attention"},
      {"software", "software", "NAME", "stack whose measured constants apply (nemo-megatron, pytorch-fsdp, ...)"}};
  static const std::vector<ContextKey> serving{
      {"accelerators", "accelerators", "COUNT", "how many accelerators (ranks)"},
      {"tp", "tp", "COUNT", "tensor parallel degree"},
      {"pp", "pp", "COUNT", "pipeline stages"},
      {"ep", "moe_ep", "COUNT", "expert parallel degree"},
      {"weights", "weight_dtype", "TYPE", "what weights are kept in"},
      {"kv_cache", "kv_dtype", "TYPE", "what the KV cache is kept in"},
      {"engine", "engine", "NAME", "the serving engine, NAME or NAME@VERSION"}};
  return job == LoggedJob::training ? training : serving;
}

Result<LoggedContext> read_context(KeyReader& reader, LoggedJob job, const Asking& asking) {
  LoggedContext context{.cells = {}, .told_by = {}, .data = asking.data, .model_path = {}, .model_text = {}};
  if (const auto plan = reader.text("plan")) {
    if (const auto error = take_plan(context, *plan, job, asking)) return tl::unexpected(*error);
  }
  if (const auto name = reader.text("model")) {
    const Result<Model> model = read_model(*name, asking.data);
    if (!model) return fail(model);
    if (const auto error = take_model(context, *model, reader.named("model"))) return tl::unexpected(*error);
  }
  if (const auto error = take_machine(context, reader, job, asking)) return tl::unexpected(*error);
  for (const ContextKey& key : context_keys(job))
    tell(context, key.column, cell_of_flag(reader, key), reader.named(key.key));
  if (reader.error()) return tl::unexpected(*reader.error());
  context.software_is_named = reader.has(job == LoggedJob::training ? "software" : "engine");
  auto engine = context.cells.find("engine");
  if (engine != context.cells.end()) std::replace(engine->second.begin(), engine->second.end(), '@', ' ');
  return context;
}

Error differs(std::string_view file, std::string_view column, const std::string& says, const LoggedContext& context,
              std::string_view known_as) {
  return bad_input("{}: its log says {} {}, {} says {}", file, column, says, context.told_by.find(known_as)->second,
                   context.cells.find(known_as)->second)
      .value();
}

Result<LogCells> with_context(const LogCells& says, const LoggedContext& context, std::string_view file) {
  LogCells cells = context.cells;
  for (const auto& [column, cell] : says) {
    const auto known = cells.find(column);
    if (known != cells.end() && differ(known->second, cell))
      return tl::unexpected(differs(file, column, cell, context, column));
    cells[column] = cell;
  }
  return cells;
}

}  // namespace hakaru
