#include "hakaru/job/quantisation.h"

#include <map>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

std::optional<DataType> type_named(KeyReader& reader, std::string_view key, const std::string& text) {
  // Names by which people call a type after the method that made it.
  static const std::map<std::string, DataType, std::less<>> methods{
      {"awq", DataType::int4}, {"gptq", DataType::int4}, {"bitsandbytes", DataType::nf4}, {"bnb", DataType::nf4}};
  if (const auto method = methods.find(lower_case(text)); method != methods.end()) return method->second;
  if (const Result<DataType> type = parse_data_type(text)) return *type;
  reader.refuse(bad_input("{} is '{}', which is not a data type; accepted: {}", reader.shown(key), text,
                          accepted_names<DataType>()));
  return std::nullopt;
}

/// Empty where the key is not there, or is wrong.
std::vector<DataType> types_named(KeyReader& reader, std::string_view key) {
  std::vector<DataType> types;
  for (const std::string& name : reader.list(key)) {
    const std::optional<DataType> type = type_named(reader, key, name);
    if (!type) return {};
    types.push_back(*type);
  }
  if (types.empty() && reader.has(key) && !reader.error()) type_named(reader, key, "");
  return types;
}

}  // namespace

std::optional<DataType> data_type(KeyReader& reader, std::string_view key) {
  const std::optional<std::string> text = reader.text(key);
  return text ? type_named(reader, key, *text) : std::nullopt;
}

DataType compute_type_for(DataType weights) {
  switch (weights) {
    case DataType::int8:
    case DataType::uint8:
    case DataType::int4:
    case DataType::nf4:
    case DataType::mxfp4:
      return DataType::bf16;
    case DataType::mxfp8:
      return DataType::fp8;
    default:
      return weights;
  }
}

std::vector<Quantisation> quantisations_of(KeyReader& reader, const Model& model) {
  Quantisation stored;
  stored.weights = model.stored_type == DataType::fp32 ? DataType::bf16 : model.stored_type;
  stored.experts = model.stored_expert_type.value_or(stored.weights);
  if (reader.list("precision").size() > 1)
    reader.refuse(bad_input("{} is one type that is computed in; several types of weights: {}",
                            reader.shown("precision"), "--weights bf16,fp8"));
  const std::optional<DataType> compute = data_type(reader, "precision");
  std::vector<Quantisation> weights;
  for (const DataType type : types_named(reader, "weights")) weights.push_back({type, type, {}, {}});
  if (weights.empty()) weights.push_back(stored);
  std::vector<DataType> caches = types_named(reader, "kv_cache");
  if (caches.empty())
    caches.push_back(reader.has("weights") ? DataType::bf16 : model.stored_cache_type.value_or(DataType::bf16));
  std::vector<Quantisation> all;
  for (Quantisation each : weights) {
    each.compute = compute.value_or(compute_type_for(each.weights));
    for (const DataType cache : caches) {
      each.kv_cache = cache;
      all.push_back(each);
    }
  }
  return all;
}

std::string name_of(const Quantisation& quantisation) {
  return fmt::format("{}, KV {}", name_of(quantisation.weights), name_of(quantisation.kv_cache));
}

ServingJob quantised(ServingJob job, const Quantisation& quantisation) {
  job.weights = quantisation.weights;
  job.experts = quantisation.experts;
  job.kv_cache = quantisation.kv_cache;
  job.compute = quantisation.compute;
  return job;
}

Quantisation quantisation_of(const ServingJob& job) { return {job.weights, job.experts, job.kv_cache, job.compute}; }

}  // namespace hakaru
