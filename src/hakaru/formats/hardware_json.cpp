#include "hakaru/formats/hardware_json.h"

#include <array>

#include "hakaru/formats/nullable.h"

namespace hakaru {
namespace {

OrderedJson json_of(const Interconnect& link) {
  return {{"name", text_or_null(link.name)},
          {"topology", name_of(link.topology)},
          {"bytes_per_s", positive_or_null(link.bytes_per_s)},
          {"latency_s", positive_or_null(link.latency_s)},
          {"in_switch_reduction", link.in_switch_reduction}};
}

OrderedJson rates_of(const Accelerator& accelerator) {
  OrderedJson rates = OrderedJson::object();
  for (const auto& [type, rate] : accelerator.rates) {
    OrderedJson& entry = rates[std::string(name_of(type))];
    entry = {{"flops_per_s", positive_or_null(rate.flops_per_s)}, {"support", name_of(rate.support)}};
    if (rate.support != Support::native) entry["computed_as"] = name_of(rate.computed_as);
  }
  return rates;
}

DataType data_type(Fields& fields, std::string_view key, const std::string& text) {
  const Result<DataType> type = parse_data_type(text);
  if (!type) fields.refuse(key, "'" + text + "'", "bf16");
  return type.value_or(DataType::bf16);
}

constexpr std::int64_t hardware_version = 1;

constexpr IntegerRange small_counts{0, 100'000'000};

constexpr NumberRange rate_of_bytes{1e3, 1e18}, bytes_of_memory{1, 1e18}, seconds_of_latency{0, 10};
constexpr NumberRange any_flops_per_s{1e6, 1e20}, clocks_hz{1e3, 1e12}, watts{1e-3, 1e6};

/// 0 where it is null: not known.
int small_integer(Fields& fields, std::string_view key) {
  return static_cast<int>(fields.nullable_integer(key, small_counts).value_or(0));
}
double known_or_0(Fields& fields, std::string_view key, NumberRange range) {
  return fields.nullable_number(key, range).value_or(0);
}

std::vector<std::string> list_of_texts(Fields& fields, std::string_view key) {
  if (!fields.has(key)) fields.refuse(key, "missing", "a list of texts");
  return fields.texts(key);
}

/// Keeps the first failure of an inner table.
void keep_error(std::optional<Error>& first, const Fields& fields) {
  if (!first) first = fields.error();
}

Interconnect interconnect(const Json& json, const std::string& file, std::string_view where,
                          std::optional<Error>& error) {
  Fields fields(json, file, std::string(where));
  Interconnect link;
  link.name = fields.nullable_text("name");
  link.topology = fields.choice<Topology>("topology");
  link.bytes_per_s = known_or_0(fields, "bytes_per_s", rate_of_bytes);
  link.latency_s = known_or_0(fields, "latency_s", seconds_of_latency);
  link.in_switch_reduction = fields.boolean("in_switch_reduction");
  keep_error(error, fields);
  return link;
}

std::map<DataType, Rate> rates(const Json& json, const std::string& file, std::optional<Error>& error) {
  std::map<DataType, Rate> result;
  Fields types(json, file, "data_types");
  for (const std::string& name : types.keys()) {
    Fields fields(json[name], file, "data_types." + name);
    Rate rate;
    rate.support = fields.choice<Support>("support");
    rate.flops_per_s = rate.support == Support::native ? fields.number("flops_per_s", any_flops_per_s)
                                                       : known_or_0(fields, "flops_per_s", any_flops_per_s);
    if (rate.support != Support::native)
      rate.computed_as = data_type(fields, "computed_as", fields.text("computed_as"));
    result[data_type(fields, "support", name)] = rate;
    keep_error(error, fields);
  }
  keep_error(error, types);
  return result;
}

std::optional<Engines> engines(Fields& fields, std::optional<Error>& error) {
  if (fields.value("engines").is_null()) {
    fields.nullable_text("engines");  // must stand there, though null
    return std::nullopt;
  }
  Fields table(fields.value("engines"), fields.file(), "engines");
  const NumberRange positive{.min = 1e-9, .max = 1e18};
  Engines result;
  result.cores = static_cast<int>(table.integer("cores", {.min = 1, .max = 64}));
  result.array = table.number("array", positive);
  result.longest_moving = table.number("longest_moving", positive);
  result.least_moving_cycles = table.number("least_moving_cycles", positive);
  result.tensor_clock_hz = table.number("tensor_clock_hz", positive);
  result.vector_values_per_s = table.number("vector_values_per_s", positive);
  result.scalar_values_per_s = table.number("scalar_values_per_s", positive);
  result.buffer_bytes = table.number("buffer_bytes", positive);
  result.dma_bytes_per_s = table.number("dma_bytes_per_s", positive);
  table.refuse_unknown();
  keep_error(error, table);
  return result;
}

OrderedJson json_of(const std::optional<Engines>& engines) {
  if (!engines) return nullptr;
  return {{"cores", engines->cores},
          {"array", engines->array},
          {"longest_moving", engines->longest_moving},
          {"least_moving_cycles", engines->least_moving_cycles},
          {"tensor_clock_hz", engines->tensor_clock_hz},
          {"vector_values_per_s", engines->vector_values_per_s},
          {"scalar_values_per_s", engines->scalar_values_per_s},
          {"buffer_bytes", engines->buffer_bytes},
          {"dma_bytes_per_s", engines->dma_bytes_per_s}};
}

Accelerator accelerator(const Json& json, const std::string& file, std::optional<Error>& error) {
  Fields fields(json, file, "accelerator");
  Accelerator result;
  result.name = fields.name("accelerator");
  result.aliases = list_of_texts(fields, "aliases");
  result.vendor = fields.nullable_text("vendor");
  result.chip = fields.nullable_text("chip");
  result.kind = fields.choice<AcceleratorKind>("kind");
  result.year = small_integer(fields, "year");
  result.ranks_per_chip = static_cast<int>(fields.integer("ranks_per_chip", {1, 1000}));
  result.memory_bytes = fields.number("memory_bytes", bytes_of_memory);
  result.memory_bandwidth_bytes_per_s = fields.number("memory_bandwidth_bytes_per_s", rate_of_bytes);
  result.rates = rates(fields.value("data_types"), file, error);
  result.compute_units = small_integer(fields, "compute_units");
  result.threads_per_core = small_integer(fields, "threads_per_core");
  result.cache_bytes = known_or_0(fields, "cache_bytes", bytes_of_memory);
  result.clock_hz = known_or_0(fields, "clock_hz", clocks_hz);
  result.engines = engines(fields, error);
  result.link = fields.nullable_text("link");
  result.link_bytes_per_s = known_or_0(fields, "link_bytes_per_s", rate_of_bytes);
  if (fields.has("host_link_bytes_per_s"))  // not in plan files from before
    result.host_link_bytes_per_s = known_or_0(fields, "host_link_bytes_per_s", rate_of_bytes);
  result.power_w = fields.nullable_number("power_w", watts);
  result.stochastic_rounding = fields.boolean("stochastic_rounding");
  result.collective_engine = fields.boolean("collective_engine");
  result.fixed_shapes = fields.boolean("fixed_shapes");
  result.pads_heads = fields.boolean("pads_heads");
  result.fuses_decoders_alone = fields.boolean_or("fuses_decoders_alone", false);  // not in plan files from before
  result.largest_zero_stage = static_cast<int>(fields.integer("largest_zero_stage", {0, 3}));
  if (!fields.has("tensor_parallel_degrees"))
    fields.refuse("tensor_parallel_degrees", "missing", "a list of whole numbers");
  result.tensor_parallel_degrees = fields.integers("tensor_parallel_degrees", small_counts);
  result.inference_only = fields.boolean("inference_only");
  result.training_architectures = list_of_texts(fields, "training_architectures");
  result.inference_architectures = list_of_texts(fields, "inference_architectures");
  result.confidence = fields.nullable_text("confidence");
  result.source = fields.nullable_text("source");
  result.notes = fields.nullable_text("notes");
  keep_error(error, fields);
  return result;
}

}  // namespace

OrderedJson json_of(const Accelerator& accelerator) {
  return {{"accelerator", accelerator.name},
          {"aliases", accelerator.aliases},
          {"vendor", text_or_null(accelerator.vendor)},
          {"chip", text_or_null(accelerator.chip)},
          {"kind", name_of(accelerator.kind)},
          {"year", positive_or_null(accelerator.year)},
          {"ranks_per_chip", accelerator.ranks_per_chip},
          {"memory_bytes", in_bytes(accelerator.memory_bytes)},
          {"memory_bandwidth_bytes_per_s", positive_or_null(accelerator.memory_bandwidth_bytes_per_s)},
          {"data_types", rates_of(accelerator)},
          {"compute_units", positive_or_null(accelerator.compute_units)},
          {"threads_per_core", positive_or_null(accelerator.threads_per_core)},
          {"cache_bytes", positive_or_null(accelerator.cache_bytes)},
          {"clock_hz", positive_or_null(accelerator.clock_hz)},
          {"engines", json_of(accelerator.engines)},
          {"link", text_or_null(accelerator.link)},
          {"link_bytes_per_s", positive_or_null(accelerator.link_bytes_per_s)},
          {"host_link_bytes_per_s", positive_or_null(accelerator.host_link_bytes_per_s)},
          {"power_w", or_null(accelerator.power_w)},
          {"stochastic_rounding", accelerator.stochastic_rounding},
          {"collective_engine", accelerator.collective_engine},
          {"fixed_shapes", accelerator.fixed_shapes},
          {"pads_heads", accelerator.pads_heads},
          {"fuses_decoders_alone", accelerator.fuses_decoders_alone},
          {"largest_zero_stage", accelerator.largest_zero_stage},
          {"tensor_parallel_degrees", accelerator.tensor_parallel_degrees},
          {"inference_only", accelerator.inference_only},
          {"training_architectures", accelerator.training_architectures},
          {"inference_architectures", accelerator.inference_architectures},
          {"confidence", text_or_null(accelerator.confidence)},
          {"source", text_or_null(accelerator.source)},
          {"notes", text_or_null(accelerator.notes)}};
}

OrderedJson json_of(const Instance& instance) {
  return {{"instance", instance.name},
          {"family", instance.family},
          {"cloud", text_or_null(instance.cloud)},
          {"accelerators", instance.accelerators},
          {"idle_accelerators", instance.idle_accelerators},
          {"vcpu", instance.vcpu},
          {"host_memory_bytes", instance.host_memory_bytes > 0 ? in_bytes(instance.host_memory_bytes) : OrderedJson()},
          {"local_storage_bytes", in_bytes(instance.local_storage_bytes)},
          {"within", json_of(instance.within)},
          {"between", json_of(instance.between)},
          {"fabric", name_of(instance.fabric)},
          {"efa_generation", positive_or_null(instance.efa_generation)},
          {"largest_cluster", positive_or_null(instance.largest_cluster)},
          {"slice_of", text_or_null(instance.slice_of)},
          {"rentable_alone", instance.rentable_alone},
          {"published_from", text_or_null(instance.published_from)},
          {"published_until", text_or_null(instance.published_until)},
          {"confidence", text_or_null(instance.confidence)},
          {"source", text_or_null(instance.source)},
          {"notes", text_or_null(instance.notes)},
          {"accelerator", json_of(instance.accelerator)}};
}

OrderedJson hardware_json(const Instance& instance) {
  OrderedJson json{{"format_version", hardware_version}};
  json.update(json_of(instance));
  return json;
}

Result<Instance> instance_from_json(const Json& json, const std::string& file) {
  std::optional<Error> error;
  Fields fields(json, file, "hardware");
  if (json.is_object() && json.contains("format_version"))
    fields.integer("format_version", {hardware_version, hardware_version});
  Instance instance;
  instance.name = fields.name("instance");
  instance.family = fields.name("family");
  instance.cloud = fields.name_if_any("cloud", fields.nullable_text("cloud"));
  instance.accelerators = static_cast<int>(fields.integer("accelerators", {1, small_counts.max}));
  instance.idle_accelerators = small_integer(fields, "idle_accelerators");
  instance.vcpu = small_integer(fields, "vcpu");
  instance.host_memory_bytes = known_or_0(fields, "host_memory_bytes", bytes_of_memory);
  instance.local_storage_bytes = fields.number("local_storage_bytes", {0, bytes_of_memory.max});
  instance.within = interconnect(fields.value("within"), file, "hardware.within", error);
  instance.between = interconnect(fields.value("between"), file, "hardware.between", error);
  instance.fabric = fields.choice<Fabric>("fabric");
  instance.efa_generation = small_integer(fields, "efa_generation");
  instance.largest_cluster = small_integer(fields, "largest_cluster");
  if (fields.has("slice_of")) instance.slice_of = fields.name("slice_of");  // not in plan files from before
  instance.rentable_alone = fields.boolean("rentable_alone");
  instance.published_from = fields.nullable_text("published_from");
  instance.published_until = fields.nullable_text("published_until");
  instance.confidence = fields.nullable_text("confidence");
  instance.source = fields.nullable_text("source");
  instance.notes = fields.nullable_text("notes");
  if (fields.has("accelerator")) {
    instance.accelerator = accelerator(fields.value("accelerator"), file, error);
  } else {
    fields.refuse("accelerator", "missing", "a table");
  }
  keep_error(error, fields);
  if (error) return tl::unexpected(*error);
  if (instance.accelerators > 1 && instance.within.bytes_per_s <= 0)
    return bad_input("{}: '{}' is null; accepted: how fast the {} accelerators are linked", file,
                     "hardware.within.bytes_per_s", instance.accelerators);
  return instance;
}

}  // namespace hakaru
