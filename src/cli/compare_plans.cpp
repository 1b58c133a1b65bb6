// hakaru compare PLAN PLAN: short for hakaru compare plans.
#include <memory>

#include "commands.h"
#include "hakaru/core/text.h"

namespace hakaru::cli {
namespace {

/// Plans stand where the commands of `compare` do: a word too many of those ends here too.
Result<std::string> run(const CLI::App& compare, const std::vector<std::string>& references, Session& session) {
  if (const std::vector<CLI::App*> chosen = compare.get_subcommands(); !chosen.empty())
    return bad_input("'{}' is one word too many for {}", references.front(), chosen.front()->get_name());
  if (references.size() > 2) return bad_input("'{}' is one word too many for {}", references[2], compare.get_name());
  if (references.size() == 2) return answered("compare_plans", {{"plans", references}}, session);
  std::vector<std::string> names;
  for (const CLI::App* each : compare.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(each->get_name());
  return bad_input("compare found '{}'; accepted: two plans (FILE or FILE#RANK), or one of {}", references.front(),
                   join(names));
}

}  // namespace

void add_compare_plans(CLI::App& compare, Session& session) {
  const auto references = std::make_shared<std::vector<std::string>>();
  compare
      .add_option("PLAN", *references,
                  session.translator().say("two files of plan -o, each FILE or FILE#RANK, side by side"))
      ->type_name("")
      ->group("plan")
      ->expected(-1);
  compare.callback([references, &compare, &session] {
    if (references->empty()) return;
    session.command = [references, &compare, &session] { return run(compare, *references, session); };
  });
}

}  // namespace hakaru::cli
