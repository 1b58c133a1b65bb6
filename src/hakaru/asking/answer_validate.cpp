#include <memory>

#include "hakaru/asking/answers.h"
#include "hakaru/evidence/validate_inference.h"
#include "hakaru/evidence/validate_operators.h"
#include "hakaru/evidence/validate_serving.h"
#include "hakaru/evidence/validate_training.h"
#include "hakaru/output/validation.h"

namespace hakaru {
namespace {

Result<ValidationOptions> options_of(KeyReader& reader) {
  ValidationOptions options;
  options.by_relatives = reader.boolean("by_relatives").value_or(false);
  options.strict = reader.boolean("strict").value_or(false);
  if (const std::optional<std::string> columns = reader.text("group_by"))
    options.group_by = reader.keep(parse_columns(*columns, reader.shown("group_by"))).value_or(options.group_by);
  if (const std::optional<std::string> trust = reader.text("trust"))
    options.trust = reader.keep(parse_trust(*trust, reader.shown("trust"))).value_or(options.trust);
  if (reader.error()) return tl::unexpected(*reader.error());
  return options;
}

using Validate = Result<Validation> (*)(const CsvTable& table, const ValidationOptions& options, const DataFiles& data,
                                        const Catalog& catalog);

Result<Answer> validated(const Json& keys, const Asking& asking, Validate validate) {
  KeyReader reader(keys, asking.place);
  const std::string file = reader.text("measurements").value_or("");
  const Result<ValidationOptions> options = options_of(reader);
  if (!options) return fail(options);
  if (file.empty())
    return bad_input(
        "validate needs a FILE of measurements; found none. The rows that came with the program: hakaru validate, also "
        "--by {}",
        "accelerator|software|model-kind");
  const Result<std::string> text = file_or_text(file, largest_table_bytes);
  if (!text) return fail(text);
  const MalformedRows malformed = options->strict ? MalformedRows::refused : MalformedRows::kept;
  const Result<CsvTable> table = parse_csv(*text, name_of_file(file), malformed);
  if (!table) return fail(table);
  Result<Validation> made = validate(*table, *options, asking.data, asking.catalog);
  if (!made) return fail(made);
  const auto validation = std::make_shared<const Validation>(std::move(*made));
  Answer answer;
  answer.json = json_of(*validation, asking.translator);
  answer.rows = answer.json["rows"];
  answer.text = [validation](const Pen& pen) { return validation_text(*validation, pen); };
  return answer;
}

}  // namespace

Result<Answer> validate_operators_answer(const Json& keys, const Asking& asking) {
  return validated(keys, asking, validate_operators);
}
Result<Answer> validate_training_answer(const Json& keys, const Asking& asking) {
  return validated(keys, asking, validate_training);
}
Result<Answer> validate_memory_answer(const Json& keys, const Asking& asking) {
  return validated(keys, asking, validate_memory);
}
Result<Answer> validate_serving_answer(const Json& keys, const Asking& asking) {
  return validated(keys, asking, validate_serving);
}
Result<Answer> validate_inference_answer(const Json& keys, const Asking& asking) {
  return validated(keys, asking, validate_inference);
}

}  // namespace hakaru
