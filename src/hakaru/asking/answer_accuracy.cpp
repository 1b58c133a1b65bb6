#include <memory>

#include "hakaru/asking/answers.h"
#include "hakaru/output/accuracy_text.h"

namespace hakaru {

Result<Answer> accuracy_answer(const Json&, const Asking& asking) {
  Result<Accuracy> found = accuracy_of(asking.data, asking.catalog);
  if (!found) return fail(found);
  const auto accuracy = std::make_shared<const Accuracy>(std::move(*found));
  Answer answer;
  answer.json = json_of(*accuracy, asking.translator);
  answer.rows = accuracy_rows(*accuracy);
  answer.text = [accuracy](const Pen& pen) { return accuracy_text(*accuracy, pen); };
  return answer;
}

}  // namespace hakaru
