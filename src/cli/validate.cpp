// hakaru validate operators|training|memory|serving|inference FILE.csv: predictions beside measurements, and how far
// off they are.
#include <memory>

#include "commands.h"
#include "hakaru/evidence/validate_inference.h"
#include "hakaru/evidence/validate_operators.h"
#include "hakaru/evidence/validate_serving.h"
#include "hakaru/evidence/validate_training.h"
#include "hakaru/output/json.h"
#include "hakaru/output/validation.h"

namespace hakaru::cli {
namespace {

struct ValidateCommand {
  std::string file;
  std::string group_by;
  std::string trust;
  bool by_relatives = false;
  bool strict = false;
};

Result<ValidationOptions> options_of(const ValidateCommand& command) {
  ValidationOptions options;
  options.by_relatives = command.by_relatives;
  options.strict = command.strict;
  if (!command.group_by.empty()) {
    Result<std::vector<std::string>> columns = parse_columns(command.group_by, "--group-by");
    if (!columns) return fail(columns);
    options.group_by = std::move(*columns);
  }
  if (!command.trust.empty()) {
    Result<std::vector<std::string>> trust = parse_trust(command.trust);
    if (!trust) return fail(trust);
    options.trust = std::move(*trust);
  }
  return options;
}

Result<CsvTable> table_of(const ValidateCommand& command) {
  if (command.file.empty()) return bad_input("validate needs a FILE of measurements; found none");
  const Result<std::string> text = read_file(command.file, largest_table_bytes);
  if (!text) return fail(text);
  return parse_csv(*text, command.file, command.strict ? MalformedRows::refused : MalformedRows::kept);
}

using Validate = Result<Validation> (*)(const CsvTable& table, const ValidationOptions& options, const DataFiles& data,
                                        const Catalog& catalog);

Result<std::string> run(const ValidateCommand& command, Validate validate, Session& session) {
  const Result<ValidationOptions> options = options_of(command);
  if (!options) return fail(options);
  const Result<CsvTable> table = table_of(command);
  if (!table) return fail(table);
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const Result<const Catalog*> catalog = session.catalog();
  if (!catalog) return fail(catalog);
  const Result<Validation> validation = validate(*table, *options, **data, **catalog);
  if (!validation) return fail(validation);
  if (session.json) return json_text(json_of(*validation, session.translator()));
  if (session.csv) return csv_of(json_of(*validation, session.translator())["rows"]);
  return validation_text(*validation, session.pen());
}

void add_kind(CLI::App& validate, const char* name, const std::string& about, Validate kind, Session& session) {
  const Translator& t = session.translator();
  CLI::App& command = add_command(validate, name, about);
  const auto state = std::make_shared<ValidateCommand>();
  command.add_option("FILE", state->file, t.say("measurements as CSV; - is standard input"));
  command.add_option("--group-by", state->group_by, t.say("columns to group the errors by"))->type_name("COL[,COL]");
  command.add_option("--trust", state->trust, t.say("only rows whose column trust is one of these (high,medium)"))
      ->type_name("LEVELS");
  command.add_flag("--strict", state->strict,
                   t.say("refuse the file where a row cannot be read, instead of skipping it"));
  if (kind == validate_training || kind == validate_serving) {
    command.add_flag("--by-relatives", state->by_relatives,
                     t.say("with the constants of relatives, as for a chip of which nothing was measured"));
  }
  command.callback(
      [state, kind, &session] { session.command = [state, kind, &session] { return run(*state, kind, session); }; });
}

}  // namespace

void add_validate_commands(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  CLI::App& validate = add_command(app, "validate", t.say("predictions beside your measurements"));
  add_kind(validate, "operators",
           t.say("single kernels: GEMMs, attention, collectives, told apart by the file's columns"), validate_operators,
           session);
  add_kind(validate, "training", t.say("optimizer steps of training runs"), validate_training, session);
  add_kind(validate, "memory", t.say("training memory of one device"), validate_memory, session);
  add_kind(validate, "serving", t.say("language models served: time to first token, per token, tokens per second"),
           validate_serving, session);
  add_kind(validate, "inference", t.say("encoders, vision, diffusion: latency, items per second"), validate_inference,
           session);
}

}  // namespace hakaru::cli
