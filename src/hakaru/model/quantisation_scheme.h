// Quantisation of a checkpoint, for each of its matrices: quantization_config of a config.json in the words of
// compressed-tensors, ModelOpt (also the hf_quant_config.json beside it), AWQ, GPTQ, AutoRound, bitsandbytes, torchao,
// Quark, HQQ and of the formats that Transformers names itself (fp8, mxfp4).
//
// Bytes of one value of b bits in groups of g, with s bytes of scale and a zero point of z bits for each group:
//   b/8 + (s + z/8) / g          int4, group_size 32, symmetric: 0.5 + 2/32; AWQ, 128: 0.5 + 2.5/128; nvfp4: 0.5 + 1/16
// Values that are not stated are those of the format's own tool: groups of 128 and zero points for GPTQ and AWQ.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hakaru/core/fields.h"
#include "hakaru/model/module.h"
#include "hakaru/model/module_names.h"

namespace hakaru {

class QuantisationScheme {
 public:
  /// `fields`: quantization_config. `wide`: what is left as it is is kept in.
  static Result<QuantisationScheme> read(Fields& fields, DataType wide);

  /// Type that a linear layer of a layer is kept in, by its name in a block (decoder_parts.h).
  StoredAs of(const std::string& name, std::int64_t layer) const;
  StoredAs of_head() const;
  StoredAs wide() const { return wide_; }
  /// True if two layers of one kind may be kept differently.
  bool by_layer() const;
  std::optional<DataType> cache;  ///< type of the KV cache, where it is said

 private:
  struct Rule {
    NamePatterns names;
    std::optional<StoredAs> kept;  ///< empty: left as it is
  };

  std::optional<Error> add_rule(const std::vector<std::string>& names, std::optional<StoredAs> kept,
                                const std::string& where);
  void read_groups(Fields& fields);
  void read_layers(Fields& fields, const char* key);
  void read_method(Fields& fields, const std::string& method);
  void read_torchao(Fields& fields);
  void read_quark(Fields& fields);
  void read_ignored(Fields& fields);
  void read_cache(Fields& fields);
  void read_expressions_of_gptq(Fields& fields);
  std::optional<StoredAs> kept_as(const std::vector<std::string>& names, std::int64_t layer) const;

  StoredAs wide_;
  NamePatterns ignored_;
  std::vector<Rule> rules_;        ///< by name: before the rest
  std::optional<StoredAs> usual_;  ///< of linear layers that no rule names
  bool heads_too_ = false;         ///< the output head is one of those
  bool understood_ = false;
  std::optional<Error> error_;
};

}  // namespace hakaru
