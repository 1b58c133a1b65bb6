// One pipeline stage's training memory, with the figures it is made of: what training_memory.h chooses the fullest of
// and explains.
#pragma once

#include <vector>

#include "hakaru/job/job.h"
#include "hakaru/memory/held.h"
#include "hakaru/memory/kept.h"
#include "hakaru/memory/memory.h"
#include "hakaru/parallel/stages.h"

namespace hakaru {

/// A kind of block on one rank: what one copy holds and keeps.
struct BlockShare {
  const Block* block = nullptr;
  Held held;
  Kept kept;               ///< of one run of one copy; its logits of all
  double kept_bytes = 0;   ///< under the layout's recompute
  double again_bytes = 0;  ///< held while it is recomputed
};

/// The frozen encoders of a job's items, whole on each rank of the first stage.
struct EncodersShare {
  double weights_bytes = 0;  ///< in the type of activations
  double work_bytes = 0;     ///< while they read a micro-batch: what the widest module reads and writes
};

/// Everything about a model under a layout that does not depend on the stage.
struct TrainingShares {
  std::vector<BlockShare> before, kinds, after;
  Held tied_head;
  EncodersShare encoders;
};
TrainingShares shares_of(const TrainingJob& job, const Layout& layout, bool fused_attention);

/// Bytes that one run of one copy of a layer keeps of a micro-batch, under the layout's recompute.
double kept_by_layer_bytes(const TrainingJob& job, const Layout& layout, const Block& layer, bool fused_attention);

/// Positions that a micro-batch brings to the layers of one rank: tokens, or those of its items or pictures.
double stream_positions(const TrainingJob& job, const Layout& layout);
/// Bytes of the activations between two layers, not divided over the tensor group.
double stream_bytes(const TrainingJob& job, const Layout& layout);

/// Bytes that one parameter takes, by copy, and over how many ranks each copy is sharded.
struct StateBytes {
  double weights = 0;                          ///< of frozen or trained weights outside linear layers
  double linear = 0;                           ///< of linear layers and experts (LoRA: the type of the base)
  double casts = 0;                            ///< of a linear layer's copies in the product's type
  double reference = 0, reference_linear = 0;  ///< of the frozen weights of a reference; 0: there is none
  double gradients = 0;
  double optimizer = 0;         ///< of one trained parameter
  double factored = 0;          ///< of one row or column sum
  double dense_ranks = 1;       ///< dp × cp, of one replica of the shards
  double expert_ranks = 1;      ///< the same / ep
  bool shards_weights = false;  ///< ZeRO-3
  bool shards_gradients = false;
  bool shards_optimizer = false;
  bool optimizer_on_host = false;
  bool all_weights_on_host = false;
  double weights_on_host = 0;  ///< of one parameter, that the CPUs update: where no master copy is its state
};
StateBytes state_bytes_of(const TrainingJob& job, const Layout& layout);

/// They are made in the backward pass and freed by the optimizer (job/eager_memory.h).
bool gradients_come_late(const TrainingJob& job, const Layout& layout);

/// Weights of a reference (job/post_training.h), on a rank that holds as much of it as of the trained model.
double reference_bytes(const Held& held, const StateBytes& bytes);

/// Weights, gradients and optimizer states of what a rank holds.
MemoryBreakdown states_of(const Held& held, const StateBytes& bytes, bool adapters_only);

struct StageMemory {
  MemoryBreakdown memory;
  Held held;
  double layer_states_bytes = 0;    ///< weights, gradients and optimizer of the layers alone
  double in_flight = 1;             ///< micro-batches whose activations are kept, in units of the stage's layers
  double layers_kept_bytes = 0;     ///< of one micro-batch
  double offloaded_bytes = 0;       ///< of what all in flight keep of them, in the memory of the instance
  double embedding_kept_bytes = 0;  ///< of one micro-batch
  double embeddings_in_flight = 1;  ///< micro-batches that keep that
  double head_kept_bytes = 0;       ///< of the one micro-batch that it runs: its backward pass follows its forward pass
  double head_waiting_bytes = 0;    ///< GPipe: the head's input of the micro-batches that wait for their backward pass
  double recomputed_bytes = 0;      ///< one layer's activations while it runs again, without its input
  /// Bytes of the head, and of layers that ran again, that wait for weight passes where the schedule puts them off.
  double put_off_bytes = 0;
  double put_off_logits_bytes = 0;   ///< of them the gradients of logits, where no head runs
  double work_bytes = 0;             ///< gradients of the widest module while it runs backward
  double head_bytes = 0;             ///< the same of the output head, with its logits in fp32
  double logits_bytes = 0;           ///< of those, the logits of one micro-batch
  double replica_buckets_bytes = 0;  ///< of the gradients: DistributedDataParallel's copies
  double gathered_bytes = 0;         ///< ZeRO-3: layers held whole
  double bucket_bytes = 0;           ///< ZeRO-2: gradients on their way
  EncodersShare encoders;
  double encoding_bytes = 0;  ///< their work beyond what the model's own passes take of the same memory
  double exchange_bytes = 0;  ///< pipeline sends, and the gathered input of sequence parallelism
};

StageMemory memory_of_stage(const TrainingJob& job, const Layout& layout, const TrainingShares& shares,
                            const StateBytes& states, const Stage& stage, std::int64_t index,
                            const MemoryReserve& reserve);
/// Micro-batches that a stage keeps.
struct StageFlight {
  double in_flight = 1;      ///< whose activations are kept, in units of all its layers
  std::int64_t put_off = 0;  ///< whose weight passes are put off, at most
};
/// `layers`: of the whole model, `ends`: as has_ends.
StageFlight flight_of_stage(const Layout& layout, std::int64_t index, std::int64_t micro_batches, std::int64_t layers,
                            bool ends);
/// The same where that is known of the stage.
StageMemory memory_of_stage(const TrainingJob& job, const Layout& layout, const TrainingShares& shares,
                            const StateBytes& states, const Stage& stage, const MemoryReserve& reserve,
                            const StageFlight& flight);

/// Micro-batches in flight on stage `index`, in units of all its layers.
double micro_batches_in_flight(const Layout& layout, std::int64_t index, std::int64_t micro_batches);
/// The same of a model of `layers` layers: uneven chunks are counted pass by pass, as the schedule orders them.
double micro_batches_in_flight(const Layout& layout, std::int64_t index, std::int64_t micro_batches,
                               std::int64_t layers, bool ends = true);

}  // namespace hakaru
