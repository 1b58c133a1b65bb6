// Tokens on their way to their experts and back (dispatch and combine), while training.
//
// A group of n ranks in N instances, each with e = E/n of E experts; a token has k of them. Experts that are chosen
// evenly, k different ones, miss the E/p experts of one of p parts with the chance Π (E − E/p − i)/(E − i) over i < k,
// so that they lie in
//   reached(p) = p · (1 − Π (E − E/p − i)/(E − i))        of p parts,
// at most the share of the instances that routing is limited to (DeepSeek: 4 of 8 groups of experts). Of T tokens of a
// rank
//   all-to-all          k · T · width values through the collective library's all-to-all (collective_timer.h)
//   once per instance   between instances  T · reached(N) · (N − 1)/N · width · bytes
//                                          / (network_share · B_network of a rank)
//                       within             T · reached(n) · (g − 1)/g · width · bytes / (link_share · B_link),  g = n/N
//                       a token that has come over the network is handed on within, chunk by chunk:
//                       the longer one counts
// Dispatch may go in fp8, a scale of 4 bytes beside each 128 values; combine goes in the type of activations. Backward
// the gradients of a combine are dispatched and those of a dispatch combined: as much.
//
// Worked example: DeepSeek-V3, E = 256, k = 8, 4 of 8 groups, n = 64, N = 8, 4096 tokens of 7168, H800 (50 GB/s and 200
// GB/s a rank, 0.88 and 0.77 of them): without a limit 8 experts lie in 8 · (1 − 0.3381) = 5.30 of 8 nodes, so 4; to
// others 4096 · 4 · 7/8 · 7168 = 102.8 M values; in fp8 106.0 MB, 2.41 ms; in bf16 205.5 MB, 4.67 ms: 7.08 ms a pass
// and layer.
// Limits: experts are chosen evenly; latencies are those of the network, once; ranks of a tensor group that share
// tokens show in `width` alone. A limit of groups counts in full where instances are no more than groups, else by
// proportion.
// Sources: data/calibrations/dispatchers.toml.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "hakaru/core/data_files.h"
#include "hakaru/core/fields.h"
#include "hakaru/hardware/instance.h"
#include "hakaru/model/module.h"
#include "hakaru/parallel/groups.h"

namespace hakaru {

/// As kernels do it: of data/calibrations/dispatchers.toml.
struct TokenDispatch {
  std::string name = "all-to-all";
  bool once_per_instance = false;
  double network_share = 1, link_share = 1;
  double cores_share = 0;          ///< of the accelerator's, which compute does without meanwhile
  std::optional<DataType> narrow;  ///< tokens go out in it where products are narrow
  std::string source;
};

/// Dispatch of software: today, and before releases had names.
struct SoftwareDispatch {
  TokenDispatch today, before;
  bool gathers_fp8 = false;  ///< weights go between data-parallel ranks in fp8 where products are
};

/// Reads the dispatch of `software` on `accelerator`; all-to-all where the table says nothing.
Result<SoftwareDispatch> dispatch_of(const Json& table, const std::string& file, const std::string& software,
                                     const std::string& accelerator);

/// Parts of `parts` that `chosen` different ones of `experts` lie in, in the mean.
double reached_parts(double experts, double chosen, double parts);

/// The tokens of one rank in one pass of one layer.
struct TokensOfRank {
  double count = 0;                              ///< tokens that it sends
  double width = 0;                              ///< values of each
  double dispatch_bytes = 2, combine_bytes = 2;  ///< of a value
};

/// Dispatch and combine, once each, by kernels that send a token to an instance once.
double once_per_instance_s(const TokenDispatch& dispatch, const Linear& experts, const TokensOfRank& tokens,
                           const Group& group, const Instance& instance);

}  // namespace hakaru
