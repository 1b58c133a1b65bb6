// The model that a row of measurements was made with: a known one whose missing dimensions apply (`base_model`), or a
// plain decoder, with the row's own dimensions in either. A row with neither base_model nor family is looked up by its
// own name (`model`).
//
// Columns: family, base_model, attention, ffn_type, hidden, layers, heads, kv_heads, head_dim, ffn (mixture of experts:
// one expert's width), vocab, experts, topk, seq_len. An empty cell leaves what the base model has. A model cut to
// fewer layers keeps as large a share of dense layers in front, and at least one.
#pragma once

#include <map>

#include "hakaru/evidence/validation.h"
#include "hakaru/model/read.h"

namespace hakaru {

/// The family as the column has it: "moe", "decoder", "encoder", …
std::string family_cell(const Model& model);

/// Each model is made once.
class MeasuredModels {
 public:
  /// `data` must outlive this.
  explicit MeasuredModels(const DataFiles& data) : data_(data) {}
  OrReason<Model> of(CsvFields& row);

 private:
  OrReason<Description> described(CsvFields& row) const;

  const DataFiles& data_;
  std::map<std::string, OrReason<Model>> known_;
};

}  // namespace hakaru
