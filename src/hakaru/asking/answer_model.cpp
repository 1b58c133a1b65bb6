#include "hakaru/asking/answers.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/model/read.h"
#include "hakaru/output/model_text.h"

namespace hakaru {

Result<Answer> model_answer(const Json& keys, const Asking& asking) {
  if (!keys.contains("model"))
    return bad_input("{} is missing: {}", "MODEL", "hakaru model show NAME | config.json | FOLDER | -");
  KeyReader reader(keys, asking.place);
  const Json& stated = keys["model"];
  const Result<Model> model = stated.is_object() ? model_from_config(stated, asking.scenario_name())
                                                 : read_model(reader.text("model").value_or(""), asking.data);
  if (reader.error()) return tl::unexpected(*reader.error());
  if (!model) return fail(model);
  Answer answer;
  answer.json = json_of(*model);
  answer.rows = OrderedJson::array({answer.json});
  answer.text = [model = *model](const Pen& pen) { return model_text(model, pen); };
  return answer;
}

Answer names_answer(const std::vector<std::string>& names) {
  Answer answer{names, OrderedJson::array(), {}};
  for (const std::string& name : names) answer.rows.push_back({{"name", name}});
  answer.text = [names](const Pen&) { return names.empty() ? "" : join(names, "\n") + "\n"; };
  return answer;
}

QuestionKey names_key() { return {"names", "output", "", "names only, a line each"}; }

Result<Answer> models_answer(const Json& keys, const Asking& asking) {
  KeyReader reader(keys, asking.place);
  const bool names_only = reader.boolean("names").value_or(false);
  if (reader.error()) return tl::unexpected(*reader.error());
  if (names_only) return names_answer(known_models(asking.data));
  OrderedJson rows = OrderedJson::array();
  for (const std::string& name : known_models(asking.data)) {
    const Result<Model> model = read_model(name, asking.data);
    if (!model) return fail(model);
    rows.push_back({{"model", name},
                    {"architecture", model->architecture},
                    {"family", name_of(model->family)},
                    {"parameters", count_parameters(*model).total}});
  }
  Answer answer{rows, rows, {}};
  answer.text = [rows](const Pen& pen) {
    const Translator& t = pen.translator;
    Table table({{t.say("model")}, {t.say("architecture")}, {t.say("family")}, {t.say("parameters"), Align::right}});
    for (const OrderedJson& row : rows)
      table.add({row["model"], row["architecture"], t.word(row["family"].get_ref<const std::string&>()),
                 with_separators(row["parameters"].get<std::int64_t>())});
    return table.text(pen.style);
  };
  return answer;
}

}  // namespace hakaru
