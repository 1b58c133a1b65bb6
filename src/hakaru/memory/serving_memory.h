// Serving memory of one device: weights by their type, paged KV cache, activations of the largest prefill chunk,
// logits.
//
//   weights  = Σ parameters of the fullest stage / tp (experts / (tp·ep) …) × bytes of their type
//   KV cache = sequences × cached values(context) × bytes / (tp, at most kv heads; MLA's compressed form is whole on
//              each) / pp, rounded up to blocks of `kv_block_tokens` (vLLM: 16)
//   cross-attention keeps keys and values of the encoder's results beside them: those of the prompt where that is what
//              is encoded (T5: prompt and answer together fill the context), else of so many positions for each
//              sequence (Whisper large-v3: 32 layers × 2 × 1,280 × 1,500 × 2 bytes = 246 MB)
//   activations = tokens of the largest prefill chunk × widest module pair × bytes; the encoder reads as many sources
//              at once as fit in the chunk's tokens, at least one
// Memory left after weights, activations and reserve is for KV: it bounds tokens and sequences in flight.
#pragma once

#include "hakaru/job/job.h"
#include "hakaru/memory/memory.h"
#include "hakaru/parallel/layout.h"

namespace hakaru {

struct ServingMemory {
  MemoryBreakdown device;               ///< of the fullest rank, for the sequences asked for
  double kv_bytes_per_sequence = 0;     ///< on this rank, at the job's context
  double free_for_kv_bytes = 0;         ///< capacity less everything but KV
  std::int64_t sequences_that_fit = 0;  ///< at the job's context, with their logits and their prefill chunk
  std::int64_t tokens_that_fit = 0;     ///< of sequences at the job's context, with their source_positions()
  Terms terms;                          ///< filled by explain_serving_memory only
};

/// `sequences` in flight on one replica, each of the job's context.
ServingMemory serving_memory(const ServingJob& job, const Layout& layout, const Accelerator& accelerator,
                             const MemoryReserve& reserve, std::int64_t sequences);
ServingMemory explain_serving_memory(const ServingJob& job, const Layout& layout, const Accelerator& accelerator,
                                     const MemoryReserve& reserve, std::int64_t sequences);

/// Batch inference without a cache: the weights of all networks of an item and the activations of the largest pair of
/// neighbouring modules of any.
MemoryBreakdown inference_memory(const BatchInferenceJob& job, const Layout& layout, const Accelerator& accelerator,
                                 const MemoryReserve& reserve, std::int64_t batch);

}  // namespace hakaru
