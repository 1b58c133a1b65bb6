// The rules of legal layouts, one line each: a name, when it holds, and what to tell who broke it. legal.cpp enumerates
// and explains with the same table.
#pragma once

#include <span>
#include <string_view>

#include "hakaru/core/message.h"
#include "hakaru/hardware/instance.h"
#include "hakaru/model/model.h"
#include "hakaru/parallel/layout.h"

namespace hakaru {

/// A layout and what it is to run.
struct LayoutCase {
  const Layout& layout;
  const Model& model;
  std::int64_t sequence_length;
  std::int64_t global_batch;
  const Cluster& cluster;
  bool shards_stages = false;  ///< its software has ZeRO 2 and 3 beside pipeline stages
};

struct LayoutRule {
  std::string_view name;
  bool (*holds)(const LayoutCase&);   ///< may rely on the rules before it
  Message (*why)(const LayoutCase&);  ///< called only when it does not hold
};

/// In the order in which they are to be asked.
std::span<const LayoutRule> training_rules();
std::span<const LayoutRule> serving_rules();

/// The first rule that does not hold, or null.
const LayoutRule* broken_rule(std::span<const LayoutRule> rules, const LayoutCase& layout_case);

}  // namespace hakaru
