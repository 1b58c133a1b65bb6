// hakaru compare peaks --instance A --instance B …: specifications side by side, with ratios to the first.
#include <memory>

#include "commands.h"
#include "hakaru/core/text.h"
#include "hakaru/output/json.h"
#include "hakaru/output/peaks.h"

namespace hakaru::cli {
namespace {

struct PeaksCommand {
  std::vector<std::string> instances;
  std::int64_t count = 1;
  std::string region = "us-east-1";
  std::string date;
};

Result<std::vector<Cluster>> clusters_of(const PeaksCommand& command, const Catalog& catalog) {
  constexpr std::int64_t most_instances = 1'000'000;
  if (command.instances.empty()) return bad_input("compare peaks needs --instance at least once; found none");
  if (command.count < 1 || command.count > most_instances)
    return bad_input("{} is {}; accepted: 1 … {}", "--instances", command.count, most_instances);
  std::vector<Cluster> clusters;
  for (const std::string& name : command.instances) {
    Result<Instance> instance = catalog.instance(name);
    if (!instance) return fail(instance);
    clusters.push_back({*std::move(instance), static_cast<int>(command.count)});
  }
  return clusters;
}

Result<std::string> run(const PeaksCommand& command, Session& session) {
  const Result<const Catalog*> catalog = session.catalog();
  if (!catalog) return fail(catalog);
  const Result<std::vector<Cluster>> clusters = clusters_of(command, **catalog);
  if (!clusters) return fail(clusters);
  const Result<std::string> region = (*catalog)->prices().known_region(command.region, "--region");
  if (!region) return fail(region);
  if (!command.date.empty()) {
    const Result<std::string> date = parse_date(command.date, "--prices-as-of");
    if (!date) return fail(date);
  }
  const std::vector<PeakRow> rows = compare_peaks(*clusters, (*catalog)->prices(), command.region, command.date);
  if (session.json) return json_text(json_of(*clusters, rows));
  if (session.csv) return csv_of(json_of(*clusters, rows)["rows"]);
  return table_of(*clusters, rows, session.translator()).text(session.pen().style);
}

}  // namespace

void add_compare_peaks_command(CLI::App& compare, Session& session) {
  const Translator& t = session.translator();
  CLI::App& command = add_command(compare, "peaks", t.say("compare what instances can do at most, by specification"));
  const auto state = std::make_shared<PeaksCommand>();
  command.add_option("--instance", state->instances, t.say("instance type (repeatable)"))->type_name("NAME");
  command.add_option("--instances", state->count, t.say("how many instances"))->type_name("COUNT");
  command.add_option("--region", state->region, t.say("region of the prices (default us-east-1)"))->type_name("NAME");
  command.add_option("--prices-as-of", state->date, t.say("the prices known on that day (2023-06-01)"))
      ->type_name("DATE");
  command.callback([state, &session] { session.command = [state, &session] { return run(*state, session); }; });
}

}  // namespace hakaru::cli
