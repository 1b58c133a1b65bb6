#include <memory>

#include "hakaru/asking/answers.h"
#include "hakaru/formats/record_json.h"
#include "hakaru/output/changed_constants.h"
#include "hakaru/output/explanation.h"
#include "hakaru/output/question_text.h"
#include "hakaru/parallel/groups.h"

namespace hakaru {
namespace {

std::string arithmetic_text(const SavedPlan& saved, const PlanExplanation& parts, const Pen& pen) {
  const Translator& t = pen.translator;
  Explanation explanation(t, pen.style);
  explanation.add(t.say("memory per device"), parts.memory);
  explanation.add(t.say("time"), parts.time);
  explanation.add(t.say("money and energy"), parts.money);
  if (!parts.error.empty()) explanation.add(t.say("error band, 90 %"), parts.error);
  std::string text = question_of(saved.scenario, pen) + "\n" +
                     t.say("On {} × {}, {}.", saved.plan.cluster.instances, saved.plan.cluster.instance().name,
                           in_short(saved.plan.layout)) +
                     "\n\n" + explanation.text();
  if (!saved.changed_constants.empty()) text += "\n" + changed_constants_text(saved, t);
  if (saved.version != program_version()) {
    text += "\n" +
            t.say("note: the plan was made by version {}; this arithmetic is version {}'s", saved.version,
                  program_version()) +
            "\n";
  }
  return text;
}

/// Groups of ranks that communicate, with the link of each.
OrderedJson groups_json(const Plan& plan) {
  const Instance& instance = plan.cluster.instance();
  OrderedJson groups = OrderedJson::array();
  const bool trains = plan.training() != nullptr;
  for (const auto& [kind, group, stride] : talking_groups(plan.layout, instance.accelerators, trains)) {
    const Interconnect& link = group.instances > 1 ? instance.between : instance.within;
    groups.push_back({{"kind", kind},
                      {"ranks", group.size},
                      {"stride", stride},
                      {"instances", group.instances},
                      {"sharing", group.sharing},
                      {"link", link.name},
                      {"link_bytes_per_s", link.bytes_per_s}});
  }
  return groups;
}

}  // namespace

Result<Answer> explain_answer(const Json& keys, const Asking& asking) {
  Result<SavedPlan> read = asked_plan(keys, "hakaru explain FILE[#RANK]", asking);
  if (!read) return fail(read);
  const auto saved = std::make_shared<const SavedPlan>(std::move(*read));
  const Result<PlanExplanation> parts = explain_plan(saved->scenario, saved->plan, saved->constants_in(asking.data));
  if (!parts) return fail(parts);
  Answer answer;
  answer.json = write_record(*parts);
  answer.rows = OrderedJson::array();
  for (const auto& [part, terms] : answer.json.items()) {
    for (const OrderedJson& term : terms) {
      answer.rows.push_back({{"part", part}});
      answer.rows.back().update(term);
    }
  }
  answer.json["groups"] = groups_json(saved->plan);
  add_changed_constants(answer.json, *saved);
  answer.text = [saved, parts = *parts](const Pen& pen) { return arithmetic_text(*saved, parts, pen); };
  return answer;
}

}  // namespace hakaru
