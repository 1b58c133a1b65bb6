#include "report.h"

#include <filesystem>

#include "hakaru/formats/plan_file.h"

namespace hakaru::api {
namespace {

/// As JSON within a script: nothing in it ends the script, or begins a comment.
std::string within_script(const Json& json) {
  std::string text;
  for (const char each : json.dump()) {
    if (each == '<')
      text += "\\u003c";
    else
      text += each;
  }
  return text;
}

/// The rank that `reference` names, or else the recommended one; a name with # in it may be a file's.
std::int64_t rank_shown(const std::string& reference, const Json& file) {
  std::error_code unknown;
  const bool is_named = !std::filesystem::exists(reference, unknown);
  return is_named ? std::stoll(reference.substr(reference.rfind('#') + 1)) : file.value("recommended_rank", 1);
}

/// The file as if its plan of `rank` were the only one: what `explain` takes.
Json alone(Json file, std::int64_t rank) {
  Json plan = file["plans"][static_cast<std::size_t>(rank - 1)];
  plan["rank"] = 1;
  file["plans"] = Json::array({std::move(plan)});
  return file;
}

Result<Json> told_of(const std::string& reference, const Asker& asker, std::string_view language) {
  const Result<SavedPlan> saved = read_plan(reference, asker.data(), asker.catalog());
  if (!saved) return fail(saved);
  if (std::holds_alternative<BatchInferenceJob>(saved->scenario.job))
    return bad_input("{}: a plan of inference; accepted: one of hakaru plan train or serve", reference);
  Result<Json> file = parse_json(saved->file, reference);
  if (!file) return fail(file);
  const std::int64_t rank = rank_shown(reference, *file);
  const Result<Answer> explained =
      asker.answer({{"question", "explain"}, {"plan", alone(*file, rank)}, {"lang", language}});
  if (!explained) return fail(explained);
  (*file)["recommended_rank"] = rank;
  return Json{{"name", std::filesystem::path(reference).filename().string()},
              {"lang", language},
              {"file", std::move(*file)},
              {"explained", explained->json}};
}

}  // namespace

Result<std::string> report_of(const std::vector<std::string>& plans, const Asker& asker, const std::string& page,
                              Language language) {
  constexpr std::string_view place = R"(<script id="plans" type="application/json">)";
  const std::size_t at = page.find(place);
  const std::size_t end = page.find("</script>", at);
  if (at == std::string::npos || end == std::string::npos)
    return bad_input("{}: there is no {} in it", "report.html", place);
  Json told = Json::array();
  for (const std::string& plan : plans) {
    Result<Json> each = told_of(plan, asker, language == Language::japanese ? "ja" : "en");
    if (!each) return fail(each);
    told.push_back(std::move(*each));
  }
  return page.substr(0, at + place.size()) + within_script(told) + page.substr(end);
}

}  // namespace hakaru::api
