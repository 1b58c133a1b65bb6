// Models of the Hugging Face Hub that are on this machine already, in two folders of one layout: the cache of
// huggingface_hub, and hakaru's own, whose weights files are headers alone, sparse up to their size.
//
//   models--ORG--NAME/refs/main             the commit
//   models--ORG--NAME/snapshots/COMMIT/…    config.json and what else of the repository is there
//
// HF_HUB_CACHE names the first; else it is hub within HF_HOME, which is ~/.cache/huggingface where that is not set.
// The second is hakaru/hub within XDG_CACHE_HOME (~/.cache where that is not set).
// Source: huggingface_hub's guide "Understand caching" and its page of environment variables.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace hakaru::native {

/// True for "org/name" as the Hub takes it; a path such as "./models/x" or "a/b/c" is none.
bool is_hub_name(std::string_view name);

/// hakaru's own cache; empty: the environment names no home.
std::filesystem::path own_hub_cache();
/// The folder of the repository `name` in a cache.
std::filesystem::path hub_repository(const std::filesystem::path& cache, std::string_view name);
/// The folder of a model's config.json in one of the two caches, hakaru's own last; empty: in neither.
std::filesystem::path cached_hub_model(std::string_view name);

/// HF_ENDPOINT, or the Hub itself, without a slash at its end.
std::string hub_endpoint();
/// HF_TOKEN, or what huggingface_hub's login has kept; "": none.
std::string hub_token();
/// True where HF_HUB_OFFLINE says so.
bool is_hub_offline();

}  // namespace hakaru::native
