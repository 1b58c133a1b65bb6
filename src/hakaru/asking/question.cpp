#include "hakaru/asking/question.h"

#include <algorithm>

#include "hakaru/asking/answers.h"
#include "hakaru/core/text.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/model/read.h"

namespace hakaru {
namespace {

constexpr const char* of_a_plan = "a file of plan -o, FILE or FILE#RANK";

using Keys = std::vector<QuestionKey>;

QuestionKey key_of(const ScenarioKey& key, std::string_view job) {
  const bool several = key.name == "instance" || key.name == "family";
  const bool needed = !job.empty() && key.needed_by.find(job) != std::string::npos;
  return {key.name, key.group, key.value, key.help, needed, several};
}

/// Those of a scenario of `job`, `more` behind them.
Keys scenario_and(std::string_view job, Keys more = {}) {
  Keys keys;
  for (const ScenarioKey& key : scenario_keys()) {
    if (key.jobs.find(job) != std::string::npos) keys.push_back(key_of(key, job));
  }
  std::move(more.begin(), more.end(), std::back_inserter(keys));
  return keys;
}

/// As -o keeps them.
QuestionKey whole_key() { return {"whole", "", "", "plans whole, to be asked about further"}; }

Keys plan_to_train_keys() {
  QuestionKey what_if{"what_if", "objective", "CHANGE",
                      "the best plan again, were this so (network=2x; memory, memory-bandwidth, compute, price)"};
  what_if.repeatable = true;
  return scenario_and("train", {what_if, whole_key()});
}

Keys scale_train_keys() {
  return scenario_and("train", {{"counts", "scaling", "LIST", "numbers of instances (1,2,4,8)"},
                                {"instances_to", "scaling", "COUNT", "1, 2, 4 … and that many instances"},
                                {"batches", "scaling", "LIST", "global batches, the instances staying (16,32,64)"},
                                {"weak", "scaling", "", "the global batch grows with the instances"}});
}

Keys plan_keys() { return {{"plan", "plan", "PLAN", of_a_plan, true, false, "PLAN"}}; }

Keys network_question_keys() {
  return {
      {"on", "job", "INSTANCE", "instance type", true},
      {"instances", "job", "COUNT", "how many instances", true},
      {"operation", "job", "all_reduce|all_to_all", "what they do with each other", true},
      {"bytes", "job", "BYTES", "the message, as nccl-tests counts it (1GB)", true},
      {"network", "network", "closed|flow", "closed form only, or connections too (default flow)"},
      {"paths", "network", "one|spray", "each connection by one path, or over many (default spray)"},
      {"delivery", "network", "in-order|out-of-order", "of sprayed packets (default out-of-order)"},
      {"stack", "network", "kernel|bypass", "TCP in the kernel, or past it (default bypass)"},
      {"oversubscription", "network", "RATIO", "bandwidth of a leaf switch downward over upward (default 1)"},
      {"seed", "network", "N", "of the hashes that choose paths (default 1)"},
  };
}

Keys fit_keys() {
  Keys keys{{"machine", "hardware", "MACHINE", "the machine; of an accelerator its usual one", true, false,
             "INSTANCE|ACCELERATOR"},
            {"model", "job", "MODEL", "only this model (repeatable)", false, true}};
  for (const ScenarioKey& key : scenario_keys()) {
    if (key.name == "weights" || key.name == "kv_cache" || key.name == "headroom") keys.push_back(key_of(key, ""));
  }
  return keys;
}

/// Whether memory is what `key` is about.
bool concerns_memory(const ScenarioKey& key, std::string_view job) {
  if (key.name == "image_size" && job == "serve") return false;  // of pictures in prompts
  static const std::vector<std::string> others{"precision",       "optimizer", "lora_rank",  "lora_base", "weights",
                                               "flash_attention", "kv_cache",  "image_size", "headroom"};
  return key.group == "layout" || std::find(others.begin(), others.end(), key.name) != others.end();
}

Keys memory_keys(std::string_view job) {
  Keys keys{{"model", "job", "MODEL", "a known name, a config.json, its folder, or -", true},
            {"context", "job", "LENGTH", "tokens per sequence (2048, 8k)", false, false, "", "sequence_length"},
            {"batch", "job", "COUNT", "sequences at once, over all replicas (default 1 each)"}};
  for (const ScenarioKey& key : scenario_keys()) {
    if (key.jobs.find(job) != std::string::npos && concerns_memory(key, job)) keys.push_back(key_of(key, ""));
  }
  keys.push_back({"on", "hardware", "NAME", "the instance type or accelerator that must hold it"});
  keys.push_back({"rule_of_thumb", "output", "", "also the rule of thumb, line by line"});
  return keys;
}

Keys model_keys() {
  return {{"model", "model", "MODEL", "a known name, a config.json, its folder, a safetensors file, or -", true, false,
           "MODEL"}};
}

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
    if (name == "question" || name == "lang" || value.is_null()) continue;
    const QuestionKey* const key = key_named(question, name);
    if (key != nullptr && keys.contains(key->name))
      return bad_input("{} and {} exclude each other", key->name, key->also);
    if (key != nullptr) {
      keys[key->name] = value;
      continue;
    }
    std::vector<std::string> known;
    for (const QuestionKey& each : question.keys) known.push_back(each.name);
    return bad_input("question: '{}' is not a key of {}; nearest: {}", name, question.name,
                     join(nearest_names(name, known)));
  }
  return keys;
}

/// Refuses what would be read of this machine, where nothing is.
std::optional<Error> refuse_files(const Question& question, const Json& keys, const Asking& asking) {
  for (const QuestionKey& key : question.keys) {
    const bool is_model = key.name == "model", is_plan = key.place == "PLAN", is_file = key.value == "FILE";
    if (!(is_model || is_plan || is_file) || !keys.contains(key.name)) continue;
    const Json& values = keys[key.name];
    for (const Json& value : values.is_array() ? values : Json::array({values})) {
      if (!value.is_string()) continue;
      const auto& text = value.get_ref<const std::string&>();
      if (is_model && describe_model(text, asking.data)) continue;
      return bad_input("question: '{}' is '{}', and files are not read here; accepted: {}", key.name, text,
                       is_model  ? "a name that hakaru model list shows, or the config.json itself"
                       : is_plan ? "a plan file itself"
                                 : "nothing")
          .value();
    }
  }
  return std::nullopt;
}

/// As JSON names questions: "plan_serve".
std::string name_in_json(std::string name) {
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

/// "closed|flow", and not "auto|COUNT".
bool is_choice(std::string_view value) {
  const bool words = std::all_of(value.begin(), value.end(),
                                 [](char c) { return (c >= 'a' && c <= 'z') || c == '_' || c == '-' || c == '|'; });
  return words && value.find('|') != std::string_view::npos;
}

OrderedJson schema_of(const QuestionKey& key) {
  OrderedJson schema{{"description", key.help}};
  if (key.is_switch()) {
    schema["type"] = "boolean";
  } else if (key.name == "plan") {
    schema["type"] = {"object", "string"};
  } else if (key.name == "model" && !key.repeatable) {
    schema["type"] = {"string", "object"};
  } else if (key.repeatable) {
    schema["type"] = {"string", "array"};
    schema["items"] = {{"type", "string"}};
  } else if (is_choice(key.value)) {
    schema["enum"] = OrderedJson::array();
    for (std::string_view rest = key.value; !rest.empty();) {
      const std::string_view one = rest.substr(0, rest.find('|'));
      schema["enum"].push_back(one);
      rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    }
  } else {
    schema["type"] = {"string", "number", "array"};
  }
  return schema;
}

OrderedJson schema_of(const Question& question) {
  OrderedJson schema{{"type", "object"}, {"description", question.help}};
  OrderedJson& properties = schema["properties"];
  properties["question"] = {{"const", name_in_json(question.name)}};
  properties["lang"] = {{"enum", {"en", "ja"}}, {"description", "language of the answer"}};
  schema["required"] = {"question"};
  for (const QuestionKey& key : question.keys) {
    properties[key.name] = schema_of(key);
    if (!key.also.empty()) properties[key.also] = schema_of(key);
    const bool by_another = key.name == "tokens";  // --items stands for it
    if (key.needed && !by_another) schema["required"].push_back(key.name);
  }
  schema["additionalProperties"] = false;
  return schema;
}

}  // namespace

const std::vector<Question>& questions() {
  static const std::vector<Question> all{
      {"plan train", "plan a training run", "train", plan_to_train_keys(), plan_answer, true},
      {"plan serve", "plan serving a generating model", "serve", scenario_and("serve", {whole_key()}), plan_answer,
       true},
      {"plan infer", "plan running a model over batches of items", "infer", scenario_and("infer", {whole_key()}),
       plan_answer, true},
      {"compare train", "compare instances for a training run", "train", scenario_and("train"), compare_answer, true},
      {"compare serve", "compare instances for serving a generating model", "serve", scenario_and("serve"),
       compare_answer, true},
      {"compare infer", "compare instances for running a model over batches of items", "infer", scenario_and("infer"),
       compare_answer, true},
      {"explain", "the arithmetic behind a plan, with sources", "", plan_keys(), explain_answer},
      {"scale train", "strong and weak scaling of a training run", "train", scale_train_keys(), scale_answer, true},
      {"network", "a collective between instances, connection by connection", "", network_question_keys(),
       network_answer},
      {"fit", "what one machine can serve", "", fit_keys(), fit_answer},
      {"memory train", "weigh training", "train", memory_keys("train"), memory_answer},
      {"memory serve", "weigh serving a generating model", "serve", memory_keys("serve"), memory_answer},
      {"model show", "what a model is made of", "", model_keys(), model_answer},
      {"model list",
       "the models that are known by name",
       "",
       {{"names", "output", "", "names only, a line each"}},
       models_answer},
  };
  return all;
}

std::string shown_key(std::string_view key, const Asking& asking) {
  return KeyReader(Json::object(), asking.place).shown(key);
}

Result<Answer> ask(const Json& question, const Asking& asking) {
  if (!question.is_object() || !question.contains("question") || !question["question"].is_string())
    return bad_input("not a question: an object with the key 'question' is needed");
  const auto& name = question["question"].get_ref<const std::string&>();
  std::vector<std::string> names;
  for (const Question& each : questions()) {
    names.push_back(name_in_json(each.name));
    if (names.back() != name_in_json(name)) continue;
    const Result<Json> keys = keys_of(each, question);
    if (!keys) return fail(keys);
    if (!asking.reads_files) {
      if (const std::optional<Error> error = refuse_files(each, *keys, asking)) return tl::unexpected(*error);
    }
    Asking placed = asking;
    if (placed.place.empty()) placed.place = "question";
    Result<Answer> answer = each.answer(*keys, placed);
    if (!answer) return answer;
    if (answer->json.is_object()) answer->json.erase("elapsed_s");
    return answer;
  }
  return bad_input("question: 'question' is '{}', which is not known; nearest: {}", name,
                   join(nearest_names(name, names)));
}

OrderedJson question_schema() {
  OrderedJson schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "hakaru ask"}};
  for (const Question& question : questions()) schema["oneOf"].push_back(schema_of(question));
  return schema;
}

}  // namespace hakaru
