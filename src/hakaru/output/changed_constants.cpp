#include "hakaru/output/changed_constants.h"

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::size_t most_changes_told = 3;

/// A number in few digits; what was not there is a dash.
std::string shown(const Json& constant) {
  if (constant.is_null()) return "–";
  if (constant.is_string()) return printable(constant.get<std::string>());
  return constant.is_number() ? fmt::format("{:.6g}", constant.get<double>()) : printable(constant.dump());
}

}  // namespace

std::string changed_constants_text(const SavedPlan& saved, const Translator& t) {
  const std::vector<ChangedConstant>& changed = saved.changed_constants;
  std::vector<std::string> told;
  for (std::size_t at = 0; at < std::min(most_changes_told, changed.size()); ++at)
    told.push_back(
        t.say("{}: {} then, {} now", printable(changed[at].name), shown(changed[at].then), shown(changed[at].now)));
  if (changed.size() > most_changes_told)
    told.push_back(t.say("{} more with --json", changed.size() - most_changes_told));
  return t.say("note: constants have changed since the plan was made, and this is reckoned with those of then: {}",
               join(told, "; ")) +
         "\n";
}

void add_changed_constants(OrderedJson& json, const SavedPlan& saved) {
  if (saved.changed_constants.empty()) return;
  OrderedJson& list = json["constants_changed"] = OrderedJson::array();
  for (const ChangedConstant& each : saved.changed_constants)
    list.push_back({{"constant", each.name}, {"then", OrderedJson(each.then)}, {"now", OrderedJson(each.now)}});
}

}  // namespace hakaru
