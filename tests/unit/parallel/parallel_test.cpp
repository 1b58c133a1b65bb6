#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
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

Cluster cluster_with_host_link(int accelerators) {
  Instance instance = cluster_of(1, accelerators).instance();
  instance.accelerator.host_link_bytes_per_s = 32e9;
  return {instance, 1};
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

TEST(Stages, EndsMayHoldOtherThanTheRest) {
  const Model model = model_of_layers(16, 1024, 16, 16);
  Layout layout = layout_of(1, 4, 2);
  layout.last_stage_layers = 1;
  EXPECT_EQ(in_short(layout), "tp1 pp4 last1 dp2 mb1");
  EXPECT_EQ(layer_counts(model, layout), (std::vector<std::int64_t>{5, 5, 5, 1}));
  layout.first_stage_layers = 3;
  EXPECT_EQ(layer_counts(model, layout), (std::vector<std::int64_t>{3, 6, 6, 1}));
  layout.first_stage_layers = 4;
  layout.last_stage_layers = 0;
  EXPECT_EQ(layer_counts(model, layout), layer_counts(model, layout_of(1, 4, 2)));
  layout.vpp = 2;
  EXPECT_EQ(layers_of_chunks_in(layout, 16), std::vector<std::int64_t>(8, 2));
  layout.last_stage_layers = 6;
  layout.first_stage_layers = 2;
  EXPECT_EQ(layers_of_chunks_in(layout, 16), (std::vector<std::int64_t>{1, 2, 2, 3, 1, 2, 2, 3}));
  EXPECT_EQ(layers_of_fullest_chunk(layout, 16), 3);
}

TEST(Stages, RunsOfChosenEndsAreKeptApart) {
  const Model model = model_of_layers(16, 1024, 16, 16);
  StageRuns runs(model);
  Layout layout = layout_of(1, 4, 2);
  const std::size_t even = runs.of(layout).size();
  layout.last_stage_layers = 1;
  EXPECT_EQ(runs.of(layout).back().stage.layers, 1);
  EXPECT_EQ(runs.of(layout)[1].stage.layers, 5);
  layout.last_stage_layers = 0;
  EXPECT_EQ(runs.of(layout).size(), even);
  EXPECT_EQ(runs.of(layout).back().stage.layers, 4);
}

TEST(Stages, IllegalEndsAreExplained) {
  const Model model = model_of_layers(16, 1024, 16, 16);
  const auto why = [&](std::int64_t pp, std::int64_t vpp, std::int64_t first, std::int64_t last) {
    Layout layout = layout_of(1, pp, 8 / pp);
    layout.vpp = vpp;
    if (vpp > 1) layout.schedule = Schedule::interleaved;
    layout.first_stage_layers = first;
    layout.last_stage_layers = last;
    return complaint(layout, model, 128, 64, cluster_of(1, 8));
  };
  EXPECT_EQ(why(4, 1, 0, 1), "");
  EXPECT_EQ(why(4, 1, 3, 1), "");
  EXPECT_EQ(why(2, 1, 10, 6), "");
  EXPECT_EQ(why(2, 2, 10, 6), "");
  EXPECT_EQ(why(1, 1, 0, 16),
            "first-stage-layers 0 and last-stage-layers 16 (0: as the others) need pp of at least 2; found 1");
  const std::string uneven = " (0: as the others) do not leave as many of the 16 layers to each other stage of pp ";
  EXPECT_EQ(why(4, 1, 0, 2), "first-stage-layers 0 and last-stage-layers 2" + uneven + "4");
  EXPECT_EQ(why(2, 1, 10, 5), "first-stage-layers 10 and last-stage-layers 5" + uneven + "2");
  EXPECT_EQ(why(2, 1, 0, 16), "first-stage-layers 0 and last-stage-layers 16" + uneven + "2");
  EXPECT_EQ(why(2, 2, 0, 5),
            "vpp 2 does not divide the layers of every stage: first-stage-layers 0, "
            "last-stage-layers 5, others 11");
}

TEST(Groups, TensorWithinAnInstanceDataAcross) {
  const Groups groups = groups_of(layout_of(8, 1, 32), 8);
  EXPECT_EQ(groups.tensor.per_instance, 8);
  EXPECT_EQ(groups.tensor.instances, 1);
  EXPECT_EQ(groups.data.per_instance, 1);
  EXPECT_EQ(groups.data.instances, 32);
  EXPECT_EQ(groups.data.sharing, 8);
}

TEST(Groups, DataFillsWhatTensorLeaves) {
  const Groups groups = groups_of(layout_of(2, 4, 8), 8);
  EXPECT_EQ(groups.data.per_instance, 4);
  EXPECT_EQ(groups.data.sharing, 2);
  EXPECT_EQ(groups.pipeline.per_instance, 1);
}

TEST(Groups, WholeExpertsGoRoundTensorRanksToo) {
  Layout layout = layout_of(2, 1, 16);
  layout.ep = 8;
  const Groups cut = groups_of(layout, 8);
  EXPECT_EQ(cut.expert, (Group{8, 4, 2, 2}));  // every other rank of 16, two for each expert
  EXPECT_EQ(cut.expert_data.size, 2);
  layout.etp = 1;
  const Groups whole = groups_of(layout, 8);
  EXPECT_EQ(whole.expert, (Group{8, 8, 1, 1}));  // the ranks of an instance
  EXPECT_EQ(whole.expert_data.size, 4);
  EXPECT_EQ(whole.tensor, cut.tensor);
}

TEST(Groups, StraddlingOnesPayForTheirSlowestLink) {
  // 0-5 | 6,7 + 8-11 | 12-15 + 16,17 | 18-23: two groups meet on the network of the instance in the middle.
  EXPECT_EQ(groups_of(layout_of(6, 1, 4), 8).tensor, (Group{6, 4, 2, 2}));
  // 0-7 + 8-11 | 12-15 + 16-23
  EXPECT_EQ(groups_of(layout_of(12, 1, 2), 8).tensor, (Group{12, 8, 2, 2}));
  // 0, 4 + 8 | 12 + 16, 20, and so on, four groups each
  EXPECT_EQ(groups_of(layout_of(4, 4, 3), 8).data, (Group{3, 2, 8, 2}));
  // However many there are: what a block takes is the same in each layout of its family.
  EXPECT_EQ(groups_of(layout_of(6, 1, 1), 8).tensor, (Group{6, 4, 2, 2}));
  // Few ranks on one instance stay there, even where they do not fill it.
  EXPECT_EQ(groups_of(layout_of(2, 1, 3), 8).data, (Group{3, 3, 2, 1}));
}

TEST(Groups, ExpertsStraddleToo) {
  Layout layout = layout_of(1, 1, 24);
  layout.ep = 6;
  EXPECT_EQ(groups_of(layout, 8).expert, (Group{6, 4, 2, 2}));
  layout = layout_of(2, 1, 32);
  layout.ep = 4;
  EXPECT_EQ(groups_of(layout, 8).expert_data, (Group{8, 1, 8, 8}));
}

TEST(Groups, ThoseOfSeveralRanksTalk) {
  Layout layout = layout_of(2, 2, 4);
  layout.ep = 4;
  const auto told = [&](bool trains) {
    std::string text;
    for (const auto& [kind, group, stride] : talking_groups(layout, 8, trains))
      text += fmt::format("{} {}/{} over {}; ", kind, group.size, stride, group.instances);
    return text;
  };
  EXPECT_EQ(told(true), "tensor 2/1 over 1; expert 4/2 over 1; data 4/2 over 1; pipeline 2/8 over 2; ");
  EXPECT_EQ(told(false), "tensor 2/1 over 1; expert 4/2 over 1; pipeline 2/8 over 2; ");
  layout.ep = 1;
  EXPECT_EQ(told(false), "tensor 2/1 over 1; pipeline 2/2 over 1; ");  // each replica's stages beside each other
}

TEST(Groups, ReplicatedShardsStayWithinTheirReplica) {
  Layout layout = layout_of(1, 1, 16);
  layout.dp_replicate = 2;
  const Groups groups = groups_of(layout, 8);
  EXPECT_EQ(groups.shard, (Group{8, 8, 1, 1}));      // the ranks of an instance
  EXPECT_EQ(groups.replicate, (Group{2, 1, 8, 2}));  // one of each instance, eight such beside each other
  layout.cp = 2;                                     // of 32 ranks 16 shard
  EXPECT_EQ(groups_of(layout, 8).shard.size, 16);
  EXPECT_EQ(groups_of(layout, 8).replicate, (Group{2, 1, 8, 2}));
  layout = layout_of(2, 1, 16);
  layout.dp_replicate = 4;
  layout.ep = 2;  // of 8 copies of an expert two shard it
  EXPECT_EQ(groups_of(layout, 8).expert_data.size, 2);
  EXPECT_EQ(groups_of(layout, 8).replicate.size, 4);
}

TEST(Groups, StagesOfAReplicaAreNeighbours) {
  const Layout layout = layout_of(4, 2, 4);
  EXPECT_EQ(groups_of(layout, 8).pipeline.instances, 2);
  EXPECT_EQ(groups_of_replicas(layout, 8).pipeline.instances, 1);
}

/// The most instances, and the most straddling groups on one, of groups placed rank by rank.
std::pair<std::int64_t, std::int64_t> placed(std::int64_t size, std::int64_t stride, std::int64_t all,
                                             std::int64_t per_instance) {
  std::map<std::int64_t, std::set<std::int64_t>> instances_of, groups_on;
  const auto group_of = [&](std::int64_t rank) { return rank / (size * stride) * stride + rank % stride; };
  for (std::int64_t rank = 0; rank < all; ++rank) instances_of[group_of(rank)].insert(rank / per_instance);
  std::pair<std::int64_t, std::int64_t> most{1, 0};
  for (const auto& [group, instances] : instances_of) {
    most.first = std::max(most.first, std::ssize(instances));
    for (const std::int64_t instance : instances) {
      if (instances.size() > 1) groups_on[instance].insert(group);
    }
  }
  for (const auto& [instance, groups] : groups_on) most.second = std::max(most.second, std::ssize(groups));
  return most;
}

TEST(Groups, AreThoseOfRanksPlacedOneByOne) {
  for (const std::int64_t each : {4, 6, 8, 12}) {
    for (std::int64_t tp = 1; tp <= 14; ++tp) {
      for (std::int64_t dp = 1; dp <= 9; ++dp) {
        for (const std::int64_t pp : {1, 2, 3, 4}) {
          const Layout layout = layout_of(tp, pp, dp);
          const Groups groups = groups_of(layout, each);
          const auto expect = [&](const Group& group, std::int64_t stride, std::int64_t all) {
            const auto [instances, sharing] = placed(group.size, stride, all, each);
            const bool exact = stride >= each || each % stride == 0;
            SCOPED_TRACE(in_short(layout) + " on " + std::to_string(each));
            EXPECT_GE(group.instances, instances);
            if (!exact) return;
            EXPECT_EQ(group.instances, instances);
            if (instances > 1) {
              EXPECT_EQ(group.sharing, sharing);
            }
          };
          expect(groups.tensor, 1, layout.ranks() * each);
          expect(groups.data, tp, layout.ranks());
          expect(groups.pipeline, tp * dp, layout.ranks());
        }
      }
    }
  }
}

TEST(Legal, NothingIsSharedBetweenMachinesThatCannotWorkTogether) {
  const Model model = model_of_layers(32, 4096, 32, 8);
  Instance apart = cluster_of(1, 2).instance();
  apart.fabric = Fabric::none;
  const Cluster cluster{apart, 4};
  EXPECT_EQ(complaint(layout_of(1, 1, 8), model, 2048, 64, cluster),
            "4 × machine cannot train together: collectives do not run between machine; accepted: 1");
  EXPECT_TRUE(why_illegal_to_serve(layout_of(1, 4, 2), model, cluster));
  EXPECT_FALSE(why_illegal_to_serve(layout_of(2, 1, 4), model, cluster));
  for (const Layout& layout : legal_serving_layouts(model, cluster, {})) EXPECT_LE(layout.tp * layout.pp, 2);
}

TEST(Legal, OnlyDataParallelismCrossesPlainEthernetUnasked) {
  const Model model = model_of_layers(32, 4096, 32, 8);
  Instance plain = cluster_of(1, 4).instance();
  plain.fabric = Fabric::ethernet;
  const Cluster cluster{plain, 4};
  for (const Layout& layout : usual_training_layouts(model, 65536, 64, cluster, {})) {
    EXPECT_EQ(layout.pp, 1);
    EXPECT_EQ(4 % (layout.tp * layout.cp), 0);
  }
  LayoutRequest pipeline;
  pipeline.pp = 8;
  EXPECT_FALSE(usual_training_layouts(model, 2048, 64, cluster, pipeline).empty());
  for (const Layout& layout : legal_serving_layouts(model, cluster, {})) EXPECT_EQ(4 % (layout.tp * layout.pp), 0);
  EXPECT_FALSE(legal_serving_layouts(model, cluster, pipeline).empty());
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
            "tp 2 × pp 1 × cp 1 × dp 1 makes 2 ranks; 1 × machine has 8; nearest: dp 4");
  EXPECT_EQ(complaint(layout_of(1, 1, 8), model, 2048, 12, cluster),
            "dp 8 × micro-batch 1 does not divide the global batch 12; nearest global batch: 8, 16");
  EXPECT_EQ(complaint(layout_of(0, 1, 8), model, 2048, 12, cluster), "tp is 0; accepted: 1 … 16777216");
  Layout sharded = layout_of(1, 8, 1);
  sharded.zero = 3;
  EXPECT_NE(complaint(sharded, model, 2048, 64, cluster).find("zero 3 needs pp 1"), std::string::npos);
  EXPECT_FALSE(why_illegal_to_train(sharded, model, 2048, 64, cluster, true));
  EXPECT_EQ(sharded.zero_of_step(), 1);
  Layout experts = layout_of(1, 1, 8);
  experts.ep = 8;
  EXPECT_NE(complaint(experts, model, 2048, 64, cluster).find("has no experts"), std::string::npos);
}

TEST(Legal, ReplicatedShardsDivideTheirRanks) {
  const Model model = model_of_layers(32, 4096, 32, 8);
  const auto why = [&](std::int64_t dp, std::int64_t replicate, int zero) {
    Layout layout = layout_of(1, 1, dp);
    layout.dp_replicate = replicate;
    layout.zero = zero;
    return complaint(layout, model, 2048, 64, cluster_of(1, static_cast<int>(dp)));
  };
  EXPECT_EQ(why(8, 2, 3), "");
  EXPECT_EQ(why(8, 4, 1), "");
  EXPECT_EQ(why(8, 3, 3), "dp-replicate 3 does not divide dp 8; nearest: 2, 4");
  EXPECT_EQ(why(8, 16, 3), "dp-replicate 16 does not divide dp 8; nearest: 8");
  EXPECT_EQ(why(8, 8, 3), "dp-replicate 8 leaves one rank to shard over; use zero 0");
  EXPECT_EQ(why(8, 2, 0), "dp-replicate 2 needs zero of at least 1: with zero 0 every rank is a replica");
}

TEST(Legal, OffloadedWeightsAreThoseOfZero3) {
  Layout layout = layout_of(1, 1, 8);
  layout.offload_weights = true;
  const Model model = model_of_layers(32, 4096, 32, 8);
  const auto why = [&] { return complaint(layout, model, 2048, 64, cluster_with_host_link(8)); };
  for (layout.zero = 0; layout.zero < 3; ++layout.zero)
    EXPECT_NE(why().find("offload-weights needs zero 3"), std::string::npos);
  EXPECT_EQ(why(), "");
  layout.captured_step = true;
  EXPECT_NE(why().find("captured-step true"), std::string::npos);
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
