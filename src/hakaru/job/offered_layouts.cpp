#include "hakaru/job/offered_layouts.h"

#include <algorithm>

#include "hakaru/core/fields.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

std::string join_numbers(const std::vector<std::int64_t>& numbers) {
  std::vector<std::string> texts;
  for (const std::int64_t each : numbers) texts.push_back(std::to_string(each));
  return join(texts);
}

std::vector<Recompute> read_recomputes(Fields& fields) {
  std::vector<Recompute> recomputes;
  for (const std::string& word : fields.texts("recomputes")) {
    const Result<Recompute> recompute = parse_recompute(word);
    if (recompute)
      recomputes.push_back(*recompute);
    else
      fields.refuse("recomputes", word, "none, selective, full");
  }
  return recomputes;
}

std::vector<Schedule> read_schedules(Fields& fields) {
  std::vector<Schedule> schedules;
  for (const std::string& word : fields.texts("schedules")) {
    if (const std::optional<Schedule> schedule = choice_named<Schedule>(word))
      schedules.push_back(*schedule);
    else
      fields.refuse("schedules", word, accepted_names<Schedule>());
  }
  return schedules;
}

std::vector<SplitDegree> read_undivided(Fields& fields) {
  std::vector<SplitDegree> degrees;
  for (const std::string& word : fields.texts("undivided")) {
    const auto* const degree = ranges::find(split_degrees, word, &SplitDegree::name);
    if (degree != split_degrees.end())
      degrees.push_back(*degree);
    else
      fields.refuse("undivided", word, "tp, pp, cp, ep");
  }
  return degrees;
}

std::string join_names(const std::vector<Recompute>& recomputes) {
  std::vector<std::string> names;
  for (const Recompute each : recomputes) names.emplace_back(name_of(each));
  return join(names);
}

std::vector<std::int64_t> sharding_stages(std::vector<std::int64_t> stages) {
  std::erase(stages, 0);
  return stages;
}

constexpr IntegerRange offered_count{.min = 1, .max = 1'000'000};

Result<OfferedLayouts> read_offers(const Json& table, const std::string& file, const std::string& name,
                                   OfferedLayouts offered) {
  Fields fields(table, file, name);
  offered.most_experts_of_a_rank =
      fields.integer_or("most_experts_of_a_rank", offered.most_experts_of_a_rank, offered_count);
  offered.most_sharded_ranks = fields.integer_or("most_sharded_ranks", offered.most_sharded_ranks, offered_count);
  if (auto sizes = fields.integers("micro_batches", offered_count); !sizes.empty()) offered.micro_batches = sizes;
  offered.expert_overlap = fields.boolean_or("expert_overlap", offered.expert_overlap);
  offered.whole_experts = fields.boolean_or("whole_experts", offered.whole_experts);
  offered.cut_experts = fields.boolean_or("cut_experts", offered.cut_experts);
  offered.whole_models = fields.boolean_or("whole_models", offered.whole_models);
  offered.whole_copies = fields.boolean_or("whole_copies", offered.whole_copies);
  offered.shards_stages = fields.boolean_or("shards_stages", offered.shards_stages);
  offered.zero_stages = fields.integers("zero_stages", {.min = 0, .max = 3});
  offered.recomputes = read_recomputes(fields);
  offered.recomputes_one_by_one = fields.boolean_or("recomputes_one_by_one", false);
  offered.undivided = read_undivided(fields);
  offered.most_chunks = fields.integer_or("most_chunks", offered.most_chunks, offered_count);
  offered.schedules = read_schedules(fields);
  offered.captured_step = fields.boolean_or("captured_step", false);
  offered.named_only = fields.boolean_or("named_only", false);
  fields.text("source");
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  offered.software = name == "any" ? "" : name;
  return offered;
}

/// `offered` without what is stated for models with experts alone: limits of experts, sharded ranks and micro-batches.
OfferedLayouts of_any_model(OfferedLayouts offered) {
  offered.most_experts_of_a_rank = offered.most_sharded_ranks = 0;
  offered.micro_batches.clear();
  offered.expert_overlap = offered.whole_experts = false;
  offered.cut_experts = true;
  return offered;
}

}  // namespace

bool OfferedLayouts::has_experts_of_a_rank(std::int64_t experts, const LayoutValues& layout) const {
  if (most_experts_of_a_rank == 0 || experts <= most_experts_of_a_rank * layout.ep) return true;
  return layout.ep == 1 && layout.zero == 3;
}

bool OfferedLayouts::has_sharded_ranks(const LayoutValues& layout) const {
  const bool divides_otherwise = !whole_models && !whole_copies;  // else there is nothing to keep to instead
  return most_sharded_ranks == 0 || !divides_otherwise || layout.zero < 2 ||
         layout.dp * layout.cp <= most_sharded_ranks;
}

bool OfferedLayouts::has_undivided(const LayoutValues& layout) const {
  return !whole_copies || layout.zero > 0 || layout.tp * layout.pp * layout.cp * layout.ep == 1;
}

bool OfferedLayouts::has_expert_cut(const LayoutValues& layout) const {
  return cut_experts || layout.tp == 1 || layout.ep == 1 || layout.etp == 1;
}

bool OfferedLayouts::has_micro_batch(std::int64_t size) const {
  return micro_batches.empty() || ranges::find(micro_batches, size) != micro_batches.end();
}

bool OfferedLayouts::has_zero_stage(std::int64_t stage) const {
  return zero_stages.empty() || ranges::find(zero_stages, stage) != zero_stages.end();
}

bool OfferedLayouts::has_chunks(std::int64_t chunks) const { return most_chunks == 0 || chunks <= most_chunks; }

bool OfferedLayouts::has_recompute(Recompute recompute) const {
  return recomputes.empty() || ranges::count(recomputes, recompute) > 0;
}

Result<OffersBySoftware> OffersBySoftware::read(const DataFiles& data) {
  OffersBySoftware offers;
  for (const DataFiles::File& file : data.under("offered.toml")) {
    const Result<Json> table = parse_toml(file.text, file.name);
    if (!table) return fail(table);
    if (table->contains("any")) {
      Result<OfferedLayouts> any = read_offers((*table)["any"], file.name, "any", offers.any_);
      if (!any) return fail(any);
      offers.any_ = std::move(*any);
      offers.dense_ = of_any_model(offers.any_);
    }
    for (const auto& [name, entry] : table->items()) {
      if (name == "any") continue;
      Result<OfferedLayouts> own = read_offers(entry, file.name, name, offers.any_);
      if (!own) return fail(own);
      offers.dense_by_software_.insert_or_assign(name, of_any_model(*own));
      offers.by_software_.insert_or_assign(name, std::move(*own));
    }
  }
  return offers;
}

const OfferedLayouts& OffersBySoftware::of(const std::string& software, std::int64_t experts) const {
  const auto& all = experts == 0 ? dense_by_software_ : by_software_;
  const auto own = all.find(asked_.empty() ? software : asked_);
  if (own != all.end() && (asked_for_ || !own->second.named_only)) return own->second;
  return experts == 0 ? dense_ : any_;
}

void OffersBySoftware::ask_for(const std::string& name, const std::string& constants) {
  asked_for_ = true;
  asked_ = by_software_.contains(name) ? name : by_software_.contains(constants) ? constants : "";
}

std::optional<Message> why_not_offered(const OfferedLayouts& offered, std::int64_t experts,
                                       const LayoutValues& layout) {
  if (offered.whole_models && layout.tp * layout.pp * layout.cp * layout.ep > 1)
    return message("{} holds whole models, or divides them by ZeRO alone; a search keeps to tp, pp, cp and ep of 1",
                   offered.software);
  for (const SplitDegree& degree : offered.undivided) {
    if (layout.*degree.value > 1)
      return message("{0} has no {1}; a search keeps to {1} 1", offered.software, degree.name);
  }
  if (!offered.has_chunks(layout.vpp))
    return message("no step with {} chunks of a stage is known; a search keeps to vpp {}", layout.vpp,
                   offered.most_chunks);
  if (layout.dp * layout.cp > 1 && !offered.has_zero_stage(layout.zero))
    return message("{} has no ZeRO {}; a search keeps to {}", offered.software, layout.zero,
                   join_numbers(offered.zero_stages));
  if (!offered.has_undivided(layout))
    return message("{} has zero 0 where nothing else divides the model; beside tp, pp, cp or ep a search keeps to {}",
                   offered.software, join_numbers(sharding_stages(offered.zero_stages)));
  if (!offered.has_recompute(layout.recompute))
    return message("{} has no recompute {}; a search keeps to {}", offered.software, name_of(layout.recompute),
                   join_names(offered.recomputes));
  if (offered.recomputes_one_by_one && layout.recompute_layers > 1)
    return message("{} recomputes each layer alone, not {} together", offered.software, layout.recompute_layers);
  if (!offered.has_experts_of_a_rank(experts, layout))
    return message("no published step has {} of {} experts on a rank (ep {}); a search keeps to {}",
                   experts / layout.ep, experts, layout.ep, offered.most_experts_of_a_rank);
  if (!offered.has_sharded_ranks(layout))
    return message("no published step shards a model with experts over {} ranks (zero {}); a search keeps to {}",
                   layout.dp * layout.cp, layout.zero, offered.most_sharded_ranks);
  if (!offered.has_micro_batch(layout.micro_batch))
    return message("no published step of a model with experts has micro-batches of {}; a search keeps to {}",
                   layout.micro_batch, join_numbers(offered.micro_batches));
  if (layout.expert_overlap && !offered.expert_overlap)
    return offered.software.empty()
               ? message("no software here is known to run experts' all-to-all beside another micro-batch")
               : message("{} is not known to run experts' all-to-all beside another micro-batch", offered.software);
  if (layout.etp == 1 && layout.tp > 1 && !offered.whole_experts)
    return offered.software.empty()
               ? message("no software here is known to keep experts whole beside tensor parallelism")
               : message("{} is not known to keep experts whole beside tensor parallelism", offered.software);
  if (!offered.has_expert_cut(layout))
    return message("{} spreads whole experts over the ranks of tp too; a search keeps to etp 1", offered.software);
  return std::nullopt;
}

}  // namespace hakaru
