#include "hakaru/launching/launch_programs.h"

#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::string_view programs_folder = "launch/programs/";

/// It outlives whoever reads it, also where it is not there.
const Json& table_or_none(const Json& table) {
  static const Json none = Json::object();
  return table.is_object() ? table : none;
}

const Json& part(const Json& table, const std::string& key) {
  static const Json none = Json::object();
  return table.contains(key) && table[key].is_object() ? table[key] : none;
}

std::map<std::string, std::string, std::less<>> read_texts(const Json& table, const std::string& file,
                                                           const std::string& where, std::optional<Error>& error) {
  std::map<std::string, std::string, std::less<>> texts;
  Fields fields(table_or_none(table), file, where);
  for (const std::string& key : fields.keys()) texts[key] = fields.text(key);
  if (fields.error() && !error) error = fields.error();
  return texts;
}

LaunchForm read_form(Fields& fields) {
  const std::string form = fields.text_or("form", "flags");
  if (form == "json") return LaunchForm::json;
  if (form == "toml") return LaunchForm::toml;
  if (form == "yaml") return LaunchForm::yaml;
  if (form != "flags") fields.refuse("form", form, "flags, json, toml, yaml");
  return LaunchForm::flags;
}

/// Adds a key of `reads`: for "what.value" the words that say it, or a list of such lists; for "what" its flags.
void add_reads(const std::string& key, Fields& reads, LaunchProgram& program) {
  const Json& value = reads.value(key);
  if (key.find('.') == std::string::npos) {
    for (const std::string& flag : reads.texts(key)) program.read_flags.emplace(key, flag);
  } else if (value.is_array() && !value.empty() && value[0].is_array()) {
    for (const Json& way : value) {
      const Json one{{key, way}};
      Fields words(one, reads.file(), "reads");
      program.reads.emplace(key, words.texts(key));
      if (words.error()) reads.refuse(key, way.dump(), "lists of texts");
    }
  } else {
    program.reads.emplace(key, reads.texts(key));
  }
}

std::vector<ConditionalWords> read_together(const Json& list, const std::string& file, const std::string& where,
                                            std::optional<Error>& error) {
  std::vector<ConditionalWords> all;
  for (std::size_t i = 0; list.is_array() && i < list.size(); ++i) {
    Fields fields(list[i], file, fmt::format("{}[{}]", where, i));
    all.push_back({fields.texts("when"), fields.texts("words"), fields.text_or("because", ""),
                   fields.text_or("part", ""), fields.text_or("instead", "")});
    fields.refuse_unknown();
    if (fields.error() && !error) error = fields.error();
  }
  return all;
}

LaunchProgram read_program(const Json& table, const std::string& name, const std::string& file,
                           std::optional<Error>& error) {
  const std::string where = "programs." + name;
  Fields fields(table, file, where);
  LaunchProgram program;
  program.name = name;
  program.shown = fields.text("shown");
  program.form = read_form(fields);
  program.file = program.form == LaunchForm::flags ? "" : fields.text("file");
  program.settings = fields.text_or("settings", "");
  program.program = fields.texts("program");
  program.always = fields.texts("always");
  program.also_started = fields.texts("also_started");
  program.several_machines = fields.texts("several_machines");
  program.followers = fields.texts("followers");
  program.environment_apart = fields.texts("environment_apart");
  program.environment_of_gpu_machines = fields.texts("environment_of_gpu_machines");
  program.prefill_worker = fields.texts("prefill_worker");
  program.decode_worker = fields.texts("decode_worker");
  program.stack = fields.text_or("stack", "");
  program.runs_on = fields.texts("runs_on");
  program.families = fields.texts("families");
  program.tells = fields.texts("tells");
  program.measured = fields.texts("measured");
  program.emitted = fields.texts("emitted");
  program.tp_is_of_all = fields.boolean_or("tp_is_of_all", false);
  program.settings_are_flags = fields.boolean_or("settings_are_flags", false);
  program.says_ones = fields.boolean_or("says_ones", false);
  program.says_once = fields.boolean_or("says_once", false);
  program.starts_ranks = fields.boolean_or("starts_ranks", false);
  program.abbreviates = fields.boolean_or("abbreviates", false);
  program.flags_file = fields.text_or("flags_file", "");
  program.others = fields.texts("others");
  program.limits_are_of_all = fields.boolean_or("limits_are_of_all", false);
  program.unmeasured = fields.boolean_or("unmeasured", false);
  program.fills_machine = fields.boolean_or("fills_machine", false);
  program.environment = fields.texts("environment");
  program.versions = fields.text_or("versions", "");
  program.looked_up = fields.text_or("looked_up", "");
  program.source = fields.text("source");
  program.flags = read_texts(fields.value("flags"), file, where + ".flags", error);
  program.also = read_texts(fields.value("also"), file, where + ".also", error);
  program.variables = read_texts(fields.value("variables"), file, where + ".variables", error);
  program.since = read_texts(fields.value("since"), file, where + ".since", error);
  program.until = read_texts(fields.value("until"), file, where + ".until", error);
  program.known_files = read_texts(fields.value("known_files"), file, where + ".known_files", error);
  Fields no_matter(table_or_none(fields.value("no_matter")), file, where + ".no_matter");
  for (const std::string& why : no_matter.keys()) {
    for (std::string& flag : no_matter.texts(why)) program.no_matter.push_back(std::move(flag));
  }
  program.last = read_together(fields.value("last"), file, where + ".last", error);
  program.refused = read_together(fields.value("refused"), file, where + ".refused", error);
  Fields choices(table_or_none(fields.value("choices")), file, where + ".choices");
  for (const std::string& key : choices.keys()) program.choices[key] = choices.texts(key);
  Fields reads(table_or_none(fields.value("reads")), file, where + ".reads");
  for (const std::string& key : reads.keys()) add_reads(key, reads, program);
  fields.refuse_unknown();
  for (const Fields* each : {&fields, &no_matter, &choices, &reads}) {
    if (each->error() && !error) error = each->error();
  }
  return program;
}

LaunchEnvironment read_environment(const Json& table, const std::string& name, const std::string& file,
                                   std::optional<Error>& error) {
  const std::string where = "environments." + name;
  Fields fields(table, file, where);
  LaunchEnvironment environment;
  fields.text("source");
  environment.instance_labels = fields.texts("instance_labels");
  environment.accelerator_labels = fields.texts("accelerator_labels");
  environment.sets_launcher = fields.boolean_or("sets_launcher", false);
  environment.stated = read_texts(fields.value("stated"), file, where + ".stated", error);
  environment.variables = read_texts(fields.value("variables"), file, where + ".variables", error);
  fields.refuse_unknown();
  if (fields.error() && !error) error = fields.error();
  return environment;
}

EnginePrograms read_engine(const Json& table, const std::string& name, const std::string& file,
                           std::optional<Error>& error) {
  Fields fields(table, file, "engines." + name);
  EnginePrograms programs{fields.text("server"), fields.text("client"), fields.text_or("router", ""),
                          fields.integer("port", {.min = 1, .max = 65535}), fields.text_or("on", "")};
  fields.refuse_unknown();
  if (fields.error() && !error) error = fields.error();
  return programs;
}

ModelShape read_shape(const Json& table, const std::string& name, const std::string& file, ModelShape shape,
                      std::optional<Error>& error) {
  const std::string where = "shapes." + name;
  Fields fields(table, file, where);
  fields.text_or("like", "");
  for (const std::string& word : fields.texts("always")) shape.always.push_back(word);
  for (const std::string& words : fields.texts("not_with")) shape.not_with.push_back(words);
  shape.is_read_alone = fields.boolean_or("read_alone", false);
  for (const std::string& flag : fields.texts("unasked_without")) shape.unasked_without.push_back(flag);
  for (auto& [key, flag] : read_texts(fields.value("keys"), file, where + ".keys", error))
    shape.keys.emplace_back(key, flag);
  for (auto& [key, like] : read_texts(fields.value("missing_like"), file, where + ".missing_like", error))
    shape.missing_like[key] = like;
  for (auto& [key, flag] : read_texts(fields.value("unread_without"), file, where + ".unread_without", error))
    shape.unread_without[key] = flag;
  Fields unless(table_or_none(fields.value("unless_true")), file, where + ".unless_true");
  for (const std::string& key : unless.keys()) shape.unless_true.emplace_back(key, unless.texts(key));
  const Json& width = table_or_none(fields.value("usual_width"));
  Fields usual(width, file, where + ".usual_width");
  constexpr IntegerRange parts{1, 1 << 20};
  if (!width.empty())
    shape.usual_width = {usual.text("key"), usual.text("of"), usual.integer("times", parts),
                         usual.integer("over", parts), usual.integer("multiple_of", parts)};
  Fields scaled(table_or_none(fields.value("scaled_rotation")), file, where + ".scaled_rotation");
  for (const std::string& kind : scaled.keys()) shape.scaled_rotation[kind] = scaled.texts(kind);
  fields.refuse_unknown();
  for (const Fields* each : {&fields, &unless, &usual, &scaled}) {
    if (each->error() && !error) error = each->error();
  }
  return shape;
}

}  // namespace

bool runs_on(const LaunchProgram& program, const Accelerator& accelerator) {
  const std::string kind(name_of(accelerator.kind)), maker = lower_case(accelerator.vendor);
  return program.runs_on.empty() || ranges::any_of(program.runs_on, [&](const std::string& each) {
           return each == kind || each == maker || each == accelerator.name ||
                  accelerator.name.starts_with(each + "-");  // neuroncore-v3-lnc2
         });
}

bool is_for(const LaunchProgram& program, std::string_view family) {
  return program.families.empty() || ranges::count(program.families, family) > 0;
}

namespace {

/// "--training.steps" of "training.steps="; of a value too, "--compile.enable" where that is true.
std::vector<std::string> flag_of_setting(const std::string& setting) {
  const std::size_t equals = setting.find('=');
  const std::string flag = "--" + setting.substr(0, equals), value = setting.substr(equals + 1);
  return value.empty() || value == "true" ? std::vector{flag} : std::vector{flag, value};
}

/// Adds the settings of a file, as flags of the program that reads it.
void add_settings_as_flags(const LaunchProgram& settings, LaunchProgram& program) {
  const auto flag_of = [](const std::string& setting) { return flag_of_setting(setting).front(); };
  for (const auto& [what, setting] : settings.flags) program.read_flags.emplace(what, flag_of(setting));
  for (const auto& [what, setting] : settings.read_flags) program.read_flags.emplace(what, flag_of(setting));
  for (const auto& [other, setting] : settings.also) program.also.emplace(flag_of(other), flag_of(setting));
  each_choice(settings, [&](const std::string& choice, const std::vector<std::string>& words) {
    std::vector<std::string> said;
    for (const std::string& word : words) {
      for (std::string& each : flag_of_setting(word)) said.push_back(std::move(each));
    }
    if (!said.empty()) program.reads.emplace(choice, std::move(said));
  });
}

}  // namespace

std::optional<Error> LaunchPrograms::read_table(const Json& table, const std::string& file) {
  std::optional<Error> error;
  Fields fields(table, file);
  for (const auto& [name, entry] : table_or_none(fields.value("programs")).items())
    programs_.insert_or_assign(name, read_program(entry, name, file, error));
  for (const auto& [name, entry] : table_or_none(fields.value("engines")).items())
    engines_.insert_or_assign(name, read_engine(entry, name, file, error));
  Fields stacks(table_or_none(fields.value("stacks")), file, "stacks");
  Fields adapters(table_or_none(stacks.value("adapters")), file, "stacks.adapters");
  for (const std::string& name : stacks.keys()) {
    if (name != "adapters") stacks_.insert_or_assign(name, stacks.text(name));
  }
  for (const std::string& name : adapters.keys()) adapters_.insert_or_assign(name, adapters.text(name));
  for (const auto& [name, program] : read_texts(fields.value("for"), file, "for", error))
    started_.insert_or_assign(name, program);
  for (const auto& [name, entry] : table_or_none(fields.value("environments")).items())
    environments_.insert_or_assign(name, read_environment(entry, name, file, error));
  for (const std::string& name : fields.texts("launchers")) launchers_.push_back(name);
  for (const std::string& name : fields.texts("visible")) visible_.push_back(name);
  for (const std::string& kind : fields.texts("own_drafts")) own_drafts_.push_back(kind);
  for (const std::string& name : fields.texts("read_alone")) read_alone_.push_back(name);
  for (const auto& [name, size] : read_texts(fields.value("vocabularies"), file, "vocabularies", error))
    vocabularies_.insert_or_assign(name, size);
  for (const std::string& kind : fields.texts("own_code")) own_code_.push_back(kind);
  Fields blocks(table_or_none(fields.value("block_quantised")), file, "block_quantised");
  if (blocks.has("block"))
    block_quantised_ = {blocks.integer("block", {1, 65536}), blocks.texts("programs"), blocks.texts("names")};
  const Json& shapes = table_or_none(fields.value("shapes"));
  fields.refuse_unknown();
  for (const Fields* each : {&fields, &stacks, &adapters, &blocks}) {
    if (each->error() && !error) error = each->error();
  }
  for (const auto& [name, entry] : shapes.items()) {
    const std::string like = entry.is_object() ? entry.value("like", "") : "";
    ModelShape base = like.empty() ? ModelShape{} : read_shape(part(shapes, like), like, file, {}, error);
    shapes_.insert_or_assign(name, read_shape(entry, name, file, std::move(base), error));
  }
  return error;
}

/// The error of the first name in the tables that is no program's; empty: all are known.
std::optional<Error> LaunchPrograms::unknown_program(const std::string& place) const {
  const auto missing = [&](const std::string& key, const std::string& name) -> std::optional<Error> {
    if (programs_.contains(name)) return std::nullopt;
    std::vector<std::string> known;
    for (const auto& [each, program] : programs_) known.push_back(each);
    return bad_input("{}: '{}' is '{}'; accepted: {}", place, key, name, join(known)).value();
  };
  std::optional<Error> error;
  for (const auto& [name, programs] : engines_) {
    if ((error = missing("engines." + name, programs.server))) return error;
    if ((error = missing("engines." + name, programs.client))) return error;
    if (!programs.router.empty() && (error = missing("engines." + name, programs.router))) return error;
  }
  for (const auto* named : {&stacks_, &adapters_, &started_}) {
    for (const auto& [name, program] : *named) {
      if ((error = missing((named == &started_ ? "for." : "stacks.") + name, program))) return error;
    }
  }
  for (const auto& [name, program] : programs_) {
    if (!program.settings.empty() && (error = missing("programs." + name + ".settings", program.settings)))
      return error;
  }
  for (const std::string& name : launchers_) {
    if ((error = missing("launchers", name))) return error;
  }
  for (const std::string_view tests : {nccl_tests, nccom_test}) {
    if ((error = missing("programs", std::string(tests)))) return error;
  }
  return std::nullopt;
}

Result<LaunchPrograms> LaunchPrograms::read(const DataFiles& data) {
  LaunchPrograms programs;
  std::string last;
  for (const DataFiles::File& file : data.under(programs_folder)) {
    const Result<Json> table = parse_toml(file.text, file.name);
    if (!table) return fail(table);
    if (std::optional<Error> error = programs.read_table(*table, file.name)) return tl::unexpected(std::move(*error));
    last = file.name;  // the user's own come last
  }
  if (std::optional<Error> error = programs.unknown_program(last)) return tl::unexpected(std::move(*error));
  for (auto& [name, program] : programs.programs_) {
    if (program.settings_are_flags) add_settings_as_flags(programs.programs_.at(program.settings), program);
  }
  return programs;
}

const LaunchProgram* LaunchPrograms::find(std::string_view name) const {
  const auto found = programs_.find(name);
  return found == programs_.end() ? nullptr : &found->second;
}

const EnginePrograms* LaunchPrograms::of_engine(std::string_view engine) const {
  const auto found = engines_.find(engine);
  return found == engines_.end() ? nullptr : &found->second;
}

bool LaunchPrograms::starts(std::string_view program) const {
  const auto is_it = [&](const auto& named) { return named.second == program; };
  return ranges::any_of(started_, is_it) || ranges::any_of(stacks_, is_it) || serves(program) ||
         ranges::count(read_alone_, program) > 0;
}

std::string LaunchPrograms::vocabulary_of(std::string_view tokenizer) const {
  const auto found = vocabularies_.find(tokenizer);
  return found == vocabularies_.end() ? "" : found->second;
}

const LaunchProgram* LaunchPrograms::with_settings(std::string_view settings) const {
  for (const auto& [name, program] : programs_) {
    if (program.settings == settings) return &program;
  }
  return nullptr;
}

const EnginePrograms* LaunchPrograms::served_by(std::string_view program) const {
  for (const auto& [name, programs] : engines_) {
    if (programs.server == program) return &programs;
  }
  return nullptr;
}

std::string LaunchPrograms::called(std::string_view name) const {
  if (started_.contains(name)) return std::string(name);
  const EnginePrograms* const engine = of_engine(name);
  const std::string program = engine != nullptr ? engine->server : of_stack(name, false);
  const auto found = ranges::find_if(started_, [&](const auto& named) { return named.second == program; });
  return found == started_.end() ? "" : found->first;
}

std::vector<const LaunchProgram*> LaunchPrograms::routers() const {
  std::vector<const LaunchProgram*> routers;
  for (const auto& [name, programs] : engines_) {
    if (!programs.router.empty()) routers.push_back(&program(programs.router));
  }
  return routers;
}

std::string LaunchPrograms::engine_of(std::string_view program, std::string_view kind) const {
  std::string first;
  for (const auto& [name, programs] : engines_) {
    if (programs.server != program) continue;
    std::string engine = name.substr(0, name.find('@'));
    if (!programs.on.empty() && programs.on == kind) return engine;
    if (first.empty() && programs.on.empty()) first = engine;
  }
  return first;
}

std::string LaunchPrograms::of_stack(std::string_view stack, bool adapters) const {
  const auto& stacks = adapters ? adapters_ : stacks_;
  const auto found = stacks.find(stack);
  return found == stacks.end() ? "" : found->second;
}

std::vector<std::string> LaunchPrograms::stacks(bool adapters) const {
  std::vector<std::string> names;
  for (const auto& [name, program] : adapters ? adapters_ : stacks_) names.push_back(name);
  return names;
}

std::int64_t LaunchPrograms::block_kept_by(std::string_view program, std::string_view checkpoint) const {
  const std::string name = lower_case(checkpoint);
  const auto is_it = [&](const std::string& pattern) {
    const std::size_t star = pattern.find('*');
    if (star == std::string::npos) return name == pattern;
    return name.size() + 1 >= pattern.size() && name.starts_with(pattern.substr(0, star)) &&
           name.ends_with(pattern.substr(star + 1));
  };
  const bool keeps = ranges::count(block_quantised_.programs, program) > 0;
  return keeps && ranges::any_of(block_quantised_.names, is_it) ? block_quantised_.block : 0;
}

bool LaunchPrograms::makes(const LaunchProgram& program, std::string_view model_type) const {
  constexpr std::string_view kind = "kind_of_model.";
  for (const LaunchProgram* each : {&program, find(program.settings)}) {
    const auto first = each == nullptr ? program.choices.end() : each->choices.lower_bound(kind);
    if (each == nullptr || first == each->choices.end() || !first->first.starts_with(kind)) continue;
    return each->choices.contains(std::string(kind) + std::string(model_type));
  }
  return true;
}

const ModelShape* LaunchPrograms::shape_of(std::string_view model_type) const {
  const auto found = shapes_.find(model_type);
  return found == shapes_.end() || found->second.is_read_alone ? nullptr : &found->second;
}

namespace {

/// Adds what says that `what` is `value`; false: the program has no words for it.
bool say(const LaunchProgram& program, const std::string& what, const Word& value, bool choice_alone, Command& words) {
  if (const auto choice = program.choices.find(what + "." + value.text); choice != program.choices.end()) {
    for (const std::string& word : choice->second) words.push_back(word_of(word));
    return true;
  }
  const auto flag = program.flags.find(what);
  if (choice_alone || flag == program.flags.end()) return false;
  if (flag->second.ends_with('=')) {
    Word word = value;
    (value.variable.empty() ? word.text : word.before) = flag->second + (value.variable.empty() ? value.text : "");
    words.push_back(std::move(word));
    return true;
  }
  if (!flag->second.empty()) words.push_back({flag->second});
  words.push_back(value);
  return true;
}

}  // namespace

CommandMaker::CommandMaker(const LaunchPrograms& programs, const LaunchProgram& program, LaunchPurpose purpose,
                           Command before)
    : program_(&program), settings_(programs.find(program.settings)), purpose_(purpose), words_(std::move(before)) {
  for (const std::string& word : program.program) words_.push_back(word_of(word));
}

bool CommandMaker::chooses(const std::string& what, const std::string& value) { return told(what, {value}, true); }

bool CommandMaker::tell(const std::string& what, const Word& value) { return told(what, value, false); }

bool CommandMaker::told(const std::string& what, const Word& value, bool choice_alone) {
  all_told_[what] = value.text;
  const bool in_words = say(*program_, what, value, choice_alone, words_);
  if (settings_ == nullptr || (in_words && program_->says_once)) return in_words;
  return say(*settings_, what, value, choice_alone, in_file_) || in_words;
}

void CommandMaker::must_tell(const std::string& what, const std::string& value) {
  if (!tell(what, value)) unsaid_.push_back(what + " " + value);
}

bool CommandMaker::holds(const ConditionalWords& together) const {
  const auto is_told = [&](std::string_view each) {
    const std::size_t dot = each.find('.');
    const auto found = all_told_.find(each.substr(0, dot));
    if (found == all_told_.end()) return false;
    return dot == std::string_view::npos ? found->second != "1" : found->second == each.substr(dot + 1);
  };
  constexpr std::string_view is_not = "not ";
  return ranges::all_of(together.when, [&](const std::string& each) {
    const bool wanted = !each.starts_with(is_not);
    return is_told(std::string_view(each).substr(wanted ? 0 : is_not.size())) == wanted;
  });
}

const ConditionalWords* CommandMaker::refused() const {
  for (const LaunchProgram* program : {program_, settings_}) {
    if (program == nullptr) continue;
    const auto found =
        ranges::find_if(program->refused, [&](const ConditionalWords& together) { return holds(together); });
    if (found != program->refused.end()) return &*found;
  }
  return nullptr;
}

std::string CommandMaker::told_of(const std::string& what) const {
  const auto found = all_told_.find(what);
  return found == all_told_.end() ? "" : found->second;
}

Command CommandMaker::command() const {
  Command words = with_usual(*program_, words_);
  for (const ConditionalWords& together : program_->last) {
    if (!holds(together)) continue;
    for (const std::string& word : together.words)
      words.push_back(word.starts_with('{') && word.ends_with('}') ? Word{told_of(word.substr(1, word.size() - 2))}
                                                                   : word_of(word));
  }
  return words;
}

Command CommandMaker::with_usual(const LaunchProgram& program, Command words) const {
  for (const auto* more :
       {&program.always, purpose_ == LaunchPurpose::measuring ? &program.measured : &program.emitted}) {
    for (const std::string& word : *more) words.push_back(word_of(word));
  }
  return words;
}

}  // namespace hakaru
