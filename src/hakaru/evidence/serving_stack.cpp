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
  fields.text("source");
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  return stack;
}

}  // namespace

Result<ServingStacks> ServingStacks::read(const DataFiles& data) {
  ServingStacks stacks;
  for (const DataFiles::File& file : data.under(stacks_path)) {
    const Result<Json> tree = parse_toml(file.text, file.name);
    if (!tree) return fail(tree);
    for (const auto& [name, table] : tree->items()) {
      if (name == "beams") continue;
      Result<ServingStack> stack = read_stack(table, name, file.name);
      if (!stack) return fail(stack);
      stacks.stacks_.insert_or_assign(name, std::move(*stack));
    }
    const Json by_series = tree->value("beams", Json::object());
    for (const auto& [series, models] : by_series.items()) {
      Fields fields(models, file.name, "beams." + series);
      for (const std::string& model : fields.keys()) stacks.beams_[{series, model}] = fields.integer(model, beam_range);
      if (fields.error()) return tl::unexpected(*fields.error());
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

std::vector<std::string> ServingStacks::names() const {
  std::vector<std::string> names;
  for (const auto& [unused, stack] : stacks_) names.insert(names.end(), stack.engines.begin(), stack.engines.end());
  return names;
}

}  // namespace hakaru
