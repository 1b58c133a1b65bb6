// Layouts that training software offers among those that are legal; most entries are for models with experts:
// data/offered.toml.
// Searches keep to them, so that what they recommend can be run; a request for another layout is answered with a note.
//
// Example: a search for DeepSeek-V3 does not try ep 2 of its 256 experts: no rank holds 128 in any published step.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/core/result.h"
#include "hakaru/job/layout_request.h"

namespace hakaru {

/// A degree that software may not have.
struct SplitDegree {
  std::string_view name;
  std::int64_t LayoutValues::*value;
  std::optional<std::int64_t> LayoutRequest::*request;
};
inline constexpr std::array<SplitDegree, 4> split_degrees{{{"tp", &LayoutValues::tp, &LayoutRequest::tp},
                                                           {"pp", &LayoutValues::pp, &LayoutRequest::pp},
                                                           {"cp", &LayoutValues::cp, &LayoutRequest::cp},
                                                           {"ep", &LayoutValues::ep, &LayoutRequest::ep}}};

struct OfferedLayouts {
  std::int64_t most_experts_of_a_rank = 0;  ///< 0: any number
  std::int64_t most_sharded_ranks = 0;      ///< of ZeRO 2 and 3; 0: any number
  std::vector<std::int64_t> micro_batches;  ///< empty: any
  bool expert_overlap = false;
  bool whole_experts = false;             ///< etp 1 beside tp
  bool cut_experts = true;                ///< etp as tp beside ep
  bool whole_models = false;              ///< tp, pp, cp and ep are 1
  bool whole_copies = false;              ///< where ZeRO divides nothing (zero 0), tp, pp, cp and ep are 1
  bool shards_stages = false;             ///< ZeRO 2 and 3 beside pipeline stages
  std::vector<std::int64_t> zero_stages;  ///< empty: any
  std::vector<Recompute> recomputes;      ///< empty: any
  bool recomputes_one_by_one = false;     ///< full recompute of each layer alone
  std::vector<SplitDegree> undivided;     ///< those that are 1
  std::int64_t most_chunks = 0;           ///< of a stage (vpp); 0: any number
  std::vector<Schedule> schedules;        ///< of one chunk, that a search tries; empty: the usual one
  bool captured_step = false;             ///< what it launches is one CUDA graph, unless another is asked for
  bool named_only = false;                ///< where it is asked for: unasked, its constants stand for any software's
  std::string software;                   ///< whose they are; empty: any

  bool has_experts_of_a_rank(std::int64_t experts, const LayoutValues& layout) const;
  bool has_sharded_ranks(const LayoutValues& layout) const;
  bool has_undivided(const LayoutValues& layout) const;
  bool has_expert_cut(const LayoutValues& layout) const;
  bool has_micro_batch(std::int64_t size) const;
  bool has_zero_stage(std::int64_t stage) const;
  bool has_chunks(std::int64_t chunks) const;
  bool has_recompute(Recompute recompute) const;
};

/// Offered layouts by software; dense models have them without what is stated for models with experts alone.
class OffersBySoftware {
 public:
  static Result<OffersBySoftware> read(const DataFiles& data);
  const OfferedLayouts& of(const std::string& software, std::int64_t experts) const;
  /// Software that is asked for by `name`: it offers what stands under that, else under that of its constants, whatever
  /// constants there are on an accelerator.
  void ask_for(const std::string& name, const std::string& constants);

 private:
  bool asked_for_ = false;  ///< software was named; else something has to be taken
  std::string asked_;       ///< under which that stands; empty: under none
  OfferedLayouts any_, dense_;
  std::map<std::string, OfferedLayouts, std::less<>> by_software_, dense_by_software_;
};

/// Why nobody offers `layout` for a model of so many experts; empty: somebody does.
std::optional<Message> why_not_offered(const OfferedLayouts& offered, std::int64_t experts, const LayoutValues& layout);

}  // namespace hakaru
