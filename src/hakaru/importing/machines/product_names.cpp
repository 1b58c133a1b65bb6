#include "hakaru/importing/machines/product_names.h"

#include <algorithm>
#include <array>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

/// A word that makers write before the name itself, and the maker.
struct NameOfMaker {
  std::string_view start, maker;
};
constexpr std::array<NameOfMaker, 7> makers{{{"NVIDIA ", "NVIDIA"},
                                             {"AMD ", "AMD"},
                                             {"Tesla ", "NVIDIA"},
                                             {"Instinct ", "AMD"},
                                             {"GeForce ", "NVIDIA"},
                                             {"Quadro ", "NVIDIA"},
                                             {"Intel ", "Intel"}}};

std::string_view without_makers(std::string_view product) {
  for (const auto& [start, maker] : makers) {
    if (product.starts_with(start)) product.remove_prefix(start.size());
  }
  return product;
}

std::string compared(std::string_view name) { return lower_case(letters_and_digits(name)); }

}  // namespace

Result<ProductNames> ProductNames::read(const DataFiles& data) {
  ProductNames names;
  for (const DataFiles::File& file : data.under("product_names")) {
    const Result<Json> tree = parse_toml(file.text, file.name);
    if (!tree) return fail(tree);
    for (const auto& [maker, table] : tree->items()) {
      if (!table.is_object())
        return bad_input("{}: '{}' stands outside any table; accepted: [name] followed by its keys", file.name, maker);
      Fields fields(table, file.name, maker);
      for (const std::string& product : fields.keys())
        names.products_.push_back({compared(product), product.ends_with('*'), fields.text(product)});
      if (fields.error()) return tl::unexpected(*fields.error());
    }
  }
  return names;
}

std::optional<std::string> ProductNames::accelerator_of(std::string_view product, const Catalog& catalog) const {
  const std::string wanted = compared(product);
  for (const Product& each : products_) {
    if (each.is_start ? wanted.starts_with(each.name) : wanted == each.name) return each.accelerator;
  }
  const std::string bare = compared(without_makers(product));
  for (const Accelerator& accelerator : catalog.accelerators()) {
    const auto means = [&](std::string_view name) { return compared(name) == bare || compared(name) == wanted; };
    if (means(accelerator.name) || std::any_of(accelerator.aliases.begin(), accelerator.aliases.end(), means))
      return accelerator.name;
  }
  return std::nullopt;
}

std::string maker_of(std::string_view product) {
  for (const auto& [start, maker] : makers) {
    if (product.starts_with(start)) return std::string(maker);
  }
  return "unknown";
}

std::vector<std::string> accelerators_near(std::string_view product, const Catalog& catalog) {
  std::vector<std::string> names;
  for (const Accelerator& accelerator : catalog.accelerators()) names.push_back(accelerator.name);
  std::string name = lower_case(without_makers(product));
  std::replace(name.begin(), name.end(), ' ', '-');
  return nearest_names(name, names);
}

}  // namespace hakaru
