// Sending the KV cache of a prompt from the replica that prefilled it to the one that decodes it.
//
//   sending_s(tokens) = tokens · bytes of one token in all ranks of the replica / bytes per second it can send
//   delivered         = sending_s + latency
// A replica sends one cache after another. Where all replicas of the fleet fit on one instance the bytes go over its
// own links, each rank sending its part; otherwise over the network, of which a replica has the share of its ranks.
//
// Worked example: llama-3.1-8b caches 131,072 bytes a token in bf16. A prompt of 1,000 tokens, 131 MB, takes 2.6 ms at
// 400 Gbit/s (50 GB/s).
// Limits: nothing is sent before a prompt is computed, and its blocks are free at once; receivers are never the
// bottleneck; other traffic of the network is not seen.
#pragma once

#include "hakaru/core/result.h"
#include "hakaru/hardware/instance.h"
#include "hakaru/job/job.h"
#include "hakaru/parallel/layout.h"

namespace hakaru {

struct KvTransfer {
  double bytes_per_token = 0;
  double bytes_per_s = 1;
  double latency_s = 0;

  double sending_s(std::int64_t tokens) const { return static_cast<double>(tokens) * bytes_per_token / bytes_per_s; }
};

/// Between `replicas` replicas of `layout`, each of tp × pp ranks. Fails where they span instances without a network.
Result<KvTransfer> kv_transfer(const ServingJob& job, const Layout& layout, const Instance& instance,
                               std::int64_t replicas);

}  // namespace hakaru
