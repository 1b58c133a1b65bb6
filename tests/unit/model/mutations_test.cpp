// No value of a description is replaced in silence: where one that makes no sense is put in place of a number, the
// description is refused by that key, or nothing reads the key at all.
#include <filesystem>

#include "described.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

using Pointer = Json::json_pointer;

/// All that is worked out from a model, shortly.
std::string digest(const Model& model) {
  std::string text =
      fmt::format("{} {} {} {} {} {} {} {} {} {}", count_parameters(model).total, count_parameters(model).active,
                  kv_cache_bytes_per_token(model), cached_values(model, 1 << 20), state_bytes_per_sequence(model),
                  model.max_positions, model.default_image_size, model.runs_per_item, name_of(model.stored_type),
                  model.stored_expert_type ? name_of(*model.stored_expert_type) : "");
  for (const double tokens : {1.0, 5000.0}) {
    const Shape shape{.new_tokens = tokens, .image_size = 512, .with_conditions = true};
    text += fmt::format(" {}", forward_flops(model, shape));
    for_each_block(model, [&](const Block& block, std::int64_t copies) {
      double operators = 0;
      for (const Operator& each : operators_of(model, block, shape)) operators += flops_of(each) + 1;
      text += fmt::format(" {} {}", copies, operators);
    });
  }
  return text;
}

/// Result of reading a description: the model's digest, or the refusal; the other one is empty.
struct Outcome {
  std::string digest;
  std::string refusal;
};
Outcome outcome_of(const Json& config) {
  const Result<Model> model = model_from_config(config, "config.json");
  return model ? Outcome{digest(*model), ""} : Outcome{"", in_english(model.error().message)};
}

/// Appends the pointers of all numbers in a description's tables to `found`; lists are not entered.
void find_numbers(const Json& value, const Pointer& at, std::vector<Pointer>& found) {
  if (value.is_number()) found.push_back(at);
  if (!value.is_object()) return;
  for (const auto& [key, member] : value.items()) find_numbers(member, at / key, found);
}

/// True if nothing reads the value at `at`: a number, a text or an empty table there leaves the digest as it is.
bool is_read_by_nobody(Json config, const Pointer& at, const std::string& digest) {
  for (const Json& other : {Json(7), Json("a text that means nothing"), Json::object()}) {
    config[at] = other;
    if (outcome_of(config).digest != digest) return false;
  }
  return true;
}

/// True if `value` has a meaning at `at`: 0 states that a model has none of these; 0 experts, that it is dense, if the
/// refusal asks for the width of a dense layer; a group size of -1 is a full row (compressed-tensors).
bool means_something(const Pointer& at, const Json& value, const std::string& refusal) {
  static const std::set<std::string> may_be_none{"classes",
                                                 "first_k_dense_replace",
                                                 "n_shared_experts",
                                                 "type_vocab_size",
                                                 "shared_expert_intermediate_size",
                                                 "group_size",
                                                 "moe_layer_start_index",
                                                 "moe_num_shared_experts",
                                                 "num_shared_expert",
                                                 "num_shared_experts",
                                                 "num_hash_layers",
                                                 "num_local_experts",
                                                 "num_kv_shared_layers"};
  if (at.back() == "group_size" && value == -1) return true;
  if (at.back() == "num_experts" && value == 0) return refusal.find("intermediate_size") != std::string::npos;
  return value == 0 && may_be_none.contains(at.back());
}

std::vector<std::string> silent_in(const Json& config) {
  std::vector<std::string> silent;
  const Outcome before = outcome_of(config);
  EXPECT_EQ(before.refusal, "");
  std::vector<Pointer> numbers;
  find_numbers(config, Pointer(), numbers);
  for (const Pointer& at : numbers) {
    for (const Json& nonsense : {Json("NaN"), Json(0), Json(-1), Json("abc"), Json::array()}) {
      Json changed = config;
      changed[at] = nonsense;
      const Outcome after = outcome_of(changed);
      if (means_something(at, nonsense, after.refusal)) continue;
      const bool told = after.refusal.find(at.back()) != std::string::npos;
      if (told || (after.digest == before.digest && is_read_by_nobody(config, at, before.digest))) continue;
      silent.push_back(fmt::format("{} = {}: {}", at.to_string(), nonsense.dump(),
                                   after.refusal.empty() ? "accepted" : after.refusal));
    }
  }
  return silent;
}

TEST(Mutations, NoNumberOfAKnownModelIsReplacedInSilence) {
  const DataFiles data;
  std::set<std::string> all;
  for (const std::string& name : known_models(data)) {
    for (const std::string& what : silent_in(describe_model(name, data)->config)) all.insert(what + " (" + name + ")");
  }
  EXPECT_EQ(join({all.begin(), all.end()}, "\n"), "");
}

}  // namespace
}  // namespace hakaru
