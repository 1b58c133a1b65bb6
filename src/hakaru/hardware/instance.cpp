#include "hakaru/hardware/instance.h"

#include <algorithm>
#include <array>
#include <utility>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr double bits_per_byte = 8;
constexpr std::int64_t most_ranks = 1 << 16;
constexpr NumberRange bandwidth_range{.min = 1e-3, .max = 1e6};
constexpr NumberRange latency_range{.min = 0, .max = 1e6};
constexpr NumberRange memory_gib_range{.min = 0.1, .max = 1e6};

std::string read_date(Fields& fields, std::string_view key) {
  std::string text = fields.text_or(key, "");
  if (!text.empty() && !parse_date(text, key)) fields.refuse(key, fmt::format("'{}'", text), "a date, 2023-04-15");
  return text;
}

/// The kind of link that `fields` names, or an empty one.
Link named_link(Fields& fields, const Links& links) {
  if (!fields.has("link")) return {};
  const std::string name = fields.text("link");
  const auto found = links.find(name);
  if (found != links.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [known, link] : links) names.push_back(known);
  fields.refuse("link", fmt::format("'{}'", name), join(nearest_names(name, names)));
  return {};
}

/// Reads the keys of `fields` over the values that the kind of link gave.
void read_interconnect(Fields& fields, Interconnect& interconnect) {
  interconnect.name = fields.text_or("name", interconnect.name);
  interconnect.topology = fields.choice_or("topology", interconnect.topology);
  if (fields.has("gb_per_s")) interconnect.bytes_per_s = fields.number("gb_per_s", bandwidth_range) * giga;
  if (fields.has("gbit_per_s"))
    interconnect.bytes_per_s = fields.number("gbit_per_s", bandwidth_range) * giga / bits_per_byte;
  if (fields.has("latency_us")) interconnect.latency_s = fields.number("latency_us", latency_range) / mega;
  interconnect.in_switch_reduction = fields.boolean_or("in_switch_reduction", interconnect.in_switch_reduction);
}

/// The table `key` of an instance; one without it has no link there.
Result<Link> read_level(Fields& instance, std::string_view key, const std::string& name, const Links& links) {
  if (!instance.has(key)) return Link{.interconnect = {}, .fabric = Fabric::none};
  Fields fields(instance.value(key), instance.file(), fmt::format("{}.{}", name, key));
  Link link = named_link(fields, links);
  read_interconnect(fields, link.interconnect);
  link.fabric = fields.choice_or("fabric", link.fabric);
  fields.refuse_unknown();
  if (key == "between" && link.fabric != Fabric::none && link.interconnect.bytes_per_s == 0)
    fields.refuse("gbit_per_s", "missing", "the network's, or fabric = \"none\"");
  if (fields.error()) return tl::unexpected(*fields.error());
  return link;
}

/// A CPU instance rents threads of a socket: its accelerator is that share, with the host's memory.
void take_share(Fields& fields, Instance& instance) {
  const Accelerator& socket = instance.accelerator;
  const std::int64_t threads = std::int64_t{instance.accelerators} * socket.compute_units * socket.threads_per_core;
  if (threads <= 0 || instance.vcpu <= 0 || instance.vcpu > threads) {
    fields.refuse("vcpu", std::to_string(instance.vcpu), fmt::format("1 … {} (threads of its sockets)", threads));
    return;
  }
  instance.accelerator = share_of(socket, instance.vcpu / static_cast<double>(threads));
  instance.accelerator.memory_bytes = instance.host_memory_bytes / instance.accelerators;
}

}  // namespace

bool is_published(const Instance& instance, std::string_view as_of) {
  if (as_of.empty()) return instance.published_until.empty();
  return instance.published_from <= as_of && (instance.published_until.empty() || as_of < instance.published_until);
}

bool is_accelerators_alone(const Instance& instance) {
  return instance.name == instance.accelerator.name && instance.accelerators > 1;
}

Instance part_for(Instance instance, std::int64_t ranks) {
  const std::int64_t each = instance.accelerators;
  if (ranks < 1) return instance;
  std::int64_t count = (ranks + each - 1) / each;
  while (ranks % count != 0 && 2 * ranks > count * each) ++count;
  const std::int64_t used = ranks / count;
  if (ranks % count != 0 || used == each) return instance;
  if (instance.fabric == Fabric::bypass)
    instance.between.bytes_per_s *= static_cast<double>(used) / static_cast<double>(each);
  instance.accelerators = static_cast<int>(used);
  instance.idle_accelerators = static_cast<int>(each - used);
  return instance;
}

double network_bytes_per_s(const Instance& instance) {
  if (instance.fabric != Fabric::bypass || instance.idle_accelerators == 0) return instance.between.bytes_per_s;
  return instance.between.bytes_per_s * (instance.accelerators + instance.idle_accelerators) / instance.accelerators;
}

Result<Link> read_link(const Json& table, const std::string& name, const std::string& file) {
  Fields fields(table, file, name);
  Link link;
  link.interconnect.name = fields.text("name");
  read_interconnect(fields, link.interconnect);
  link.fabric = fields.choice_or("fabric", link.fabric);
  fields.number("latency_us", latency_range);
  link.efa_generation = static_cast<int>(fields.integer_or("efa_generation", 0, {.min = 1, .max = 99}));
  fields.text("confidence");
  fields.text("source");
  fields.text_or("notes", "");
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  return link;
}

Result<Instance> read_instance(const Json& table, const std::string& name, const std::string& file,
                               const Accelerator& accelerator, const Links& links) {
  Fields fields(table, file, name);
  Instance instance;
  instance.name = name;
  instance.family = fields.name("family");
  instance.cloud = fields.name_if_any("cloud", fields.text_or("cloud", ""));
  fields.has("accelerator");
  instance.accelerator = accelerator;
  instance.accelerators = static_cast<int>(fields.integer("accelerators", {.min = 1, .max = most_ranks}));
  instance.vcpu = static_cast<int>(fields.integer_or("vcpu", 0, {.min = 1, .max = 1 << 20}));
  instance.host_memory_bytes = fields.number_or("memory_gib", 0, memory_gib_range) * gibi;
  instance.local_storage_bytes = fields.number_or("local_nvme_gb", 0, {.min = 0, .max = 1e9}) * giga;
  instance.largest_cluster = static_cast<int>(fields.integer_or("largest_cluster", 0, {.min = 1, .max = 1 << 20}));
  instance.slice_of = fields.text_or("slice_of", "");
  instance.rentable_alone = fields.boolean_or("rentable_alone", true);
  instance.published_from = read_date(fields, "published_from");
  instance.published_until = read_date(fields, "published_until");
  if (fields.has("tensor_parallel_degrees"))
    instance.accelerator.tensor_parallel_degrees =
        fields.integers("tensor_parallel_degrees", {.min = 1, .max = 1 << 20});
  instance.confidence = fields.text("confidence");
  instance.source = fields.text("source");
  instance.notes = fields.text_or("notes", "");
  const Result<Link> within = read_level(fields, "within", name, links);
  const Result<Link> between = read_level(fields, "between", name, links);
  if (accelerator.kind == AcceleratorKind::cpu) take_share(fields, instance);
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  if (!within) return fail(within);
  if (!between) return fail(between);
  instance.within = within->interconnect;
  if (instance.within.topology != Topology::none && instance.within.bytes_per_s == 0)
    instance.within.bytes_per_s = accelerator.link_bytes_per_s;
  instance.between = between->interconnect;
  instance.fabric = between->fabric;
  instance.efa_generation = between->efa_generation;
  return instance;
}

}  // namespace hakaru
