#include "hakaru/model/stored.h"

#include <algorithm>
#include <fstream>
#include <map>

#include "hakaru/core/fields.h"
#include "hakaru/core/files.h"
#include "hakaru/model/safetensors.h"

namespace hakaru {
namespace {

constexpr std::uint64_t largest_index_bytes = 64 << 20;
constexpr std::string_view index_suffix = ".safetensors.index.json";

Result<Model::Stored> read_shard(const std::filesystem::path& path) {
  const std::string name = path.string();
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(path, error);
  std::ifstream stream(path, std::ios::binary);
  if (error || !stream) return bad_input("{}: cannot be read: {}", name, error ? error.message() : "no such file");
  remember_read(name);
  std::string start(8, '\0');
  stream.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(stream.gcount()));
  const Result<std::uint64_t> header_bytes = safetensors_header_bytes(start, size, name);
  if (!header_bytes) return fail(header_bytes);
  const std::size_t had = start.size();
  start.resize(*header_bytes);
  stream.read(start.data() + had, static_cast<std::streamsize>(start.size() - had));
  start.resize(had + static_cast<std::size_t>(stream.gcount()));
  return read_safetensors_header(start, size, name);
}

void add(Model::Stored& sum, const Model::Stored& more) {
  sum.parameters += more.parameters;
  sum.bytes += more.bytes;
  std::map<std::string, std::int64_t> by_type(sum.values_by_type.begin(), sum.values_by_type.end());
  for (const auto& [type, values] : more.values_by_type) by_type[type] += values;
  sum.values_by_type.assign(by_type.begin(), by_type.end());
}

Result<Model::Stored> read_indexed(const std::filesystem::path& path) {
  const Result<std::string> text = read_file(path.string(), largest_index_bytes);
  if (!text) return fail(text);
  const Result<SafetensorsIndex> index = read_safetensors_index(*text, path.string());
  if (!index) return fail(index);
  const auto present = [&](const std::string& shard) {
    std::error_code error;
    return std::filesystem::exists(path.parent_path() / shard, error);
  };
  Model::Stored sum;
  if (!std::all_of(index->shards.begin(), index->shards.end(), present)) {
    if (index->total_bytes == 0) {
      return bad_input("{}: states no 'metadata.total_size', and its shards are not beside it", path.string());
    }
    sum.bytes = index->total_bytes;
    return sum;
  }
  for (const std::string& shard : index->shards) {
    Result<Model::Stored> stored = read_shard(path.parent_path() / shard);
    if (!stored) return stored;
    add(sum, *stored);
  }
  return sum;
}

}  // namespace

bool is_weights_file(const std::filesystem::path& path) {
  return path.extension() == ".safetensors" || path.filename().string().ends_with(index_suffix);
}

std::filesystem::path weights_file_in(const std::filesystem::path& folder) {
  for (const char* name : {"model.safetensors.index.json", "model.safetensors",
                           "diffusion_pytorch_model.safetensors.index.json", "diffusion_pytorch_model.safetensors"}) {
    std::error_code error;
    if (std::filesystem::exists(folder / name, error)) return folder / name;
  }
  return {};
}

Result<Model::Stored> read_stored(const std::filesystem::path& weights_file) {
  return weights_file.extension() == ".safetensors" ? read_shard(weights_file) : read_indexed(weights_file);
}

Model stored_only(const Model::Stored& stored, const std::string& source) {
  Model model;
  model.architecture = "safetensors";
  model.stored = stored;
  model.source = source;
  Block block{.name = "stored tensors"};
  for (const auto& [type, values] : stored.values_by_type) block.modules.push_back({type, Parameters{.count = values}});
  model.before.push_back(std::move(block));
  return model;
}

}  // namespace hakaru
