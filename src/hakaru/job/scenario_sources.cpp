#include "hakaru/job/scenario_sources.h"

#include "hakaru/model/read.h"
#include "hakaru/traffic/named_traffic.h"
#include "hakaru/traffic/request_trace.h"

namespace hakaru {
namespace {

template <typename Known, typename Read>
const auto& known_or_read(Known& known, const std::string& name, const Read& read) {
  const auto found = known.find(name);
  return found != known.end() ? found->second : known.emplace(name, read()).first->second;
}

Result<std::vector<Request>> read_requests(const std::string& file) {
  const Result<std::string> text = file_or_text(file, largest_trace_bytes);
  if (!text) return fail(text);
  return read_trace(*text, name_of_file(file));
}

}  // namespace

const Result<Model>& ScenarioSources::model(const std::string& reference) {
  return known_or_read(models_, reference, [&] { return read_model(reference, data_); });
}

const Result<PrecisionRecipe>& ScenarioSources::recipe(const std::string& name) {
  return known_or_read(recipes_, name, [&] { return find_recipe(data_, name); });
}

const Result<Optimizer>& ScenarioSources::optimizer(const std::string& name) {
  return known_or_read(optimizers_, name, [&] { return find_optimizer(data_, name); });
}

const Result<SoftwareStacks>& ScenarioSources::stacks() {
  if (!stacks_) stacks_ = SoftwareStacks::read(data_);
  return *stacks_;
}

const Result<OffersBySoftware>& ScenarioSources::offers() {
  if (!offers_) offers_ = OffersBySoftware::read(data_);
  return *offers_;
}

const Result<HostUpdate>& ScenarioSources::host_update() {
  if (!host_update_) host_update_ = find_host_update(data_);
  return *host_update_;
}

const Result<JobDefaults>& ScenarioSources::defaults() {
  if (!defaults_) defaults_ = JobDefaults::read(data_);
  return *defaults_;
}

const Result<std::vector<Request>>& ScenarioSources::traffic(const std::string& name, const std::string& key) {
  return known_or_read(traffic_, name, [&] { return named_traffic(data_, name, key); });
}

const Result<std::vector<Request>>& ScenarioSources::trace(const std::string& file) {
  return known_or_read(traces_, file, [&] { return read_requests(file); });
}

}  // namespace hakaru
