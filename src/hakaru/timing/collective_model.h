// Time of one collective, in s, among ranks that share a level of links (an instance, or one NVLink domain): the form,
// its constants, and nothing about instances. CollectiveTimer puts levels together.
//
// n ranks, message of S bytes as nccl-tests counts it (all_gather: the gathered output; reduce_scatter: the whole
// input; all_to_all: the whole buffer), B bytes/s one way per rank, saturating shares r_p(x) = x^p/(1 + x^p):
//   time     = (launch + hop · steps) · (1 + protocol_cost · r₂(S/16 KiB))  +  filling(S)  +  transfer
//   filling  = c · fill · h · r₁.₅(S/(c · fill_bytes)),  c = 3 where the switch reduces, otherwise 1
//   transfer = h · (volume + own_copy/n) · S/(B · efficiency),  h = (n/2)^host_contention through the host, otherwise 1
//                                 steps                     volume
//   all_gather, reduce_scatter    n−1                       (n−1)/n            round the ring
//     torus of d dimensions       d·(n^(1/d)−1)             (n−1)/n            along one dimension after the other
//     ring or torus, direct       diameter                  (n−1)/n · mean hops  each to each, where that is less
//   all_reduce  ring or torus     twice those               twice those
//               trees             2⌈log₂ n⌉ · tree_hop      2                  two binary trees, half the message each
//               in-switch         2 · in_switch_hop         (n+1)/n            each rank sends S, and 1/n reduced
//   broadcast                     n−1                       1                  a pipelined chain, no own copy
// all_reduce takes the least of its ways (no own copy in the last two). In all_to_all and send all partners are served
// at once, and the protocol changes with what goes to ONE of them, P = S/n (send: S):
//   time = launch + hop · steps  +  pair_fill · h · r₁(P/pair_fill_bytes)  +  ½ · fill · r₁.₅(P/fill_bytes)
//        + h · (volume + pair_own_copy/n) · S/(B · pair_efficiency)            (no ½ · fill through the host)
//   all_to_all                    log₂ n                    (n−1)/n · mean hops  (rings and tori: n−1 steps)
//   send                          1                         1                  no own copy
// What the terms stand for. NCCL sends small messages with a flag in every 8 bytes (LL), larger ones with a flag in
// every 128 (LL128), the largest in chunks behind one flag (Simple). Leaving LL costs a share of the latency and
// happens near 16 KiB everywhere; Simple costs filling its pipeline: chunks grow with the message until the buffers are
// full, and from there filling takes a constant time. Own copy: a rank moves its own n-th through the same engine, over
// no link.
//
// Worked example, H100 (B = 450 GB/s), all_gather of 64 MiB over 8 ranks: latency (4.79 + 7 · 0.805) · 1.172 = 12.2 µs;
// filling 17.8 · 0.987 = 17.6 µs; transfer (0.875 + 0.453/8) · 67.1 MB/(450 GB/s · 0.811) = 171.3 µs; in sum 201.1 µs,
// measured 208.1 µs.
// Limits: fitted for 2 to 8 ranks (gb200: 2 and 4) of one NVLink domain up to 512 MiB; more ranks rest on the counts of
// steps alone. NCCL's abrupt change of protocol (A100: +25 µs between 1 and 2 MiB) is drawn smooth. Groups at work at
// the same time within one instance do not slow each other.
// Sources: Thakur, Rabenseifner and Gropp 2005 (IJHPCA 19(1), §3-4); Sanders, Speck and Träff 2009 (two trees); Klenk
// et al. 2020 (in-switch, ISCA); nccl-tests PERFORMANCE.md; direct, mesh and ring on tori: aws-neuron-sdk 81ce03a,
// intranode-collective-comm.rst; what NCCL's protocols do: general knowledge, unverified (the times are measured).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "hakaru/core/choice.h"
#include "hakaru/hardware/instance.h"
#include "hakaru/timing/constant.h"

namespace hakaru {

enum class Operation { all_reduce, all_gather, reduce_scatter, all_to_all, broadcast, send };
template <>
inline constexpr auto choice_names<Operation> =
    std::to_array<std::string_view>({"all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast", "send"});
/// Levels of a binary tree over `ranks`.
double tree_depth(std::int64_t ranks);

/// Constants of a measured accelerator and software stack. The values here lose nothing: α–β in closed
/// form, where through the host n ranks share one way.
struct CollectiveConstants {
  double launch_s = 0;              ///< start and end of the kernel
  double hop_s = 0;                 ///< one step of a ring, low-latency protocol
  double protocol_cost = 0;         ///< what latency grows by beyond 16 KiB, when the protocol changes
  double ring_efficiency = 1;       ///< share of the link's rate that rings and trees reach
  double own_copy = 0;              ///< cost of moving a rank's own part, by that of sending it
  double in_switch_efficiency = 1;  ///< share of the link's rate that in-switch reduction reaches
  double host_contention = 1;       ///< through the host n ranks take (n/2) to this power as long as two
  double fill_s = 0;                ///< filling the pipeline with full buffers
  double fill_bytes = 1;            ///< message that fills it half
  double pair_fill_s = 0;           ///< the same for all_to_all and send
  double pair_fill_bytes = 1;       ///< part for one partner that fills it half
  double pair_efficiency = 1;       ///< share of the link's rate that all_to_all and send reach
  double pair_own_copy = 0;         ///< own_copy of all_to_all
  // Shared by all measured accelerators, not fitted for each:
  double tree_hop = 1;               ///< step of a tree, in steps of a ring
  double in_switch_hop = 1;          ///< message into or out of the switch, in steps of a ring
  double network_ramp_messages = 0;  ///< filling the pipeline between instances, in latencies between them
  double network_ramp_bytes = 1;     ///< bytes per rank that fill it half
};

/// The fitted ones, 10 to 12: in_switch_efficiency only where switches reduce, host_contention only through the host.
std::span<const Constant<CollectiveConstants>> collective_constants(const Interconnect& within);
/// Whatever the links.
std::span<const Constant<CollectiveConstants>> all_collective_constants();

/// Constants that all measured accelerators share and no fit changes; the others lose nothing.
CollectiveConstants measured_links();

/// Facts of a link and constants, made ready: nothing here depends on the message.
class CollectiveModel {
 public:
  /// The two parts add; where levels work at once, only the longest transfer counts.
  struct Time {
    double latency_s = 0;
    double transfer_s = 0;
    double total_s() const { return latency_s + transfer_s; }
  };

  CollectiveModel(Topology topology, double bytes_per_s, bool in_switch_reduction,
                  const CollectiveConstants& constants);

  /// One rank: the launch alone.
  Time time(Operation operation, double bytes, std::int64_t ranks) const;

 private:
  struct Way {
    double steps = 0;   ///< messages one after another
    double volume = 0;  ///< of the message, through one rank's link
  };
  Time along_the_ring(Operation operation, double bytes, std::int64_t ranks) const;
  /// `part`: what goes to one partner.
  Time paired(Way way, double bytes, double part, double share) const;
  double host_share(std::int64_t ranks) const;
  double filling_s(double bytes) const;

  Topology topology_;
  bool through_host_;
  bool in_switch_reduction_;
  CollectiveConstants constants_;
  double ring_s_per_byte_;
  double in_switch_s_per_byte_;
  double pair_s_per_byte_;
  double fills_per_byte_;
  std::array<double, 17> host_shares_;  ///< by ranks; no host has more than 16
};

}  // namespace hakaru
