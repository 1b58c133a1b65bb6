#include "hakaru/measuring/launch_programs.h"

#include <algorithm>

namespace hakaru {
namespace {

constexpr std::string_view launch_path = "launch/measure.toml";

/// It outlives whoever reads it, also where it is not there.
const Json& table_or_none(const Json& table) {
  static const Json none = Json::object();
  return table.is_object() ? table : none;
}

const Json& part(const Json& table, const std::string& key) {
  static const Json none = Json::object();
  return table.contains(key) && table[key].is_object() ? table[key] : none;
}

LaunchProgram read_program(const Json& table, const std::string& name, const std::string& file,
                           std::optional<Error>& error) {
  Fields fields(table, file, "programs." + name);
  LaunchProgram program;
  program.name = name;
  program.shown = fields.text("shown");
  program.program = fields.texts("program");
  program.always = fields.texts("always");
  program.tp_is_of_all = fields.boolean_or("tp_is_of_all", false);
  program.limits_are_of_all = fields.boolean_or("limits_are_of_all", false);
  program.environment = fields.texts("environment");
  program.source = fields.text("source");
  const Json& flags = fields.value("flags");
  const Json& choices = fields.value("choices");
  fields.refuse_unknown();
  Fields flag_fields(table_or_none(flags), file, "programs." + name + ".flags");
  for (const std::string& key : flag_fields.keys()) program.flags[key] = flag_fields.text(key);
  Fields choice_fields(table_or_none(choices), file, "programs." + name + ".choices");
  for (const std::string& key : choice_fields.keys()) program.choices[key] = choice_fields.texts(key);
  for (const Fields* each : {&fields, &flag_fields, &choice_fields}) {
    if (each->error() && !error) error = each->error();
  }
  return program;
}

EnginePrograms read_engine(const Json& table, const std::string& name, const std::string& file,
                           std::optional<Error>& error) {
  Fields fields(table, file, "engines." + name);
  EnginePrograms programs{fields.text("server"), fields.text("client"),
                          fields.integer("port", {.min = 1, .max = 65535})};
  fields.refuse_unknown();
  if (fields.error() && !error) error = fields.error();
  return programs;
}

ModelShape read_shape(const Json& table, const std::string& name, const std::string& file, ModelShape shape,
                      std::optional<Error>& error) {
  Fields fields(table, file, "shapes." + name);
  fields.text_or("like", "");
  for (const std::string& word : fields.texts("always")) shape.always.push_back(word);
  const Json& keys = fields.value("keys");
  const Json& unless = fields.value("unless_true");
  const Json& missing = fields.value("missing_like");
  fields.refuse_unknown();
  Fields key_fields(table_or_none(keys), file, "shapes." + name + ".keys");
  for (const std::string& key : key_fields.keys()) shape.keys.emplace_back(key, key_fields.text(key));
  Fields unless_fields(table_or_none(unless), file, "shapes." + name + ".unless_true");
  for (const std::string& key : unless_fields.keys()) shape.unless_true.emplace_back(key, unless_fields.texts(key));
  Fields missing_fields(table_or_none(missing), file, "shapes." + name + ".missing_like");
  for (const std::string& key : missing_fields.keys()) shape.missing_like[key] = missing_fields.text(key);
  for (const Fields* each : {&fields, &key_fields, &unless_fields, &missing_fields}) {
    if (each->error() && !error) error = each->error();
  }
  return shape;
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
  const Json& shapes = table_or_none(fields.value("shapes"));
  fields.refuse_unknown();
  for (const Fields* each : {&fields, &stacks, &adapters}) {
    if (each->error() && !error) error = each->error();
  }
  for (const auto& [name, entry] : shapes.items()) {
    const std::string like = entry.is_object() ? entry.value("like", "") : "";
    ModelShape base = like.empty() ? ModelShape{} : read_shape(part(shapes, like), like, file, {}, error);
    shapes_.insert_or_assign(name, read_shape(entry, name, file, std::move(base), error));
  }
  if (error) return error;
  const auto missing = [&](const std::string& key, const std::string& name) -> std::optional<Error> {
    if (programs_.contains(name)) return std::nullopt;
    std::vector<std::string> known;
    for (const auto& [each, program] : programs_) known.push_back(each);
    return bad_input("{}: '{}' is '{}'; accepted: {}", file, key, name, fmt::format("{}", fmt::join(known, ", ")))
        .value();
  };
  for (const auto& [name, programs] : engines_) {
    if ((error = missing("engines." + name, programs.server))) return error;
    if ((error = missing("engines." + name, programs.client))) return error;
  }
  for (const auto* named : {&stacks_, &adapters_}) {
    for (const auto& [name, program] : *named) {
      if ((error = missing("stacks." + name, program))) return error;
    }
  }
  for (const std::string_view tests : {nccl_tests, nccom_test}) {
    if ((error = missing("programs", std::string(tests)))) return error;
  }
  return std::nullopt;
}

Result<LaunchPrograms> LaunchPrograms::read(const DataFiles& data) {
  LaunchPrograms programs;
  for (const DataFiles::File& file : data.under(launch_path)) {
    const Result<Json> table = parse_toml(file.text, file.name);
    if (!table) return fail(table);
    if (std::optional<Error> error = programs.read_table(*table, file.name)) return tl::unexpected(std::move(*error));
  }
  return programs;
}

const EnginePrograms* LaunchPrograms::of_engine(std::string_view engine) const {
  const auto found = engines_.find(engine);
  return found == engines_.end() ? nullptr : &found->second;
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

const ModelShape* LaunchPrograms::shape_of(std::string_view model_type) const {
  const auto found = shapes_.find(model_type);
  return found == shapes_.end() ? nullptr : &found->second;
}

CommandMaker::CommandMaker(const LaunchProgram& program, Command before)
    : program_(&program), words_(std::move(before)) {
  for (const std::string& word : program.program) words_.push_back(word_of(word));
}

bool CommandMaker::chooses(const std::string& what, const std::string& value) {
  const auto choice = program_->choices.find(what + "." + value);
  if (choice == program_->choices.end()) return false;
  for (const std::string& word : choice->second) words_.push_back(word_of(word));
  return true;
}

bool CommandMaker::tell(const std::string& what, const Word& value) {
  if (chooses(what, value.text)) return true;
  const auto flag = program_->flags.find(what);
  if (flag == program_->flags.end()) return false;
  if (flag->second.ends_with('=')) {
    Word word = value;
    (value.variable.empty() ? word.text : word.before) = flag->second + (value.variable.empty() ? value.text : "");
    words_.push_back(std::move(word));
    return true;
  }
  if (!flag->second.empty()) words_.push_back({flag->second});
  words_.push_back(value);
  return true;
}

void CommandMaker::must_tell(const std::string& what, const std::string& value) {
  if (!tell(what, value)) unsaid_.push_back(what + " " + value);
}

Command CommandMaker::command() const {
  Command command = words_;
  for (const std::string& word : program_->always) command.push_back(word_of(word));
  return command;
}

}  // namespace hakaru
