#include "hakaru/evidence/operator_prediction.h"

#include <cmath>

namespace hakaru {
namespace {

double real(std::int64_t value) { return static_cast<double>(value); }

/// Products of narrow types take and give 16-bit values, as the layers of inference engines do.
DataType beside(DataType type) { return bytes_per_value(type) < 2 ? DataType::bf16 : type; }

Message cannot_compute(const std::string& accelerator, DataType type) {
  return message("{} does not compute {}", accelerator, name_of(type));
}

Processor processor_of(const Accelerator& accelerator) {
  return {real(accelerator.compute_units), accelerator.clock_hz, accelerator.memory_bandwidth_bytes_per_s,
          accelerator.cache_bytes};
}

/// Kernels in tiles are a GPU's; whatever is not one keeps its collectives only.
KernelCalibration kernels_of(const Accelerator& accelerator, const Calibration& calibration) {
  const bool tiled = accelerator.kind == AcceleratorKind::gpu && accelerator.compute_units > 0 &&
                     accelerator.clock_hz > 0 && accelerator.cache_bytes > 0;
  if (tiled) return *calibration.kernels;
  KernelCalibration others;
  others.collectives = calibration.kernels->collectives;
  return others;
}

CollectiveTimer collective_timer(const std::optional<Instance>& machine, const Calibration& calibration) {
  return {machine.value_or(Instance{}), calibration};
}

template <typename Constants>
std::vector<FittedConstant> fitted(std::span<const Constant<Constants>> constants) {
  std::vector<FittedConstant> result;
  for (const Constant<Constants>& one : constants) {
    result.push_back(
        {std::string(one.name), std::string(one.unit), std::string(one.meaning), one.start, one.lower, one.upper});
  }
  return result;
}

template <typename Constants>
void set(Constants& constants, std::span<const Constant<Constants>> known, const std::vector<FittedConstant>& names,
         std::span<const double> values) {
  for (const Constant<Constants>& one : known) {
    for (std::size_t at = 0; at < names.size(); ++at) {
      if (names[at].name == one.name) constants.*one.member = values[at];
    }
  }
}

}  // namespace

OperatorPredictor::OperatorPredictor(const Accelerator& accelerator, const std::optional<Instance>& machine,
                                     const Calibration& calibration)
    : accelerator_(accelerator),
      processor_(processor_of(accelerator)),
      machine_(machine),
      kernels_(kernels_of(accelerator, calibration)),
      operators_(accelerator, calibration),
      collectives_(collective_timer(machine, calibration)) {
  for (const auto& [type, fit] : kernels_.gemm) {
    const GemmUnits units{operators_.peak(type), bytes_per_value(type), fit.library};
    if (units.flops_per_s > 0) gemms_.emplace(type, GemmTimer(processor_, units, fit.constants));
  }
}

OrReason<double> OperatorPredictor::predict_s(const Kernel& kernel) const {
  OrReason<double> seconds = std::visit([&](const auto& kind) { return time_s(kind); }, kernel);
  if (seconds && !(*seconds > 0 && std::isfinite(*seconds)))
    return tl::unexpected(message("how fast {} does this is not published", accelerator_.name));
  return seconds;
}

OrReason<double> OperatorPredictor::time_s(const GemmKernel& gemm) const {
  if (operators_.peak(gemm.dtype) <= 0) return tl::unexpected(cannot_compute(accelerator_.name, gemm.dtype));
  const auto measured = gemms_.find(gemm.dtype);
  if (measured != gemms_.end()) {
    GemmLaunch launch;
    launch.m = real(gemm.m);
    launch.n = real(gemm.n);
    launch.k = real(gemm.k);
    return measured->second.time_s(launch);
  }
  OperatorTypes types;
  types.compute = types.weights = gemm.dtype;
  types.activations = types.kv_cache = beside(gemm.dtype);
  return operators_.forward_s({"", Gemm{real(gemm.m), gemm.n, gemm.k}}, types);
}

double OperatorPredictor::by_roofline_s(const AttentionShape& shape, std::int64_t query_tokens,
                                        std::int64_t kv_tokens) const {
  OperatorTypes types;
  types.compute = shape.compute_dtype;
  types.activations = types.weights = beside(shape.compute_dtype);
  types.kv_cache = shape.kv_dtype;
  types.paged_cache = true;
  AttentionOperator attention;
  attention.batch = real(shape.batch);
  attention.query_tokens = real(query_tokens);
  attention.kv_tokens = real(kv_tokens);
  attention.heads = shape.heads;
  attention.kv_heads = shape.kv_heads;
  attention.key_dim = attention.value_dim = shape.head_dim;
  return operators_.forward_s({"", attention}, types);
}

OrReason<double> OperatorPredictor::time_s(const PrefillKernel& prefill) const {
  const AttentionShape& shape = prefill.shape;
  if (operators_.peak(shape.compute_dtype) <= 0)
    return tl::unexpected(cannot_compute(accelerator_.name, shape.compute_dtype));
  if (kernels_.prefill.empty() || processor_.cores <= 0)
    return by_roofline_s(shape, prefill.sequence_length, prefill.sequence_length);
  const PrefillFit& fit = nearest_fit(kernels_.prefill, shape.kv_dtype);
  const bool as_cached = bytes_per_value(shape.kv_dtype) < 2 && multiplies_as_cached(fit.library);
  const DataType multiplied = as_cached && operators_.peak(shape.kv_dtype) > 0 ? shape.kv_dtype : shape.compute_dtype;
  PrefillShape asked;
  asked.batch = real(shape.batch);
  asked.query_tokens = asked.kv_tokens = prefill.sequence_length;
  asked.heads = shape.heads;
  asked.kv_heads = shape.kv_heads;
  asked.key_dim = asked.value_dim = shape.head_dim;
  asked.query_bytes = bytes_per_value(as_cached ? shape.kv_dtype : beside(shape.compute_dtype));
  asked.output_bytes = bytes_per_value(beside(shape.compute_dtype));
  asked.kv_bytes = bytes_per_value(shape.kv_dtype);
  asked.writes_cache = true;
  return PrefillTimer(processor_, operators_.peak(multiplied), fit.library, fit.constants).forward_s(asked);
}

OrReason<double> OperatorPredictor::time_s(const DecodeKernel& decode) const {
  const AttentionShape& shape = decode.shape;
  if (operators_.peak(shape.compute_dtype) <= 0)
    return tl::unexpected(cannot_compute(accelerator_.name, shape.compute_dtype));
  if (kernels_.decode.empty() || processor_.cores <= 0) return by_roofline_s(shape, 1, decode.context_length + 1);
  const DecodeFit& fit = nearest_fit(kernels_.decode, shape.kv_dtype);
  DecodeShape asked;
  asked.batch = real(shape.batch);
  asked.context_length = real(decode.context_length);
  asked.heads = real(shape.heads);
  asked.kv_heads = real(shape.kv_heads);
  asked.key_size = asked.value_size = real(shape.head_dim);
  asked.bytes_per_cached_value = bytes_per_value(shape.kv_dtype);
  asked.bytes_per_query_value = bytes_per_value(beside(shape.compute_dtype));
  asked.flops_per_s = operators_.peak(shape.compute_dtype);
  return decode_s(asked, fit.library, fit.constants, processor_);
}

OrReason<double> OperatorPredictor::time_s(const CollectiveKernel& collective) const {
  if (!machine_) return tl::unexpected(message("no machine with {} is known", accelerator_.name));
  if (collective.ranks > machine_->accelerators && machine_->between.bytes_per_s <= 0)
    return tl::unexpected(message("{} ranks are more than the {} of {}, which has no network", collective.ranks,
                                  machine_->accelerators, machine_->name));
  Group group;
  group.size = collective.ranks;
  group.per_instance = std::min<std::int64_t>(collective.ranks, machine_->accelerators);
  return collectives_.time_s(collective.operation, collective.message_bytes, group);
}

Result<OrReason<OperatorPredictor>> OperatorPredictors::make(const std::string& name) {
  const Result<Accelerator> accelerator = catalog_.accelerator(name);
  if (!accelerator) return OrReason<OperatorPredictor>(tl::unexpected(accelerator.error().message));
  const Result<Calibration> calibration = calibrations_.find(*accelerator, "operators");
  if (!calibration && calibration.error().kind == ErrorKind::bad_input) return fail(calibration);
  if (!calibration) return OrReason<OperatorPredictor>(tl::unexpected(calibration.error().message));
  const Result<Instance> machine = catalog_.usual_instance_of(accelerator->name);
  return OrReason<OperatorPredictor>(
      OperatorPredictor(*accelerator, machine ? std::optional(*machine) : std::nullopt, *calibration));
}

Result<OrReason<const OperatorPredictor*>> OperatorPredictors::find(const std::string& name) {
  auto known = known_.find(name);
  if (known == known_.end()) {
    Result<OrReason<OperatorPredictor>> made = make(name);
    if (!made) return fail(made);
    known = known_.emplace(name, std::move(*made)).first;
  }
  return known->second.map([](const OperatorPredictor& predictor) { return &predictor; });
}

std::vector<std::string> libraries_of(OperatorFormat format, DataType type) {
  std::vector<std::string> names;
  if (format == OperatorFormat::collective) return {""};
  if (format == OperatorFormat::gemm) {
    for (const GemmLibrary library : gemm_libraries) {
      if (casts_rows(library) == (bytes_per_value(type) < 2)) names.emplace_back(name_of(library));
    }
  } else {
    for (const AttentionLibrary library : attention_libraries) names.emplace_back(name_of(library));
  }
  return names;
}

std::vector<FittedConstant> constants_of(OperatorFormat format, const std::string& library,
                                         const std::optional<Instance>& machine) {
  switch (format) {
    case OperatorFormat::gemm:
      return fitted(gemm_constants(*gemm_library(library)));
    case OperatorFormat::prefill:
      return fitted(prefill_constants(*attention_library(library)));
    case OperatorFormat::decode:
      return fitted(decode_constants(*attention_library(library)));
    case OperatorFormat::collective:
      return fitted(collective_constants(machine ? machine->within : Interconnect{}));
  }
  return {};
}

void set_constants(KernelCalibration& kernels, OperatorFormat format, DataType type, const std::string& library,
                   const std::vector<FittedConstant>& constants, std::span<const double> values) {
  if (format == OperatorFormat::gemm) {
    GemmFit& fit = kernels.gemm[type];
    fit.library = *gemm_library(library);
    set(fit.constants, gemm_constants(fit.library), constants, values);
  } else if (format == OperatorFormat::prefill) {
    PrefillFit& fit = kernels.prefill[type];
    fit.library = *attention_library(library);
    set(fit.constants, prefill_constants(fit.library), constants, values);
  } else if (format == OperatorFormat::decode) {
    DecodeFit& fit = kernels.decode[type];
    fit.library = *attention_library(library);
    set(fit.constants, decode_constants(fit.library), constants, values);
  } else {
    if (!kernels.collectives) kernels.collectives = measured_links();
    set(*kernels.collectives, all_collective_constants(), constants, values);
  }
}

}  // namespace hakaru
