#include "hakaru/evidence/serving_stack.h"

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::string_view stacks_path = "serving_stacks.toml";
constexpr IntegerRange tokens{.min = 1, .max = 1'000'000};
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
  stack.prefill_tokens = fields.integer("prefill_tokens", tokens);
  stack.most_sequences = fields.integer("most_sequences", tokens);
  if (fields.has("output_length")) stack.output_length = fields.integer("output_length", tokens);
  const std::string arrivals = fields.text_or("arrivals", "random");
  if (arrivals != "random" && arrivals != "even") fields.refuse("arrivals", "'" + arrivals + "'", "random, even");
  stack.evenly = arrivals == "even";
  if (fields.has("compiled_tokens")) stack.compiled_tokens = fields.integer("compiled_tokens", tokens);
  fields.text("source");
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  return stack;
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
  for (const DataFiles::File& file : data.under(stacks_path)) {
    const Result<Json> tree = parse_toml(file.text, file.name);
    if (!tree) return fail(tree);
    for (const auto& [name, table] : tree->items()) {
      if (name == "beams" || name == "compiled_sequences" || name == "host_sampling") continue;
      Result<ServingStack> stack = read_stack(table, name, file.name);
      if (!stack) return fail(stack);
      stacks.stacks_.insert_or_assign(name, std::move(*stack));
    }
    const auto beams = [&](const std::string& series, const std::string& model, std::int64_t number) {
      stacks.beams_[{series, model}] = number;
    };
    if (const auto wrong = each_number(tree->value("beams", Json::object()), file.name, "beams", beam_range, beams))
      return tl::unexpected(*wrong);
    const Json compiled = tree->value("compiled_sequences", Json::object());
    for (const auto& [stack, accelerators] : compiled.items()) {
      const auto sequences = [&, of = stack](const std::string& accelerator, const std::string& model,
                                             std::int64_t number) {
        stacks.compiled_sequences_[{of, accelerator, model}] = number;
      };
      if (const auto wrong = each_number(accelerators, file.name, "compiled_sequences." + stack, tokens, sequences))
        return tl::unexpected(*wrong);
    }
    for (const Json& entry : tree->value("host_sampling", Json::array())) {
      Fields fields(entry, file.name, "host_sampling");
      constexpr double longest_s = 1;
      HostSampling setup{fields.text("stack"), fields.text("name_has"),
                         fields.number("sampling_s", {.max = longest_s})};
      if (setup.name_has.empty()) fields.refuse("name_has", "''", "a part of the names of measurements");
      fields.text("source");
      fields.refuse_unknown();
      if (fields.error()) return tl::unexpected(*fields.error());
      stacks.host_sampling_.push_back(std::move(setup));
    }
  }
  return stacks;
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

double ServingStacks::sampling_s(const std::string& stack, const std::string& measurement) const {
  for (const HostSampling& setup : host_sampling_) {
    if (setup.stack == stack && measurement.find(setup.name_has) != std::string::npos) return setup.sampling_s;
  }
  return 0;
}

std::vector<std::string> ServingStacks::names() const {
  std::vector<std::string> names;
  for (const auto& [unused, stack] : stacks_) names.insert(names.end(), stack.engines.begin(), stack.engines.end());
  return names;
}

}  // namespace hakaru
