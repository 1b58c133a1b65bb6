#include "hakaru/asking/question.h"

#include <algorithm>

#include "hakaru/asking/answers.h"
#include "hakaru/asking/meant_keys.h"
#include "hakaru/core/text.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/model/read.h"
#include "hakaru/model/spelling.h"
#include "hakaru/output/table.h"

namespace hakaru {
namespace {

/// A key by its name or the other one it has; null: it has none such.
const QuestionKey* key_named(const Question& question, const std::string& name) {
  for (const QuestionKey& key : question.keys) {
    if (key.name == name || (!key.also.empty() && key.also == name)) return &key;
  }
  return nullptr;
}

/// The keys of `asked` that its answerer takes, under their own names.
Result<Json> keys_of(const Question& question, const Json& asked) {
  Json keys = Json::object();
  if (!question.job.empty()) keys["job"] = question.job;
  for (const auto& [name, value] : asked.items()) {
    if (name == "question" || name == "lang" || name == "$schema" || value.is_null()) continue;
    const QuestionKey* const key = key_named(question, name);
    if (key != nullptr && keys.contains(key->name))
      return bad_input("{} and {} exclude each other; accepted: one of them", key->name, key->also);
    if (key != nullptr && key->is_output && !value.is_boolean())
      return bad_input("question: '{}' is {}; accepted: {}", name, value.dump(), "true, false");
    if (key != nullptr && key->is_output && value == false) continue;
    if (key != nullptr && key->reads() && !key->repeatable && value.is_array())
      return bad_input("{} must be one value", fmt::format("question: '{}'", name));
    if (key != nullptr && value.is_array() && value.size() > key->most)
      return bad_input("question: '{}' has {} values; accepted: up to {}", name, value.size(), key->most);
    if (key != nullptr) {
      keys[key->name] = value;
      continue;
    }
    std::vector<std::string> known;
    for (const QuestionKey& each : question.keys) known.push_back(each.name);
    return bad_input("question: '{}' is not a key of {}; nearest: {}", name, question.name,
                     join(nearest_names(name, known)));
  }
  for (const QuestionKey& key : question.keys) {
    if (!key.is_flag() && key.needed && !keys.contains(key.name))
      return bad_input("question: '{}' is missing: {}", key.name, key.help);
  }
  return keys;
}

/// As JSON names questions: "plan_serve".
std::string name_in_json(std::string name) {
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

}  // namespace

std::string Question::json_name() const { return name_in_json(name); }

const Question* question_named(std::string_view name) {
  const auto found = std::find_if(questions().begin(), questions().end(),
                                  [&](const Question& each) { return each.json_name() == name; });
  return found == questions().end() ? nullptr : &*found;
}

std::optional<Error> refuse_files(const std::vector<QuestionKey>& known, const Json& keys, const Asking& asking) {
  for (const QuestionKey& key : known) {
    if (!key.reads() || !keys.contains(key.name)) continue;
    const Json& values = keys[key.name];
    for (const Json& value : values.is_array() ? values : Json::array({values})) {
      if (!value.is_string()) continue;
      const auto& text = value.get_ref<const std::string&>();
      if (key.is_file() && text.find('\n') != std::string::npos) continue;
      if (key.is_model()) {
        const auto named = describe_model(text, asking.data);
        if (named || describe_model(quantised_name(text).model, asking.data)) continue;
        const bool is_path = text == "-" || text.find('/') != std::string::npos || text.ends_with(".json");
        if (!is_path) return named.error();
      }
      return bad_input("question: '{}' is '{}', and files are not read here; accepted: {}", key.name, text,
                       key.is_model()    ? "a name that hakaru model list shows, or the config.json itself"
                       : key.is_plan()   ? "a plan file itself"
                       : key.is_folder() ? "to leave it out"
                                         : "what it holds, as text")
          .value();
    }
  }
  return std::nullopt;
}

std::string shown_key(std::string_view key, const Asking& asking) {
  return KeyReader(Json::object(), asking.place).shown(key);
}

std::optional<Message> read_quantised_name(Json& keys, bool keeps_weights, const DataFiles& data) {
  if (!keys.contains("model")) return std::nullopt;
  Json& said = keys["model"].is_array() && keys["model"].size() == 1 ? keys["model"][0] : keys["model"];
  if (!said.is_string()) return std::nullopt;
  const std::string name = said;
  const QuantisedName quantised = quantised_name(name);
  if (quantised.model.empty() || read_model(name, data) || !read_model(quantised.model, data)) return std::nullopt;
  const std::string model = quantised.model.substr(quantised.model.rfind('/') + 1);
  said = model;
  if (keeps_weights && !keys.contains("weights")) keys["weights"] = quantised.weights;
  if (!keeps_weights || keys["weights"] != quantised.weights) return message("{} is read as {}", name, model);
  return message("{} is read as {} with weights {}, as its name says", name, model, quantised.weights);
}

namespace {

/// Puts a note before those of the answer, in its JSON where that has notes.
void add_note(const Message& note, const Asking& asking, Answer& answer) {
  if (answer.json.contains("notes") && answer.json["notes"].is_array())
    answer.json["notes"].insert(answer.json["notes"].begin(), asking.translator(note));
  answer.text = [text = answer.text, note](const Pen& pen) {
    return text(pen) + fitted(pen.translator.say("note: {}", pen.translator(note)), pen.style) + "\n";
  };
}

}  // namespace

Result<Answer> answer_to(const Question& question, const Json& asked, const Asking& asking) {
  Json keys = asked;
  const bool keeps_weights = question.has("weights") && !question.has("from");  // which reads its command's name too
  std::vector<Message> notes;
  if (auto note = keeps_weights ? read_quantised_name(keys, true, asking.data) : std::nullopt)
    notes.push_back(std::move(*note));
  for (Message& note : read_as_meant(keys, question, asking)) notes.push_back(std::move(note));
  KeyReader reader(keys, asking.place);
  for (const QuestionKey& key : question.keys) refuse_by_rules(key.rules, {key.name, key.value, key.usual}, "", reader);
  if (reader.error()) return tl::unexpected(*reader.error());
  Result<Answer> answer = question.answer(keys, asking);
  for (const Message& note : notes) {
    if (answer) add_note(note, asking, *answer);
  }
  return answer;
}

Result<Answer> ask(const Json& question, const Asking& asking) {
  if (!question.is_object() || !question.contains("question") || !question["question"].is_string())
    return bad_input("not a question: an object with the key 'question' is needed");
  const auto& name = question["question"].get_ref<const std::string&>();
  std::vector<std::string> names;
  for (const Question& each : questions()) {
    names.push_back(each.json_name());
    if (names.back() != name_in_json(name)) continue;
    const Result<Json> keys = keys_of(each, question);
    if (!keys) return fail(keys);
    if (!asking.reads_files) {
      if (const std::optional<Error> error = refuse_files(each.keys, *keys, asking)) return tl::unexpected(*error);
    }
    Asking placed = asking;
    if (placed.place.empty()) placed.place = "question";
    Result<Answer> answer = answer_to(each, *keys, placed);
    if (!answer) return answer;
    if (answer->json.is_object()) answer->json.erase("elapsed_s");
    for (const AnswerFile& file : answer->files) {
      if (!asking.tell(1, [&] { return message("writing {}", file.key); })) return bad_input("the answer was stopped");
      (file.within.empty() ? answer->json[file.key] : answer->json[file.key][file.within]) = file.text();
    }
    return answer;
  }
  return bad_input("question: 'question' is '{}', which is not known; nearest: {}", name,
                   join(nearest_names(name, names)));
}

}  // namespace hakaru
