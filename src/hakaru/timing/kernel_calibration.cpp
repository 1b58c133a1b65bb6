#include "hakaru/timing/kernel_calibration.h"

#include <array>

namespace hakaru {
namespace {

template <typename Constants>
void read_constants(Fields& fields, std::span<const Constant<Constants>> known, Constants& constants) {
  for (const Constant<Constants>& constant : known) {
    constants.*constant.member = fields.number(constant.name, {.min = constant.lower, .max = constant.upper});
  }
}

/// One table per data type.
template <typename Fit, typename ConstantsOf>
std::optional<Error> read_fits(std::map<DataType, Fit>& fits, Fields& file, ConstantsOf constants_of) {
  for (const std::string& key : file.keys()) {
    if (key == "accelerator") continue;
    const Result<DataType> type = parse_data_type(key);
    if (!type) return type.error();
    Fields fields(file.value(key), file.file(), key);
    Fit fit;
    fit.library = fields.choice<decltype(fit.library)>("library");
    fit.source = fields.text("source");
    if (!fields.error()) read_constants(fields, constants_of(fit.library), fit.constants);
    fields.refuse_unknown();
    if (fields.error()) return fields.error();
    fits[*type] = std::move(fit);
  }
  return std::nullopt;
}

/// A constant that is not there loses nothing: which ones apply depends on the links.
std::optional<Error> read_collectives(KernelCalibration& calibration, Fields& file) {
  Fields fields(file.value("nccl"), file.file(), "nccl");
  CollectiveConstants constants = measured_links();
  calibration.collectives_source = fields.text("source");
  for (const Constant<CollectiveConstants>& constant : all_collective_constants()) {
    constants.*constant.member =
        fields.number_or(constant.name, constants.*constant.member, {.min = constant.lower, .max = constant.upper});
  }
  fields.refuse_unknown();
  calibration.collectives = constants;
  return fields.error();
}

}  // namespace

bool casts_rows(GemmLibrary library) { return library != GemmLibrary::cublas; }

bool multiplies_as_cached(AttentionLibrary library) {
  return library == AttentionLibrary::flash_attention_3 || library == AttentionLibrary::tensorrt_llm;
}

std::optional<Error> add_kernels(KernelCalibration& calibration, std::string_view kind, const Json& table,
                                 const std::string& file) {
  Fields fields(table, file);
  fields.text("accelerator");
  if (fields.error()) return fields.error();
  if (kind == "gemm") return read_fits(calibration.gemm, fields, gemm_constants);
  if (kind == "attention_prefill") return read_fits(calibration.prefill, fields, prefill_constants);
  if (kind == "attention_decode") return read_fits(calibration.decode, fields, decode_constants);
  return read_collectives(calibration, fields);
}

}  // namespace hakaru
