#include "hakaru/parallel/software_stack.h"

#include "hakaru/core/fields.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::string_view stacks_path = "stacks.toml";
constexpr IntegerRange small{.min = 0, .max = 4096};
constexpr IntegerRange positive{.min = 1, .max = 4096};

Result<SoftwareStack> read_stack(const Json& table, const std::string& name, const std::string& file) {
  Fields fields(table, file, name);
  SoftwareStack stack;
  stack.name = name;
  stack.constants = fields.text("constants");
  const Result<Recompute> recompute = parse_recompute(fields.text("recompute"));
  if (!recompute) return fail(recompute);
  stack.recompute = *recompute;
  stack.zero = static_cast<int>(fields.integer("zero", {.min = 0, .max = 3}));
  stack.flash_attention = fields.boolean_or("flash_attention", true);
  stack.sequence_parallel = fields.boolean_or("sequence_parallel", false);
  stack.layers_per_chunk = fields.integer("layers_per_chunk", small);
  stack.micro_batch = fields.integer("micro_batch", positive);
  stack.pipelined_micro_batch = fields.integer("pipelined_micro_batch", positive);
  stack.precision = fields.text("precision");
  stack.narrow_precision = fields.text_or("narrow_precision", stack.precision);
  stack.optimizer = fields.text("optimizer");
  stack.families = fields.texts("families");
  stack.source = fields.text("source");
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  return stack;
}

}  // namespace

std::int64_t SoftwareStack::chunks(std::int64_t layers, std::int64_t pp) const {
  if (layers_per_chunk == 0 || pp <= 1) return 1;
  for (std::int64_t chunks = layers / (pp * layers_per_chunk); chunks > 1; --chunks) {
    const std::int64_t parts = pp * chunks;
    if (layers % parts == 0 || (layers + 2) % parts == 0) return chunks;  // embedding and head may count as layers
  }
  return 1;
}

Result<SoftwareStacks> SoftwareStacks::read(const DataFiles& data) {
  SoftwareStacks stacks;
  for (const DataFiles::File& file : data.under(stacks_path)) {
    const Result<Json> table = parse_toml(file.text, file.name);
    if (!table) return fail(table);
    for (const auto& [name, entry] : table->items()) {
      if (name == "unknown") continue;
      Result<SoftwareStack> stack = read_stack(entry, name, file.name);
      if (!stack) return fail(stack);
      stacks.stacks_.insert_or_assign(name, std::move(*stack));
    }
    Fields fields(*table, file.name);
    Fields unknown(fields.value("unknown"), file.name, "unknown");
    for (const auto& [key, name] : {std::pair<const char*, std::string*>{"sharded", &stacks.sharded_},
                                    {"decoders", &stacks.decoders_},
                                    {"otherwise", &stacks.otherwise_}}) {
      *name = unknown.text(key);
      if (!unknown.error() && stacks.find(*name) == nullptr) unknown.refuse(key, *name, join(stacks.names()));
    }
    if (unknown.error()) return tl::unexpected(*unknown.error());
  }
  return stacks;
}

const SoftwareStack* SoftwareStacks::find(std::string_view name) const {
  const auto found = stacks_.find(name);
  return found == stacks_.end() ? nullptr : &found->second;
}

const SoftwareStack& SoftwareStacks::unknown(bool sharded, std::string_view family) const {
  if (sharded) return *find(sharded_);
  const SoftwareStack& of_decoders = *find(decoders_);
  return of_decoders.trains(family) ? of_decoders : *find(otherwise_);
}

std::vector<std::string> SoftwareStacks::names() const {
  std::vector<std::string> names;
  for (const auto& [name, stack] : stacks_) names.push_back(name);
  return names;
}

}  // namespace hakaru
