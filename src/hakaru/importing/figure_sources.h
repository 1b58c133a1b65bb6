// Sources of the figures of an instance or an accelerator: file, source and day of each.
#pragma once

#include <string>
#include <vector>

#include "hakaru/hardware/catalog.h"
#include "hakaru/importing/data_rows.h"

namespace hakaru {

struct FigureSource {
  std::string figure;  ///< "memory_gib", "price us-east-1 on_demand"
  std::string value;
  std::string as_of;  ///< "": it has no day
  std::string source;
  std::string file;
};

struct FigureSources {
  std::string name;
  std::string confidence;
  std::vector<FigureSource> figures;
};

/// Sources of the figures in force: the last table of that name, the newest prices, all offers. `name`: also an alias.
Result<FigureSources> figure_sources(const Catalog& catalog, const DataFiles& data, const std::string& name);

}  // namespace hakaru
