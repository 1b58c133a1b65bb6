#include "hakaru/serving/fleet/warm_up.h"

#include <algorithm>

#include "hakaru/core/fields.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr NumberRange times_s{.min = 0, .max = 1e6};

bool starts_on(Fields& engine, const Accelerator& accelerator) {
  const std::vector<std::string> starts = engine.texts("accelerators");
  return starts.empty() || std::any_of(starts.begin(), starts.end(),
                                       [&](const std::string& start) { return accelerator.name.starts_with(start); });
}

std::optional<Error> take_engine(const Json& engines, const std::string& file, const Accelerator& accelerator,
                                 AutoscalingDefaults& defaults) {
  bool taken = false;
  for (const Json& entry : engines.is_array() ? engines : Json::array()) {
    Fields engine(entry, file, "engines");
    const bool fitting = starts_on(engine, accelerator);
    const double start_s = engine.number("start_s", times_s);
    const std::string source = engine.text("source");
    engine.text_or("confidence", "");
    engine.text_or("notes", "");
    engine.refuse_unknown();
    if (engine.error()) return engine.error();
    if (!fitting || taken) continue;
    defaults.engine_start_s = start_s;
    defaults.engine_source = source;
    taken = true;
  }
  if (taken) return std::nullopt;
  return bad_input("{}: '{}' has no entry of devices for {}", file, "engines", accelerator.name).value();
}

Result<AutoscalingDefaults> read_defaults(const Json& tree, const std::string& file, const Accelerator& accelerator) {
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
  if (const std::optional<Error> error = take_engine(engines, file, accelerator, defaults))
    return tl::unexpected(*error);
  return defaults;
}

}  // namespace

Result<AutoscalingDefaults> find_autoscaling_defaults(const DataFiles& data, const Accelerator& accelerator) {
  std::optional<AutoscalingDefaults> found;
  for (const DataFiles::File& file : data.under("autoscaling.toml")) {
    const Result<Json> tree = parse_toml(file.text, file.name);
    if (!tree) return fail(tree);
    Result<AutoscalingDefaults> defaults = read_defaults(*tree, file.name, accelerator);
    if (!defaults) return defaults;
    found = std::move(*defaults);  // the user's folder comes last
  }
  if (!found) return bad_input("{}: cannot be read: {}", "data/autoscaling.toml", "no such file");
  return *found;
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
