#include "question_flags.h"

#include <algorithm>
#include <filesystem>

namespace hakaru::cli {
namespace {

constexpr std::uint64_t largest_scenario_bytes = 1 << 20;

std::string help_line_of(const QuestionKey& key, bool is_told_as_needed, const Translator& t) {
  std::string help = t.word(key.help);
  if (!key.usual.empty()) help = t.say("{} (default {})", help, key.usual);
  return is_told_as_needed ? t.say("needed: {}", help) : help;
}

std::string names_of(const QuestionKey& key) {
  if (!key.place.empty()) return key.place;
  return flag_of(key.name) + (key.also.empty() ? "" : "," + flag_of(key.also));
}

}  // namespace

std::string flag_of(std::string_view key) {
  std::string flag = "--" + std::string(key);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

void QuestionFlags::add_to(CLI::App& command, const Session& session) {
  const Translator& t = session.translator();
  if (question_.is_scenario) {
    command.add_option("FILE,--scenario", file_, t.say("a scenario as TOML; flags stand over it"))
        ->type_name("FILE")
        ->group("scenario");
  }
  for (const QuestionKey& key : question_.keys) {
    if (key.group.empty()) continue;
    const std::string help = help_line_of(key, key.needed && question_.is_scenario, t);
    CLI::Option* const option = command.add_option(names_of(key), values_[key.name], help)
                                    ->type_name(key.is_flag() ? key.value : "")
                                    ->group(key.group);
    // A switch stands alone, one of true|false may; a name may be given several times.
    if (key.repeatable && !key.is_flag()) {
      option->expected(-1);
    } else {
      option->expected(key.is_switch() ? 0 : 1, key.value.empty() ? 0 : 1)->allow_extra_args(false);
    }
    option->multi_option_policy(key.repeatable ? CLI::MultiOptionPolicy::TakeAll : CLI::MultiOptionPolicy::Throw);
  }
}

bool QuestionFlags::names_model() const {
  const auto model = values_.find("model");
  if (file_.empty() || file_ == "-" || file_.ends_with(".toml") || (model != values_.end() && !model->second.empty()))
    return false;
  std::error_code error;
  return file_.ends_with(".json") || file_.ends_with(".safetensors") || !std::filesystem::is_regular_file(file_, error);
}

Result<Json> QuestionFlags::keys(const std::function<std::string(const std::string&)>& in_dollars) const {
  Json keys = Json::object();
  if (names_model()) {
    keys["model"] = file_;
  } else if (!file_.empty()) {
    const Result<std::string> text = read_file(file_, largest_scenario_bytes);
    if (!text) return fail(text);
    Result<Json> table = parse_toml(*text, file_);
    if (!table) return table;
    keys = std::move(*table);
    if (keys.contains("job") && keys["job"] != question_.job)
      return bad_input("{}: 'job' is {}; the command is for {}", file_, keys["job"].dump(), question_.job);
  }
  if (!question_.job.empty()) keys["job"] = question_.job;
  for (const QuestionKey& key : question_.keys) {
    const auto found = values_.find(key.name);
    if (found == values_.end() || found->second.empty()) continue;
    std::vector<std::string> values = found->second;
    const bool is_money = (key.value == "MONEY" || key.value == "INPUT/OUTPUT") && !key.name.starts_with("usd_");
    if (is_money) std::transform(values.begin(), values.end(), values.begin(), in_dollars);
    if (key.repeatable) {
      keys[key.name] = values;
    } else {
      keys[key.name] = values.front().empty() && key.is_switch() ? "true" : values.front();  // it stands alone
    }
  }
  return keys;
}

}  // namespace hakaru::cli
