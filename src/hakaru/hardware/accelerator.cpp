#include "hakaru/hardware/accelerator.h"

#include <array>
#include <utility>

#include "hakaru/core/quantities.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_units = 1 << 16;
constexpr NumberRange link_range{.min = 1e-3, .max = 1e6};

using Rates = std::map<DataType, Rate>;

/// Nameplates mean 10⁹ on some parts and 2³⁰ on others, so the unit stands in the key. Without any of them: 0, a CPU's
/// memory is its instance's.
double read_memory_bytes(Fields& fields) {
  constexpr NumberRange range{.min = 0.1, .max = 1e6};
  const std::array<std::pair<std::string_view, double>, 3> units{
      {{"memory_gib", gibi}, {"memory_gb", giga}, {"memory_mib", mebi}}};
  double bytes = 0;
  int given = 0;
  for (const auto& [key, unit] : units) {
    if (!fields.has(key)) continue;
    bytes = fields.number(key, range) * unit;
    if (++given > 1) fields.refuse(key, "given twice, in different units", "one of memory_gib, memory_gb, memory_mib");
  }
  return bytes;
}

/// `tflops`: the types that are multiplied as such.
Result<Rates> read_native_rates(Fields& fields, const std::string& name) {
  constexpr NumberRange range{.min = 1e-3, .max = 1e6};
  Rates rates;
  if (!fields.has("tflops")) return rates;
  Fields table(fields.value("tflops"), fields.file(), name + ".tflops");
  for (const std::string& key : table.keys()) {
    const double flops_per_s = table.number(key, range) * tera;
    const Result<DataType> type = parse_data_type(key);
    if (!type) table.refuse(key, "not a data type", accepted_names<DataType>());
    if (type) rates[*type] = Rate{flops_per_s, Support::native, *type};
  }
  if (table.error()) return tl::unexpected(*table.error());
  return rates;
}

/// `emulated` and `cast`: types that take the rate of a native one, added to `rates`.
Result<Rates> add_borrowed_rates(Fields& fields, const std::string& name, const std::string& key, Support support,
                                 Rates rates) {
  if (!fields.has(key)) return rates;
  Fields table(fields.value(key), fields.file(), name + "." + key);
  for (const std::string& from : table.keys()) {
    const std::string to = table.text(from);
    const Result<DataType> stored = parse_data_type(from);
    const Result<DataType> computed = parse_data_type(to);
    const auto native = computed ? rates.find(*computed) : rates.end();
    if (!stored) table.refuse(from, "not a data type", accepted_names<DataType>());
    if (native == rates.end() || native->second.support != Support::native)
      table.refuse(from, fmt::format("'{}'", to), "a type of 'tflops'");
    if (stored && rates.contains(*stored)) table.refuse(from, "given twice", "one of tflops, emulated, cast");
    if (table.error()) return tl::unexpected(*table.error());
    rates[*stored] = Rate{native->second.flops_per_s, support, *computed};
  }
  return rates;
}

Result<Rates> read_rates(Fields& fields, const std::string& name) {
  Result<Rates> rates = read_native_rates(fields, name);
  if (rates) rates = add_borrowed_rates(fields, name, "emulated", Support::emulated, std::move(*rates));
  if (rates) rates = add_borrowed_rates(fields, name, "cast", Support::cast, std::move(*rates));
  return rates;
}

void read_links(Fields& fields, Accelerator& accelerator) {
  accelerator.link = fields.text_or("link", "");
  accelerator.link_bytes_per_s = fields.number_or("link_gb_per_s", 0, link_range) * giga;
  accelerator.host_link_bytes_per_s = fields.number_or("host_link_gb_per_s", 0, link_range) * giga;
  accelerator.tensor_parallel_degrees = fields.integers("tensor_parallel_degrees", {.min = 1, .max = 1 << 20});
  accelerator.collective_engine = fields.boolean_or("collective_engine", false);
}

/// `engines`: of one physical core, with `cores` of them in a rank.
Result<std::optional<Engines>> read_engines(Fields& fields, const std::string& name) {
  if (!fields.has("engines")) return std::optional<Engines>();
  Fields table(fields.value("engines"), fields.file(), name + ".engines");
  const NumberRange count{.min = 1, .max = 1e6};
  Engines engines;
  engines.cores = static_cast<int>(table.integer("cores", {.min = 1, .max = 64}));
  engines.array = table.number("array", count);
  engines.longest_moving = table.number("longest_moving", count);
  engines.least_moving_cycles = table.number("least_moving_cycles", count);
  engines.tensor_clock_hz = table.number("tensor_clock_mhz", count) * mega;
  engines.vector_values_per_s = table.number("vector_clock_mhz", count) * mega * table.number("vector_values", count);
  engines.scalar_values_per_s = table.number("scalar_clock_mhz", count) * mega * table.number("scalar_values", count);
  engines.buffer_bytes = table.number("buffer_mib", count) * mebi;
  engines.dma_bytes_per_s = table.number("dma_gib_per_s", count) * gibi;
  table.refuse_unknown();
  if (table.error()) return tl::unexpected(*table.error());
  return std::optional(engines);
}

void read_silicon(Fields& fields, Accelerator& accelerator) {
  accelerator.memory_bytes = read_memory_bytes(fields);
  accelerator.memory_bandwidth_bytes_per_s =
      fields.number_or("memory_bandwidth_gb_per_s", 0, {.min = 1, .max = 1e6}) * giga;
  accelerator.compute_units = static_cast<int>(fields.integer_or("compute_units", 0, {.min = 1, .max = most_units}));
  accelerator.threads_per_core = static_cast<int>(fields.integer_or("threads_per_core", 0, {.min = 1, .max = 16}));
  accelerator.cache_bytes = fields.number_or("cache_mib", 0, {.min = 1e-3, .max = 1e6}) * mebi;
  accelerator.clock_hz = fields.number_or("clock_mhz", 0, {.min = 1, .max = 1e6}) * mega;
  accelerator.power_w = fields.optional_number("power_w", {.min = 1, .max = 1e6});
  accelerator.stochastic_rounding = fields.boolean_or("stochastic_rounding", false);
  accelerator.inference_only = fields.boolean_or("inference_only", false);
  accelerator.fixed_shapes = fields.boolean_or("fixed_shapes", false);
  accelerator.fuses_decoders_alone = fields.boolean_or("fuses_decoders_alone", false);
  accelerator.pads_heads = fields.boolean_or("pads_heads", false);
  accelerator.largest_zero_stage = static_cast<int>(fields.integer_or("largest_zero_stage", 3, {0, 3}));
}

}  // namespace

Result<Accelerator> read_accelerator(const Json& table, const std::string& name, const std::string& file) {
  Fields fields(table, file, name);
  Accelerator accelerator;
  accelerator.name = name;
  accelerator.aliases = fields.texts("aliases");
  accelerator.vendor = fields.text("vendor");
  accelerator.chip = fields.text("chip");
  accelerator.kind = fields.choice<AcceleratorKind>("kind");
  accelerator.year = static_cast<int>(fields.integer_or("year", 0, {.min = 1970, .max = 2100}));
  accelerator.ranks_per_chip = static_cast<int>(fields.integer_or("ranks_per_chip", 1, {.min = 1, .max = 1024}));
  read_silicon(fields, accelerator);
  Result<Rates> rates = read_rates(fields, name);
  if (!rates) return fail(rates);
  accelerator.rates = std::move(*rates);
  const Result<std::optional<Engines>> engines = read_engines(fields, name);
  if (!engines) return fail(engines);
  accelerator.engines = *engines;
  read_links(fields, accelerator);
  accelerator.training_architectures = fields.texts("training_architectures");
  accelerator.inference_architectures = fields.texts("inference_architectures");
  accelerator.confidence = fields.text("confidence");
  accelerator.source = fields.text("source");
  accelerator.notes = fields.text_or("notes", "");
  fields.has("usual_machine");  // the catalog's, read there
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  return accelerator;
}

Accelerator share_of(const Accelerator& accelerator, double share) {
  Accelerator part = accelerator;
  part.memory_bytes *= share;
  part.memory_bandwidth_bytes_per_s *= share;
  part.cache_bytes *= share;
  part.compute_units = std::max(1, static_cast<int>(std::lround(part.compute_units * share)));
  if (part.power_w) *part.power_w *= share;
  for (auto& [type, rate] : part.rates) rate.flops_per_s *= share;
  return part;
}

}  // namespace hakaru
