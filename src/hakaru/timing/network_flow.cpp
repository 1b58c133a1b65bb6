#include "hakaru/timing/network_flow.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/fields.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/real.h"
#include "hakaru/timing/flow_simulation.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_connections = 16384;
constexpr std::int64_t largest_ring = 2048, largest_all_to_all = 64;
constexpr double bits_per_byte = 8, microsecond = 1e-6;

struct Connection {
  std::int64_t from = 0, to = 0, port = 0;
};

std::vector<Connection> connections_of(Operation operation, std::int64_t instances, std::int64_t ports) {
  std::vector<Connection> connections;
  for (std::int64_t port = 0; port < ports; ++port) {
    for (std::int64_t from = 0; from < instances; ++from) {
      if (operation == Operation::all_reduce) {
        connections.push_back({from, (from + 1) % instances, port});
        continue;
      }
      for (std::int64_t to = 0; to < instances; ++to) {
        if (to != from) connections.push_back({from, to, port});
      }
    }
  }
  return connections;
}

/// The nearest-rank percentile of ascending values.
double percentile(const std::vector<double>& ascending, double share) {
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(ascending.size())));
  return ascending[std::max<std::size_t>(rank, 1) - 1];
}

PathChoice choice_of(const NetworkQuestion& question) {
  if (question.paths == Paths::one) return PathChoice::one;
  return question.delivery == Delivery::in_order ? PathChoice::dealt : PathChoice::pooled;
}

/// Messages and bytes that a ring or an all-to-all puts on the network of one instance.
struct Traffic {
  double messages = 0;            ///< one after another
  double bytes_per_instance = 0;  ///< that one instance sends
  std::int64_t partners = 1;      ///< it sends to
};

Traffic traffic_of(const NetworkQuestion& question, const Instance& instance) {
  const double k = real(question.instances);
  if (question.operation == Operation::all_reduce) return {2 * (k - 1), 2 * (k - 1) / k * question.bytes, 1};
  return {k - 1, (k - 1) / k * question.bytes * instance.accelerators, question.instances - 1};
}

/// Load of the fullest uplink over its capacity, were every connection as fast as its port lets it be.
double fullest_uplink(const FatTree& tree, const std::vector<Transfer>& transfers, double port_bytes_per_s,
                      std::int64_t partners) {
  std::vector<double> load(tree.capacities().size(), 0);
  for (const Transfer& transfer : transfers) {
    for (const LinkUse& use : transfer.route) {
      if (use.link < load.size()) load[use.link] += use.share * port_bytes_per_s / real(partners);
    }
  }
  double fullest = 0;
  for (std::size_t link = 0; link < load.size(); ++link) {
    if (tree.is_uplink(link)) fullest = std::max(fullest, load[link] / tree.capacities()[link]);
  }
  return fullest;
}

Result<FatTreeShape> shape_of(const NetworkQuestion& question, const Instance& instance,
                              const NetworkConstants& constants, double efficiency, FlowAnswer& answer) {
  const auto known = constants.port_bytes_per_s.find(instance.between.name);
  const double total = instance.between.bytes_per_s;
  const double card = known == constants.port_bytes_per_s.end() ? total : known->second;
  answer.ports = std::max<std::int64_t>(1, std::llround(total / card));
  const std::int64_t per_port =
      question.operation == Operation::all_reduce ? question.instances : question.instances * (question.instances - 1);
  answer.simulated_ports = std::clamp<std::int64_t>(most_connections / per_port, 1, answer.ports);
  const double port_bytes_per_s = total / real(answer.ports);
  const auto leaf_ports =
      std::max(answer.ports, static_cast<std::int64_t>(constants.leaf_bytes_per_s / 2 / port_bytes_per_s));
  // Only some of an instance's ports are simulated: a leaf holds as many instances as before, by fewer ports.
  const std::int64_t per_leaf = leaf_ports / answer.ports;
  FatTreeShape shape;
  shape.instances = question.instances;
  shape.ports = answer.simulated_ports;
  shape.port_bytes_per_s = port_bytes_per_s * efficiency;
  shape.leaf_ports = per_leaf * answer.simulated_ports;
  shape.oversubscription = question.oversubscription;
  shape.paths = constants.spray_paths;
  shape.choice = choice_of(question);
  shape.seed = question.seed;
  return shape;
}

}  // namespace

std::int64_t most_instances(Operation operation) {
  return operation == Operation::all_reduce ? largest_ring : largest_all_to_all;
}

Result<NetworkConstants> read_network_constants(const DataFiles& data) {
  NetworkConstants constants;
  for (const DataFiles::File& file : data.under("network.toml")) {
    const Result<Json> table = parse_toml(file.text, file.name);
    if (!table) return fail(table);
    Fields all(*table, file.name);
    Fields ports(all.value("ports"), file.name, "ports");
    for (const std::string& name : ports.keys()) {
      Fields port(ports.value(name), file.name, "ports." + name);
      constants.port_bytes_per_s[name] = port.number("gbit_per_s", {.min = 1e-3, .max = 1e6}) * giga / bits_per_byte;
      if (port.error()) return tl::unexpected(*port.error());
    }
    Fields leaf(all.value("leaf"), file.name, "leaf");
    constants.leaf_bytes_per_s = leaf.number("tbit_per_s", {.min = 1e-3, .max = 1e6}) * tera / bits_per_byte;
    Fields spray(all.value("spray"), file.name, "spray");
    constants.spray_paths = spray.integer("paths", {1, 4096});
    Fields kernel(all.value("kernel"), file.name, "kernel");
    constants.kernel_message_s = kernel.number("more_message_us", {.max = 1e6}) * microsecond;
    constants.kernel_connection_bytes_per_s = kernel.number("flow_gbit_per_s", {.min = 1e-3, .max = 1e6}) * giga /
                                              bits_per_byte *
                                              kernel.number("flows_per_connection", {.min = 1, .max = 1e4});
    for (const Fields* part : {&all, &leaf, &spray, &kernel}) {
      if (part->error()) return tl::unexpected(*part->error());
    }
  }
  return constants;
}

Result<FlowAnswer> simulate_network(const NetworkQuestion& question, const Instance& instance,
                                    const NetworkConstants& constants, double network_efficiency) {
  if (instance.between.bytes_per_s <= 0)
    return bad_input("{} has no network between instances that is known", instance.name);
  if (question.instances < 2 || question.instances > most_instances(question.operation)) {
    return bad_input("{} is {}; accepted: {} … {}", "--instances", question.instances, 2,
                     most_instances(question.operation));
  }
  FlowAnswer answer;
  const Result<FatTreeShape> shape = shape_of(question, instance, constants, network_efficiency, answer);
  if (!shape) return fail(shape);
  const FatTree tree(*shape);
  const Traffic traffic = traffic_of(question, instance);
  const std::vector<Connection> connections =
      connections_of(question.operation, question.instances, answer.simulated_ports);
  const double bytes = traffic.bytes_per_instance / real(answer.ports * traffic.partners);

  std::vector<double> capacities = tree.capacities();
  std::vector<Transfer> transfers;
  transfers.reserve(connections.size());
  for (const Connection& each : connections) transfers.push_back({0, bytes, tree.route(each.from, each.to, each.port)});
  answer.fullest_uplink = fullest_uplink(tree, transfers, shape->port_bytes_per_s, traffic.partners);
  const bool kernel = question.stack == Stack::kernel;
  answer.slowed_by_stack =
      kernel && constants.kernel_connection_bytes_per_s * real(traffic.partners) < shape->port_bytes_per_s;
  if (kernel) {  // what its sockets can do is a link of each connection's own
    for (Transfer& transfer : transfers) {
      transfer.route.push_back({capacities.size(), 1});
      capacities.push_back(constants.kernel_connection_bytes_per_s);
    }
  }

  const FlowTimes times = simulate_flows(capacities, transfers);
  answer.message_s = instance.between.latency_s + (kernel ? constants.kernel_message_s : 0);
  answer.closed = {traffic.messages * instance.between.latency_s,
                   traffic.bytes_per_instance / (instance.between.bytes_per_s * network_efficiency)};
  answer.leaves = tree.leaves();
  answer.uplinks = tree.uplinks();
  answer.connections = static_cast<std::int64_t>(transfers.size());
  answer.events = times.events;
  std::vector<double> ends = times.end_s;
  std::sort(ends.begin(), ends.end());
  double sum_s = 0;
  for (double& end_s : ends) sum_s += end_s += traffic.messages * answer.message_s;
  answer.mean_s = std::min(sum_s / static_cast<double>(ends.size()), ends.back());  // not above it by rounding
  answer.p50_s = percentile(ends, 0.50);
  answer.p99_s = percentile(ends, 0.99);
  answer.last_s = ends.back();
  return answer;
}

}  // namespace hakaru
