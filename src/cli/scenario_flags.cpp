#include "scenario_flags.h"

#include <algorithm>

namespace hakaru::cli {
namespace {

constexpr std::uint64_t largest_scenario_bytes = 1 << 20;

bool repeatable(const std::string& key) { return key == "instance" || key == "family"; }
bool is_switch(const ScenarioKey& key) { return key.value == "true|false"; }

}  // namespace

std::string flag_of(std::string_view key) {
  std::string flag = "--" + std::string(key);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

void ScenarioFlags::add_to(CLI::App& command, const std::string& job, const Session& session) {
  job_ = job;
  const Translator& t = session.translator();
  command.add_option("FILE,--scenario", file_, t.say("a scenario as TOML; flags stand over it"))
      ->type_name("FILE")
      ->group("scenario");
  for (const ScenarioKey& key : scenario_keys()) {
    if (key.jobs.find(job) == std::string::npos) continue;
    if (is_switch(key)) switches_.insert(key.name);
    const bool needed = key.needed_by.find(job) != std::string::npos;
    const std::string help = needed ? t.say("needed: {}", t.word(key.help)) : t.word(key.help);
    CLI::Option* const option =
        command.add_option(flag_of(key.name), values_[key.name], help)->type_name(key.value)->group(key.group);
    // A switch may stand alone; a name may be given several times.
    option->expected(is_switch(key) ? 0 : 1, 1)->allow_extra_args(false);
    option->multi_option_policy(repeatable(key.name) ? CLI::MultiOptionPolicy::TakeAll : CLI::MultiOptionPolicy::Throw);
  }
}

Result<Json> ScenarioFlags::keys() const {
  Json keys = Json::object();
  if (!file_.empty()) {
    const Result<std::string> text = read_file(file_, largest_scenario_bytes);
    if (!text) return fail(text);
    Result<Json> table = parse_toml(*text, file_);
    if (!table) return table;
    keys = std::move(*table);
    if (keys.contains("job") && keys["job"] != job_)
      return bad_input("{}: 'job' is {}; the command is for {}", file_, keys["job"].dump(), job_);
  }
  keys["job"] = job_;
  for (const auto& [key, values] : values_) {
    if (values.empty()) continue;
    if (repeatable(key)) {
      keys[key] = values;
    } else {
      keys[key] = values.front().empty() && switches_.contains(key) ? "true" : values.front();  // it stands alone
    }
  }
  return keys;
}

std::optional<Error> ScenarioFlags::refuse_pareto(const Json& keys, std::string_view command) const {
  if (!keys.contains("pareto")) return std::nullopt;
  return bad_input("{} means nothing to {}, which tells one plan of each; ask {}", "--pareto", command,
                   "hakaru plan " + job_)
      .value();
}

}  // namespace hakaru::cli
