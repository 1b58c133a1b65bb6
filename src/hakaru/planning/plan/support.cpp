#include "hakaru/planning/plan/support.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "hakaru/core/fields.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/real.h"
#include "hakaru/core/text.h"
#include "hakaru/parallel/stages.h"

namespace hakaru {
namespace {

constexpr const char* path = "support.toml";
constexpr std::array<std::string_view, 5> states{"ended", "ending", "maintained", "beta", "unsupported"};
constexpr std::array<std::string_view, 3> jobs{"train", "serve", "infer"};
constexpr double longest_s = 1e6;

std::string_view name_of_job(const Job& job) {
  if (std::holds_alternative<TrainingJob>(job)) return "train";
  return std::holds_alternative<ServingJob>(job) ? "serve" : "infer";
}

Result<SupportNotice> read_notice(const Json& table, const std::string& file) {
  Fields fields(table, file, "support");
  SupportNotice notice;
  notice.accelerators = fields.texts("accelerators");
  if (notice.accelerators.empty()) fields.refuse("accelerators", "missing or empty", "a list of how their names begin");
  notice.job = fields.text_or("job", "");
  if (!notice.job.empty() && ranges::count(jobs, notice.job) == 0)
    fields.refuse("job", notice.job, "train, serve, infer");
  notice.software = fields.text("software");
  const std::string state = fields.text("state");
  const auto found = ranges::find(states, state);
  if (found == states.end()) fields.refuse("state", state, "ended, ending, maintained, beta, unsupported");
  notice.state = static_cast<SupportNotice::State>(found - states.begin());
  notice.until = fields.text("until");
  notice.instead = fields.text_or("instead", "");
  notice.date = fields.text("date");
  notice.only_named = fields.boolean_or("only_named", false);
  if (!fields.error() && !parse_date(notice.date, "date"))
    fields.refuse("date", notice.date, "a date such as 2026-10-19");
  fields.text("source");
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  return notice;
}

Result<Compiling> read_compiling(const std::string& kind, const Json& table, const std::string& file) {
  constexpr NumberRange memory_gib{.min = 0.1, .max = 1e5};
  Fields fields(table, file, "compile." + kind);
  Compiling compiling;
  compiling.kind = kind;
  compiling.least_s_of_a_layer = fields.number("least_s_of_a_layer", {0, longest_s});
  compiling.most_s_of_a_layer = fields.number("most_s_of_a_layer", {compiling.least_s_of_a_layer, longest_s});
  compiling.least_bytes_of_a_graph = gibi * fields.number("least_gib_of_a_graph", memory_gib);
  compiling.most_bytes_of_a_graph = gibi * fields.number("most_gib_of_a_graph", memory_gib);
  fields.text("source");
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  return compiling;
}

double counted_s_of_a_layer(const Compiling& compiling) {
  return std::sqrt(compiling.least_s_of_a_layer * compiling.most_s_of_a_layer);
}

std::int64_t layers_of_largest_stage(const Model& model, const Layout& layout) {
  std::int64_t layers = 0;
  for (const Stage& stage : stages_of(model, layout)) layers = std::max(layers, stage.layers);
  return layers;
}

/// Note for a service; empty where its machine's host may have enough memory.
std::optional<Message> told_of_service(const Compiling& compiling, const Instance& instance) {
  const double host_bytes = instance.host_memory_bytes;
  if (host_bytes <= 0 || host_bytes >= compiling.least_bytes_of_a_graph) return std::nullopt;
  return message(
      "its graphs are compiled before the first request: the {} of {}'s host are too few for it, compile on a larger "
      "one and copy what it made",
      in_gib(host_bytes), instance.name);
}

Message told_of(const Compiling& compiling, const Model& model, const Plan& plan) {
  const std::int64_t layers = layers_of_largest_stage(model, plan.layout);
  const Quantity counted = in_time(real(layers) * counted_s_of_a_layer(compiling)),
                 from = in_time(real(layers) * compiling.least_s_of_a_layer),
                 to = in_time(real(layers) * compiling.most_s_of_a_layer);
  const double host_bytes = plan.cluster.instance().host_memory_bytes;
  if (host_bytes > 0 && host_bytes < compiling.most_bytes_of_a_graph)
    return message(
        "its graphs are compiled before the first step: {} counted, {} to {} as an estimate for {} layers of a stage; "
        "each "
        "takes {} to {} of memory, which the host of {} may not have: compile on a larger one, and keep the "
        "compiler's cache (on S3)",
        counted, from, to, layers, in_gib(compiling.least_bytes_of_a_graph), in_gib(compiling.most_bytes_of_a_graph),
        plan.cluster.instance().name);
  return message(
      "its graphs are compiled before the first step: {} counted, {} to {} as an estimate for {} layers of a stage; "
      "each "
      "takes {} to {} of the host's memory; once where the compiler's cache is kept (on S3, by "
      "neuron_parallel_compile ahead)",
      counted, from, to, layers, in_gib(compiling.least_bytes_of_a_graph), in_gib(compiling.most_bytes_of_a_graph));
}

bool concerns(const SupportNotice& notice, const Job& job, const Accelerator& accelerator, const std::string& as_of) {
  const bool is_of = ranges::any_of(notice.accelerators, [&](const std::string& start) {
    return std::string_view(accelerator.name).starts_with(start);
  });
  const bool known = as_of.empty() || notice.date <= as_of;
  return is_of && known && (notice.job.empty() || notice.job == name_of_job(job));
}

Message told_of(const SupportNotice& notice, const std::string& accelerator) {
  using enum SupportNotice::State;
  const auto& [unused, job, software, state, until, instead, date, only_named] = notice;
  if (state == ended && !instead.empty())
    return message("{}: {}, whose runs these figures rest on, ended with {} ({}); what runs now: {}", accelerator,
                   software, until, date, instead);
  if (state == ended) return message("{}: {} no longer supports it, since {} ({})", accelerator, software, until, date);
  if (state == maintained)
    return message("{}: {} is in maintenance only, since {} ({})", accelerator, software, until, date);
  if (state == unsupported)
    return message("{}: {} does not run on it, as of {} ({})", accelerator, software, until, date);
  if (state == beta) return message("{}: {} is a beta, since {} ({})", accelerator, software, until, date);
  if (instead.empty()) return message("{}: support of {} ends with {} ({})", accelerator, software, until, date);
  return message("{}: support of {} ends with {} ({}); new work goes to {}", accelerator, software, until, date,
                 instead);
}

/// False where `notice` tells of an engine that has ended, and `plan` rests on another.
bool is_of_its_engine(const SupportNotice& notice, const Plan& plan) {
  if (notice.state != SupportNotice::State::ended || notice.instead.empty() || plan.serving() == nullptr) return true;
  std::string engine = lower_case(notice.software);
  std::replace(engine.begin(), engine.end(), ' ', '-');
  return plan.serving()->engine.starts_with(engine);
}

}  // namespace

Result<SupportNotices> SupportNotices::read(const DataFiles& data) {
  SupportNotices support;
  for (const DataFiles::File& file : data.under(path)) {
    const Result<Json> parsed = parse_toml(file.text, file.name);
    if (!parsed) return fail(parsed);
    Fields fields(*parsed, file.name, "");
    for (const Json& table : fields.has("support") ? fields.value("support") : Json::array()) {
      Result<SupportNotice> notice = read_notice(table, file.name);
      if (!notice) return fail(notice);
      support.notices.push_back(std::move(*notice));
    }
    const Json compile = fields.has("compile") ? fields.value("compile") : Json::object();
    if (!compile.is_object()) fields.refuse("compile", compile.dump(), "a table of kinds of accelerators");
    for (const auto& [kind, table] : compile.items()) {
      Result<Compiling> compiling = read_compiling(kind, table, file.name);
      if (!compiling) return fail(compiling);
      support.compiling.push_back(std::move(*compiling));
    }
    fields.refuse_unknown();
    if (fields.error()) return tl::unexpected(*fields.error());
  }
  return support;
}

double SupportNotices::compile_s(const Model& model, const Plan& plan) const {
  const std::string_view kind = name_of(plan.cluster.instance().accelerator.kind);
  const auto found = ranges::find_if(compiling, [&](const Compiling& each) { return each.kind == kind; });
  if (found == compiling.end()) return 0;
  return real(layers_of_largest_stage(model, plan.layout)) * counted_s_of_a_layer(*found);
}

bool SupportNotices::only_named(const Job& job, const Accelerator& accelerator, const std::string& as_of) const {
  return ranges::any_of(notices, [&](const SupportNotice& notice) {
    return notice.only_named && concerns(notice, job, accelerator, as_of);
  });
}

std::vector<Message> SupportNotices::told(const Job& job, const Plan& plan, const std::string& as_of) const {
  const Accelerator& accelerator = plan.cluster.instance().accelerator;
  std::vector<Message> all;
  for (const SupportNotice& notice : notices) {
    if (concerns(notice, job, accelerator, as_of) && is_of_its_engine(notice, plan))
      all.push_back(told_of(notice, accelerator.name));
  }
  if (plan.serving() != nullptr && plan.layout.pp > 1 && accelerator.kind == AcceleratorKind::neuroncore)
    all.push_back(message("pp {}: no engine of {} has pipeline stages, so emit refuses this plan", plan.layout.pp,
                          accelerator.name));
  const auto* const training = std::get_if<TrainingJob>(&job);
  for (const Compiling& each : compiling) {
    if (each.kind != name_of(accelerator.kind)) continue;
    if (training != nullptr) all.push_back(told_of(each, training->model, plan));
    if (plan.serving() == nullptr) continue;
    if (auto told = told_of_service(each, plan.cluster.instance())) all.insert(all.begin(), std::move(*told));
  }
  return all;
}

}  // namespace hakaru
