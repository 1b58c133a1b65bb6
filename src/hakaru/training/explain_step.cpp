// The arithmetic of a step, line by line. The lines in seconds before the last add up to it.
#include "hakaru/core/quantities.h"
#include "hakaru/parallel/schedule.h"
#include "hakaru/timing/calibration_constants.h"
#include "hakaru/training/step.h"

namespace hakaru {
namespace {

constexpr std::string_view model_flops_source = "Chowdhery et al. 2022 (arXiv 2204.02311), appendix B";

/// The constants behind a line: "gemm_efficiency 0.82: where from; …".
std::string constants(const Calibration& calibration, std::initializer_list<std::string_view> names) {
  std::string text;
  for (const auto& [known, member] : calibration_members) {
    for (const std::string_view name : names) {
      if (known != name) continue;
      text +=
          fmt::format("{}{} {}: {}", text.empty() ? "" : "; ", name, calibration.*member, calibration.source_of(name));
    }
  }
  return text;
}

std::string link_constants(const Calibration& calibration) {
  return constants(calibration, {"collective_efficiency", "network_efficiency"});
}

std::string_view operation_of(const Layout& layout) {
  if (layout.zero_of_step() == 0) return "all-reduce of gradients";
  if (layout.offload_weights)
    return "weights fetched from the host's memory and gathered, forward and backward, reduce-scatter of gradients, "
           "each "
           "micro-batch";
  if (layout.zero_of_step() == 3)
    return "all-gather of weights forward and backward, reduce-scatter of gradients, each micro-batch";
  if (layout.zero_of_step() == 2) return "reduce-scatter of gradients each micro-batch, all-gather of weights";
  return "reduce-scatter of gradients, all-gather of weights";
}

/// "dp × cp = 8", "dp / dp-replicate × cp = 4, all-reduce of its shards over 2"
std::string sharing_ranks(const Layout& layout) {
  if (layout.dp_replicate == 1) return fmt::format("dp × cp = {}", layout.shard_ranks());
  return fmt::format("dp / dp-replicate × cp = {}, all-reduce of its shards over {}", layout.shard_ranks(),
                     layout.dp_replicate);
}

std::string tensor_text(const Layout& layout) {
  std::string text = fmt::format("collectives over tp {}", layout.tp);
  if (layout.tensor_chunks > 1)
    text += fmt::format(", {} chunks beside products, what is not hidden", layout.tensor_chunks);
  return text;
}

/// The lines of the slowest stage, each a micro-batch's time by their number.
Terms stage_terms(const BlockTime& stage, double encoders_s, std::int64_t micro_batches, const Layout& layout,
                  const Calibration& calibration, double uneven_load, const Accelerator& accelerator) {
  const ElementwiseRuns& runs = *calibration.elementwise;
  const std::string one_by_one =
      runs.eager ? "; operations one by one (data/calibrations/elementwise.toml): " + runs.source : "";
  const std::string compute =
      constants(calibration, {"gemm_efficiency", "narrow_gemm_efficiency", "attention_efficiency", "memory_efficiency",
                              "loss_bytes_per_logit"}) +
      one_by_one;
  const std::string links = link_constants(calibration);
  const auto line = [&](std::string name, double each_s, const std::string& what, const std::string& source) {
    return Term{std::move(name),
                fmt::format("{} micro-batches × {} of {} on the slowest stage", micro_batches, in_time(each_s), what),
                static_cast<double>(micro_batches) * each_s, "s", source};
  };
  const bool ring = layout.context_parallel == ContextParallel::ring;
  const auto host = [&](std::string_view constant) {
    return layout.captured_step ? constants(calibration, {constant, "captured_step"})
                                : constants(calibration, {constant});
  };
  return {
      line("encoders", encoders_s, "frozen encoders that read its items", compute + "; " + host("layer_overhead_s")),
      line("forward", stage.forward_s - encoders_s, "forward", compute),
      line("backward", stage.backward_s, "backward", compute),
      line("recompute", stage.recompute_s, fmt::format("recompute ({})", name_of(layout.recompute)), compute),
      line("framework", stage.framework_s,
           runs.eager ? "waiting for the host, layer_overhead_s for a hundred kernels" : "waiting for the host",
           host("layer_overhead_s") + "; " + constants(calibration, {"host_jitter"})),
      line("tensor-parallel collectives", stage.tensor_s, tensor_text(layout),
           layout.tensor_chunks > 0 ? links : links + "; " + constants(calibration, {"tensor_exposed"})),
      line("expert all-to-all", stage.expert_s,
           fmt::format("tokens copied into the order of their experts and back{}{}{}",
                       layout.ep == 1 ? "" : fmt::format(", dispatch and combine over ep {}", layout.ep),
                       layout.expert_tp() == layout.tp ? "" : ", experts whole",
                       uneven_load == 1 ? "" : fmt::format(", {:.4g} times an even part", uneven_load)),
           links + "; " + constants(calibration, {"expert_exposed"}) + "; " + host("expert_overhead_s")),
      line("offloaded activations", stage.offload_s(),
           fmt::format("activations on their way to the host and back at {} GB/s, what is not hidden",
                       accelerator.host_link_bytes_per_s / giga),
           accelerator.source),
      ring ? line("context ring", stage.context_s, fmt::format("keys and values over cp {}, not hidden", layout.cp),
                  links)
           : line("context all-to-all", stage.context_s, fmt::format("heads for tokens and back over cp {}", layout.cp),
                  links)};
}

}  // namespace

/// The lines of what the stages do together.
Terms StepEstimator::joint_terms(const StepEstimate& e, const Layout& layout, const Anatomy& a) const {
  const std::string links = link_constants(calibration_);
  const auto count = [](double value) { return with_separators(std::llround(value)); };
  return {
      {"pipeline bubble",
       fmt::format("filling and draining {} stages, vpp {}, schedule {}", layout.pp, layout.vpp,
                   name_of(layout.schedule)),
       e.bubble_s, "s", std::string(pipeline_schedule(layout.schedule).source)},
      {"pipeline sends",
       fmt::format("{} each, forward and backward, of {} micro-batches, what is not hidden", in_time(a.send_s),
                   a.micro_batches),
       e.exposed.pipeline_s, "s", links},
      {"data-parallel collectives",
       fmt::format(
           "{}: {} parameters{} over {}, what is not hidden", operation_of(layout),
           count(data_.reduced_parameters(a.fullest)),
           job_.lora && layout.zero_of_step() == 3 ? fmt::format(" reduced, {} gathered", count(a.fullest.all())) : "",
           sharing_ranks(layout)),
       e.exposed.data_s, "s", links + "; " + constants(calibration_, {"compute_overlap"})},
      {"forward passes for log-probabilities",
       fmt::format("{} × {} micro-batches forward alone, all parallelism as in training",
                   job_.post_training.forward_only_passes(), a.micro_batches),
       e.forward_only_s, "s", "Rafailov et al. 2023, arXiv 2305.18290, §4; Shao et al. 2024, arXiv 2402.03300, §4.1"},
      optimizer_term(e, layout, a),
      {"stragglers",
       fmt::format("{:.3g} × log2({} instances) × the sum above", calibration_.straggling, cluster_.instances),
       e.straggling_s, "s", constants(calibration_, {"straggling"})},
      {"waiting for data", fmt::format("{} to read one step's data, less the sum above", in_time(a.read_s)),
       e.loading_s, "s", job_.data_set.storage}};
}

Term StepEstimator::optimizer_term(const StepEstimate& e, const Layout& layout, const Anatomy& a) const {
  const Accelerator& accelerator = cluster_.instance().accelerator;
  const std::string updated = with_separators(std::llround(data_.updated_parameters(a.fullest, layout)));
  const Quantity once = in_time(e.optimizer_s - data_.optimizer_s(a.fullest, layout));
  if (layout.offload_optimizer) {
    return Term{"optimizer on the host",
                fmt::format("{} parameters × ({} bytes / {} GB/s + {} ranks / {:.3g} a second) + {} once per step",
                            updated, data_.moved_bytes_per_parameter(layout), accelerator.host_link_bytes_per_s / giga,
                            cluster_.instance().accelerators, job_.host_update.parameters_per_s, once),
                e.optimizer_s, "s", job_.host_update.source + "; " + constants(calibration_, {"iteration_overhead_s"})};
  }
  return Term{"optimizer",
              fmt::format("{} parameters × {} bytes / ({} GB/s × {:.3g}) + {} once per step", updated,
                          data_.optimizer_bytes_per_parameter(), accelerator.memory_bandwidth_bytes_per_s / giga,
                          calibration_.memory_efficiency, once),
              e.optimizer_s, "s", constants(calibration_, {"memory_efficiency", "iteration_overhead_s"})};
}

StepEstimate StepEstimator::explain(const Layout& layout) {
  Anatomy anatomy;
  StepEstimate estimate = assemble(layout, &anatomy);
  estimate.terms = stage_terms(anatomy.stage, anatomy.encoders_s, anatomy.micro_batches, layout, calibration_,
                               uneven_load(job_.model, layout.ep, job_.expert_choice), cluster_.instance().accelerator);
  for (Term& term : joint_terms(estimate, layout, anatomy)) estimate.terms.push_back(std::move(term));
  estimate.terms.push_back({"step", "the sum", estimate.step_time_s, "s", calibration_.name});
  const std::string passes =
      job_.post_training.forward_only_passes() > 0
          ? "forward, backward and forward alone, recompute left out, attention over the whole square"
          : "forward and backward, recompute left out, attention over the whole square";
  estimate.terms.push_back({"model FLOPs", passes, estimate.model_flops, "FLOP", std::string(model_flops_source)});
  estimate.terms.push_back(
      {"MFU", fmt::format("model FLOPs / (step × {} ranks × peak of {})", layout.ranks(), name_of(job_.recipe.compute)),
       estimate.mfu, "", std::string(model_flops_source)});
  return estimate;
}

}  // namespace hakaru
