// Models by their names on the Hugging Face Hub: from a cache on this machine (hub_cache.h), else fetched by
// hakaru-fetch, which stands beside this program and fills hakaru's own cache.
//
//   DataFiles data;
//   data.find_models_by(hub_models(Fetches::yes));
//   read_model("org/name", data);
#pragma once

#include "hakaru/core/data_files.h"

namespace hakaru::native {

enum class Fetches { no, yes };

/// Finds the folder of each name once. Fails where the Hub was asked and gave nothing, with the reason.
DataFiles::ModelFolder hub_models(Fetches fetches);
/// The same, fetched, where `reaches_hub`; else nothing is found.
inline DataFiles::ModelFolder hub_models_if(bool reaches_hub) {
  return reaches_hub ? hub_models(Fetches::yes) : DataFiles::ModelFolder();
}

}  // namespace hakaru::native
