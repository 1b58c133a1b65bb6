// Blocks of a KV cache that the memory of a replica's host holds, and the time to load one back.
//
//   blocks = host memory / (bytes of a block on the fullest rank · ranks);  each rank keeps its own part
//   load   = bytes of a block on the fullest rank / host link of one rank, all ranks at once
// Example: llama-3.1-8b in bf16 on one H100: a block of 16 tokens is 2.10 MB; 100 GB hold 47,683 of them, and each
// takes 33 µs over PCIe 5 x16 at 63 GB/s.
// Limits: blocks of any size move at the full rate of the link, where many small copies are slower; links of a host are
// not shared, and other traffic on them is not seen.
#pragma once

#include "hakaru/core/result.h"
#include "hakaru/hardware/instance.h"
#include "hakaru/job/job.h"
#include "hakaru/memory/memory.h"
#include "hakaru/parallel/layout.h"
#include "hakaru/traffic/request.h"

namespace hakaru {

struct KvOffload {
  std::int64_t blocks = 0;
  Picoseconds load_block = 0;
};

/// `host_bytes` of one replica. Fails where its accelerator has no known link to the host, where the host has less for
/// each of the replicas that it is full of, and where they hold no block.
Result<KvOffload> kv_offload(double host_bytes, const ServingJob& job, const Layout& layout, const Instance& instance,
                             const MemoryReserve& reserve, std::int64_t block_tokens);

}  // namespace hakaru
