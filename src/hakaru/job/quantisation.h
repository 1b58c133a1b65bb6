// Types that the weights and the KV cache of a served model are kept in, where several are to be compared.
//
//   --weights bf16,fp8 --kv-cache bf16,fp8     each with each: four of them
// Nothing is quantised unless it is named: without --weights a model is served as it is stored, or in bf16 where that
// is fp32, as engines do unasked (vLLM, ModelConfig, dtype "auto"), each matrix as its checkpoint says (as_stored);
// without --kv-cache its cache is bf16 beside --weights, else what the checkpoint says, else bf16. Products are
// computed in what `--precision` says, else in the weights' type (compute_type_for).
// Limits: what a quantised model answers is not judged.
#pragma once

#include <string>
#include <vector>

#include "hakaru/job/job.h"
#include "hakaru/job/key_reader.h"

namespace hakaru {

struct Quantisation {
  DataType weights = DataType::bf16, experts = DataType::bf16, kv_cache = DataType::bf16, compute = DataType::bf16;
};

/// At least one where the keys name types; those of the model first where they name none.
std::vector<Quantisation> quantisations_of(KeyReader& reader, const Model& model);
/// "fp8, KV bf16"
std::string name_of(const Quantisation& quantisation);
ServingJob quantised(ServingJob job, const Quantisation& quantisation);
Quantisation quantisation_of(const ServingJob& job);

/// The type that a key names, if it is there.
std::optional<DataType> data_type(KeyReader& reader, std::string_view key);
/// Type that products multiply when weights are kept in `weights`: 8- and 4-bit integers, nf4 and mxfp4 become bf16.
DataType compute_type_for(DataType weights);

}  // namespace hakaru
