#include "hakaru/evidence/serving_stack.h"

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::string_view stacks_path = "serving_stacks.toml";
constexpr IntegerRange stack_tokens{.min = 1, .max = 1'000'000};
constexpr IntegerRange beam_range{.min = 1, .max = 64};

Result<ServingStack> read_stack(const Json& table, const std::string& name, const std::string& file) {
  Fields fields(table, file, name);
  ServingStack stack;
  stack.name = name;
  stack.engines = fields.texts("engines");
  const std::string batching = fields.text("batching");
  if (batching != "continuous" && batching != "static")
    fields.refuse("batching", "'" + batching + "'", "continuous, static");
  stack.continuous = batching == "continuous";
  stack.prefill_tokens = fields.integer("prefill_tokens", stack_tokens);
  stack.most_sequences = fields.integer("most_sequences", stack_tokens);
  if (fields.has("output_length")) stack.output_length = fields.integer("output_length", stack_tokens);
  const std::string arrivals = fields.text_or("arrivals", "random");
  if (arrivals != "random" && arrivals != "even") fields.refuse("arrivals", "'" + arrivals + "'", "random, even");
  stack.evenly = arrivals == "even";
  if (fields.has("compiled_tokens")) stack.compiled_tokens = fields.integer("compiled_tokens", stack_tokens);
  fields.text("source");
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  return stack;
}

// What benchmarks fix of their runs.
constexpr const char *beams_table = "beams", *compiled_table = "compiled_sequences", *sampling_table = "host_sampling";
bool of_benchmarks(const std::string& name) {
  return name == beams_table || name == compiled_table || name == sampling_table;
}

/// Tables within `tables` by two names, of whole numbers.
template <typename Take>
std::optional<Error> each_number(const Json& tables, const std::string& file, const std::string& where,
                                 IntegerRange range, Take take) {
  for (const auto& [name, numbers] : tables.items()) {
    Fields fields(numbers, file, where + "." + name);
    for (const std::string& key : fields.keys()) take(name, key, fields.integer(key, range));
    if (fields.error()) return fields.error();
  }
  return std::nullopt;
}

}  // namespace

Result<ServingStacks> ServingStacks::read(const DataFiles& data) {
  ServingStacks stacks;
  std::vector<std::pair<Json, std::string>> trees;
  for (const DataFiles::File& file : data.under(stacks_path)) {
    Result<Json> tree = parse_toml(file.text, file.name);
    if (!tree) return fail(tree);
    for (const auto& [name, table] : tree->items()) {
      if (of_benchmarks(name)) continue;
      Result<ServingStack> stack = read_stack(table, name, file.name);
      if (!stack) return fail(stack);
      stacks.stacks_.insert_or_assign(name, std::move(*stack));
    }
    trees.emplace_back(std::move(*tree), file.name);
  }
  for (const auto& [tree, file] : trees) {
    if (const std::optional<Error> wrong = stacks.take_beams(tree, file)) return tl::unexpected(*wrong);
    if (const std::optional<Error> wrong = stacks.take_compiled(tree, file)) return tl::unexpected(*wrong);
    if (const std::optional<Error> wrong = stacks.take_host_sampling(tree, file)) return tl::unexpected(*wrong);
  }
  return stacks;
}

std::optional<Error> ServingStacks::take_beams(const Json& tree, const std::string& file) {
  return each_number(tree.value(beams_table, Json::object()), file, beams_table, beam_range,
                     [&](const std::string& series, const std::string& model, std::int64_t number) {
                       beams_[{series, model}] = number;
                     });
}

std::optional<Error> ServingStacks::take_compiled(const Json& tree, const std::string& file) {
  const Json tables = tree.value(compiled_table, Json::object());
  Fields fields(tables, file, compiled_table);
  for (const auto& [stack, accelerators] : tables.items()) {
    if (!stacks_.contains(stack)) fields.refuse(stack, "not known", join(stack_names()));
    if (fields.error()) return fields.error();
    const auto take = [&, of = stack](const std::string& accelerator, const std::string& model, std::int64_t number) {
      compiled_sequences_[{of, accelerator, model}] = number;
    };
    const std::string where = fmt::format("{}.{}", compiled_table, stack);
    if (std::optional<Error> wrong = each_number(accelerators, file, where, stack_tokens, take)) return wrong;
  }
  return std::nullopt;
}

std::optional<Error> ServingStacks::take_host_sampling(const Json& tree, const std::string& file) {
  constexpr double longest_s = 1;
  for (const Json& entry : tree.value(sampling_table, Json::array())) {
    Fields fields(entry, file, sampling_table);
    Setup setup{
        fields.text("stack"),
        fields.text("name_has"),
        {fields.number("one_sequence_s", {.max = longest_s}), fields.number("further_sequence_s", {.max = longest_s})}};
    if (!stacks_.contains(setup.stack)) fields.refuse("stack", "'" + setup.stack + "'", join(stack_names()));
    if (setup.name_has.empty()) fields.refuse("name_has", "''", "a part of the names of measurements");
    fields.text("source");
    fields.refuse_unknown();
    if (fields.error()) return fields.error();
    sampling_on_hosts_.push_back(std::move(setup));
  }
  return std::nullopt;
}

std::vector<std::string> ServingStacks::stack_names() const {
  std::vector<std::string> names;
  for (const auto& each : stacks_) names.push_back(each.first);
  return names;
}

const ServingStack* ServingStacks::find(std::string_view engine) const {
  const std::string wanted = lower_case(engine) + " ";
  const ServingStack* found = nullptr;
  std::size_t longest = 0;
  for (const auto& [unused, stack] : stacks_) {
    for (const std::string& start : stack.engines) {
      if (start.size() <= longest || !wanted.starts_with(start)) continue;
      found = &stack;
      longest = start.size();
    }
  }
  return found;
}

std::int64_t ServingStacks::beams(std::string_view series, std::string_view model) const {
  const auto found = beams_.find({std::string(series), lower_case(model)});
  return found == beams_.end() ? 1 : found->second;
}

std::int64_t ServingStacks::compiled_sequences(const std::string& stack, const std::string& accelerator,
                                               std::string_view model, std::int64_t tp) const {
  const auto found = compiled_sequences_.find({stack, accelerator, fmt::format("{} tp{}", lower_case(model), tp)});
  return found == compiled_sequences_.end() ? 1 : found->second;
}

HostSampling ServingStacks::sampling(const std::string& stack, const std::string& measurement) const {
  for (const Setup& setup : sampling_on_hosts_) {
    if (setup.stack == stack && measurement.find(setup.name_has) != std::string::npos) return setup.sampling;
  }
  return {};
}

std::vector<std::string> ServingStacks::engine_names() const {
  std::vector<std::string> names;
  for (const auto& [unused, stack] : stacks_) names.insert(names.end(), stack.engines.begin(), stack.engines.end());
  return names;
}

}  // namespace hakaru
