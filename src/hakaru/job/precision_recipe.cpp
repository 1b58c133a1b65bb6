#include "hakaru/job/precision_recipe.h"

#include "hakaru/core/fields.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::string_view recipes_file = "recipes";  // recipes.toml, and recipes-*.toml of the user's own
constexpr std::string_view host_update_file = "host_update.toml";
constexpr double most_states = 16;

/// The table `kind` ("recipe", "optimizer") of every recipes file, the user's own after the embedded one.
Result<std::vector<std::pair<Json, std::string>>> tables_of(const DataFiles& data, const char* kind) {
  std::vector<std::pair<Json, std::string>> tables;
  for (const DataFiles::File& file : data.under(recipes_file)) {
    Result<Json> parsed = parse_toml(file.text, file.name);
    if (!parsed) return fail(parsed);
    if (parsed->contains(kind)) tables.emplace_back(std::move((*parsed)[kind]), file.name);
  }
  return tables;
}

std::vector<std::string> names_in(const DataFiles& data, const char* kind) {
  std::vector<std::string> names;
  const auto tables = tables_of(data, kind);
  if (!tables) return names;
  for (const auto& [table, file] : *tables) {
    for (const auto& entry : table.items()) names.push_back(entry.key());
  }
  return names;
}

DataType type_in(Fields& fields, std::string_view key) {
  const std::string text = fields.text(key);
  const Result<DataType> type = parse_data_type(text);
  if (!type && !fields.error()) fields.refuse(key, text, "a data type such as bf16");
  return type.value_or(DataType::bf16);
}

std::optional<DataType> optional_type_in(Fields& fields, std::string_view key) {
  if (!fields.has(key)) {
    fields.value(key);  // known, though absent
    return std::nullopt;
  }
  return type_in(fields, key);
}

Result<PrecisionRecipe> read_recipe(const Json& entry, const std::string& file, std::string_view name) {
  Fields fields(entry, file, std::string(name));
  PrecisionRecipe recipe;
  recipe.name = name;
  recipe.compute = type_in(fields, "compute");
  recipe.weights = type_in(fields, "weights");
  recipe.gradients = type_in(fields, "gradients");
  recipe.reduced = type_in(fields, "reduced");
  recipe.master = optional_type_in(fields, "master");
  recipe.states = type_in(fields, "states");
  recipe.activations = type_in(fields, "activations");
  recipe.stochastic_rounding = fields.boolean_or("stochastic_rounding", false);
  recipe.source = fields.text("source");
  fields.refuse_unknown();
  if (const auto& error = fields.error()) return tl::unexpected(*error);
  return recipe;
}

Result<Optimizer> read_optimizer(const Json& entry, const std::string& file, std::string_view name) {
  Fields fields(entry, file, std::string(name));
  Optimizer optimizer;
  optimizer.name = name;
  optimizer.states_per_parameter = fields.number("states_per_parameter", {0, most_states});
  optimizer.factored = fields.boolean_or("factored", false);
  optimizer.states = optional_type_in(fields, "states");
  optimizer.extra_bytes_per_parameter = fields.number_or("extra_bytes_per_parameter", 0, {0, most_states});
  optimizer.source = fields.text("source");
  fields.refuse_unknown();
  if (const auto& error = fields.error()) return tl::unexpected(*error);
  return optimizer;
}

}  // namespace

Result<HostUpdate> find_host_update(const DataFiles& data) {
  HostUpdate update;
  for (const DataFiles::File& file : data.under(host_update_file)) {
    const Result<Json> table = parse_toml(file.text, file.name);
    if (!table) return fail(table);
    constexpr double most_parameters_per_s = 1e15;
    Fields fields(*table, file.name);
    update.parameters_per_s = fields.number("parameters_per_s", {1, most_parameters_per_s});
    update.memory_share = fields.number("memory_share", {0.01, 1});
    update.source = fields.text("source");
    fields.refuse_unknown();
    if (const auto& error = fields.error()) return tl::unexpected(*error);
  }
  return update;
}

Result<PrecisionRecipe> find_recipe(const DataFiles& data, std::string_view name) {
  const auto tables = tables_of(data, "recipe");
  if (!tables) return fail(tables);
  for (auto table = tables->rbegin(); table != tables->rend(); ++table) {
    const auto entry = table->first.find(name);
    if (entry != table->first.end()) return read_recipe(*entry, table->second, name);
  }
  if (name == "lora" || name == "qlora")
    return bad_input("precision '{}' is no number format; for adapters on a frozen base say {}", name,
                     name == "lora" ? "--lora-rank 16" : "--lora-rank 16 --lora-base nf4");
  if (name == "nf4" || name == "int4" || name == "int8")
    return bad_input("precision '{}' is of weights that stay as they are; for a frozen base in it say {}", name,
                     fmt::format("--lora-rank 16 --lora-base {}", name));
  return bad_input("precision '{}' is not known; accepted: {}", name, join(known_recipes(data)));
}

Result<Optimizer> find_optimizer(const DataFiles& data, std::string_view name) {
  const auto tables = tables_of(data, "optimizer");
  if (!tables) return fail(tables);
  for (auto table = tables->rbegin(); table != tables->rend(); ++table) {
    const auto entry = table->first.find(name);
    if (entry != table->first.end()) return read_optimizer(*entry, table->second, name);
  }
  return bad_input("optimizer '{}' is not known; accepted: {}", name, join(known_optimizers(data)));
}

std::vector<std::string> known_recipes(const DataFiles& data) { return names_in(data, "recipe"); }
std::vector<std::string> known_optimizers(const DataFiles& data) { return names_in(data, "optimizer"); }

}  // namespace hakaru
