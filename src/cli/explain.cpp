// hakaru explain PLAN[#RANK]: the arithmetic behind a plan.
#include <memory>

#include "commands.h"
#include "hakaru/output/explanation.h"
#include "hakaru/output/plan_file.h"

namespace hakaru::cli {
namespace {

Result<std::string> run(const std::string& reference, Session& session) {
  const Result<SavedPlan> saved = session.plan(reference);
  if (!saved) return fail(saved);
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const Result<PlanExplanation> parts = explain_plan(saved->scenario, saved->plan, **data);
  if (!parts) return fail(parts);
  if (session.json || session.csv) {
    const OrderedJson json{
        {"memory", json_of(parts->memory)}, {"time", json_of(parts->time)}, {"money", json_of(parts->money)}};
    if (session.json) return json_text(json);
    OrderedJson rows = OrderedJson::array();
    for (const auto& [part, terms] : json.items()) {
      for (const OrderedJson& term : terms) {
        rows.push_back({{"part", part}});
        rows.back().update(term);
      }
    }
    return csv_of(rows);
  }
  const Pen pen = session.pen();
  const Translator& t = pen.translator;
  Explanation explanation(t, pen.style);
  explanation.add(t.say("memory per device"), parts->memory);
  explanation.add(t.say("time"), parts->time);
  explanation.add(t.say("money and energy"), parts->money);
  std::string text = question_of(saved->scenario, pen) + "\n" +
                     t.say("On {} × {}, {}.", saved->plan.cluster.instances, saved->plan.cluster.instance().name,
                           in_short(saved->plan.layout)) +
                     "\n\n" + explanation.text();
  if (saved->version != program_version()) {
    text += "\n" +
            t.say("note: the plan was made by version {}; this arithmetic is version {}'s", saved->version,
                  program_version()) +
            "\n";
  }
  return text;
}

}  // namespace

void add_explain_command(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  CLI::App& command = add_command(app, "explain", t.say("the arithmetic behind a plan, with sources"));
  const auto plan = std::make_shared<std::string>();
  command.add_option("PLAN", *plan, t.say("a file of plan -o, FILE or FILE#RANK"))->type_name("")->group("plan");
  command.callback([plan, &session] {
    session.command = [plan, &session]() -> Result<std::string> {
      if (plan->empty()) return bad_input("{} is missing: {}", "PLAN", "hakaru explain FILE[#RANK]");
      return run(*plan, session);
    };
  });
}

}  // namespace hakaru::cli
