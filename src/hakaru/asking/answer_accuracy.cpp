#include <memory>

#include "hakaru/asking/answers.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/output/answer_texts.h"

namespace hakaru {
namespace {

constexpr std::pair<const char*, AccuracyBy> told_by[] = {{"accelerator", AccuracyBy::accelerator},
                                                          {"software", AccuracyBy::software},
                                                          {"model-kind", AccuracyBy::model_kind}};

}  // namespace

Result<Answer> accuracy_answer(const Json& keys, const Asking& asking) {
  KeyReader reader(keys, asking.place);
  const std::optional<std::string> named = reader.one_of("by", {"accelerator", "software", "model-kind"});
  if (reader.error()) return tl::unexpected(*reader.error());
  std::optional<AccuracyBy> by;
  for (const auto& [name, each] : told_by) {
    if (named == name) by = each;
  }
  Result<Accuracy> found = accuracy_of(asking.data, asking.catalog, by);
  if (!found) return fail(found);
  const auto accuracy = std::make_shared<const Accuracy>(std::move(*found));
  Answer answer;
  answer.json = json_of(*accuracy, asking.translator);
  answer.rows = accuracy_rows(*accuracy);
  answer.text = [accuracy](const Pen& pen) { return accuracy_text(*accuracy, pen); };
  return answer;
}

}  // namespace hakaru
