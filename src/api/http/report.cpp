#include "report.h"

#include <fmt/format.h>

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

Result<Json> told_of(const std::string& text, const Asker& asker, std::string_view language) {
  const PlanReference reference = plan_reference(text);
  const Result<SavedPlan> saved = read_plan(text, asker.data(), asker.catalog());
  if (!saved) return fail(saved);
  if (std::holds_alternative<BatchInferenceJob>(saved->scenario.job))
    return bad_input("{}: a plan of inference; accepted: one of hakaru plan train or serve", text);
  Result<Json> file = parse_json(saved->file, text);
  if (!file) return fail(file);
  Json& rank = (*file)["recommended_rank"];  // that the page opens at
  if (reference.rank) rank = *reference.rank;
  const std::string opened = fmt::format("{}#{}", reference.file, rank.dump());
  const Result<Answer> explained = asker.answer({{"question", "explain"}, {"plan", opened}, {"lang", language}});
  if (!explained) return fail(explained);
  return Json{{"name", std::filesystem::path(text).filename().string()},
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
