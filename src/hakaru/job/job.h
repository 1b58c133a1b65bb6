// Work to be done with a model: train it, serve it, or run it over a pile of items. A job knows nothing of hardware.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hakaru/hardware/accelerator.h"
#include "hakaru/job/eager_memory.h"
#include "hakaru/job/job_software.h"
#include "hakaru/job/lora.h"
#include "hakaru/job/offered_layouts.h"
#include "hakaru/job/post_training.h"
#include "hakaru/job/precision_recipe.h"
#include "hakaru/model/expert_choice.h"
#include "hakaru/model/model.h"

namespace hakaru {

/// The training data as it lies on storage.
struct DataSet {
  double bytes = 0;           ///< 0: not stated
  std::string storage;        ///< a name of data/storage.toml; empty: not stated
  double bytes_per_s = 0;     ///< what one instance can read from there; 0: not known, loading is not timed
  bool over_network = false;  ///< reading shares the instance's network
  bool local = false;         ///< the instance's own drives must hold it
  std::string region;         ///< that it has to be moved out of; empty: it lies where the run is
};

struct TrainingJob {
  Model model;
  std::int64_t tokens = 0;  ///< to train on in all (for image models: items × their tokens is not used; see `items`)
  std::int64_t sequence_length = 0;  ///< tokens per sequence; image models: 1
  std::int64_t global_batch = 0;     ///< items per step: sequences, or pairs of them
  std::int64_t image_size = 0;       ///< 0: the model's default
  PrecisionRecipe recipe;
  Optimizer optimizer;
  std::optional<Lora> lora;
  PostTraining post_training;
  bool flash_attention = true;
  double logit_bytes = 4;                 ///< as its software's (software_stack.h)
  bool selective_keeps_products = false;  ///< the same: selective recompute
  std::optional<EagerMemory> eager;       ///< the same
  bool dispatches_as_before = false;      ///< experts' tokens as its software did before its releases had names
  JobSoftware software;
  ExpertChoice expert_choice;             ///< of routed experts
  std::int64_t prediction_layers = 0;     ///< of the model, that predict further tokens (model/multi_token.h)
  std::vector<PipelineNetwork> encoders;  ///< that read its items in each step; empty: it needs none, or did beforehand
  bool encoders_cast = false;             ///< they are kept in fp32 and cast in each pass; else in 16 bits
  std::int64_t document_tokens = 0;       ///< sequences are packed from documents of so many; 0: each is one document
  DataSet data_set;
  OffersBySoftware offers;  ///< what a search keeps to
  HostUpdate host_update;   ///< of optimizer states in the memory of the instance

  /// Operations run one by one around weights in fp32, which are cast for each product.
  bool casts_weights() const {
    return eager && eager->autocast && !lora && recipe.master.value_or(recipe.weights) == DataType::fp32 &&
           recipe.compute != DataType::fp32;
  }

  /// Sequences of so many items.
  std::int64_t sequences_of(std::int64_t items) const { return items * post_training.sequences_per_item(); }
  /// A frozen model lies beside the one that is trained; under LoRA they share their base.
  bool holds_reference() const { return post_training.has_reference && !lora; }
  /// Steps to see all tokens once; at least 1.
  std::int64_t steps() const {
    const std::int64_t tokens_per_step = std::max<std::int64_t>(1, sequence_length * sequences_of(global_batch));
    return std::max<std::int64_t>(1, (tokens + tokens_per_step - 1) / tokens_per_step);
  }
};

/// True if attention runs fused: the job asks for it, and the training software on the accelerator has a kernel for the
/// model (on some for decoders alone).
inline bool fuses_attention(const TrainingJob& job, const Accelerator& accelerator) {
  return job.flash_attention && (!accelerator.fuses_decoders_alone || job.model.family == Family::decoder);
}

inline constexpr std::int64_t most_items_of_a_lot = 1'000'000'000'000;

struct ServingJob {
  Model model;
  std::int64_t context = 0;                 ///< longest sequence to be held: prompt and answer
  std::int64_t input_length = 0;            ///< tokens of a typical prompt
  std::int64_t output_length = 0;           ///< tokens of a typical answer
  std::int64_t images = 0;                  ///< pictures in each prompt, whose tokens input_length counts too
  std::int64_t image_size = 0;              ///< of each, in pixels; 0: the model's default
  std::int64_t items = 0;                   ///< requests of a lot, offline; 0: not stated, it runs on
  std::optional<std::int64_t> concurrency;  ///< requests in flight; empty: one replica's best within the limits
  std::optional<double> rate_per_s;         ///< requests per second to be sustained
  std::optional<double> ttft_s;             ///< limits
  std::optional<double> tpot_s;
  DataType weights = DataType::bf16;
  DataType experts = DataType::bf16;  ///< type of routed experts' weights
  DataType kv_cache = DataType::bf16;
  DataType compute = DataType::bf16;
  std::optional<DataType> expert_compute;   ///< of routed experts; empty: as the rest
  double expert_skew = 0;                   ///< exponent of the power law by which tokens choose experts; 0: evenly
  std::string engine;                       ///< of data/engines, "vllm", "vllm@0.12.0"; empty: the usual one of the device
  std::int64_t max_num_seqs = 0;            ///< of an iteration, as asked; of compiled shapes: their batch; 0: usual
  std::int64_t max_num_batched_tokens = 0;  ///< of an iteration, as asked; 0: the engine's
};

struct BatchInferenceJob {
  Model model;
  std::int64_t batch = 1;            ///< 0: the one that gives most items per second within the limit
  std::int64_t items = 0;            ///< of the whole lot; 0: not stated, it runs on
  std::int64_t sequence_length = 0;  ///< encoders; 0: the model takes images
  std::int64_t image_size = 0;       ///< 0: the model's default
  std::int64_t runs_per_item = 0;    ///< diffusion steps × guidance; 0: the model's default
  std::optional<double> latency_s;   ///< limit for one batch
  DataType weights = DataType::bf16;
  DataType compute = DataType::bf16;
  bool encodes = false;  ///< an autoencoder also reads a picture, besides giving one
  std::string software;  ///< that runs it; empty: what is usual on each device
};

/// The networks that an item goes through, each alone: the job's, and those beside it in its pipeline, in the same type
/// and size.
inline std::vector<BatchInferenceJob> networks_of_item(const BatchInferenceJob& job) {
  std::vector<BatchInferenceJob> networks{job};
  networks.front().model.besides.clear();
  for (const PipelineNetwork& beside : job.model.besides) {
    BatchInferenceJob& network = networks.emplace_back(networks.front());
    network.model = beside.model;
    network.runs_per_item = beside.runs;
    network.encodes = beside.encodes;
    network.sequence_length = beside.tokens > 0 ? beside.tokens : job.sequence_length;
    if (network.image_size == 0) network.image_size = job.model.default_image_size;
  }
  return networks;
}

/// True if the pipeline's usual steps and guidance are run: the job gives no number of runs, or the usual one.
inline bool runs_as_usual(const BatchInferenceJob& job) {
  return job.runs_per_item == 0 || job.runs_per_item == job.model.runs_per_item;
}
inline std::int64_t runs_of(const BatchInferenceJob& job) {
  return std::max<std::int64_t>(1, job.runs_per_item > 0 ? job.runs_per_item : job.model.runs_per_item);
}
/// Side of a picture, in pixels: the job's, else the model's default.
inline std::int64_t image_side(const BatchInferenceJob& job) {
  return job.image_size > 0 ? job.image_size : job.model.default_image_size;
}
/// One beside the network that makes pictures: a text encoder, not an autoencoder.
inline bool reads_text(const BatchInferenceJob& network) { return network.model.family == Family::encoder; }

using Job = std::variant<TrainingJob, ServingJob, BatchInferenceJob>;

inline const Model& model_of(const Job& job) {
  return std::visit([](const auto& each) -> const Model& { return each.model; }, job);
}

}  // namespace hakaru
