#include "hakaru/serving/replica/kv_offload.h"

#include <algorithm>

#include "hakaru/core/quantities.h"
#include "hakaru/memory/serving_memory.h"

namespace hakaru {

Result<KvOffload> kv_offload(double host_bytes, const ServingJob& job, const Layout& layout, const Instance& instance,
                             const MemoryReserve& reserve, std::int64_t block_tokens) {
  const Accelerator& accelerator = instance.accelerator;
  if (accelerator.host_link_bytes_per_s <= 0)
    return bad_input("{} needs {}: {} has no known one", "--kv-offload", "host_link_gb_per_s", accelerator.name);
  const auto ranks = static_cast<double>(layout.tp * layout.pp);
  const double room_bytes = instance.host_memory_bytes * ranks / instance.accelerators;
  if (instance.host_memory_bytes > 0 && host_bytes > room_bytes)
    return bad_input("{} is {}; accepted: at most {}, the part of the memory of {} for one replica", "--kv-offload",
                     in_gb(host_bytes), in_gb(room_bytes), instance.name);
  const double sequence_bytes = serving_memory(job, layout, accelerator, reserve, 1).kv_bytes_per_sequence;
  const double block_bytes = sequence_bytes / static_cast<double>(job.context) * static_cast<double>(block_tokens);
  if (host_bytes < block_bytes * ranks)
    return bad_input("{} is {}; accepted: at least {}, one block of {} tokens", "--kv-offload", in_gb(host_bytes),
                     in_gb(block_bytes * ranks), block_tokens);
  KvOffload offload;
  offload.blocks = static_cast<std::int64_t>(host_bytes / (block_bytes * ranks));
  offload.load_block = picoseconds(block_bytes / accelerator.host_link_bytes_per_s);
  return offload;
}

}  // namespace hakaru
