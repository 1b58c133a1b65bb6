#include "hakaru/asking/meant_keys.h"

#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/model/read.h"

namespace hakaru {
namespace {

using Notes = std::vector<Message>;

/// The machine that a word is of; no note where it is its name, in any spelling.
std::string machine_meant(const std::string& word, const Catalog& catalog, Notes& notes) {
  constexpr std::string_view of_sagemaker = "ml.";
  const Result<Instance> machine = catalog.machine(word);
  const std::string lower = lower_case(word);
  const std::string bare = lower.starts_with(of_sagemaker) ? lower.substr(of_sagemaker.size()) : lower;
  if (!machine || letters_and_digits(machine->name) == letters_and_digits(bare)) return word;
  notes.push_back(catalog.instance(word) ? message("{} is read as {}", word, machine->name)
                                         : message("{} is read as {}, the usual machine with it", word, machine->name));
  return machine->name;
}

/// The same of each of the names with commas between them.
std::string machines_meant(std::string_view words, const Catalog& catalog, Notes& notes) {
  std::string meant;
  while (true) {
    const std::size_t comma = words.find(',');
    meant += machine_meant(std::string(words.substr(0, comma)), catalog, notes);
    if (comma == std::string_view::npos) return meant;
    meant += ',';
    words.remove_prefix(comma + 1);
  }
}

void take_machines(Json& keys, const Question& question, const Asking& asking, Notes& notes) {
  const char* const key = question.name == "network" ? "on" : "instance";
  if (!keys.contains(key) || question.has("from")) return;  // the launch names its machine itself
  Json& value = keys[key];
  if (value.is_string()) value = machines_meant(value.get<std::string>(), asking.catalog, notes);
  for (Json& each : value.is_array() ? value : Json::array()) {
    if (each.is_string()) each = machines_meant(each.get<std::string>(), asking.catalog, notes);
  }
}

/// Tells of the accelerators of a class, "tpu", all of which are looked at.
void tell_classes(const Json& keys, const Asking& asking, Notes& notes) {
  const Json said = keys.value("accelerator", Json());
  for (const Json& each : said.is_array() ? said : Json::array({said})) {
    const std::string name = each.is_string() ? each.get<std::string>() : "";
    if (name.empty() || asking.catalog.accelerator(name)) continue;
    if (const auto all = asking.catalog.accelerators_named(name))
      notes.push_back(message("{} is read as any of: {}", name, join(*all)));
  }
}

/// The model of the question; empty: it has none, or several, or one that cannot be read.
std::optional<Model> model_asked(const Json& keys, const Asking& asking) {
  const Json model = keys.value("model", Json());
  const Json& one = model.is_array() && model.size() == 1 ? model.front() : model;
  if (one == "-" || (!one.is_string() && !one.is_object())) return std::nullopt;  // standard input is read once
  const Result<Model> read =
      one.is_object() ? model_from_config(one, "") : read_model(one.get<std::string>(), asking.data);
  return read ? std::optional(*read) : std::nullopt;
}

std::string typed_text(const Json& keys, const char* key) {
  const auto found = keys.find(key);
  return found != keys.end() && found->is_string() ? found->get<std::string>() : "";
}

/// "200k" is 204,800 tokens, unless those are beyond the model's longest and 200,000 are not.
void take_lengths(Json& keys, const Asking& asking, Notes& notes) {
  for (const char* const key : {"context", "sequence_length", "input_length"}) {
    const std::string text = typed_text(keys, key);
    if (text.empty() || text.find_first_not_of("0123456789") == std::string::npos) continue;
    const Result<std::int64_t> binary = parse_length(text, key), decimal = parse_count(text, key);
    if (!binary || !decimal || *binary == *decimal) continue;
    const std::optional<Model> model = model_asked(keys, asking);
    const std::int64_t longest = model ? model->max_positions : 0;
    if (longest <= 0 || *binary <= longest || *decimal > longest) continue;
    keys[key] = *decimal;
    notes.push_back(message("{} is read as {} tokens: {} are more than the longest sequence of {}, {}", text,
                            with_separators(*decimal), with_separators(*binary), model->name,
                            with_separators(longest)));
  }
}

/// "1024x1024" is a side of 1,024 pixels, "832x1216" a side with as many pixels in all.
void take_image_size(Json& keys, Notes& notes) {
  const std::string text = typed_text(keys, "image_size");
  const auto plain = [](std::string_view side) {
    return !side.empty() && side.find_first_not_of("0123456789") == std::string_view::npos;
  };
  for (const std::string_view times : {"x", "X", "×", "*"}) {
    const std::size_t at = text.find(times);
    if (at == std::string::npos) continue;
    const std::string first = text.substr(0, at), second = text.substr(at + times.size());
    if (!plain(first) || !plain(second)) return;
    const Result<std::int64_t> width = parse_count(first, ""), height = parse_count(second, "");
    if (!width || !height) return;
    const double pixels = static_cast<double>(*width) * static_cast<double>(*height);
    keys["image_size"] = std::llround(std::sqrt(pixels));
    if (*width != *height)
      notes.push_back(message("{} is read as {} pixels along each side, as many in all", text,
                              keys["image_size"].get<std::int64_t>()));
    return;
  }
}

/// Seconds of sound that a model of the architecture reads as one item; 0: it reads none.
double sound_window_s(const std::string& architecture, const DataFiles& data) {
  for (const DataFiles::File& file : data.under("sound.toml")) {
    const Result<Json> tables = parse_toml(file.text, file.name);
    if (tables && tables->contains(architecture)) return (*tables)[architecture].value("window_s", 0.0);
  }
  return 0;
}

/// Hours of sound are so many windows of a model that hears.
void take_sound(Json& keys, const Asking& asking, Notes& notes) {
  std::string text = typed_text(keys, "items");
  const std::string typed = text;
  for (const std::string_view of_sound : {" of audio", " of speech", "の音声"}) {
    if (text.ends_with(of_sound)) text.resize(text.size() - of_sound.size());
  }
  if (constexpr std::string_view hours_long = "時間分"; text.ends_with(hours_long))
    text.resize(text.size() - std::string_view("分").size());
  if (text.empty() || parse_count(text, "")) return;
  const Result<double> duration_s = parse_duration_s(text, "");
  const std::optional<Model> model = duration_s ? model_asked(keys, asking) : std::nullopt;
  const double each_s = model ? sound_window_s(model->architecture, asking.data) : 0;
  if (each_s <= 0) return;
  const auto windows = static_cast<std::int64_t>(std::ceil(*duration_s / each_s));
  keys["items"] = windows;
  notes.push_back(message("{} of sound are {} items of {}", typed, with_separators(windows), in_time(each_s)));
}

/// "all-reduce" and "AllReduce" are all_reduce.
void take_operation(Json& keys, const Question& question) {
  const std::string text = typed_text(keys, "operation");
  for (const QuestionKey& key : question.keys) {
    if (key.name != "operation" || text.empty()) continue;
    for (std::string_view rest = key.value; !rest.empty();) {
      const std::string_view name = rest.substr(0, rest.find('|'));
      if (letters_and_digits(lower_case(text)) == letters_and_digits(name)) keys["operation"] = std::string(name);
      rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    }
  }
}

/// Tells how many tokens or items a number of epochs comes to.
void tell_epochs(const Json& keys, const Question& question, const Asking& asking, Notes& notes) {
  if (!keys.contains("epochs")) return;
  Json one = keys;
  one.erase("global_batch");  // it may be a range
  for (const QuestionKey& key : question.keys) {
    const bool is_of_scenario = ranges::count(scenario_keys(), key.name, &ScenarioKey::name) > 0;
    if (!is_of_scenario) one.erase(key.name);
  }
  const Result<Scenario> scenario = read_scenario(one, asking.scenario_name(), asking.data, asking.catalog);
  if (!scenario) return;  // the question itself refuses it
  const auto* const job = std::get_if<TrainingJob>(&scenario->job);
  const Json said = keys["epochs"];
  const Result<std::int64_t> epochs = parse_count(as_text(said), "");
  if (job == nullptr || !epochs || *epochs < 1) return;
  const std::int64_t once = job->tokens / *epochs;
  const std::optional<Rollout>& rollout = job->post_training.rollout;
  const std::int64_t each =
      std::max<std::int64_t>(1, job->sequences_of(job->sequence_length) * (rollout ? rollout->group_size : 1));
  const bool in_items = keys.contains("items");
  if (in_items && job->sequence_length > 1)
    notes.push_back(message("{} samples of {} tokens, {} epochs: {} tokens", with_separators(once / each),
                            with_separators(each), *epochs, with_separators(job->tokens)));
  else
    notes.push_back(
        in_items
            ? message("{} items, {} epochs: {} items", with_separators(once), *epochs, with_separators(job->tokens))
            : message("{} tokens, {} epochs: {} tokens", with_separators(once), *epochs, with_separators(job->tokens)));
}

}  // namespace

std::vector<Message> read_as_meant(Json& keys, const Question& question, const Asking& asking) {
  Notes notes;
  take_machines(keys, question, asking, notes);
  tell_classes(keys, asking, notes);
  take_lengths(keys, asking, notes);
  take_image_size(keys, notes);
  take_sound(keys, asking, notes);
  take_operation(keys, question);
  tell_epochs(keys, question, asking, notes);
  return notes;
}

}  // namespace hakaru
