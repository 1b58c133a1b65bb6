#include "hakaru/launching/training_command.h"

#include <fmt/format.h>

#include "hakaru/core/ranges.h"
#include "hakaru/core/real.h"
#include "hakaru/launching/megatron_shape.h"
#include "hakaru/launching/model_config.h"
#include "hakaru/launching/variables.h"
#include "hakaru/parallel/stages.h"

namespace hakaru {
namespace {

constexpr const char* rendezvous_port = ":29500";

/// The stack that trains such a model on the plan's accelerators where nobody names one.
std::string usual_stack(const TrainingJob& job, const Plan& plan) {
  const AcceleratorKind kind = plan.cluster.instance().accelerator.kind;
  if (kind == AcceleratorKind::neuroncore) return "neuronx";
  if (kind == AcceleratorKind::tpu) return "maxtext";
  return job.model.family == Family::decoder ? "nemo-megatron" : "pytorch-ddp";
}

Command torchrun(const Cluster& cluster, const std::string& name) {
  Command command{{"torchrun"}, {"--nproc-per-node"}, {std::to_string(cluster.instance().accelerators)}};
  if (cluster.instances == 1) {
    command.push_back({"--standalone"});
    return command;
  }
  const Word head{{}, "HEAD", {}, rendezvous_port};
  for (const Word& word : Command{{"--nnodes"},
                                  {std::to_string(cluster.instances)},
                                  {"--rdzv-backend"},
                                  {"c10d"},
                                  {"--rdzv-id"},
                                  {name},
                                  {"--rdzv-endpoint"},
                                  head})
    command.push_back(word);
  return command;
}

/// "NAME=value"
Command environment_of(const LaunchProgram& program, const Cluster& cluster, const Layout& layout) {
  Command settings;
  if ((layout.tp > 1 || layout.cp > 1) && layout.zero < 2) {
    for (const std::string& setting : program.environment) settings.push_back({setting});
  }
  if (cluster.instances < 2 || cluster.instance().accelerator.kind != AcceleratorKind::gpu) return settings;
  for (const std::string& setting : program.environment_of_gpu_machines) {
    Word word = word_of(setting);
    if (word.variable == "NNODES") word = {word.before + std::to_string(cluster.instances)};
    settings.push_back(std::move(word));
  }
  return settings;
}

/// Says the sequences of a micro-batch and of a step, and their length.
void say_batch(CommandMaker& maker, const TrainingJob& job, const TrainingLaunch& run) {
  const Layout& layout = *run.layout;
  // Some take what a pipeline divides further, all of a rank's sequences.
  const bool whole = layout.pp > 1 && maker.tell("pipeline_micro_batch", std::to_string(layout.micro_batch));
  const bool counted = layout.pp > 1 && !whole &&
                       maker.tell("pipeline_micro_batches", std::to_string(layout.micro_batches(run.global_batch)));
  const double of_a_device = real(layout.micro_batch * layout.dp) / real(run.cluster->ranks());
  const auto in_tokens = [&](std::int64_t sequences) { return std::to_string(sequences * job.sequence_length); };
  if (!maker.tell("micro_batch_tokens", in_tokens(layout.micro_batch)) &&
      !maker.tell("micro_batch_of_a_device", fmt::format("{:g}", of_a_device)))
    maker.must_tell("micro_batch",
                    std::to_string(whole || counted ? run.global_batch / layout.dp : layout.micro_batch));
  if (!maker.tell("global_batch_tokens", in_tokens(run.global_batch)) &&
      !maker.tell("global_batch", std::to_string(run.global_batch)))
    maker.must_tell("accumulation", std::to_string(counted ? 1 : layout.micro_batches(run.global_batch)));
  for (const char* const what : {"sequence_length", "positions"}) {
    if (job.sequence_length > 1) maker.tell(what, std::to_string(job.sequence_length));
  }
  if (job.document_tokens > 0) maker.tell("packed", std::string("true"));
}

/// Says the types and the optimizer, and the parts of the model that are trained: adapters, prediction layers.
void say_job(CommandMaker& maker, const TrainingJob& job) {
  if (!job.lora || !maker.chooses("precision", job.recipe.name + std::string(of_adapters)))
    maker.must_tell("precision", job.recipe.name);
  maker.must_tell("optimizer", job.optimizer.name);
  if (job.lora) {
    maker.tell("lora_rank", std::to_string(job.lora->rank));
    if (job.lora->base) maker.must_tell("lora_base", std::string(name_of(*job.lora->base)));
  }
  if (job.prediction_layers > 0) maker.must_tell("mtp_layers", std::to_string(job.prediction_layers));
  if (job.expert_choice.capacity > 0) maker.must_tell("expert_capacity", fmt::format("{}", job.expert_choice.capacity));
}

/// Says the kind, the heads and the experts of the model, by its config.json, where the program takes them.
void say_model(CommandMaker& maker, const TrainingJob& job, const Layout& layout, const LaunchPrograms& programs) {
  const Json config = config_of(job.model);
  if (config.is_null()) return;
  say_kind(maker, job.model, programs);
  const std::int64_t kv_heads = count_in(config, "num_key_value_heads");  // 0: as many as there are heads
  if (kv_heads > 0 && layout.tp > kv_heads) {
    maker.tell("kv_copied", std::string("true"));
    maker.tell("kv_copies", std::to_string(layout.tp / kv_heads));
  }
  maker.tell("model_ranks", std::to_string(layout.tp * layout.pp));
  if (job.model.experts == 0) return;
  maker.tell("expert_count", std::to_string(job.model.experts));
  if (const std::int64_t each = count_in(config, "num_experts_per_tok"); each > 0)
    maker.tell("experts_of_a_token", std::to_string(each));
  maker.tell("dropless", std::string(job.expert_choice.capacity > 0 ? "false" : "true"));
}

/// Every chunk in the order of the layers, the ends among them, as Megatron-Core writes it: "Et*2|t*2|t*1L"; empty:
/// all hold as many layers, or those of the ends are chosen.
std::string uneven_chunks(const TrainingJob& job, const Layout& layout) {
  if (layout.pp < 2 || layout.chooses_stages()) return "";
  const std::vector<std::int64_t> chunks =
      layers_of_chunks_in(layout, std::ssize(job.model.layers), has_ends(job.model));
  if (ranges::count(chunks, chunks.front()) == std::ssize(chunks)) return "";
  std::string text = "E";
  for (std::size_t at = 0; at < chunks.size(); ++at) {
    if (at > 0) text += '|';
    if (chunks[at] > 0) text += fmt::format("t*{}", chunks[at]);
  }
  if (job.prediction_layers > 0) text += fmt::format("m*{}", job.prediction_layers);
  return text + "L";
}

void say_degree(CommandMaker& maker, const char* what, std::int64_t value) {
  if (value > 1) maker.must_tell(what, std::to_string(value));
  if (value == 1 && maker.program().says_ones) maker.tell(what, std::string("1"));
}

void say_experts(CommandMaker& maker, const TrainingJob& job, const Layout& layout) {
  if (job.model.experts > 0 || layout.ep > 1) say_degree(maker, "ep", layout.ep);
  const std::string expert_tp = std::to_string(layout.expert_tp());
  if (layout.expert_tp() != layout.tp)
    maker.must_tell("etp", expert_tp);
  else if (job.model.experts > 0 && (layout.tp > 1 || maker.program().says_ones))
    maker.tell("etp", expert_tp);  // some take 1 unasked
  if (job.model.experts > 0) maker.tell("experts", std::string("true"));
  if (layout.expert_overlap) maker.must_tell("expert_overlap", "true");
}

/// Says the layers of each stage, and the chunks that it has.
void say_stages(CommandMaker& maker, const TrainingJob& job, const Layout& layout) {
  const std::string uneven = uneven_chunks(job, layout);
  const bool each_chunk = !uneven.empty() && maker.tell("layers_of_chunks", uneven);
  if (layout.vpp > 1 && !each_chunk && !maker.tell("chunks", std::to_string(layout.vpp)))
    maker.must_tell("layers_of_a_chunk",
                    std::to_string(std::ssize(job.model.layers) / std::max<std::int64_t>(1, layout.pp * layout.vpp)));
  if (layout.vpp == 1 && maker.program().says_ones) maker.chooses("chunks", "1");
  if (layout.first_stage_layers > 1) maker.must_tell("first_stage_layers", std::to_string(layout.first_stage_layers));
  if (layout.last_stage_layers > 1) maker.must_tell("last_stage_layers", std::to_string(layout.last_stage_layers));
  const bool even = layout.first_stage_layers == 0 && layout.last_stage_layers == 0;
  if (layout.pp > 1 && even) maker.tell("even_stages", std::string("true"));
}

/// Replicated shards are said by the words for replicas, or by those of an optimizer's copies (Megatron-Core).
void say_data_parallel(CommandMaker& maker, const Layout& layout) {
  const std::int64_t sharded = layout.dp / layout.dp_replicate;
  if (layout.dp > 1) maker.tell(layout.zero > 1 ? "shards" : "replicas", std::to_string(sharded));
  if (layout.dp_replicate == 1) return;
  const std::string replicas = std::to_string(layout.dp_replicate);
  if (layout.zero < 2 || !maker.tell("replicas", replicas)) maker.must_tell("dp_replicate", replicas);
}

void say_captured_step(CommandMaker& maker, const Layout& layout) {
  const bool of_unsharded = layout.captured_step && layout.zero < 2 && maker.chooses("captured_step", "unsharded");
  if (layout.captured_step && !of_unsharded) maker.must_tell("captured_step", "true");
  if (!layout.captured_step && maker.program().says_ones) maker.chooses("captured_step", "false");
}

}  // namespace

void say_layout(CommandMaker& maker, const TrainingJob& job, const Layout& layout) {
  say_degree(maker, "tp", layout.tp);
  say_degree(maker, "pp", layout.pp);
  say_degree(maker, "cp", layout.cp);
  say_experts(maker, job, layout);
  say_stages(maker, job, layout);
  say_data_parallel(maker, layout);
  if (layout.sequence_parallel)
    maker.must_tell("sequence_parallel", "true");
  else if (layout.tp > 1 || maker.program().says_ones)
    maker.tell("sequence_parallel", std::string("false"));
  say_captured_step(maker, layout);
  if (layout.offload_activations) maker.must_tell("offload_activations", "true");
  if (layout.offload_weights) maker.must_tell("offload_weights", "true");
  if (layout.offload_optimizer) maker.must_tell("offload_optimizer", "true");
  maker.must_tell("zero", std::to_string(layout.zero));
  maker.must_tell("recompute", std::string(name_of(layout.recompute)));
  const std::string recomputed = std::to_string(layout.recompute_layers);
  if (layout.recompute == Recompute::full && layout.recompute_layers > 1)
    maker.must_tell("recompute_layers", recomputed);
  else if (layout.recompute == Recompute::full)
    maker.tell("recompute_layers", recomputed);
  if (layout.pp > 1) maker.must_tell("schedule", std::string(name_of(layout.schedule)));
  if (layout.cp > 1) maker.must_tell("context_parallel", std::string(name_of(layout.context_parallel)));
}

TrainedBy trained_by(const Scenario& scenario, const Plan& plan, const LaunchPrograms& programs) {
  const auto& job = std::get<TrainingJob>(scenario.job);
  const JobSoftware& software = job.software;
  if (!software.asked.empty()) return {software.asked, true, software.asked};
  const std::string& stack = software.constants.empty() ? plan.evidence.software : software.constants;
  const bool has_command = !programs.of_stack(stack, job.lora.has_value()).empty();
  return {stack, false, has_command ? stack : usual_stack(job, plan)};
}

LaunchCommand training_command(const TrainingJob& job, const TrainingLaunch& launch, const LaunchProgram& program,
                               const LaunchPrograms& programs, LaunchPurpose purpose) {
  const Layout& layout = *launch.layout;
  Command before = environment_of(program, *launch.cluster, layout);
  if (!before.empty()) before.insert(before.begin(), {"env"});
  if (!program.starts_ranks) {
    const Command launcher = torchrun(*launch.cluster, launch.name);
    before.insert(before.end(), launcher.begin(), launcher.end());
  }
  CommandMaker maker(programs, program, purpose, before);
  if (job.lora || !maker.tell("task", std::string("pretraining")))
    maker.must_tell("task", job.lora ? "adapters" : "full");
  if (program.name == "megatron") maker.add(megatron_shape(job.model, programs));
  maker.tell("model", variable("MODEL", weights_of(job.model)));
  say_model(maker, job, layout, programs);
  say_layout(maker, job, layout);
  say_batch(maker, job, launch);
  maker.must_tell("steps", std::to_string(launch.steps));
  say_job(maker, job);
  maker.tell("devices", std::to_string(launch.cluster->instance().accelerators));
  maker.tell("ranks", std::to_string(launch.cluster->ranks()));
  maker.tell("machines", std::to_string(launch.cluster->instances));
  const std::string kind(name_of(launch.cluster->instance().accelerator.kind));
  maker.tell("accelerator", kind);
  if (launch.cluster->instances > 1 && layout.zero > 1) maker.tell("sharded_machines", kind);
  maker.tell("folder",
             purpose == LaunchPurpose::running ? variable("CHECKPOINTS", launch.folder) : Word{launch.folder});
  LaunchCommand made{maker.command(), maker.settings(), maker.unsaid(), maker.refused()};
  if (made.refused != nullptr && !made.refused->part.empty())
    made.unsaid.push_back(made.refused->part + " " + maker.told_of(made.refused->part));
  return made;
}

}  // namespace hakaru
