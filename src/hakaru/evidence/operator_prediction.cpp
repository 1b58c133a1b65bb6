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

/// Whether products of `type` run in units for 8 bits and fewer.
bool runs_narrow(const Accelerator& accelerator, DataType type) {
  const Rate* const rate = accelerator.rate(type);
  const DataType runs_as = rate == nullptr || rate->support == Support::native ? type : rate->computed_as;
  return bytes_per_value(runs_as) < 2;
}

FittedConstant share(const std::string& name, const std::string& meaning) {
  constexpr double start = 0.7, least = 0.01;
  return {name, "", meaning, start, least, 1};
}

}  // namespace

OperatorPredictor::OperatorPredictor(const Accelerator& accelerator, const std::optional<Instance>& machine,
                                     const Calibration& calibration)
    : accelerator_(accelerator.name),
      machine_(machine),
      operators_(accelerator, calibration),
      collectives_(machine.value_or(Instance{}), calibration) {}

OrReason<double> OperatorPredictor::predict_s(const Kernel& kernel) const {
  OrReason<double> seconds = std::visit([&](const auto& kind) { return time_s(kind); }, kernel);
  if (seconds && !(*seconds > 0 && std::isfinite(*seconds)))
    return tl::unexpected(message("how fast {} does this is not published", accelerator_));
  return seconds;
}

OrReason<double> OperatorPredictor::time_s(const GemmKernel& gemm) const {
  if (operators_.peak(gemm.dtype) <= 0) return tl::unexpected(cannot_compute(accelerator_, gemm.dtype));
  OperatorTypes types;
  types.compute = types.weights = gemm.dtype;
  types.activations = types.kv_cache = beside(gemm.dtype);
  return operators_.forward_s({"", Gemm{real(gemm.m), gemm.n, gemm.k}}, types);
}

OrReason<double> OperatorPredictor::attention_s(const AttentionShape& shape, std::int64_t query_tokens,
                                                std::int64_t kv_tokens) const {
  if (operators_.peak(shape.compute_dtype) <= 0)
    return tl::unexpected(cannot_compute(accelerator_, shape.compute_dtype));
  OperatorTypes types;
  types.compute = shape.compute_dtype;
  types.activations = types.weights = beside(shape.compute_dtype);
  types.kv_cache = shape.kv_dtype;
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
  return attention_s(prefill.shape, prefill.sequence_length, prefill.sequence_length);
}

OrReason<double> OperatorPredictor::time_s(const DecodeKernel& decode) const {
  return attention_s(decode.shape, 1, decode.context_length + 1);
}

OrReason<double> OperatorPredictor::time_s(const CollectiveKernel& collective) const {
  if (!machine_) return tl::unexpected(message("no machine with {} is known", accelerator_));
  if (collective.ranks > machine_->accelerators && machine_->between.bytes_per_s <= 0)
    return tl::unexpected(message("{} ranks are more than the {} of {}, which has no network", collective.ranks,
                                  machine_->accelerators, machine_->name));
  Group group;
  group.size = collective.ranks;
  group.per_instance = std::min<std::int64_t>(collective.ranks, machine_->accelerators);
  return collectives_.time_s(collective.operation, collective.message_bytes, group);
}

Result<Calibration> calibration_of_operators(const DataFiles& data, const Accelerator& accelerator) {
  return find_calibration(data, accelerator, "operators");
}

Result<OrReason<OperatorPredictor>> OperatorPredictors::make(const std::string& name) const {
  const Result<Accelerator> accelerator = catalog_.accelerator(name);
  if (!accelerator) return OrReason<OperatorPredictor>(tl::unexpected(accelerator.error().message));
  const Result<Calibration> calibration = calibration_of_operators(data_, *accelerator);
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

std::vector<FittedConstant> constants_of(const Kernel& kernel, const Accelerator& accelerator) {
  const FittedConstant launch{"launch_s", "s", "least time of one kernel", 3e-6, 1e-7, 1e-4};
  const FittedConstant memory = share("memory_efficiency", "share of the memory bandwidth that streaming reaches");
  if (const auto* gemm = std::get_if<GemmKernel>(&kernel)) {
    const bool narrow = runs_narrow(accelerator, gemm->dtype);
    return {launch,
            share(narrow ? "narrow_gemm_efficiency" : "gemm_efficiency",
                  narrow ? "share of the dense peak that large products of 8-bit types reach"
                         : "share of the dense peak that large products reach"),
            memory};
  }
  if (std::holds_alternative<PrefillKernel>(kernel))
    return {launch, share("attention_efficiency", "share of the dense peak that fused attention reaches"), memory};
  if (std::holds_alternative<DecodeKernel>(kernel)) return {launch, memory};
  return {launch, share("collective_efficiency", "share of link bandwidth that large messages reach")};
}

void set_constant(Calibration& calibration, std::string_view name, double value) {
  for (const CalibrationConstant& constant : calibration_constants()) {
    if (constant.name == name) calibration.*constant.member = value;
  }
}

}  // namespace hakaru
