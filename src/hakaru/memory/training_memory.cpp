#include "hakaru/memory/training_memory.h"

#include <fmt/format.h>

#include <limits>

#include "hakaru/core/quantities.h"
#include "hakaru/memory/training_memory_estimator.h"
#include "hakaru/parallel/schedule.h"

namespace hakaru {
namespace {

constexpr double fp32_logit_bytes = 4;

constexpr std::string_view korthikanti = "Korthikanti et al. 2022, arXiv 2205.05198, §4 and eq. 1 to 5";
constexpr std::string_view zero_paper =
    "Rajbhandari et al. 2020, arXiv 1910.02054, §5; Megatron Core, Distributed Optimizer";

std::string count(double value) { return with_separators(static_cast<std::int64_t>(value)); }

/// "6,184,517,632 parameters × 4 bytes / 8 ranks"
std::string state_formula(double parameters, double bytes, bool sharded, double ranks) {
  std::string text = fmt::format("{} parameters × {:.4g} bytes", count(parameters), bytes);
  return sharded && ranks > 1 ? text + fmt::format(" / {:.0f} ranks", ranks) : text;
}

class Explanation {
 public:
  Explanation(const TrainingJob& job, const Layout& layout, const StateBytes& bytes, const StageMemory& memory)
      : job_(job), layout_(layout), bytes_(bytes), memory_(memory) {}

  Terms terms(const MemoryReserve& reserve, const Accelerator& accelerator) {
    add_weights();
    add_trained();
    add_activations();
    add_buffers();
    add("reserve",
        fmt::format("{} + {:.3g} × {}", in_gib(reserve.fixed_bytes), reserve.share_of_capacity,
                    in_gib(accelerator.memory_bytes)),
        reserve.bytes_on(accelerator), reserve.source);
    return std::move(terms_);
  }

 private:
  void add(std::string name, std::string formula, double value, std::string_view source) {
    if (value != 0) terms_.push_back({std::move(name), std::move(formula), value, "bytes", std::string(source)});
  }

  void add_state(const std::string& name, double parameters, double bytes, bool sharded, double ranks) {
    add(name, state_formula(parameters, bytes, sharded, ranks), parameters * bytes / (sharded ? ranks : 1), zero_paper);
  }

  void add_weights() {
    if (!bytes_.all_weights_on_host) add_own_weights();
    add("weights of the frozen encoders", "those that read its items in each step, whole",
        memory_.encoders.weights_bytes, "their pipeline's description (data/models)");
  }

  void add_own_weights() {
    const Held& held = memory_.held;
    const double linear = bytes_.linear + bytes_.casts;
    const bool sharded = bytes_.shards_weights;
    add_state("weights of linear layers", held.linear, linear, sharded, bytes_.dense_ranks);
    add_state("weights of experts", held.expert, linear, sharded, bytes_.expert_ranks);
    add_state("other weights", held.other, bytes_.weights, sharded, bytes_.dense_ranks);
    add_state("adapters", held.adapters, bytes_.weights, sharded, bytes_.dense_ranks);
    add_state("adapters of experts", held.expert_adapters, bytes_.weights, sharded, bytes_.expert_ranks);
    add_reference();
  }

  void add_reference() {
    const double parameters = memory_.held.all();
    add("weights of the frozen reference", fmt::format("{} parameters, as they were", count(parameters)),
        reference_bytes(memory_.held, bytes_), "Rafailov et al. 2023, arXiv 2305.18290, §4");
  }

  void add_trained() {
    const Held& held = memory_.held;
    const double dense = job_.lora ? held.adapters : held.dense();
    const double expert = job_.lora ? held.expert_adapters : held.expert;
    constexpr std::string_view pytorch = "PyTorch, optimizer.zero_grad and DistributedDataParallel (data/stacks.toml)";
    add("buckets of gradients", "copies that replicas reduce", memory_.replica_buckets_bytes, pytorch);
    if (gradients_come_late(job_, layout_)) {
      add("gradients", "made as activations, logits and casts of weights go; what is left beyond these",
          memory_.memory.gradients_bytes - memory_.replica_buckets_bytes, pytorch);
    } else if (!bytes_.optimizer_on_host || !bytes_.shards_gradients) {
      add_state("gradients", dense, bytes_.gradients, bytes_.shards_gradients, bytes_.dense_ranks);
      add_state("gradients of experts", expert, bytes_.gradients, bytes_.shards_gradients, bytes_.expert_ranks);
    }
    if (bytes_.optimizer_on_host) return;
    add_state("optimizer", dense, bytes_.optimizer, bytes_.shards_optimizer, bytes_.dense_ranks);
    add_state("optimizer of experts", expert, bytes_.optimizer, bytes_.shards_optimizer, bytes_.expert_ranks);
    if (job_.lora) return;
    add_state("row and column sums", held.factored, bytes_.factored, bytes_.shards_optimizer, bytes_.dense_ranks);
    add_state("row and column sums of experts", held.expert_factored, bytes_.factored, bytes_.shards_optimizer,
              bytes_.expert_ranks);
  }

  void add_activations() {
    const double flight = memory_.in_flight;
    const std::string recompute(name_of(layout_.recompute));
    add("activations of layers",
        fmt::format("{} a micro-batch × {:.4g} in flight, recompute {}", in_gb(memory_.layers_kept_bytes), flight,
                    recompute),
        memory_.layers_kept_bytes * flight, korthikanti);
    add("activations in the host's memory", "of all layers but the one that runs and the one on its way",
        -memory_.offloaded_bytes, "Rajbhandari et al. 2021 (ZeRO-Infinity), arXiv 2104.07857, §5.1");
    add("activations of the embedding",
        fmt::format("{} a micro-batch × {:.4g} in flight", in_gb(memory_.embedding_kept_bytes),
                    memory_.embeddings_in_flight),
        memory_.embedding_kept_bytes * memory_.embeddings_in_flight, korthikanti);
    const std::string_view schedule = pipeline_schedule(layout_.schedule).source;
    add("input of the output head", "of the other micro-batches in flight", memory_.head_waiting_bytes, schedule);
    const std::int64_t together = layout_.recompute_layers;
    if (memory_.head_kept_bytes > memory_.recomputed_bytes) {
      add("activations of the output head", "one micro-batch", memory_.head_kept_bytes, korthikanti);
    } else {
      add("activations of the layer being recomputed", together == 1 ? "one layer" : fmt::format("{} layers", together),
          memory_.recomputed_bytes, korthikanti);
    }
    add("activations that weight passes wait with", "of the head and of recomputed layers, an upper bound",
        memory_.put_off_bytes, schedule);
  }

  void add_buffers() {
    const double others_logits = std::max(0.0, memory_.put_off_logits_bytes - memory_.logits_bytes);
    const bool head_runs = memory_.head_bytes + others_logits > memory_.work_bytes + memory_.put_off_logits_bytes;
    add("gradients of logits that weight passes wait with", "of micro-batches whose weight passes are put off",
        head_runs ? others_logits : memory_.put_off_logits_bytes, pipeline_schedule(layout_.schedule).source);
    if (head_runs) {
      add("output head running backward",
          job_.logit_bytes > fp32_logit_bytes ? "logits in fp32 and copies of them, gradient of its weights"
                                              : "logits in fp32, gradient of its weights",
          memory_.head_bytes, "published peaks on B200 (docs/internals/memory.md)");
    } else {
      add("widest module running backward", "gradients of its input, output and weights", memory_.work_bytes,
          "published peaks on B200 (docs/internals/memory.md)");
    }
    add("exchanged activations", "pipeline send and receive, gathered input of sequence parallelism",
        memory_.exchange_bytes, korthikanti);
    add("layers gathered by ZeRO-3", "tables, head, the running layer and the next, one layer's gradients",
        memory_.gathered_bytes, "Zhao et al. 2023 (PyTorch FSDP), arXiv 2304.11277, §3");
    add("encoders at work", "what their widest module reads and writes, beyond what the model takes meanwhile",
        memory_.encoding_bytes, "their pipeline's description (data/models)");
    add("gradient bucket of ZeRO-2", "gradients on their way", memory_.bucket_bytes,
        "DeepSpeed configuration reference, reduce_bucket_size");
  }

  const TrainingJob& job_;
  const Layout& layout_;
  const StateBytes& bytes_;
  const StageMemory& memory_;
  Terms terms_;
};

TrainingMemory of(const FullestStage& fullest) {
  return {.device = fullest.stage.memory,
          .stage = fullest.index,
          .layer_states_bytes = fullest.stage.layer_states_bytes,
          .terms = {}};
}

}  // namespace

HostMemory host_memory_of(const MemoryBreakdown& rank, const HostUpdate& update, const Instance& instance) {
  const bool known = instance.host_memory_bytes > 0;
  return {instance.accelerators * rank.host_bytes,
          known ? update.memory_share * instance.host_memory_bytes : std::numeric_limits<double>::infinity()};
}

bool fits(const MemoryBreakdown& rank, const MemoryReserve& reserve, const HostUpdate& update,
          const Instance& instance) {
  return rank.total_bytes() <= reserve.usable_bytes(instance.accelerator) &&
         host_memory_of(rank, update, instance).fits();
}

TrainingMemory training_memory(const TrainingJob& job, const Layout& layout, const Accelerator& accelerator,
                               const MemoryReserve& reserve) {
  return of(TrainingMemoryEstimator(job, accelerator, reserve)(layout));
}

TrainingMemory explain_training_memory(const TrainingJob& job, const Layout& layout, const Accelerator& accelerator,
                                       const MemoryReserve& reserve) {
  const FullestStage fullest = TrainingMemoryEstimator(job, accelerator, reserve)(layout);
  TrainingMemory result = of(fullest);
  result.terms = Explanation(job, layout, state_bytes_of(job, layout), fullest.stage).terms(reserve, accelerator);
  return result;
}

}  // namespace hakaru
