#include "hub.h"

#include <map>
#include <memory>
#include <mutex>

#include "fetched.h"
#include "hub_cache.h"
#include "program.h"

namespace hakaru::native {
namespace {

/// The reason for which `name` was not fetched.
tl::unexpected<Error> not_fetched(const std::string& name, const Ran& ran) {
  switch (static_cast<Fetched>(ran.status)) {
    case Fetched::missing:
      return bad_input("{} has no {}, or it is private: check its name, or set HF_TOKEN", hub_endpoint(), name);
    case Fetched::gated:
      return bad_input("{} is gated: accept its licence at {}/{}, then set HF_TOKEN or run: hf auth login", name,
                       hub_endpoint(), name);
    case Fetched::no_config:
      return bad_input("{} has no config.json at {}: give the config.json of the model that it was made from", name,
                       hub_endpoint());
    case Fetched::unwritable:
      return bad_input("{} was fetched and cannot be kept ({}): set XDG_CACHE_HOME to a folder that can be written",
                       name, ran.output);
    default:
      return bad_input("{} did not answer ({}); HF_ENDPOINT names another Hub, HF_HUB_OFFLINE=1 asks none",
                       hub_endpoint(), ran.output);
  }
}

Result<std::string> folder_of(const std::string& name, Fetches fetches) {
  if (!is_hub_name(name)) return "";
  const auto cached = [&] { return cached_hub_model(name).string(); };
  if (std::string folder = cached(); !folder.empty()) return folder;
  if (fetches == Fetches::no || is_hub_offline() || own_hub_cache().empty()) return "";
  const Result<Ran> ran = run_beside("hakaru-fetch", {name});
  if (!ran) return fail(ran);
  if (ran->status != static_cast<int>(Fetched::all)) return not_fetched(name, *ran);
  return cached();
}

struct Found {
  std::mutex mutex;
  std::map<std::string, Result<std::string>> folders;
};

}  // namespace

DataFiles::ModelFolder hub_models(Fetches fetches) {
  return [fetches, found = std::make_shared<Found>()](const std::string& name) {
    const std::lock_guard lock(found->mutex);
    auto known = found->folders.find(name);
    if (known == found->folders.end()) known = found->folders.emplace(name, folder_of(name, fetches)).first;
    return known->second;
  };
}

}  // namespace hakaru::native
