// hakaru model show MODEL, hakaru model list.
#include <memory>

#include "commands.h"
#include "hakaru/core/text.h"
#include "hakaru/model/read.h"
#include "hakaru/output/json.h"
#include "hakaru/output/model_text.h"

namespace hakaru::cli {
namespace {

Result<std::string> show(const std::string& reference, Session& session) {
  if (reference.empty())
    return bad_input("{} is missing: {}", "MODEL", "hakaru model show NAME | config.json | FOLDER | -");
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const Result<Model> model = read_model(reference, **data);
  if (!model) return fail(model);
  if (session.json) return json_text(json_of(*model));
  if (session.csv) return csv_of(OrderedJson::array({json_of(*model)}));
  return model_text(*model, session.pen());
}

Result<std::string> list(bool names_only, Session& session) {
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const std::vector<std::string> names = known_models(**data);
  if (names_only) return listed_names(names, session);
  const Translator& t = session.translator();
  Table table({{t.say("model")}, {t.say("architecture")}, {t.say("family")}, {t.say("parameters"), Align::right}});
  OrderedJson rows = OrderedJson::array();
  for (const std::string& name : names) {
    const Result<Model> model = read_model(name, **data);
    if (!model) return fail(model);
    const std::int64_t parameters = count_parameters(*model).total;
    table.add({name, model->architecture, t.word(name_of(model->family)), with_separators(parameters)});
    rows.push_back({{"model", name},
                    {"architecture", model->architecture},
                    {"family", name_of(model->family)},
                    {"parameters", parameters}});
  }
  if (session.json) return json_text(rows);
  return session.csv ? csv_of(rows) : table.text(session.pen().style);
}

}  // namespace

void add_model_commands(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  CLI::App& model = add_command(app, "model", t.say("parameters, bytes and KV cache of a model"));
  CLI::App& show_command = add_command(model, "show", t.say("what a model is made of"));
  const auto reference = std::make_shared<std::string>();
  show_command
      .add_option("MODEL", *reference, t.say("a known name, a config.json, its folder, a safetensors file, or -"))
      ->type_name("")
      ->group("model");
  show_command.callback(
      [reference, &session] { session.command = [=, &session] { return show(*reference, session); }; });

  CLI::App& list_command = add_command(model, "list", t.say("the models that are known by name"));
  const auto names_only = std::make_shared<bool>(false);
  list_command.add_flag("--names", *names_only, t.say("names only, a line each"))->group("output");
  list_command.callback(
      [names_only, &session] { session.command = [=, &session] { return list(*names_only, session); }; });
}

}  // namespace hakaru::cli
