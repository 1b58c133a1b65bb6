// The runs that would tell most about a plan.
#include "hakaru/formats/record_json.h"
#include "hakaru/measuring/measuring.h"

namespace hakaru::shape {

std::vector<AnswerShape> of_measuring() {
  return {
      {"measure_answer",
       "the runs that would tell most about a plan",
       {{"runs", list(of("measuring_run")), "the runs, in the order to make them"},
        {"server", nullable(text()), "the command that serves while they run"},
        {"then", list(text()), "commands that make constants of what was measured"},
        {"fill_in", list(of("measuring_variable")), "what commands need besides"},
        {"minutes", number(), "all runs, without starting, loading and compiling"},
        {"cost_usd", nullable(number()), "all runs, without starting, loading and compiling"},
        notes(),
        constants_changed(),
        maybe({"out", by_name(text()), "the text of each script by its name, where asked for"})}},
      {"emit_answer",
       "what runs a plan",
       {{"engine", text(), "the program, of data/launch"},
        {"commands", list(of("launch_command")), "what starts it"},
        {"versions", text(), "the releases of the program that its words are of"},
        {"source", text(), "where they were looked up"},
        {"fill_in", list(of("measuring_variable")), "what commands need besides"},
        notes(),
        {"names", list(text()), "the files that there are"},
        maybe({"out", by_name(text()), "the text of each file by its name, where asked for"})}},
      {"launch_command",
       "a command that starts a plan",
       {{"name", text(), "of its script"},
        {"command", text(), "as it is typed; what the user fills in stands as a variable"},
        {"servers", integer(), "how many of it run in all"},
        {"accelerators", integer(), "of one"}}},
      {"launched_answer",
       "launch files or a command as a plan, and what would be better",
       {{"program", text(), "the program, of data/launch"},
        {"read", by_name(text()), "what its words say"},
        {"assumed", list(text()), "what nothing says, and the value that it is predicted with"},
        {"unread", list(text()), "flags that no table knows"},
        {"unused", list(text()), "what was read that is no part of the prediction"},
        {"notes", list(text()), "what is predicted otherwise than it is said"},
        {"keys", by_name(OrderedJson::object()), "the question that they are an answer to"},
        {"plan", any_of({of("train_plan"), of("serve_plan"), {{"type", "null"}}}),
         "what is predicted; null: it cannot run"},
        {"why_none", nullable(text()), "why it cannot"},
        {"better", list(of("better_plan")), "what would be better, the nearest first"}}},
      {"better_plan",
       "a plan on the same machines",
       {{"what", text(), "what was free"},
        {"differs", text(), "in which parts of its layout"},
        {"gain_share", nullable(number()), "of the time of a step, or of machines for a token"},
        {"plan", any_of({of("train_plan"), of("serve_plan")}), "the plan"}}},
      {"measuring_run", "a run worth making",
       joined(keys_of<MeasuringRun>(), {{"cost_usd", nullable(number()), "without starting, loading and compiling"}})},
      shape_of<ScriptVariable>(),
  };
}

}  // namespace hakaru::shape
