#include "hakaru/serving/fleet/warm_up.h"

#include <algorithm>

#include "hakaru/core/fields.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"

namespace hakaru {
namespace {

constexpr NumberRange times_s{.min = 0, .max = 1e6};

bool is_of(const AutoscalingDefaults::EngineStart& engine, const Accelerator& accelerator) {
  return engine.accelerators.empty() ||
         std::any_of(engine.accelerators.begin(), engine.accelerators.end(),
                     [&](const std::string& start) { return accelerator.name.starts_with(start); });
}

std::optional<Error> read_engines(const Json& engines, const std::string& file, AutoscalingDefaults& defaults) {
  for (const Json& entry : engines.is_array() ? engines : Json::array()) {
    Fields engine(entry, file, "engines");
    AutoscalingDefaults::EngineStart start;
    start.accelerators = engine.texts("accelerators");
    start.start_s = engine.number("start_s", times_s);
    start.source = engine.text("source");
    engine.text_or("confidence", "");
    engine.text_or("notes", "");
    engine.refuse_unknown();
    if (engine.error()) return engine.error();
    defaults.engines.push_back(std::move(start));
  }
  if (!defaults.engines.empty() && defaults.engines.back().accelerators.empty()) return std::nullopt;
  return bad_input("{}: '{}' does not end with an entry of any accelerator", file, "engines").value();
}

Result<AutoscalingDefaults> read_defaults(const Json& tree, const std::string& file) {
  AutoscalingDefaults defaults;
  Fields all(tree, file);
  Fields looks(all.value("looks"), file, "looks");
  defaults.interval_s = looks.number("interval_s", {.min = 1, .max = 1e6});
  defaults.tolerance = looks.number("tolerance", {.min = 0, .max = 1});
  defaults.let_go_after_s = looks.number("let_go_after_s", times_s);
  defaults.grow_by_share = looks.number("grow_by_share", {.min = 0, .max = 1e6});
  defaults.grow_by_replicas = looks.integer("grow_by_replicas", {1, 1'000'000});
  defaults.looks_source = looks.text("source");
  Fields instance(all.value("instance"), file, "instance");
  defaults.instance_start_s = instance.number("start_s", times_s);
  defaults.instance_source = instance.text("source");
  instance.text_or("confidence", "");
  Fields weights(all.value("weights"), file, "weights");
  defaults.weights_storage = weights.text("storage");
  defaults.weights_source = weights.text("source");
  const Json& engines = all.value("engines");
  for (Fields* each : {&looks, &instance, &weights, &all}) {
    each->refuse_unknown();
    if (each->error()) return tl::unexpected(*each->error());
  }
  if (const std::optional<Error> error = read_engines(engines, file, defaults)) return tl::unexpected(*error);
  return defaults;
}

}  // namespace

AutoscalingDefaults AutoscalingDefaults::started_on(const Accelerator& accelerator) const {
  AutoscalingDefaults defaults = *this;
  const auto engine = ranges::find_if(engines, [&](const EngineStart& each) { return is_of(each, accelerator); });
  if (engine == engines.end()) return defaults;
  defaults.engine_start_s = engine->start_s;
  defaults.engine_source = engine->source;
  return defaults;
}

Result<AutoscalingDefaults> read_autoscaling_defaults(const DataFiles& data) {
  std::optional<AutoscalingDefaults> found;
  for (const DataFiles::File& file : data.under("autoscaling.toml")) {
    const Result<Json> tree = parse_toml(file.text, file.name);
    if (!tree) return fail(tree);
    Result<AutoscalingDefaults> defaults = read_defaults(*tree, file.name);
    if (!defaults) return defaults;
    found = std::move(*defaults);  // the user's folder comes last
  }
  if (!found) return bad_input("{}: cannot be read: {}", "data/autoscaling.toml", "no such file");
  return *found;
}

Result<AutoscalingDefaults> find_autoscaling_defaults(const DataFiles& data, const Accelerator& accelerator) {
  const Result<AutoscalingDefaults> defaults = read_autoscaling_defaults(data);
  if (!defaults) return fail(defaults);
  return defaults->started_on(accelerator);
}

Terms warm_up_terms(double weights_bytes, const Layout& layout, const Instance& instance, const Storage& storage,
                    const WarmUpRequest& request, const AutoscalingDefaults& defaults) {
  if (request.whole_s) return {{"warm-up", "as stated", *request.whole_s, "s", ""}};
  Terms terms;
  if (request.instance_start_s) {
    terms.push_back({"machine's start", "as stated", *request.instance_start_s, "s", ""});
  } else {
    terms.push_back({"machine's start", "", defaults.instance_start_s, "s", defaults.instance_source});
  }
  const double network = network_bytes_per_s(instance);
  const bool limited = storage.over_network && network > 0 && network < storage.bytes_per_s;
  const double bytes_per_s = limited ? network : storage.bytes_per_s;
  const std::int64_t ranks = std::min<std::int64_t>(layout.tp * layout.pp, instance.accelerators);
  const double bytes = weights_bytes * static_cast<double>(ranks);
  const std::string from = limited ? fmt::format("{}, the network's", storage.name) : storage.name;
  terms.push_back({"weights",
                   fmt::format("{} × {} / {:.3g} GB/s ({})", ranks, in_gb(weights_bytes), bytes_per_s / giga, from),
                   bytes / bytes_per_s, "s", storage.source});
  if (request.compile_s) terms.push_back({"compiling", "as stated", *request.compile_s, "s", ""});
  terms.push_back({"engine's start", "", defaults.engine_start_s, "s", defaults.engine_source});
  return terms;
}

double warm_up_s(const Terms& terms) {
  double sum_s = 0;
  for (const Term& term : terms) sum_s += term.value;
  return sum_s;
}

}  // namespace hakaru
