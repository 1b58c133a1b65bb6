#include "hakaru/evidence/operator_prediction.h"

#include <cmath>

#include "hakaru/core/real.h"
#include "hakaru/evidence/machine_of_cards.h"

namespace hakaru {
namespace {

/// Products of narrow types take and give 16-bit values, as the layers of inference engines do.
DataType beside(DataType type) { return bytes_per_value(type) < 2 ? DataType::bf16 : type; }

Message cannot_compute(const std::string& accelerator, DataType type) {
  return message("{} does not compute {}", accelerator, name_of(type));
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
    : accelerator_(accelerator.name),
      machine_(machine),
      operators_(accelerator, calibration, Conditions::alone),
      collectives_(collective_timer(machine, calibration)) {}

OrReason<double> OperatorPredictor::predict_s(const Kernel& kernel) {
  OrReason<double> seconds = std::visit([&](const auto& kind) { return time_s(kind); }, kernel);
  if (seconds && !(*seconds > 0 && std::isfinite(*seconds)))
    return tl::unexpected(message("how fast {} does this is not published", accelerator_));
  return seconds;
}

OrReason<double> OperatorPredictor::time_s(const GemmKernel& gemm) {
  if (operators_.peak(gemm.dtype) <= 0) return tl::unexpected(cannot_compute(accelerator_, gemm.dtype));
  OperatorTypes types;
  types.compute = types.weights = gemm.dtype;
  types.activations = types.kv_cache = beside(gemm.dtype);
  return operators_.forward_s({"", Gemm{real(gemm.m), gemm.n, gemm.k}}, types);
}

OrReason<double> OperatorPredictor::attention_s(const AttentionShape& shape, std::int64_t query_tokens,
                                                std::int64_t kv_tokens) {
  if (operators_.peak(shape.compute_dtype) <= 0)
    return tl::unexpected(cannot_compute(accelerator_, shape.compute_dtype));
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

OrReason<double> OperatorPredictor::time_s(const PrefillKernel& prefill) {
  return attention_s(prefill.shape, prefill.sequence_length, prefill.sequence_length);
}

OrReason<double> OperatorPredictor::time_s(const DecodeKernel& decode) {
  return attention_s(decode.shape, 1, decode.context_length + 1);
}

OrReason<double> OperatorPredictor::time_s(const CollectiveKernel& collective) const {
  if (!machine_) return tl::unexpected(message("no machine with {} is known", accelerator_));
  if (collective.ranks > machine_->accelerators && machine_->between.bytes_per_s <= 0)
    return tl::unexpected(message("{} ranks are more than the {} of {}, which has no network", collective.ranks,
                                  machine_->accelerators, machine_->name));
  const Group group{.size = collective.ranks,
                    .per_instance = std::min<std::int64_t>(collective.ranks, machine_->accelerators)};
  return collectives_.time_s(collective.operation, collective.message_bytes, group);
}

Result<OrReason<OperatorPredictor>> OperatorPredictors::make(const std::string& name) {
  const Result<Accelerator> accelerator = catalog_.accelerator(name);
  if (!accelerator) return OrReason<OperatorPredictor>(tl::unexpected(accelerator.error().message));
  const Result<Calibration> calibration = calibrations_.find(*accelerator, "operators");
  if (!calibration && calibration.error().kind == ErrorKind::bad_input) return fail(calibration);
  if (!calibration) return OrReason<OperatorPredictor>(tl::unexpected(calibration.error().message));
  return OrReason<OperatorPredictor>(
      OperatorPredictor(*accelerator, machine_of_collectives(*accelerator, catalog_), *calibration));
}

Result<OrReason<OperatorPredictor*>> OperatorPredictors::find(const std::string& name) {
  auto known = known_.find(name);
  if (known == known_.end()) {
    Result<OrReason<OperatorPredictor>> made = make(name);
    if (!made) return fail(made);
    known = known_.emplace(name, std::move(*made)).first;
  }
  return known->second.map([](OperatorPredictor& predictor) { return &predictor; });
}

std::vector<std::string> libraries_of(OperatorFormat format, DataType type) {
  std::vector<std::string> names;
  if (format == OperatorFormat::collective) return {""};
  if (format == OperatorFormat::gemm) {
    for (const GemmLibrary library : all_choices<GemmLibrary>()) {
      if (casts_rows(library) == (bytes_per_value(type) < 2)) names.emplace_back(name_of(library));
    }
  } else {
    names.assign(choice_names<AttentionLibrary>.begin(), choice_names<AttentionLibrary>.end());
  }
  return names;
}

std::vector<FittedConstant> constants_of(OperatorFormat format, const std::string& library,
                                         const std::optional<Instance>& machine) {
  switch (format) {
    case OperatorFormat::gemm:
      return fitted(gemm_constants(*choice_named<GemmLibrary>(library)));
    case OperatorFormat::prefill:
      return fitted(prefill_constants(*choice_named<AttentionLibrary>(library)));
    case OperatorFormat::decode:
      return fitted(decode_constants(*choice_named<AttentionLibrary>(library)));
    case OperatorFormat::collective:
      return fitted(collective_constants(machine ? machine->within : Interconnect{}));
  }
  return {};
}

void set_constants(KernelCalibration& kernels, OperatorFormat format, DataType type, const std::string& library,
                   const std::vector<FittedConstant>& constants, std::span<const double> values) {
  if (format == OperatorFormat::gemm) {
    GemmFit& fit = kernels.gemm[type];
    fit.library = *choice_named<GemmLibrary>(library);
    set(fit.constants, gemm_constants(fit.library), constants, values);
  } else if (format == OperatorFormat::prefill) {
    PrefillFit& fit = kernels.prefill[type];
    fit.library = *choice_named<AttentionLibrary>(library);
    set(fit.constants, prefill_constants(fit.library), constants, values);
  } else if (format == OperatorFormat::decode) {
    DecodeFit& fit = kernels.decode[type];
    fit.library = *choice_named<AttentionLibrary>(library);
    set(fit.constants, decode_constants(fit.library), constants, values);
  } else {
    if (!kernels.collectives) kernels.collectives = measured_links();
    set(*kernels.collectives, all_collective_constants(), constants, values);
  }
}

}  // namespace hakaru
