// Accelerators, instances and prices as people read them.
#pragma once

#include <string>
#include <vector>

#include "hakaru/hardware/catalog.h"
#include "hakaru/output/plan_text.h"

namespace hakaru {

std::string accelerators_text(const std::vector<Accelerator>& accelerators, const Pen& pen);
std::string accelerator_text(const Accelerator& accelerator, const Pen& pen);
/// With the price that `prices` has first for each in `region`.
std::string instances_text(const std::vector<Instance>& instances, const PriceBook& prices, const std::string& region,
                           const Pen& pen);
std::string instance_text(const Instance& instance, const PriceBook& prices, const Pen& pen);
std::string prices_text(const std::vector<Price>& prices, const Pen& pen);

}  // namespace hakaru
