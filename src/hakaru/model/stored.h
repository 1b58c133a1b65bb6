// Finding and adding up what a model's files hold: a safetensors file, an index with its shards, or a folder with
// either.
#pragma once

#include <filesystem>

#include "hakaru/model/model.h"

namespace hakaru {

/// True if `path` is a safetensors file or an index of some.
bool is_weights_file(const std::filesystem::path& path);

/// The weights file in `folder`, the index before the single file; empty where there is none.
std::filesystem::path weights_file_in(const std::filesystem::path& folder);

/// Counts of a weights file. Of an index whose shards are not all there, only the bytes that it states.
Result<Model::Stored> read_stored(const std::filesystem::path& weights_file);

/// A model of which nothing is known but what its files hold: it can be weighed, and no more.
Model stored_only(const Model::Stored& stored, const std::string& source);

}  // namespace hakaru
