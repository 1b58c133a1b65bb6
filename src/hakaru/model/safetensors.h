// Contents of a model's own files, from the headers of safetensors files: no weights are read.
//
// A file is 8 bytes (little-endian: the header's length), a JSON header, then the data. The header names each tensor's
// dtype, shape and the bytes [begin, end) that it takes of the data; tensors fill the data without gaps or overlaps.
// (github.com/huggingface/safetensors, "Format".) A sharded model has an index, which names the shard of each tensor.
//
// Counts here are of stored values: with copies of tied heads, buffers, scales of quantised blocks, and quantised
// weights packed into larger types, so they may differ from the unique parameters of the architecture.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/model/model.h"

namespace hakaru {

/// Bytes of the header with its 8 bytes of length, which stand at the start of the file. Refuses lengths that are
/// beyond the file or 100 MB, the format's own limit. `start`: at least the first 8 bytes.
Result<std::uint64_t> safetensors_header_bytes(std::string_view start, std::uint64_t file_size,
                                               const std::string& file);

/// `bytes`: the file's beginning, at least up to the end of the header.
Result<Model::Stored> read_safetensors_header(std::string_view bytes, std::uint64_t file_size, const std::string& file);

struct SafetensorsIndex {
  double total_bytes = 0;           ///< as its metadata says; 0: it says nothing
  std::vector<std::string> shards;  ///< names of files beside the index, each once
};

Result<SafetensorsIndex> read_safetensors_index(std::string_view text, const std::string& file);

}  // namespace hakaru
