// Reader of the output of `aws ec2 describe-instance-types`. For a known instance it compares the figures; for one
// that is not, whose accelerator is, it makes a table of data/instances, with the links of a sibling.
#include <algorithm>
#include <array>
#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/importing/readers.h"
#include "hakaru/importing/record_list.h"

namespace hakaru {
namespace {

constexpr double bits = 8;

/// Figures of a record; 0 or "": not stated.
struct DescribedInstance {
  std::string name, chip;
  int chips = 0;
  double chip_memory_gib = 0, memory_gib = 0, vcpu = 0, local_nvme_gb = 0, network_gbit_per_s = 0;
};

const Json& object_in(const Json& object, std::string_view key) {
  static const Json none = Json::object();
  const auto found = object.find(std::string(key));
  return found == object.end() ? none : *found;
}

/// "400 Gigabit", "4x 100 Gigabit", "Up to 25 Gigabit"; 0: it says none.
double network_of(const Json& network) {
  double sum = 0;
  for (const Json& card : list_in(network, "NetworkCards"))
    sum += number_in(card, "BaselineBandwidthInGbps").value_or(0);
  if (sum > 0) return sum;
  std::string text = text_in(network, "NetworkPerformance");
  if (text.starts_with("Up to ")) return 0;  // what it bursts to
  double cards = 1;
  const std::size_t times = text.find("x ");
  if (times != std::string::npos) {
    if (const Result<double> count = parse_number(text.substr(0, times), "")) cards = *count;
    text = text.substr(times + 2);
  }
  const Result<double> each = parse_number(text.substr(0, text.find(' ')), "");
  return each ? cards * *each : 0;
}

DescribedInstance described(const Json& record) {
  DescribedInstance is;
  is.name = lower_case(text_in(record, "InstanceType"));
  const auto figure = [&](std::string_view info, std::string_view key) {
    constexpr double most = 1e9;
    return std::clamp(number_in(object_in(record, info), key).value_or(0), 0.0, most);
  };
  is.vcpu = std::min(1e6, std::round(figure("VCpuInfo", "DefaultVCpus")));
  is.memory_gib = figure("MemoryInfo", "SizeInMiB") * mebi / gibi;
  is.local_nvme_gb = figure("InstanceStorageInfo", "TotalSizeInGB");
  is.network_gbit_per_s = network_of(object_in(record, "NetworkInfo"));
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> devices{
      {{"GpuInfo", "Gpus"}, {"NeuronInfo", "NeuronDevices"}, {"InferenceAcceleratorInfo", "Accelerators"}}};
  for (const auto& [info, list] : devices) {
    for (const Json& device : list_in(object_in(record, info), list)) {
      constexpr double most_chips = 1e4;
      const double count = number_in(device, "Count").value_or(0);
      if (is.chips > 0 || !(count >= 1 && count <= most_chips)) continue;
      is.chip = text_in(device, "Name");
      is.chips = static_cast<int>(count);
      is.chip_memory_gib = number_in(object_in(device, "MemoryInfo"), "SizeInMiB").value_or(0) * mebi / gibi;
    }
  }
  return is;
}

/// Notes a contradiction where a figure of the file differs by more than 1 % from the catalogue's; 0: not known.
void compare(std::string_view what, double found, double known, const std::string& instance, Imported& imported) {
  constexpr double most_apart_in_files = 0.01;
  if (found <= 0 || known <= 0 || std::abs(found / known - 1) <= most_apart_in_files) return;
  imported.contradictions.push_back(
      message("{}: {} is {} in the file, {} in the catalogue", instance, what, three(found), three(known)));
}

void compare_with(const Instance& known, const DescribedInstance& is, Imported& imported) {
  const Accelerator& accelerator = known.accelerator;
  compare("vcpu", is.vcpu, known.vcpu, known.name, imported);
  compare("memory_gib", is.memory_gib, known.host_memory_bytes / gibi, known.name, imported);
  compare("local_nvme_gb", is.local_nvme_gb, known.local_storage_bytes / giga, known.name, imported);
  compare("gbit_per_s", is.network_gbit_per_s, known.between.bytes_per_s * bits / giga, known.name, imported);
  if (accelerator.kind == AcceleratorKind::cpu || is.chips == 0) return;
  compare("accelerators", is.chips, static_cast<double>(known.accelerators) / accelerator.ranks_per_chip, known.name,
          imported);
  // The file has what drivers leave: L4's 22 GiB of 24, or GB for GiB.
  constexpr double most_apart_in_memory = 0.12;
  const double memory_gib = accelerator.memory_bytes * accelerator.ranks_per_chip / gibi;
  if (is.chip_memory_gib > 0 && std::abs(is.chip_memory_gib / memory_gib - 1) > most_apart_in_memory)
    compare("memory of one chip, GiB", is.chip_memory_gib, memory_gib, known.name, imported);
}

std::string family_of_instance(const std::string& name) { return name.substr(0, name.find('.')); }

/// One of the same accelerator whose links it may have: of the same family, as many accelerators first.
const Instance* sibling_of(const DescribedInstance& is, const Accelerator& accelerator, const KnownInstances& known) {
  const Instance* best = nullptr;
  const auto rank = [&](const Instance* each) {
    return std::pair(each->accelerators == is.chips * accelerator.ranks_per_chip,
                     each->family == family_of_instance(is.name));
  };
  for (const Instance* each : known.all()) {
    if (each->accelerator.name != accelerator.name || (is.chips > 1 && each->accelerators == 1)) continue;
    if (best == nullptr || rank(each) > rank(best)) best = each;
  }
  return best;
}

Json level_as(const Interconnect& level) {
  Json table{{"name", level.name}, {"topology", name_of(level.topology)}, {"latency_us", level.latency_s * mega}};
  if (level.in_switch_reduction) table["in_switch_reduction"] = true;
  return table;
}

/// A table of data/instances; null where no sibling says how its accelerators are linked.
Json table_of(const DescribedInstance& is, const Accelerator& accelerator, const KnownInstances& known,
              const Imported& imported) {
  const Instance* const sibling = sibling_of(is, accelerator, known);
  if (sibling == nullptr) return nullptr;
  Json table{{"family", family_of_instance(is.name)},
             {"cloud", "aws"},
             {"accelerator", accelerator.name},
             {"accelerators", is.chips * accelerator.ranks_per_chip},
             {"confidence", "medium"},
             {"source", imported.source},
             {"notes", "links as " + sibling->name}};
  if (is.vcpu > 0) table["vcpu"] = static_cast<int>(is.vcpu);
  if (is.memory_gib > 0) table["memory_gib"] = is.memory_gib;
  if (is.local_nvme_gb > 0) table["local_nvme_gb"] = is.local_nvme_gb;
  if (is.chips * accelerator.ranks_per_chip > 1) {
    table["within"] = level_as(sibling->within);
    table["within"]["gb_per_s"] = sibling->within.bytes_per_s / giga;
  }
  if (is.network_gbit_per_s > 0) {
    table["between"] = level_as(sibling->between);
    table["between"]["gbit_per_s"] = is.network_gbit_per_s;
    table["between"]["fabric"] = name_of(sibling->fabric);
  }
  return table;
}

}  // namespace

std::optional<Error> read_aws_instance_types(ByteSource& source, const ImportContext& context, Imported& imported) {
  const KnownInstances known(context.catalog, "aws");
  imported.source = "aws ec2 describe-instance-types";
  return read_records(
      source,
      {.list = "InstanceTypes",
       .what = "what aws ec2 describe-instance-types prints",
       .next_page = std::string(next_page_of_aws),
       .take =
           [&](const Json& record) {
             if (!record.is_object()) return imported.tally.leave_out(message("no instances"));
             const DescribedInstance is = described(record);
             if (const Instance* const there = known.find(is.name)) {
               imported.tally.take();
               return compare_with(*there, is, imported);
             }
             if (is.chips == 0) return imported.tally.leave_out(message("without an accelerator"), is.name);
             const Accelerator* const accelerator = accelerator_called(context.catalog, is.chip, is.chip_memory_gib);
             if (accelerator == nullptr)
               return imported.tally.leave_out(message("with an accelerator that is not in the catalogue"), is.chip);
             Json table = table_of(is, *accelerator, known, imported);
             if (table.is_null())
               return imported.tally.leave_out(message("whose accelerator no known instance of this cloud has"),
                                               is.name);
             imported.tally.take();
             imported.instances[is.name] = std::move(table);
           }},
      imported.tally);
}

}  // namespace hakaru
