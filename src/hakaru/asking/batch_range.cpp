#include "hakaru/asking/batch_range.h"

#include <algorithm>
#include <set>

#include "hakaru/asking/answers.h"
#include "hakaru/core/quantities.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/planning/bands/ranking.h"

namespace hakaru {
namespace {

constexpr std::string_view to = "..";
constexpr std::int64_t most_sequences = 1'000'000'000;

Message told(const OfBatch& batch) {
  const Plan& best = batch.result.plans.front();
  const std::string count = with_separators(batch.global_batch);
  const Quantity time = in_time(best.duration_s().value_or(0));
  const std::optional<double> cost_usd = best.cost_usd();
  return cost_usd ? Message{"{} ({}, {})", {count, time, in_usd(*cost_usd)}} : Message{"{} ({})", {count, time}};
}

std::int64_t least_multiple(std::int64_t of, std::int64_t at_least) { return (at_least + of - 1) / of * of; }

/// The count that a key states, at most most_sequences; 1: it states nothing, or no count.
std::int64_t stated_count(const Json& keys, const char* key) {
  const auto found = keys.find(key);
  if (found == keys.end()) return 1;
  const Result<std::int64_t> count = found->is_string() ? parse_count(found->get_ref<const std::string&>(), key)
                                     : found->is_number_integer() ? Result<std::int64_t>(found->get<std::int64_t>())
                                                                  : Result<std::int64_t>(1);
  return count ? std::clamp<std::int64_t>(*count, 1, most_sequences) : 1;
}

}  // namespace

Result<std::vector<std::int64_t>> batches_in(const Json& keys, const Asking& asking) {
  const auto found = keys.find("global_batch");
  if (found == keys.end() || !found->is_string()) return std::vector<std::int64_t>{};
  const std::string& text = found->get_ref<const std::string&>();
  const std::size_t at = text.find(to);
  if (at == std::string::npos) return std::vector<std::int64_t>{};
  const std::string name = shown_key("global_batch", asking);
  const Result<std::int64_t> low = parse_count(std::string_view(text).substr(0, at), name);
  const Result<std::int64_t> high = parse_count(std::string_view(text).substr(at + to.size()), name);
  if (!low || !high || *low < 1 || *high <= *low || *high > most_sequences)
    return bad_input("{} is '{}'; accepted: a number of sequences, or a range that rises, such as 1k..16k", name, text);
  std::set<std::int64_t> batches{*low, *high};
  for (std::int64_t batch = *low; batch <= *high; batch *= 2) batches.insert(batch);
  std::int64_t largest = 1;  // power of two that has a multiple between
  for (std::int64_t power = 1; power <= *high; power *= 2) {
    if (power >= *low) batches.insert(power);
    if (least_multiple(power, *low) <= *high) largest = power;
  }
  batches.insert(least_multiple(largest, *low));
  for (const char* key : {"dp", "accelerators"}) {
    const std::int64_t multiple = least_multiple(stated_count(keys, key), *low);
    if (multiple <= *high) batches.insert(multiple);
  }
  return std::vector<std::int64_t>(batches.begin(), batches.end());
}

std::size_t best_of(const std::vector<OfBatch>& batches, const Scenario& scenario) {
  std::vector<Plan> best;
  for (const OfBatch& batch : batches) best.push_back(batch.result.plans.front());
  return order_of(best, scenario).front();
}

Message note_on(const std::vector<OfBatch>& batches, std::int64_t usual) {
  std::vector<Message> each;
  for (const OfBatch& batch : batches) each.push_back(told(batch));
  return message(
      "global batches looked at, with the best plan of each: {}; all see the same tokens, though one far above {}, "
      "which is usual for such a run, may need more of them",
      list_of(each), with_separators(usual));
}

}  // namespace hakaru
