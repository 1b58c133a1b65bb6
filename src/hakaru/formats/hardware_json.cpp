#include "hakaru/formats/hardware_json.h"

#include "hakaru/formats/record_json.h"

namespace hakaru {
namespace {

constexpr std::int64_t hardware_version = 1;

/// Reads of each rate what depends on its support.
void read_support(Fields& fields, std::map<DataType, Rate>& rates) {
  Fields types = fields.inside("data_types");
  for (auto& [type, rate] : rates) {
    Fields each = types.inside(name_of(type));
    if (rate.support == Support::native)
      each.number("flops_per_s", hardware_ranges::flops_per_s);
    else
      rate.computed_as = each.choice<DataType>("computed_as");
    types.keep(each);
  }
  fields.keep(types);
}

}  // namespace

OrderedJson json_of(const Accelerator& accelerator) { return write_record(accelerator); }

OrderedJson json_of(const Instance& instance) {
  OrderedJson json = write_record(instance);
  json["accelerator"] = write_record(instance.accelerator);
  return json;
}

OrderedJson hardware_json(const Instance& instance) {
  OrderedJson json{{"format_version", hardware_version}};
  json.update(json_of(instance));
  return json;
}

Result<Instance> instance_from_json(const Json& json, const std::string& file) {
  Fields fields(json, file, "hardware");
  if (json.is_object() && json.contains("format_version"))
    fields.integer("format_version", {hardware_version, hardware_version});
  Instance instance;
  read_record(fields, instance);
  fields.inside("accelerator");
  if (fields.error()) return tl::unexpected(*fields.error());
  Fields accelerator(fields.value("accelerator"), file, "accelerator");
  read_record(accelerator, instance.accelerator);
  accelerator.number("memory_bandwidth_bytes_per_s", hardware_ranges::bytes_per_s);  // null is for the catalogue alone
  read_support(accelerator, instance.accelerator.rates);
  if (instance.accelerator.engines) {
    Fields engines = accelerator.inside("engines");
    read_record(engines, *instance.accelerator.engines);
    engines.refuse_unknown();
    accelerator.keep(engines);
  }
  if (accelerator.error()) return tl::unexpected(*accelerator.error());
  if (instance.accelerators > 1 && instance.within.bytes_per_s <= 0)
    return bad_input("{}: '{}' is null; accepted: how fast the {} accelerators are linked", file,
                     "hardware.within.bytes_per_s", instance.accelerators);
  return instance;
}

}  // namespace hakaru
