// A collective between instances, simulated flow by flow over a fat tree: the second fidelity of the network, beside
// the closed form of collective_timer.h. It shows what closed forms leave out: connections that meet on one link.
//
// k instances of P ports each, g ranks each; S bytes as CollectiveTimer counts them:
//   all_reduce   a ring over the instances on every port: k·P connections, each carries  2(k−1)/k · S / P
//   all_to_all   every instance to every other on every port: k(k−1)·P connections of    g · S / k / P
// All start together; chunks of a ring are pipelined, so a connection is one transfer (flow_simulation.h). Beside the
// transfer stand its messages, one after the other: 2(k−1), or k−1, of α each. The collective is over with the last.
//
// Switches of the model:
//   paths      one: the hash of a connection draws its spine; spray: many (fat_tree.h)
//   delivery   of sprayed packets. in order: dealt evenly, so that a message waits for its slowest path (head-of-line
//              blocking); out of order: each path takes what it can, the uplinks are pooled. One path keeps the order.
//   stack      bypass: α is the link's latency; kernel: every message costs more, and a connection's sockets
//              have a most.
//
// Worked example: all_reduce of 1 GB over 4 instances of 4 ports of 12.5 GB/s, bypass, α 10 µs: 16 connections of 375
// MB, 30 ms each where none collide, and 6 messages, 60 µs. Two that share an uplink take 60 ms.
//
// More connections than `most_connections`: fewer ports are simulated, and as many fewer uplinks; each port is like the
// others, though extremes among fewer are milder.
// Limits: rings in rank order, no trees; nothing within instances; those of fat_tree.h and flow_simulation.h.
#pragma once

#include <map>
#include <string>

#include "hakaru/core/data_files.h"
#include "hakaru/hardware/instance.h"
#include "hakaru/timing/collective_model.h"
#include "hakaru/timing/fat_tree.h"

namespace hakaru {

/// data/network.toml
struct NetworkConstants {
  std::map<std::string, double, std::less<>> port_bytes_per_s;  ///< by the link's name
  double leaf_bytes_per_s = 0;                                  ///< of one leaf switch, up and down together
  std::int64_t spray_paths = 1;
  double kernel_message_s = 0;               ///< more than with bypass
  double kernel_connection_bytes_per_s = 0;  ///< most of one connection
};
Result<NetworkConstants> read_network_constants(const DataFiles& data);

enum class Paths { one, spray };
enum class Delivery { in_order, out_of_order };
enum class Stack { kernel, bypass };

struct NetworkQuestion {
  Operation operation = Operation::all_reduce;  ///< or all_to_all
  double bytes = 0;
  std::int64_t instances = 2;
  Paths paths = Paths::spray;
  Delivery delivery = Delivery::out_of_order;
  Stack stack = Stack::bypass;
  double oversubscription = 1;
  std::uint64_t seed = 1;
};

/// The part of a collective between instances in closed form: a ring, or each to each, of ports that nobody shares.
struct NetworkTime {
  double latency_s = 0;
  double transfer_s = 0;
  double total_s() const { return latency_s + transfer_s; }
};

template <>
inline constexpr auto record<NetworkTime> = described("network_time", "a collective in closed form",
                                                      field("network_s", &NetworkTime::total_s, "between instances"),
                                                      field("latency_s", &NetworkTime::latency_s, "of which latency"),
                                                      field("transfer_s", &NetworkTime::transfer_s,
                                                            "of which bytes on their way"));

struct FlowAnswer {
  NetworkTime closed;
  std::int64_t ports = 0;  ///< of one instance
  std::int64_t simulated_ports = 0;
  std::int64_t leaves = 0;
  std::int64_t uplinks = 0;  ///< of one leaf, of those simulated
  std::int64_t connections = 0;
  std::int64_t events = 0;
  double message_s = 0;  ///< α
  double mean_s = 0, p50_s = 0, p99_s = 0;
  double last_s = 0;             ///< the collective's
  double fullest_uplink = 0;     ///< load over capacity that connections at full speed would put on the fullest uplink
  bool slowed_by_stack = false;  ///< the stack, not the port, is what a connection is bound by
};

template <>
inline constexpr auto record<FlowAnswer> =
    described("network_flow", "a collective, connection by connection",
              field("mean_s", &FlowAnswer::mean_s, "a connection, in the mean"),
              field("p50_s", &FlowAnswer::p50_s, "half of the connections"),
              field("p99_s", &FlowAnswer::p99_s, "99 % of the connections"),
              field("last_s", &FlowAnswer::last_s, "the last connection: the collective"),
              field("message_s", &FlowAnswer::message_s, "one message alone"),
              field("ports", &FlowAnswer::ports, "network ports of all instances"),
              field("simulated_ports", &FlowAnswer::simulated_ports, "of which were simulated"),
              field("leaves", &FlowAnswer::leaves, "leaf switches"),
              field("uplinks_per_leaf", &FlowAnswer::uplinks, "links upward of each leaf"),
              field("connections", &FlowAnswer::connections, "connections that were simulated"),
              field("events", &FlowAnswer::events, "events that were simulated"),
              field("fullest_uplink_load", &FlowAnswer::fullest_uplink, "load of the fullest link, in links"));

/// Most instances that can be simulated in an operation.
std::int64_t most_instances(Operation operation);

/// `network_efficiency` is the share of a port that is reached (Calibration).
Result<FlowAnswer> simulate_network(const NetworkQuestion& question, const Instance& instance,
                                    const NetworkConstants& constants, double network_efficiency);

}  // namespace hakaru
