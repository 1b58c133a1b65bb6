// Accelerators, instances and prices as people read them.
#pragma once

#include <string>
#include <vector>

#include "hakaru/hardware/catalog.h"
#include "hakaru/output/plan_text.h"

namespace hakaru {

std::string accelerators_text(const std::vector<Accelerator>& accelerators, const Pen& pen);
std::string accelerator_text(const Accelerator& accelerator, const Pen& pen);
/// With the price that `catalog` has first for each in `region`; of those without one, whether they are offered there.
std::string instances_text(const std::vector<Instance>& instances, const Catalog& catalog, const std::string& region,
                           const Pen& pen);
/// Line on the kinds of price of `instance` in `region` that `prices` lack, or that it is not offered there; "": none.
std::string unpriced_text(const Instance& instance, const std::string& region, const std::vector<Price>& prices,
                          const Catalog& catalog, const Pen& pen);
std::string instance_text(const Instance& instance, const PriceBook& prices, const Pen& pen);
std::string prices_text(const std::vector<Price>& prices, const Pen& pen);

}  // namespace hakaru
