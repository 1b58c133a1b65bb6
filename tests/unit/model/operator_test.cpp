// FLOPs, operators of a shard and cached values, against figures worked by hand.
#include "hakaru/model/operator.h"

#include <gtest/gtest.h>

#include "hakaru/core/data_files.h"
#include "hakaru/model/expert_loads.h"
#include "hakaru/model/read.h"

namespace hakaru {
namespace {

Model named(const std::string& name) {
  const Result<Model> model = read_model(name, DataFiles());
  EXPECT_TRUE(model.has_value()) << name;
  return model ? *model : Model{};
}

/// FLOPs of all operators of a kind in one run of a block.
template <typename Kind>
double flops_of_kind(const std::vector<Operator>& operators) {
  double flops = 0;
  for (const Operator& op : operators) flops += std::holds_alternative<Kind>(op.kind) ? flops_of(op) : 0;
  return flops;
}

TEST(ForwardFlops, OfADenseModelAreTwicePerWeightAndAttention) {
  // Qwen2.5-7B. Matrices of a layer: q and o 3584² each, k and v 3584 × 512 each, three of 3584 × 18,944; the head
  // 3584 × 152,064. One token that sees itself and 99 before it: 28 layers × 2 × 100 × 28 heads × (128 + 128).
  const double layer = 2.0 * 3584 * 3584 + 2.0 * 3584 * 512 + 3.0 * 3584 * 18944;
  const double matrices = 28 * layer + 3584.0 * 152064;
  const double attention = 28 * 2.0 * 100 * 28 * 256;
  EXPECT_DOUBLE_EQ(forward_flops(named("qwen2.5-7b-instruct"), {.batch = 1, .new_tokens = 1, .context = 99}),
                   2 * matrices + attention);
}

TEST(ForwardFlops, OfAPromptCountOnlyKeysSeen) {
  // 1000 tokens see 1, 2, … 1000 keys: 500,500 pairs.
  const Model model = named("qwen2.5-7b-instruct");
  const double one = forward_flops(model, {.batch = 1, .new_tokens = 1, .context = 0});
  const double pair = 28 * 2.0 * 28 * 256;
  EXPECT_DOUBLE_EQ(forward_flops(model, {.batch = 1, .new_tokens = 1000}), 1000 * (one - pair) + 500500 * pair);
}

TEST(ForwardFlops, OfAMixtureOfExpertsCountTheExpertsThatRun) {
  // Mixtral-8x7B: q and o 4096², k and v 4096 × 1024, router 4096 × 8, 2 experts × 3 × 4096 × 14,336; head 4096 ×
  // 32,000.
  const double layer = 2.0 * 4096 * 4096 + 2.0 * 4096 * 1024 + 4096.0 * 8 + 2 * 3.0 * 4096 * 14336;
  const double attention = 32 * 2.0 * 1 * 32 * 256;
  EXPECT_DOUBLE_EQ(forward_flops(named("mixtral-8x7b"), {}), 2 * (32 * layer + 4096.0 * 32000) + attention);
}

TEST(ForwardFlops, LeaveOutLogitsThatNobodyAsksFor) {
  const Model model = named("qwen2.5-7b-instruct");
  const double all = forward_flops(model, {.batch = 2, .new_tokens = 10});
  const double last = forward_flops(model, {.batch = 2, .new_tokens = 10, .last_token_logits = true});
  EXPECT_DOUBLE_EQ(all - last, 2.0 * (20 - 2) * 3584 * 152064);
}

TEST(ForwardFlops, RunTowersOnlyWhereAsked) {
  const Model model = named("qwen2.5-vl-7b-instruct");
  const Model text = named("qwen2.5-7b-instruct");
  const Shape shape{.batch = 1, .new_tokens = 16, .image_size = 448};
  EXPECT_DOUBLE_EQ(forward_flops(model, shape), forward_flops(text, shape));
  Shape with = shape;
  with.with_conditions = true;
  EXPECT_GT(forward_flops(model, with), forward_flops(model, shape));
}

/// Tensor-parallel shards of a layer: what is divided adds up to the whole, for any degree that divides the model.
class TensorParallel : public testing::TestWithParam<std::pair<const char*, std::int64_t>> {};

TEST_P(TensorParallel, ShardsAddUpToTheWhole) {
  const auto& [name, tp] = GetParam();
  const Model model = named(name);
  const Shape shape{.batch = 2, .new_tokens = 64};
  for (const Block& block : model.layer_kinds) {
    for (const Module& module : block.modules) {
      Block one = block;
      one.modules = {module};
      const std::vector<Operator> whole = operators_of(model, one, shape);
      const std::vector<Operator> shard = operators_of(model, one, shape, {.tp = tp});
      ASSERT_EQ(whole.size(), shard.size()) << module.name;
      const auto* linear = std::get_if<Linear>(&module.kind);
      const bool divided = std::holds_alternative<Attention>(module.kind) ||
                           std::holds_alternative<Recurrence>(module.kind) ||
                           (linear != nullptr && linear->split != Split::none);
      for (std::size_t i = 0; i < whole.size(); ++i) {
        const bool indexer = i + 1 < whole.size();  // scored whole on every rank
        EXPECT_DOUBLE_EQ(flops_of(shard[i]) * (divided && !indexer ? static_cast<double>(tp) : 1), flops_of(whole[i]))
            << name << " " << module.name;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, TensorParallel,
                         testing::Values(std::pair{"llama-3.1-8b", 8}, std::pair{"gpt3-175b", 4},
                                         std::pair{"qwen3-30b-a3b", 4}, std::pair{"deepseek-v3", 16},
                                         std::pair{"glm-5", 8}, std::pair{"nemotron-h-56b", 8}));

TEST(Shards, DivideColumnsByOutputAndRowsByInput) {
  const Model model = named("llama-3.1-8b");
  const std::vector<Operator> ops =
      operators_of(model, model.layer_kinds.at(0), {.batch = 1, .new_tokens = 10}, {.tp = 8});
  for (const Operator& op : ops) {
    const auto* gemm = std::get_if<Gemm>(&op.kind);
    if (gemm == nullptr) continue;
    EXPECT_EQ(gemm->m, 10);
    if (op.name == "k_proj") {
      EXPECT_EQ(gemm->n, 1024 / 8);
    }
    if (op.name == "down_proj") {
      EXPECT_EQ(gemm->k, 14336 / 8);
      EXPECT_EQ(gemm->n, 4096);
    }
  }
}

TEST(Shards, SpreadExpertsAndKeepTheirWork) {
  const Model model = named("mixtral-8x7b");
  const Shape shape{.batch = 1, .new_tokens = 4096};
  const Block& layer = model.layer_kinds.at(0);
  const auto expert_gemm = [&](const Shard& shard) {
    for (const Operator& op : operators_of(model, layer, shape, shard)) {
      if (op.name == "experts.down_proj") return std::get<Gemm>(op.kind);
    }
    return Gemm{};
  };
  const Gemm alone = expert_gemm({});
  const Gemm spread = expert_gemm({.ep = 4});
  EXPECT_DOUBLE_EQ(alone.groups, 8);
  EXPECT_DOUBLE_EQ(alone.m, 4096.0 * 2 / 8);
  EXPECT_DOUBLE_EQ(spread.groups, 2);
  EXPECT_DOUBLE_EQ(spread.m, 4 * alone.m);
}

TEST(Shards, FewTokensRunFewExperts) {
  // One token runs its 8 of 256 experts, no more.
  const Model model = named("deepseek-v3");
  for (const Operator& op : operators_of(model, model.layer_kinds.at(1), {})) {
    if (op.name != "experts.down_proj") continue;
    EXPECT_NEAR(std::get<Gemm>(op.kind).groups, 8, 1e-9);
    EXPECT_NEAR(std::get<Gemm>(op.kind).m, 1, 1e-9);
  }
}

/// The rank with the most popular expert has the 1st, 3rd, 5th and 7th of eight: Σ 1/i of them over Σ 1/i of all.
TEST(Shards, ExpertsThatAreChosenByAPowerLawLoadOneRankMore) {
  const Model model = named("mixtral-8x7b");
  const Shape shape{.batch = 1, .new_tokens = 4096};
  for (const Operator& op :
       operators_of(model, model.layer_kinds.at(0), shape, {.ep = 2, .expert_choice = {.skew = 1}})) {
    if (op.name != "experts.down_proj") continue;
    const double share = (1 + 1 / 3.0 + 1 / 5.0 + 1 / 7.0) / (761 / 280.0);
    EXPECT_NEAR(std::get<Gemm>(op.kind).groups, 4, 1e-9);
    EXPECT_NEAR(std::get<Gemm>(op.kind).m, 4096.0 * 2 * 2 * share / 4, 1e-6);
  }
  for (const Operator& op :
       operators_of(model, model.layer_kinds.at(0), {.batch = 2}, {.expert_choice = {.skew = 1}})) {
    if (op.name != "experts.down_proj") continue;
    EXPECT_LT(std::get<Gemm>(op.kind).groups, 8 * (1 - 0.75 * 0.75));
  }
}

TEST(Shards, LoadsOfExpertsAreComputedOnceForTheSameTokens) {
  const Model model = named("mixtral-8x7b");
  const Shard shard{.ep = 2, .expert_choice = {.skew = 0.3}};
  const Block& layer = model.layer_kinds.at(0);
  ExpertLoads loads;
  std::size_t computed = 0;
  for (const double context : {0.0, 100.0, 1000.0}) {
    const Shape shape{.batch = 8, .context = context};
    const std::vector<Operator> kept = operators_of(model, layer, shape, shard, loads);
    const std::vector<Operator> anew = operators_of(model, layer, shape, shard);
    ASSERT_EQ(kept.size(), anew.size());
    for (std::size_t at = 0; at < kept.size(); ++at) EXPECT_EQ(flops_of(kept[at]), flops_of(anew[at]));
    if (context == 0) computed = loads.computed();
    EXPECT_EQ(loads.computed(), computed);
  }
  EXPECT_LE(computed, 2U) << "of its tokens, and of one";
}

/// The example of model/expert_choice.h.
TEST(ExpertChoice, PopularExpertsTakeWhatTheirCapacityAllows) {
  const Linear experts{.experts = 4, .experts_per_token = 1};
  EXPECT_NEAR(uneven_load(experts, 2, {}), 1, 1e-12);
  EXPECT_NEAR(uneven_load(experts, 2, {.skew = 1}), 2 * 16.0 / 25, 1e-12);
  EXPECT_NEAR(uneven_load(experts, 2, {.skew = 1, .capacity = 1.25}), 2 * (1.25 / 4 + 4.0 / 25), 1e-12);
  EXPECT_NEAR(uneven_load(experts, 2, {.capacity = 0.5}), 0.5, 1e-12);
  EXPECT_EQ(uneven_load(Linear{}, 2, {.skew = 1}), 1);
}

/// A token goes to an expert once: none has more than 1/k of the rows, however popular.
TEST(ExpertChoice, NoExpertHasMoreRowsThanThereAreTokens) {
  const Linear experts{.experts = 8, .experts_per_token = 2};
  for (const double skew : {0.5, 1.0, 2.0, 3.0}) {
    EXPECT_LE(expert_load(experts, 8, 1, {.skew = skew}).share, 0.5 + 1e-12) << skew;
    EXPECT_NEAR(expert_load(experts, 1, 1, {.skew = skew}).share, 1, 1e-12) << skew;
  }
  EXPECT_NEAR(expert_load(experts, 8, 1, {.skew = 3}).share, 0.5, 1e-12);
}

TEST(Shards, KvHeadsBeyondTheirNumberAreRepeated) {
  const Model model = named("llama-3.1-8b");  // 8 kv heads of 128
  const auto columns = [&](std::int64_t tp) {
    for (const Operator& op : operators_of(model, model.layer_kinds.at(0), {.batch = 1, .new_tokens = 1}, {.tp = tp})) {
      if (op.name == "v_proj") return std::get<Gemm>(op.kind).n;
    }
    return std::int64_t{0};
  };
  EXPECT_EQ(columns(1), 1024);
  EXPECT_EQ(columns(8), 128);
  EXPECT_EQ(columns(32), 128);
}

TEST(Shards, ContextParallelRanksShareThePairsEvenly) {
  const Model model = named("llama-3.1-8b");
  const Shape shape{.batch = 1, .new_tokens = 8192};
  const Block& layer = model.layer_kinds.at(0);
  const double whole = flops_of_kind<AttentionOperator>(operators_of(model, layer, shape));
  EXPECT_DOUBLE_EQ(4 * flops_of_kind<AttentionOperator>(operators_of(model, layer, shape, {.cp = 4})), whole);
}

TEST(Shards, SequenceParallelDividesNormsAndResiduals) {
  const Model model = named("llama-3.1-8b");
  const Shape shape{.batch = 1, .new_tokens = 1024};
  const auto norm_values = [&](const Shard& shard) {
    return std::get<MemoryOperator>(operators_of(model, model.layer_kinds.at(0), shape, shard).at(0).kind).values_read;
  };
  EXPECT_DOUBLE_EQ(norm_values({.tp = 8}), 1024.0 * 4096);
  EXPECT_DOUBLE_EQ(norm_values({.tp = 8, .sequence_parallel = true}), 1024.0 * 4096 / 8);
}

TEST(LatentAttention, DecodesFromTheCacheAndPromptsExpanded) {
  const Model model = named("deepseek-v3");
  const auto attention = [&](const Shape& shape) {
    for (const Operator& op : operators_of(model, model.layer_kinds.at(0), shape)) {
      if (const auto* found = std::get_if<AttentionOperator>(&op.kind)) return *found;
    }
    return AttentionOperator{};
  };
  const AttentionOperator decode = attention({.batch = 4, .new_tokens = 1, .context = 4095});
  EXPECT_EQ(decode.kv_heads, 1);
  EXPECT_EQ(decode.key_dim, 576);
  EXPECT_EQ(decode.value_dim, 512);
  EXPECT_EQ(decode.cached_values_per_token, 576);
  const AttentionOperator prompt = attention({.batch = 1, .new_tokens = 4096});
  EXPECT_EQ(prompt.key_dim, 192);
  EXPECT_EQ(prompt.value_dim, 128);
}

TEST(SparseAttention, ScoresEveryTokenAndAttendsToTheChosen) {
  const Model model = named("deepseek-v3.2");
  std::vector<AttentionOperator> found;
  for (const Operator& op :
       operators_of(model, model.layer_kinds.at(0), {.batch = 1, .new_tokens = 1, .context = 9999})) {
    if (const auto* attention = std::get_if<AttentionOperator>(&op.kind)) found.push_back(*attention);
  }
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].kv_tokens, 10000);
  EXPECT_EQ(found[0].heads, 64);
  EXPECT_EQ(found[1].kv_tokens, 2048);
}

TEST(Cache, OfSlidingLayersStopsAtTheWindow) {
  // gpt-oss-20b: 12 layers slide over 128 tokens, 12 see all; 8 heads of 64 for keys and for values.
  const Model model = named("gpt-oss-20b");
  const double layer = 2.0 * 8 * 64;
  EXPECT_DOUBLE_EQ(cached_values(model, 100), 24 * layer * 100);
  EXPECT_DOUBLE_EQ(cached_values(model, 10000), 12 * layer * 128 + 12 * layer * 10000);
  EXPECT_DOUBLE_EQ(kv_cache_bytes_per_token(model), 24 * layer * 2);
}

TEST(Cache, OfLatentAttentionIsCompressed) {
  const std::vector<CacheLine> lines = cache_lines(named("deepseek-v3"));
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].kind, "compressed");
  EXPECT_EQ(lines[0].layers, 61);
  EXPECT_EQ(lines[0].values_per_token, 576);
}

TEST(Cache, OfHybridsIsTokensOnSomeLayersAndAStateOnTheOthers) {
  // Qwen3.5-35B-A3B: of 40 layers 10 attend (2 heads of 256); 30 keep 32 heads × 128 × 128 fp32 and
  // 3 positions × 8192 channels bf16.
  const Model model = named("qwen3.5-35b-a3b");
  EXPECT_DOUBLE_EQ(kv_cache_bytes_per_token(model), 10 * 2.0 * 2 * 256 * 2);
  EXPECT_DOUBLE_EQ(state_bytes_per_sequence(model), 30 * (32.0 * 128 * 128 * 4 + 3.0 * 8192 * 2));
}

TEST(Windows, CutThePairsOfAPrompt) {
  // Mistral-7B v0.1, window 4096, prompt of 8192: 4096 × 4097 / 2 growing pairs, then 4096 queries of 4096 keys.
  const Model model = named("mistral-7b-v0.1");
  const std::vector<Operator> ops = operators_of(model, model.layer_kinds.at(0), {.batch = 1, .new_tokens = 8192});
  const double pairs = 4096.0 * 4097 / 2 + 4096.0 * 4096;
  EXPECT_DOUBLE_EQ(flops_of_kind<AttentionOperator>(ops), 2 * pairs * 32 * 256);
}

}  // namespace
}  // namespace hakaru
