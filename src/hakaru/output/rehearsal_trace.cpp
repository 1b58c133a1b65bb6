#include "hakaru/output/rehearsal_trace.h"

#include <algorithm>
#include <limits>

#include "hakaru/core/quantities.h"
#include "hakaru/formats/json.h"

namespace hakaru {
namespace {

constexpr int passes_track = 0, messages_track = 1;

OrderedJson named(const char* what, std::int64_t process, int thread, const std::string& name) {
  return {{"ph", "M"}, {"pid", process}, {"tid", thread}, {"name", what}, {"args", {{"name", name}}}};
}

/// Each engine's instructions on a track; `process`: of the trace.
void add_core(OrderedJson& events, const RankRecord& rank, std::int64_t process, const std::string& accelerator,
              const Translator& translator) {
  if (rank.core_slices.empty()) return;
  events.push_back(
      named("process_name", process, 0, translator.say("core: rank {}, time of {}", rank.rank, accelerator)));
  events.back()["args"]["operations"] = rank.operations;
  std::vector<std::string> engines;  // a track each
  for (const CoreSlice& slice : rank.core_slices) {
    const auto found = std::find(engines.begin(), engines.end(), slice.engine);
    const auto track = static_cast<int>(found - engines.begin());
    if (found == engines.end()) {
      events.push_back(named("thread_name", process, track, slice.engine));
      engines.push_back(slice.engine);
    }
    events.push_back({{"ph", "X"},
                      {"pid", process},
                      {"tid", track},
                      {"name", slice.name},
                      {"ts", slice.start_s * mega},
                      {"dur", (slice.end_s - slice.start_s) * mega},
                      {"args",
                       {{"part", slice.part},
                        {"shape", slice.shape},
                        {"fused", slice.fused},
                        {"reads", slice.reads},
                        {"line", slice.line}}}});
  }
}

double start_of(const Rehearsed& all) {
  double first_s = std::numeric_limits<double>::infinity();
  for (const RankRecord& rank : all.ranks) {
    if (!rank.slices.empty()) first_s = std::min(first_s, rank.slices.front().start_s);
  }
  return first_s;
}

}  // namespace

std::string rehearsal_trace(const Rehearsed& rehearsed, const std::string& simulated, const std::string& accelerator,
                            const Translator& translator) {
  OrderedJson events = OrderedJson::array();
  const double origin_s = start_of(rehearsed);
  for (const RankRecord& rank : rehearsed.ranks) {
    events.push_back(
        named("process_name", rank.rank, 0, translator.say("executed: rank {}, time of this machine", rank.rank)));
    events.push_back(named("thread_name", rank.rank, passes_track, translator.say("passes")));
    events.push_back(named("thread_name", rank.rank, messages_track, translator.say("messages")));
    for (const HostSlice& slice : rank.slices) {
      events.push_back({{"ph", "X"},
                        {"pid", rank.rank},
                        {"tid", slice.message ? messages_track : passes_track},
                        {"name", slice.name},
                        {"ts", (slice.start_s - origin_s) * mega},
                        {"dur", (slice.end_s - slice.start_s) * mega}});
    }
  }
  const auto first_stage = static_cast<std::int64_t>(rehearsed.ranks.size());
  std::int64_t next = first_stage;
  OrderedJson step = OrderedJson::parse(simulated);
  for (OrderedJson& event : step["traceEvents"]) {
    const auto stage = event["pid"].get<std::int64_t>();
    event["pid"] = first_stage + stage;
    next = std::max(next, first_stage + stage + 1);
    if (event["name"] == "process_name")
      event["args"]["name"] = translator.say("simulated: stage {}, time of {}", stage, accelerator);
    events.push_back(std::move(event));
  }
  for (const RankRecord& rank : rehearsed.ranks) add_core(events, rank, next++, accelerator, translator);
  return OrderedJson{{"displayTimeUnit", "ms"}, {"traceEvents", std::move(events)}}.dump() + "\n";
}

}  // namespace hakaru
