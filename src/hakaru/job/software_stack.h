// Training software and what it does where nobody says: which activations it recomputes, how it shards, how finely it
// interleaves. In data/stacks.toml, with the reason of each choice.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/core/fields.h"
#include "hakaru/core/result.h"
#include "hakaru/job/eager_memory.h"
#include "hakaru/job/layout_request.h"
#include "hakaru/job/lora.h"
#include "hakaru/numerics/data_type.h"

namespace hakaru {

struct SoftwareStack {
  std::string name;                  ///< "megatron-2022", "nemo-megatron"
  std::string constants;             ///< whose step-level constants it has: their name in data/calibrations/training
  std::string kind;                  ///< of [kinds]: whose constants it has where it was not measured
  std::string like;                  ///< whose defaults these are, where it is not known itself; empty: its own
  std::vector<std::string> devices;  ///< makers of accelerators that it runs on, or how their names begin; empty: any
  Recompute recompute = Recompute::none;
  int zero = 0;
  bool flash_attention = true;
  /// Selective recompute keeps the results of every second product and of attention; else all but what attention makes
  /// inside.
  bool selective_keeps_products = false;
  double logit_bytes = 4;             ///< that each logit takes at the peak: fp32 in place, and copies of it
  bool sequence_parallel = false;     ///< with tensor parallelism
  std::int64_t layers_per_chunk = 0;  ///< 0: not interleaved
  std::int64_t micro_batch = 1;
  std::int64_t pipelined_micro_batch = 1;
  std::string precision;
  std::string narrow_precision;              ///< where the accelerator multiplies fp8; empty: the same
  std::vector<std::string> narrow_families;  ///< of models that it multiplies so; empty: any
  std::string optimizer;
  bool layout_of_model = false;       ///< an unstated layout is the smallest that holds the model; else the fastest
  std::vector<std::string> families;  ///< of models that it trains; empty: any
  bool splits_micro_batch = false;    ///< what it calls a micro-batch is cut into passes of one where there are stages
  std::optional<DataType> multiplies_fp32_as;  ///< products of fp32; empty: themselves
  double filled_share = 1;  ///< of the longest length that sequences fill in the mean, padding removed
  std::map<std::string, std::string> makers;  ///< other software that its name stands for, by the maker of the devices
  std::string plans_as;                       ///< other software that its name stands for in plans; empty: itself
  std::optional<EagerMemory> eager;           ///< it runs PyTorch's operations one by one
  std::string source;

  bool trains(std::string_view family) const {
    return families.empty() || std::find(families.begin(), families.end(), family) != families.end();
  }
  /// Precision recipe that it multiplies in where none is stated.
  const std::string& precision_on(bool multiplies_fp8, std::string_view family) const {
    const bool narrow = narrow_families.empty() ||
                        std::find(narrow_families.begin(), narrow_families.end(), family) != narrow_families.end();
    return multiplies_fp8 && narrow ? narrow_precision : precision;
  }
  /// Chunks of a stage: layers / (pp · layers_per_chunk), or what is nearest to it by ratio and divides them. 96 layers
  /// over 8 stages, one layer each: 12; 92 over 4, two each: 23, for 11.5 does not divide.
  std::int64_t chunks(std::int64_t layers, std::int64_t pp) const;
};

/// Features that identify the kind of a software that is not known, beside its name.
struct SoftwareHints {
  bool is_split = false;  ///< tensor, pipeline or expert parallel
  int zero = 0;
  bool decoder = true;
  std::string_view accelerators = {};  ///< their kind, "tpu"; "": not said
};

class SoftwareStacks {
 public:
  static Result<SoftwareStacks> read(const DataFiles& data);

  /// By its name, or one that stands for it; only letters and digits are compared. Null: not known.
  const SoftwareStack* find(std::string_view name) const;
  /// True if the name is an alias of other software: errors measured on that software's runs say less of this one.
  bool is_relative(std::string_view name) const;
  /// True if the name is of software that serves models, and trains none.
  bool serves(std::string_view name) const;
  /// The software of that name; where that is not known, what is usual of its kind, under its own name.
  SoftwareStack find_or_like(const std::string& name, const SoftwareHints& hints) const;
  /// Stack taken for software that is not named, or does not train models of `family`, in a series of measurements.
  const SoftwareStack& unknown(std::string_view series, bool sharded, std::string_view family) const;
  /// Values that a series of measurements states for all its rows, used where a row states none.
  struct SeriesDefaults {
    std::int64_t document_tokens = 0;  ///< of the documents that sequences are packed from; 0: not said
    std::optional<std::int64_t> rank;
    Adapted adapted = Adapted::all;
    DataType packed_base = DataType::nf4;  ///< of QLoRA
    bool dropout = false;
    bool as_base = false;
    bool captured_step = false;    ///< on NVIDIA's GPUs
    bool encodes_in_step = false;  ///< by networks kept in fp32 and cast in each pass, where models have them
  };
  SeriesDefaults defaults_of(std::string_view series) const;
  /// Software that is taken where none is named and a question says `word` ("lora_base.nf4"); "": the usual.
  std::string unasked(std::string_view word) const;
  /// Unpacking of a frozen base kept in `base`; a type that is not listed is read as kept.
  Unpacking unpacking(DataType base) const;
  std::vector<std::string> names() const;
  /// Names of the stacks of a kind.
  std::vector<std::string> names(std::string_view kind) const;
  /// Devices that each stack runs on, by its name; an empty list: not stated.
  std::map<std::string, std::vector<std::string>> devices() const;
  /// The stack of that name, else the first that has such constants; "": none.
  std::string with_constants(const std::string& constants) const;

 private:
  std::map<std::string, SoftwareStack, std::less<>> stacks_;
  std::map<std::string, std::string, std::less<>> spelled_;  ///< stacks, by letters and digits of their names
  struct Alias {
    std::string stack;
    bool relative = false;  ///< that is other software
  };
  std::map<std::string, Alias, std::less<>> aliases_;  ///< the same
  std::vector<std::string> serving_;                   ///< names of what serves
  struct Kind {
    std::string name, like;            ///< like: a stack whose defaults are usual of the kind
    std::int64_t order = 0;            ///< whose words are looked for first
    std::vector<std::string> words;    ///< in the names of such software
    std::vector<std::string> devices;  ///< that what has such a word runs on; empty: any
    std::vector<std::string>
        trains;  ///< what alone tells it: "split", "sharded", "decoders", "others", a kind of device
  };
  std::optional<Error> read_aliases(const Json& table, const std::string& file);
  std::optional<Error> read_kinds(const Json& table, const std::string& file);
  const Kind* kind_in(std::string_view name) const;
  const Kind& kind_by(const SoftwareHints& hints) const;
  std::optional<Error> wrong_names(std::string_view file) const;
  std::vector<Kind> kinds_;                                      ///< in their order
  std::map<std::string, SeriesDefaults, std::less<>> defaults_;  ///< by series
  std::map<DataType, Unpacking> unpacking_;
  std::map<std::string, std::string, std::less<>> unasked_;  ///< stacks, by words of questions
  struct Unknown {
    std::string sharded, decoders, otherwise;
  };
  Result<Unknown> read_unknown(const Json& table, const std::string& file, const std::string& where) const;
  std::map<std::string, Unknown, std::less<>> unknown_;  ///< by series of measurements; "": any other
};

}  // namespace hakaru
