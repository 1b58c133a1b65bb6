// Names of a layer's modules in checkpoints, and patterns over such names: lists of what a quantisation leaves as it
// is, targets of its groups.
//
//   "model.layers.3.self_attn.q_proj"   that module, whatever precedes its layers ("model.", "language_model.model.")
//   "model.layers.3.self_attn", "gate"  all in it; a run of the name's parts
//   "model.layers.*.mlp*", "*.attn.*"   with '*' for anything, dots too (Python's fnmatch)
//   "re:.*self_attn.*"                  a regular expression from the name's beginning
// Limits: the experts of a layer are alike, and are asked about as experts.0.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "hakaru/core/result.h"
#include "hakaru/model/name_expression.h"

namespace hakaru {

/// Names that checkpoints of several architectures have for the module called `name` here, "layers.3." ahead of them.
std::vector<std::string> checkpoint_names(const std::string& name, std::int64_t layer);
/// The same for the output head.
std::vector<std::string> checkpoint_head_names();

class NamePatterns {
 public:
  /// Refuses a regular expression that is none; `where` names the list in messages.
  std::optional<Error> add(const std::string& pattern, const std::string& where);
  bool match(const std::vector<std::string>& names, std::int64_t layer) const;
  /// Tells whether one of them may be of some layers alone.
  bool by_layer() const { return by_layer_; }
  bool empty() const { return exact_.empty() && globs_.empty() && globs_of_layer_.empty() && expressions_.empty(); }

 private:
  std::unordered_set<std::string> exact_;
  std::vector<std::string> globs_;
  std::map<std::int64_t, std::vector<std::string>> globs_of_layer_;
  std::vector<NameExpression> expressions_;
  std::size_t expression_steps_ = 0;  ///< of all of them: each name may take as many
  bool by_layer_ = false;
};

}  // namespace hakaru
