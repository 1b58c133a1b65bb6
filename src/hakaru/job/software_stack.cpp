#include "hakaru/job/software_stack.h"

#include <array>
#include <cmath>

#include "hakaru/core/fields.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/numerics/elementary.h"

namespace hakaru {
namespace {

constexpr std::string_view stacks_path = "stacks.toml";
constexpr std::array<std::string_view, 8> other_tables{"unknown", "series", "kinds",   "unpacking",
                                                       "unasked", "eager",  "aliases", "serving"};
constexpr IntegerRange small{.min = 0, .max = 4096};
constexpr IntegerRange positive{.min = 1, .max = 4096};

/// "HF Trainer", "hf_trainer" and "HF-Trainer" are one name, as of models.
std::string compared(std::string_view name) { return letters_and_digits(lower_case(name)); }

EagerKept read_kept(Fields& fields, const char* key) {
  constexpr NumberRange bytes{.min = 0, .max = 64};
  Fields kept(fields.value(key), fields.file(), std::string("eager.") + key);
  EagerKept result;
  for (std::size_t work = static_cast<std::size_t>(MemoryWork::other) + 1; work < memory_works; ++work)
    result.of_work[work] = kept.number_or(name_of(static_cast<MemoryWork>(work)), 0, bytes);
  result.attention = kept.number_or("attention", 0, bytes);
  result.same_rows = kept.number_or("same_rows", 0, bytes);
  result.input = kept.number_or("input", 0, bytes);
  kept.refuse_unknown();
  if (kept.error()) fields.refuse(key, "what is not understood", "bytes by operation");
  return result;
}

Result<SoftwareStack> read_stack(const Json& table, const std::string& name, const std::string& file) {
  Fields fields(table, file, name);
  SoftwareStack stack;
  stack.name = name;
  stack.constants = fields.text("constants");
  stack.kind = fields.text("kind");
  const Result<Recompute> recompute = parse_recompute(fields.text("recompute"));
  if (!recompute) return fail(recompute);
  stack.recompute = *recompute;
  stack.zero = static_cast<int>(fields.integer("zero", {.min = 0, .max = 3}));
  stack.flash_attention = fields.boolean_or("flash_attention", true);
  stack.logit_bytes = fields.number_or("logit_bytes", stack.logit_bytes, {.min = 1, .max = 64});
  if (fields.has("selective_keeps")) {
    const std::string kept = fields.text("selective_keeps");
    if (kept != "products") fields.refuse("selective_keeps", kept, "products");
    stack.selective_keeps_products = true;
  }
  if (fields.has("eager")) {
    Fields eager(fields.value("eager"), file, name + ".eager");
    constexpr NumberRange copies{.min = 0, .max = 8};
    stack.eager = EagerMemory{};
    stack.eager->autocast = eager.boolean_or("autocast", false);
    stack.eager->late_copies = eager.number_or("late_copies", 0, copies);
    stack.eager->bucket_copies = eager.number_or("bucket_copies", 0, copies);
    stack.eager->buckets_alone = eager.boolean_or("buckets_alone", false);
    eager.refuse_unknown();
    if (eager.error()) return tl::unexpected(*eager.error());
  }
  stack.sequence_parallel = fields.boolean_or("sequence_parallel", false);
  stack.layers_per_chunk = fields.integer("layers_per_chunk", small);
  stack.micro_batch = fields.integer("micro_batch", positive);
  stack.pipelined_micro_batch = fields.integer("pipelined_micro_batch", positive);
  stack.precision = fields.text("precision");
  stack.narrow_precision = fields.text_or("narrow_precision", stack.precision);
  stack.optimizer = fields.text("optimizer");
  stack.layout_of_model = fields.boolean_or("layout_of_model", false);
  stack.splits_micro_batch = fields.boolean_or("splits_micro_batch", false);
  if (fields.has("multiplies_fp32_as")) {
    const Result<DataType> type = parse_data_type(fields.text("multiplies_fp32_as"));
    if (!type) return fail(type);
    stack.multiplies_fp32_as = *type;
  }
  stack.families = fields.texts("families");
  stack.devices = fields.texts("devices");
  stack.narrow_families = fields.texts("narrow_families");
  stack.filled_share = fields.number_or("filled_share", 1, {.min = 0.01, .max = 1});
  if (fields.has("makers")) {
    Fields makers(fields.value("makers"), file, name + ".makers");
    for (const auto& [maker, unused] : table["makers"].items()) stack.makers[maker] = makers.text(maker);
    if (makers.error()) return tl::unexpected(*makers.error());
  }
  stack.plans_as = fields.text_or("plans_as", "");
  stack.source = fields.text("source");
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  return stack;
}

Result<SoftwareStacks::SeriesDefaults> read_series(const Json& table, const std::string& name,
                                                   const std::string& file) {
  Fields fields(table, file, "series." + name);
  SoftwareStacks::SeriesDefaults usual;
  usual.document_tokens = fields.integer_or("adapted_document_tokens", 0, {.min = 1, .max = 1'000'000});
  if (fields.has("lora_rank")) usual.rank = fields.integer("lora_rank", {.min = 1, .max = 1'000'000});
  usual.adapted = fields.choice_or("adapted", usual.adapted);
  usual.dropout = fields.boolean_or("dropout", false);
  usual.as_base = fields.boolean_or("adapters_as_base", false);
  if (fields.has("packed_base")) {
    const Result<DataType> base = parse_data_type(fields.text("packed_base"));
    if (!base) return fail(base);
    usual.packed_base = *base;
  }
  usual.captured_step = fields.boolean_or("captured_step", false);
  usual.encodes_in_step = fields.boolean_or("encodes_in_step", false);
  fields.text("source");
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  return usual;
}

}  // namespace

std::int64_t SoftwareStack::chunks(std::int64_t layers, std::int64_t pp) const {
  if (layers_per_chunk == 0 || pp <= 1) return 1;
  const double wanted = static_cast<double>(layers) / static_cast<double>(pp * layers_per_chunk);
  std::int64_t nearest = 1;
  const auto distance = [&](std::int64_t chunks) {
    return std::abs(elementary::log(static_cast<double>(chunks) / wanted));
  };
  for (std::int64_t chunks = 2; chunks * pp <= layers + 2; ++chunks) {
    const std::int64_t parts = pp * chunks;
    const bool divides = layers % parts == 0 || (layers + 2) % parts == 0;  // embedding and head may count as layers
    if (divides && distance(chunks) < distance(nearest)) nearest = chunks;
  }
  return nearest;
}

Result<SoftwareStacks> SoftwareStacks::read(const DataFiles& data) {
  SoftwareStacks stacks;
  std::string last(stacks_path);
  for (const DataFiles::File& file : data.under(stacks_path)) {
    last = file.name;
    const Result<Json> table = parse_toml(file.text, file.name);
    if (!table) return fail(table);
    for (const auto& [name, entry] : table->items()) {
      if (ranges::count(other_tables, name) > 0) continue;
      Result<SoftwareStack> stack = read_stack(entry, name, file.name);
      if (!stack) return fail(stack);
      stacks.stacks_.insert_or_assign(name, std::move(*stack));
      stacks.spelled_.insert_or_assign(compared(name), name);
    }
    if (table->contains("eager")) {
      Fields eager((*table)["eager"], file.name, "eager");
      const EagerKept wide = read_kept(eager, "wide"), narrow = read_kept(eager, "narrow");
      eager.text("source");
      eager.refuse_unknown();
      if (eager.error()) return tl::unexpected(*eager.error());
      for (auto& [unused, stack] : stacks.stacks_) {
        if (!stack.eager) continue;
        stack.eager->wide = wide;
        stack.eager->narrow = narrow;
      }
    }
    if (table->contains("kinds")) {
      if (std::optional<Error> wrong = stacks.read_kinds((*table)["kinds"], file.name)) return tl::unexpected(*wrong);
    }
    if (table->contains("aliases")) {
      if (std::optional<Error> wrong = stacks.read_aliases((*table)["aliases"], file.name))
        return tl::unexpected(*wrong);
    }
    if (table->contains("serving")) {
      Fields serving((*table)["serving"], file.name, "serving");
      stacks.serving_ = serving.texts("names");
      serving.text("source");
      serving.refuse_unknown();
      if (serving.error()) return tl::unexpected(*serving.error());
    }
    const Json& all_series = table->contains("series") ? (*table)["series"] : Json::object();
    for (const auto& [name, entry] : all_series.items()) {
      Result<SoftwareStacks::SeriesDefaults> usual = read_series(entry, name, file.name);
      if (!usual) return fail(usual);
      stacks.defaults_[name] = *usual;
    }
    const Json& unpacking = table->contains("unpacking") ? (*table)["unpacking"] : Json::object();
    for (const auto& [name, entry] : unpacking.items()) {
      Fields fields(entry, file.name, "unpacking." + name);
      const Result<DataType> base = parse_data_type(name);
      if (!base) return fail(base);
      stacks.unpacking_[*base] = {fields.number("bytes", {.min = 1, .max = 1000}), fields.boolean("again_backward")};
      fields.text("source");
      fields.refuse_unknown();
      if (fields.error()) return tl::unexpected(*fields.error());
    }
    const Json& unasked = table->contains("unasked") ? (*table)["unasked"] : Json::object();
    for (const auto& [word, entry] : unasked.items()) {
      Fields fields(entry, file.name, "unasked." + word);
      const std::string stack = fields.text("stack");
      fields.text("source");
      fields.refuse_unknown();
      if (!fields.error() && stacks.find(stack) == nullptr) fields.refuse("stack", stack, join(stacks.names()));
      if (fields.error()) return tl::unexpected(*fields.error());
      stacks.unasked_[word] = stack;
    }
    const Json& unknown = table->contains("unknown") ? (*table)["unknown"] : Json::object();
    Result<Unknown> any = stacks.read_unknown(unknown, file.name, "unknown");
    if (!any) return fail(any);
    stacks.unknown_[""] = std::move(*any);
    for (const auto& [series, entry] : unknown.items()) {
      if (!entry.is_object()) continue;
      Result<Unknown> own = stacks.read_unknown(entry, file.name, "unknown." + series);
      if (!own) return fail(own);
      stacks.unknown_[series] = std::move(*own);
    }
  }
  if (std::optional<Error> wrong = stacks.wrong_names(last)) return tl::unexpected(*wrong);
  return stacks;
}

/// Names of kinds and of other software that are not there.
std::optional<Error> SoftwareStacks::wrong_names(std::string_view file) const {
  if (kinds_.empty()) return bad_input("{}: 'kinds' is missing or empty; accepted: tables of kinds", file).value();
  std::vector<std::string> kinds;
  for (const Kind& kind : kinds_) kinds.push_back(kind.name);
  const auto is_not = [&](const std::string& where, const std::string& found,
                          const std::vector<std::string>& accepted) {
    return bad_input("{}: '{}' is '{}'; accepted: {}", file, where, found, join(accepted)).value();
  };
  std::map<std::string_view, std::string> kind_of_constants;
  for (const auto& [name, stack] : stacks_) {
    if (ranges::find(kinds, stack.kind) == kinds.end()) return is_not(name + ".kind", stack.kind, kinds);
    const std::string& first = kind_of_constants.try_emplace(stack.constants, stack.kind).first->second;
    if (first != stack.kind) return is_not(name + ".kind", stack.kind, {first});  // of others with its constants
    for (const auto& [maker, other] : stack.makers) {
      if (find(other) == nullptr) return is_not(name + ".makers." + maker, other, names());
    }
    if (!stack.plans_as.empty() && find(stack.plans_as) == nullptr)
      return is_not(name + ".plans_as", stack.plans_as, names());
  }
  return std::nullopt;
}

const SoftwareStack* SoftwareStacks::find(std::string_view name) const {
  const auto exact = stacks_.find(name);
  if (exact != stacks_.end()) return &exact->second;
  const std::string plain = compared(name);
  const auto alias = aliases_.find(plain);
  if (alias != aliases_.end()) return &stacks_.at(alias->second.stack);
  const auto spelled = spelled_.find(plain);
  return spelled == spelled_.end() ? nullptr : &stacks_.at(spelled->second);
}

std::string SoftwareStacks::unasked(std::string_view word) const {
  const auto found = unasked_.find(word);
  return found == unasked_.end() ? "" : found->second;
}

std::optional<Error> SoftwareStacks::read_aliases(const Json& table, const std::string& file) {
  for (const auto& [name, entry] : table.items()) {
    Fields fields(entry, file, "aliases." + name);
    const Alias alias{fields.text("stack"), fields.boolean_or("relative", false)};
    fields.text("source");
    fields.refuse_unknown();
    if (!fields.error() && stacks_.find(alias.stack) == stacks_.end())
      fields.refuse("stack", alias.stack, join(names()));
    if (fields.error()) return fields.error();
    aliases_[compared(name)] = alias;
  }
  return std::nullopt;
}

bool SoftwareStacks::is_relative(std::string_view name) const {
  const auto alias = aliases_.find(compared(name));
  return alias != aliases_.end() && alias->second.relative;
}

bool SoftwareStacks::serves(std::string_view name) const {
  return ranges::any_of(serving_, [&](const std::string& each) { return compared(each) == compared(name); });
}

std::optional<Error> SoftwareStacks::read_kinds(const Json& table, const std::string& file) {
  kinds_.clear();
  for (const auto& [name, entry] : table.items()) {
    Fields fields(entry, file, "kinds." + name);
    Kind kind{name,
              fields.text("like"),
              fields.integer("order", {.min = 1}),
              fields.texts("words"),
              fields.texts("devices"),
              fields.texts("trains")};
    fields.text("source");
    fields.refuse_unknown();
    if (!fields.error() && find(kind.like) == nullptr) fields.refuse("like", kind.like, join(names()));
    if (fields.error()) return fields.error();
    kinds_.push_back(std::move(kind));
  }
  ranges::sort(kinds_, {}, &Kind::order);
  return std::nullopt;
}

/// By a word in its name; null: it has none.
const SoftwareStacks::Kind* SoftwareStacks::kind_in(std::string_view name) const {
  const std::string called = lower_case(name);
  for (const Kind& kind : kinds_) {
    const auto is_in_name = [&](const std::string& word) { return called.find(word) != std::string::npos; };
    if (ranges::any_of(kind.words, is_in_name)) return &kind;
  }
  return nullptr;
}

/// By what it runs on and how it splits.
const SoftwareStacks::Kind& SoftwareStacks::kind_by(const SoftwareHints& hints) const {
  std::vector<std::string_view> told;
  if (!hints.accelerators.empty()) told.push_back(hints.accelerators);
  if (hints.is_split) told.push_back("split");
  if (hints.zero == 3) told.push_back("sharded");
  told.push_back(hints.decoder ? "decoders" : "others");
  for (const std::string_view each : told) {
    for (const Kind& kind : kinds_) {
      if (ranges::find(kind.trains, each) != kind.trains.end()) return kind;
    }
  }
  return kinds_.front();
}

SoftwareStack SoftwareStacks::find_or_like(const std::string& name, const SoftwareHints& hints) const {
  if (const SoftwareStack* known = find(name)) return *known;
  const Kind* const told = kind_in(name);
  const Kind& kind = told != nullptr ? *told : kind_by(hints);
  SoftwareStack stack = *find(kind.like);
  stack.name = stack.constants = name;
  stack.kind = kind.name;
  stack.like = kind.like;
  stack.families.clear();
  stack.devices = told != nullptr ? told->devices : std::vector<std::string>();
  return stack;
}

const SoftwareStack& SoftwareStacks::unknown(std::string_view series, bool sharded, std::string_view family) const {
  const auto own = unknown_.find(series);
  const Unknown& names = own == unknown_.end() ? unknown_.at("") : own->second;
  if (sharded) return stacks_.at(names.sharded);
  const SoftwareStack& of_decoders = stacks_.at(names.decoders);
  return of_decoders.trains(family) ? of_decoders : stacks_.at(names.otherwise);
}

Result<SoftwareStacks::Unknown> SoftwareStacks::read_unknown(const Json& table, const std::string& file,
                                                             const std::string& where) const {
  Fields fields(table, file, where);
  Unknown names;
  for (const auto& [key, name] : {std::pair<const char*, std::string*>{"sharded", &names.sharded},
                                  {"decoders", &names.decoders},
                                  {"otherwise", &names.otherwise}}) {
    *name = fields.text(key);
    if (!fields.error() && find(*name) == nullptr) fields.refuse(key, *name, join(this->names()));
  }
  if (fields.error()) return tl::unexpected(*fields.error());
  return names;
}

Unpacking SoftwareStacks::unpacking(DataType base) const {
  const auto found = unpacking_.find(base);
  return found == unpacking_.end() ? Unpacking{} : found->second;
}

SoftwareStacks::SeriesDefaults SoftwareStacks::defaults_of(std::string_view series) const {
  const auto found = defaults_.find(series);
  return found == defaults_.end() ? SeriesDefaults{} : found->second;
}

std::string SoftwareStacks::with_constants(const std::string& constants) const {
  if (constants.empty() || find(constants) != nullptr) return constants;
  const auto has = [&](const auto& named) { return named.second.constants == constants; };
  const auto found = std::find_if(stacks_.begin(), stacks_.end(), has);
  return found == stacks_.end() ? "" : found->first;
}

std::vector<std::string> SoftwareStacks::names(std::string_view kind) const {
  std::vector<std::string> names;
  for (const auto& [name, stack] : stacks_) {
    if (stack.kind == kind) names.push_back(name);
  }
  return names;
}

std::map<std::string, std::vector<std::string>> SoftwareStacks::devices() const {
  std::map<std::string, std::vector<std::string>> devices;
  for (const auto& [name, stack] : stacks_) devices[name] = stack.devices;
  return devices;
}

std::vector<std::string> SoftwareStacks::names() const {
  std::vector<std::string> names;
  for (const auto& [name, stack] : stacks_) names.push_back(name);
  return names;
}

}  // namespace hakaru
