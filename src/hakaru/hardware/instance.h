// One machine one rents (or owns): equal accelerators, the links between them, and its network. In
// data/instances/*.toml.
//
//   ["p4d.24xlarge"]
//   accelerator = "a100-sxm-40gb"
//   accelerators = 8                                  # ranks
//   within = { link = "nvlink3-switch" }              # a kind of link of data/links.toml
//   between = { link = "efa-v1", gbit_per_s = 400 }   # what is written here beats what the kind says, fabric too
//
// The bandwidth within an instance is, in this order, the one written, the kind's, the accelerator's `link_gb_per_s`.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hakaru/core/choice.h"
#include "hakaru/hardware/accelerator.h"

namespace hakaru {

/// The wiring of one instance's accelerators.
enum class Topology {
  none,              ///< one accelerator
  switched,          ///< NVSwitch, NeuronSwitch: any to any at full rate
  hybrid_cube_mesh,  ///< V100's NVLink cube
  all_to_all,        ///< direct links between all pairs (Gaudi's RoCE, xGMI)
  ring,
  torus_2d,
  torus_3d,
  pcie,    ///< through the host
  network  ///< attached over the network (Elastic Inference), or sockets of one machine
};
template <>
inline constexpr auto choice_names<Topology> = std::to_array<std::string_view>({"none", "switched", "hybrid_cube_mesh",
                                                                                "all_to_all", "ring", "torus_2d",
                                                                                "torus_3d", "pcie", "network"});

/// A level of communication: within an instance, or between instances.
struct Interconnect {
  std::string name;  ///< "NVSwitch", "EFA v2", "8x NDR400 InfiniBand"
  Topology topology = Topology::none;
  double bytes_per_s = 0;  ///< one way, per rank (within) or per instance (between)
  double latency_s = 0;    ///< one message between two ranks
  bool in_switch_reduction = false;
};

template <>
inline constexpr auto record<Interconnect> = described(
    "interconnect", "links between devices or machines", field("name", &Interconnect::name, "its name").or_null(),
    field("topology", &Interconnect::topology, "how it is wired"),
    field("bytes_per_s", &Interconnect::bytes_per_s, hardware_ranges::bytes_per_s, "bandwidth, one way").or_null(),
    field("latency_s", &Interconnect::latency_s, {0, 10}, "latency").or_null(),
    field("in_switch_reduction", &Interconnect::in_switch_reduction, "whether switches add up"));

/// The network that collectives use between instances.
enum class Fabric : std::uint8_t {
  none,      ///< nothing they run over: runs and replicas of one instance only
  ethernet,  ///< plain Ethernet, through the kernel: data parallelism
  bypass     ///< EFA, InfiniBand, RoCE, past the kernel: all that a layout may split
};
template <>
inline constexpr auto choice_names<Fabric> = std::to_array<std::string_view>({"none", "ethernet", "bypass"});

/// A kind of link: what is the same in every instance that has it. In data/links.toml.
struct Link {
  Interconnect interconnect;  ///< bytes_per_s 0: the accelerator's own, or the instance's to say
  Fabric fabric = Fabric::ethernet;
  int efa_generation = 0;
};
using Links = std::map<std::string, Link, std::less<>>;
Result<Link> read_link(const Json& table, const std::string& name, const std::string& file);

struct Instance {
  std::string name;         ///< "trn1.32xlarge", "dgx-a100-80gb"
  std::string family;       ///< "trn1", "p4d", "dgx"
  std::string cloud;        ///< "aws"; "" for machines outside any cloud
  Accelerator accelerator;  ///< resolved: memory and rates scaled where the instance has a share of a chip (CPUs)
  int accelerators = 1;     ///< ranks
  int vcpu = 0;
  double host_memory_bytes = 0;  ///< 0: unknown
  double local_storage_bytes = 0;
  Interconnect within;
  int idle_accelerators = 0;  ///< beside those: there and paid for, but left out of a plan
  Interconnect between;       ///< bytes_per_s 0: not made to be clustered
  Fabric fabric = Fabric::bypass;
  int efa_generation = 0;      ///< 0: none
  int largest_cluster = 0;     ///< instances that may work together; 0: no limit known
  std::string slice_of;        ///< the machine that a slice of more such is, a torus of all their chips; "": none
  bool rentable_alone = true;  ///< false: only as a part of something else (an UltraServer's instance)
  /// The dates from and until which its figures were what was published; empty: they still are.
  std::string published_from, published_until;
  std::string confidence;
  std::string source;
  std::string notes;
};

/// All but its accelerator, which has a description of its own.
template <>
inline constexpr auto record<Instance> = described(
    "instance", "a machine one rents or owns", field("instance", &Instance::name, "its name").as(TextKind::name),
    field("family", &Instance::family, "instance family").as(TextKind::name),
    field("cloud", &Instance::cloud, "who rents it out").or_null().as(TextKind::name_or_empty),
    field("accelerators", &Instance::accelerators, {1, 1e8}, "ranks of one machine"),
    field("idle_accelerators", &Instance::idle_accelerators, hardware_ranges::counts, "of which are left idle"),
    field("vcpu", &Instance::vcpu, hardware_ranges::counts, "virtual processors"),
    field("host_memory_bytes", &Instance::host_memory_bytes, hardware_ranges::bytes, "memory of the host").or_null(),
    field("local_storage_bytes", &Instance::local_storage_bytes, {0, 1e18}, "disks of its own"),
    field("within", &Instance::within, "between its accelerators"),
    field("between", &Instance::between, "to other machines"),
    field("fabric", &Instance::fabric, "none, ethernet, bypass"),
    field("efa_generation", &Instance::efa_generation, hardware_ranges::counts, "of AWS's network").or_null(),
    field("largest_cluster", &Instance::largest_cluster, hardware_ranges::counts, "most machines of one network")
        .or_null(),
    field("slice_of", &Instance::slice_of, "the machine that it is a slice of").or_null().newer().as(TextKind::name),
    field("rentable_alone", &Instance::rentable_alone, "whether one can be rented alone"),
    field("published_from", &Instance::published_from, "first date of its figures").or_null(),
    field("published_until", &Instance::published_until, "last date of its figures").or_null(),
    field("confidence", &Instance::confidence, "how sure the figures are (high, medium, low)").or_null(),
    field("source", &Instance::source, "who says so").or_null(),
    field("notes", &Instance::notes, "what else is to be known").or_null());

/// True if the figures of `instance` are published on the date `as_of` ("": now).
bool is_published(const Instance& instance, std::string_view as_of);

/// `instance` with as few of its accelerators in use as `ranks` need of each of the fewest instances that hold as many
/// each (4,096 of racks of 72: 64 racks of 64), whole where more than half would idle. Adapters past the kernel belong
/// to accelerators: idle ones bring none.
Instance part_for(Instance instance, std::int64_t ranks);

/// True of several accelerators that are asked about without a machine around them.
bool is_accelerators_alone(const Instance& instance);

/// Network bandwidth of one instance for traffic such as storage, in bytes/s; idle accelerators do not reduce it.
double network_bytes_per_s(const Instance& instance);

/// One table of data/instances/*.toml, its accelerator and links already found.
Result<Instance> read_instance(const Json& table, const std::string& name, const std::string& file,
                               const Accelerator& accelerator, const Links& links);

/// n equal instances and the network between them. Copies share the description of the instance: a search makes many.
class Cluster {
 public:
  Cluster() : Cluster(Instance{}, 1) {}
  Cluster(Instance instance, int count)
      : instances(count), instance_(std::make_shared<const Instance>(std::move(instance))) {}

  const Instance& instance() const { return *instance_; }
  /// True if only data parallelism, or nothing, should go from one of its instances to another.
  bool has_slow_fabric() const { return instances > 1 && instance_->fabric != Fabric::bypass; }
  int ranks() const { return instances * instance_->accelerators; }

  int instances = 1;

 private:
  std::shared_ptr<const Instance> instance_;
};

}  // namespace hakaru
