// The runs that would tell most about a plan.
#include "hakaru/formats/shape_types.h"

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
      {"measuring_run",
       "a run worth making",
       {{"name", text(), "its name, also of its script"},
        {"tool", text(), "what measures"},
        {"command", text(), "as it is typed; what the user fills in stands as a variable"},
        {"why", text(), "what it tells"},
        {"expected", by_name(number()), "predicted figures, their units in their names"},
        {"expected_band", by_name(of("figure_band")), "of those, the figures that have an error band"},
        {"instances", integer(), "how many instances"},
        {"minutes", number(), "without starting, loading and compiling"},
        {"cost_usd", nullable(number()), "without starting, loading and compiling"}}},
      {"measuring_variable",
       "what commands need besides",
       {{"name", text(), "of the variable"},
        {"value", nullable(text()), "as far as the plan tells"},
        {"what", text(), "what it is"}}},
  };
}

}  // namespace hakaru::shape
