#include "report.h"

#include <filesystem>

#include "hakaru/core/fields.h"

namespace hakaru::api {
namespace {

constexpr std::uint64_t largest_plan = 256ULL << 20;

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

Result<Json> told_of(const std::string& plan, const Asker& asker, std::string_view language) {
  const Result<Answer> explained = asker.answer({{"question", "explain"}, {"plan", plan}, {"lang", language}});
  if (!explained) return fail(explained);
  const std::size_t mark = plan.rfind('#');  // FILE#RANK, which explain has understood
  const Result<std::string> text = read_file(plan.substr(0, mark), largest_plan);
  if (!text) return fail(text);
  Result<Json> file = parse_json(*text, plan);
  if (!file) return fail(file);
  if (mark != std::string::npos) (*file)["recommended_rank"] = std::stoi(plan.substr(mark + 1));
  return Json{{"name", std::filesystem::path(plan).filename().string()},
              {"lang", language},
              {"file", *file},
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
