// Accelerators of the catalogue by a tool's name of a product: by data/product_names.toml, else by the names
// and aliases of accelerators, letters and digits alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/hardware/catalog.h"

namespace hakaru {

class ProductNames {
 public:
  static Result<ProductNames> read(const DataFiles& data);

  /// The name of the accelerator; "": the product is none; empty: not known.
  std::optional<std::string> accelerator_of(std::string_view product, const Catalog& catalog) const;

 private:
  struct Product {
    std::string name;  ///< letters and digits
    bool is_start = false;
    std::string accelerator;
  };
  std::vector<Product> products_;
};

/// "NVIDIA" of "Tesla V100-SXM2-16GB"; "unknown" where its name does not say.
std::string maker_of(std::string_view product);

/// Names of accelerators near that of a product.
std::vector<std::string> accelerators_near(std::string_view product, const Catalog& catalog);

}  // namespace hakaru
