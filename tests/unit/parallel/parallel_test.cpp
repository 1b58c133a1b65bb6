#include <gtest/gtest.h>

#include <set>

#include "fixtures.h"
#include "hakaru/parallel/groups.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/parallel/stages.h"

namespace hakaru {
namespace {

using testing::cluster_of;
using testing::model_of_layers;

Layout layout_of(std::int64_t tp, std::int64_t pp, std::int64_t dp) {
  Layout layout;
  layout.tp = tp;
  layout.pp = pp;
  layout.dp = dp;
  return layout;
}

std::string complaint(const Layout& layout, const Model& model, std::int64_t sequence, std::int64_t batch,
                      const Cluster& cluster) {
  const auto why = why_illegal_to_train(layout, model, sequence, batch, cluster);
  return why ? in_english(*why) : "";
}

std::vector<std::int64_t> layer_counts(const Model& model, const Layout& layout) {
  std::vector<std::int64_t> counts;
  for (const Stage& stage : stages_of(model, layout)) counts.push_back(stage.layers);
  return counts;
}

TEST(Layout, ReadsShortAndCountsRanks) {
  Layout layout = layout_of(8, 4, 32);
  layout.zero = 1;
  layout.recompute = Recompute::selective;
  EXPECT_EQ(in_short(layout), "tp8 pp4 dp32 mb1 zero1 recompute selective");
  EXPECT_EQ(layout.ranks(), 1024);
  EXPECT_EQ(*parse_recompute("full"), Recompute::full);
  EXPECT_FALSE(parse_recompute("some"));
}

TEST(Groups, TensorWithinAnInstanceDataAcross) {
  const Groups groups = groups_of(layout_of(8, 1, 32), 8);
  EXPECT_EQ(groups.tensor.per_instance, 8);
  EXPECT_EQ(groups.tensor.instances(), 1);
  EXPECT_EQ(groups.data.per_instance, 1);
  EXPECT_EQ(groups.data.instances(), 32);
  EXPECT_EQ(groups.data.sharing, 8);
}

TEST(Groups, DataFillsWhatTensorLeaves) {
  const Groups groups = groups_of(layout_of(2, 4, 8), 8);
  EXPECT_EQ(groups.data.per_instance, 4);
  EXPECT_EQ(groups.data.sharing, 2);
  EXPECT_EQ(groups.pipeline.per_instance, 1);
}

TEST(Stages, SpreadsLayersEvenly) {
  const Model model = model_of_layers(28, 64, 4, 4);
  EXPECT_EQ(layer_counts(model, layout_of(1, 4, 1)), (std::vector<std::int64_t>{7, 7, 7, 7}));
  EXPECT_EQ(layer_counts(model, layout_of(1, 3, 1)), (std::vector<std::int64_t>{9, 10, 9}));  // 28 + 2 = 3 × 10
  EXPECT_EQ(layer_counts(model, layout_of(1, 8, 1)), (std::vector<std::int64_t>{4, 4, 4, 4, 3, 3, 3, 3}));
}

TEST(Stages, CountsEmbeddingAndHeadWhereThatIsEven) {
  const std::vector<std::int64_t> counts = layer_counts(model_of_layers(126, 64, 4, 4), layout_of(1, 16, 1));
  EXPECT_EQ(counts.front(), 7);
  EXPECT_EQ(counts[1], 8);
  EXPECT_EQ(counts.back(), 7);
}

TEST(Stages, HoldEveryLayerOnce) {
  for (int layers = 1; layers <= 40; ++layers) {
    const Model model = model_of_layers(layers, 64, 4, 4);
    for (std::int64_t pp = 1; pp <= layers; ++pp) {
      for (std::int64_t vpp = 1; vpp * pp <= layers; ++vpp) {
        Layout layout = layout_of(1, pp, 1);
        layout.vpp = vpp;
        std::int64_t sum = 0;
        for (const std::int64_t count : layer_counts(model, layout)) sum += count;
        ASSERT_EQ(sum, layers) << pp << " × " << vpp;
      }
    }
  }
}

TEST(Legal, SaysWhatWouldWork) {
  const Model model = model_of_layers(32, 4096, 32, 8);
  const Cluster cluster = cluster_of(1, 8);
  EXPECT_EQ(complaint(layout_of(8, 1, 1), model, 2048, 64, cluster), "");
  EXPECT_EQ(complaint(layout_of(3, 1, 1), model, 2048, 64, cluster_of(1, 3)),
            "tp 3 does not divide 32 heads; nearest: 2, 4");
  EXPECT_EQ(complaint(layout_of(2, 1, 1), model, 2048, 64, cluster),
            "tp 2 × pp 1 × cp 1 × dp 1 makes 2 ranks; 1 × machine has 8");
  EXPECT_EQ(complaint(layout_of(1, 1, 8), model, 2048, 12, cluster),
            "dp 8 × micro-batch 1 does not divide the global batch 12; nearest product: 6, 12");
  EXPECT_EQ(complaint(layout_of(0, 1, 8), model, 2048, 12, cluster), "tp is 0; accepted: 1 … 16777216");
  Layout sharded = layout_of(1, 8, 1);
  sharded.zero = 3;
  EXPECT_NE(complaint(sharded, model, 2048, 64, cluster).find("zero 3 needs pp 1"), std::string::npos);
  Layout experts = layout_of(1, 1, 8);
  experts.ep = 8;
  EXPECT_NE(complaint(experts, model, 2048, 64, cluster).find("has no experts"), std::string::npos);
}

TEST(Legal, AcceleratorsOwnDegrees) {
  Instance instance = cluster_of(1, 32).instance();
  instance.accelerator.tensor_parallel_degrees = {1, 2, 8, 32};
  const Cluster cluster(instance, 1);
  const Model model = model_of_layers(32, 4096, 32, 32);
  EXPECT_EQ(complaint(layout_of(4, 1, 8), model, 2048, 64, cluster),
            "tp 4 is not possible on device; accepted: 1, 2, 8, 32");
  for (const Layout& layout : usual_training_layouts(model, 2048, 64, cluster, {})) EXPECT_NE(layout.tp, 4);
}

TEST(Legal, EveryEnumeratedLayoutIsLegalAndDifferent) {
  Model model = model_of_layers(48, 6144, 48, 8);
  model.experts = 16;
  const Cluster cluster = cluster_of(4, 8);
  const std::vector<Layout> layouts = usual_training_layouts(model, 65536, 64, cluster, {});
  std::set<std::string> seen;
  for (const Layout& layout : layouts) {
    ASSERT_FALSE(why_illegal_to_train(layout, model, 65536, 64, cluster)) << in_short(layout);
    ASSERT_TRUE(seen.insert(in_short(layout)).second) << in_short(layout);
  }
  EXPECT_GT(layouts.size(), 1000U);
}

TEST(Legal, RequestsBindAndWidenTheSearch) {
  const Model model = model_of_layers(32, 4096, 32, 8);
  const Cluster cluster = cluster_of(2, 8);
  LayoutRequest request;
  request.cp = 4;  // not tried unasked at this length
  request.zero = 1;
  request.tp = 2;
  const std::vector<Layout> layouts = usual_training_layouts(model, 8192, 32, cluster, request);
  ASSERT_FALSE(layouts.empty());
  for (const Layout& layout : layouts) EXPECT_TRUE(allows(request, layout)) << in_short(layout);
  request.tp = 3;
  EXPECT_TRUE(usual_training_layouts(model, 8192, 32, cluster, request).empty());
}

TEST(Legal, ServingReplicasFillTheCluster) {
  const Model model = model_of_layers(28, 3584, 28, 4);
  const std::vector<Layout> layouts = legal_serving_layouts(model, cluster_of(1, 8), {});
  ASSERT_FALSE(layouts.empty());
  for (const Layout& layout : layouts) {
    EXPECT_EQ(layout.ranks(), 8);
    EXPECT_NE(layout.tp, 8);  // 28 heads
  }
}

TEST(Divisors, Ascend) { EXPECT_EQ(divisors(12), (std::vector<std::int64_t>{1, 2, 3, 4, 6, 12})); }

}  // namespace
}  // namespace hakaru
