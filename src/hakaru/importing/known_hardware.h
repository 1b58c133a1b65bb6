// Names of a file in the catalogue: which of its instances are known, and which accelerator a cloud's name for
// one stands for ("H100" of 80 GiB is h100-sxm, "Trainium2" neuroncore-v3-lnc2).
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hakaru/hardware/catalog.h"

namespace hakaru {

/// Further inputs of an import.
struct ImportContext {
  const Catalog& catalog;
  const DataFiles& data;
  std::string region = {};  ///< where a file does not say; "": it is not known
};

class KnownInstances {
 public:
  /// Instances of one cloud; "": of any.
  KnownInstances(const Catalog& catalog, std::string_view cloud);
  /// True if the instance is known. Called for every record of a file: the name as it stands there.
  bool has(std::string_view name) const;
  const Instance* find(std::string_view name) const;
  const std::vector<const Instance*>& all() const { return all_; }

 private:
  std::vector<const Instance*> all_;
  std::unordered_map<std::string_view, const Instance*> by_name_;
};

/// The accelerator by a cloud's name and the memory of one (GiB; 0: not said): null where that is no accelerator of the
/// catalogue, or several of that name differ in memory and it is not said.
const Accelerator* accelerator_called(const Catalog& catalog, std::string_view name, double memory_gib);

}  // namespace hakaru
