#include "hakaru/evidence/row_context.h"

#include "hakaru/core/real.h"

namespace hakaru {
namespace {

RunContext context_of_model(const Model& model, const Cluster& cluster, const Layout& layout) {
  RunContext context;
  const Accelerator& accelerator = cluster.instance().accelerator;
  context.accelerator = accelerator.name;
  context.vendor = accelerator.vendor;
  context.model_kind = kind_of(model);
  context.identity = identity_of(model);
  context.traits = traits_of(layout);
  context.accelerators = real(cluster.ranks());
  return context;
}

}  // namespace

RunContext context_of(const TrainingMeasurement& measured, const Layout& layout) {
  RunContext context = context_of_model(measured.job.model, measured.cluster, layout);
  context.software = measured.stack.constants;
  context.configuration = configuration_of(measured.job);
  context.load = load_of_training(context.accelerators);
  return context;
}

RunContext context_of(const ServingMeasurement& measured, const Layout& layout) {
  RunContext context = context_of_model(measured.job.model, measured.cluster, layout);
  context.software = measured.engine;
  context.configuration = configuration_of(measured.job, layout);
  context.accelerators = ranks_of_a_replica(layout);
  if (measured.concurrency) context.load = load_of(measured.job, *measured.concurrency / real(layout.dp));
  return context;
}

RunContext context_of(const InferenceMeasurement& measured) {
  RunContext context = context_of_model(network_of(measured), measured.cluster, measured.layout);
  context.software = measured.software;
  context.accelerators = ranks_of_a_replica(measured.layout);
  context.configuration = measured.generation ? std::string(name_of(measured.generation->compute))
                                              : configuration_of(measured.networks.front());
  if (measured.batch) context.load = load_of_batch(*measured.batch);
  return context;
}

const Model& network_of(const InferenceMeasurement& measured) {
  return measured.generation ? measured.generation->model : measured.networks.front().model;
}

}  // namespace hakaru
