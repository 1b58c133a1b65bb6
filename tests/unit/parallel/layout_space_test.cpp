#include "hakaru/parallel/layout_space.h"

#include <gtest/gtest.h>

#include <set>

#include "hakaru/hardware/catalog.h"
#include "hakaru/model/read.h"
#include "hakaru/parallel/legal.h"
#include "hakaru/parallel/stages.h"

namespace hakaru {
namespace {

const DataFiles data;
const Catalog catalog = Catalog::read(data).value();

struct Case {
  Model model;
  std::int64_t sequence_length, global_batch;
  Cluster cluster;
};

Case gpt3() {
  return {read_model("gpt3-175b", data).value(), 2048, 1536,
          Cluster{catalog.usual_instance_of("a100-sxm-80gb").value(), 128}};
}

std::int64_t count(const Case& of, const LayoutRequest& request, Breadth breadth) {
  const LayoutSpace space(of.model, of.sequence_length, of.global_batch, of.cluster, request, breadth);
  std::int64_t layouts = 0;
  for (const Layout& family : space.families()) {
    space.each_of(
        family, [](const Layout&) { return true; }, [&](const Layout&) { ++layouts; });
  }
  return layouts;
}

TEST(LayoutSpace, OfGpt3OnAThousandAcceleratorsIsLarge) {
  EXPECT_EQ(count(gpt3(), {}, Breadth::usual), 1416);
  EXPECT_EQ(count(gpt3(), {}, Breadth::proven), 12'928);
  // Its head is a third of a layer: no choice of ends is faster than even stages, so none is in the space.
  EXPECT_EQ(count(gpt3(), {}, Breadth::whole), 2'001'224);
}

TEST(LayoutSpace, DualPipeIsThereWhereAskedFor) {
  const Case deepseek{read_model("deepseek-v3", data).value(), 4096, 15360,
                      Cluster{catalog.instance("p5.48xlarge").value(), 256}};
  Layout published;
  published.pp = 16;
  published.ep = 64;
  published.dp = 128;
  published.zero = 1;
  published.schedule = Schedule::dualpipe;
  const auto why = [&](const Layout& layout, std::int64_t global_batch) {
    const auto found = why_illegal_to_train(layout, deepseek.model, 4096, global_batch, deepseek.cluster);
    return found ? in_english(*found) : "";
  };
  EXPECT_EQ(why(published, 15360), "");
  EXPECT_EQ(
      why(published, 16 * 128),
      "schedule dualpipe needs micro-batches in multiples of 2, at least 32; found 16 (global batch 2048 / dp 128 "
      "/ micro-batch 1)");
  Layout odd = published;
  odd.pp = 1;
  odd.dp = 2048;
  EXPECT_EQ(why(odd, 2048 * 2), "schedule dualpipe needs pp in multiples of 2; found 1");

  LayoutRequest request;
  request.schedule = Schedule::dualpipe;
  request.pp = 16;
  request.ep = 64;
  EXPECT_GT(count(deepseek, request, Breadth::proven), 0);
  request.schedule.reset();
  for (const Breadth breadth : {Breadth::proven, Breadth::whole}) {
    const LayoutSpace space(deepseek.model, 4096, 15360, deepseek.cluster, request, breadth);
    for (const Layout& family : space.families()) {
      if (family.tp > 1) continue;
      space.each_of(
          family, [](const Layout&) { return true; },
          [](const Layout& layout) { ASSERT_NE(layout.schedule, Schedule::dualpipe); });
    }
  }
}

TEST(LayoutSpace, NoTensorGroupLeavesItsInstanceUnlessFixed) {
  const Model gpt3 = read_model("gpt3-175b", data).value();  // 96 heads: 3, 6, 12 and 24 divide them
  Instance part = catalog.instance("dgx-a100-80gb").value();
  part.accelerators = 6;
  for (const Instance& machine :
       {catalog.instance("p4d.24xlarge").value(), catalog.instance("gb200-nvl72").value(), part}) {
    for (const int count : {1, 2, 3, 12}) {
      const Cluster cluster{machine, count};
      for (const Breadth breadth : {Breadth::usual, Breadth::whole}) {
        for (const Layout& family : LayoutSpace(gpt3, 2048, 1536, cluster, {}, breadth).families())
          ASSERT_EQ(machine.accelerators % family.tp, 0) << family.tp;
      }
      for (const Layout& layout : legal_serving_layouts(gpt3, cluster, {}))
        ASSERT_EQ(machine.accelerators % layout.tp, 0) << layout.tp;
    }
  }
  LayoutRequest fixed;
  fixed.tp = 6;
  EXPECT_FALSE(
      LayoutSpace(gpt3, 2048, 1536, Cluster{catalog.instance("p4d.24xlarge").value(), 3}, fixed, Breadth::usual)
          .families()
          .empty());
}

TEST(LayoutSpace, HoldsEveryLegalLayoutOnce) {
  const Case small{read_model("llama-3.2-1b", data).value(), 4096, 12,
                   Cluster{catalog.instance("p5.48xlarge").value(), 1}};
  const LayoutSpace space(small.model, small.sequence_length, small.global_batch, small.cluster, {}, Breadth::whole);
  const auto key = [](const Layout& l) {
    return std::tuple(l.tp, l.pp, l.vpp, l.cp, l.ep, l.dp, l.zero, l.sequence_parallel, l.recompute, l.micro_batch,
                      l.schedule, l.context_parallel, l.recompute_layers, l.tensor_chunks, l.first_stage_layers,
                      l.last_stage_layers);
  };
  const double head_layers = layers_worth_of_head(small.model, small.sequence_length);
  std::set<decltype(key(Layout{}))> met;
  std::int64_t visited = 0;
  for (const Layout& family : space.families()) {
    space.each_of(
        family, [](const Layout&) { return true; },
        [&](const Layout& layout) {
          ++visited;
          met.insert(key(layout));
        });
  }
  // Every combination of what the parts may be but for the limits of layout_space.h, asked of the rules one by one.
  std::int64_t legal = 0;
  const std::vector<std::int64_t> eight{1, 2, 4, 8}, batch{1, 2, 3, 4, 6, 12}, layers{1, 2, 4, 8, 16};
  const std::vector<std::int64_t> together{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  Layout l;
  const auto each = [](const auto& values, auto& part, const auto& inner) {
    for (const auto value : values) {
      part = value;
      inner();
    }
  };
  const std::vector<int> zeros{0, 1, 2, 3};
  const std::vector<bool> either{false, true};
  const std::vector<Recompute> recomputes{Recompute::none, Recompute::selective, Recompute::full};
  const std::vector<Schedule> schedules{Schedule::one_forward_one_backward, Schedule::interleaved, Schedule::gpipe,
                                        Schedule::zero_bubble};
  const std::vector<ContextParallel> kinds{ContextParallel::ring, ContextParallel::all_to_all};
  const std::vector<std::int64_t> overlaps{0, 1, 2, 4, 8};
  const auto each_ends = [&](const auto& inner) {
    std::vector<StageEnds> all = faster_ends(16, l.pp, l.vpp, head_layers);
    all.push_back({});
    for (const StageEnds& ends : all) {
      l.first_stage_layers = ends.first;
      l.last_stage_layers = ends.last;
      inner();
    }
  };
  // True if the layers recomputed together divide those of the fullest chunk: five of a chosen stage's chunk of five.
  const auto divides = [&] { return layers_of_fullest_chunk(l, 16) % l.recompute_layers == 0; };
  std::int64_t chosen = 0;
  each(eight, l.tp, [&] {
    each(eight, l.pp, [&] {
      each(eight, l.cp, [&] {
        if (8 % (l.tp * l.pp * l.cp) != 0) return;
        l.dp = 8 / (l.tp * l.pp * l.cp);
        each(batch, l.micro_batch, [&] {
          each(layers, l.vpp, [&] {
            each(schedules, l.schedule, [&] {
              if (l.pp == 1 && l.schedule != Schedule::one_forward_one_backward) return;
              each(zeros, l.zero, [&] {
                if (l.zero > 0 && l.dp * l.cp == 1) return;
                for (const bool sequence_parallel : either) {
                  l.sequence_parallel = sequence_parallel;
                  each(recomputes, l.recompute, [&] {
                    each(together, l.recompute_layers, [&] {
                      each(kinds, l.context_parallel, [&] {
                        if (l.cp == 1 && l.context_parallel != ContextParallel::ring) return;
                        each(overlaps, l.tensor_chunks, [&] {
                          if (l.tp == 1 && l.tensor_chunks != 0) return;
                          each_ends([&] {
                            if (!divides() ||
                                broken_rule(training_rules(), {l, small.model, small.sequence_length,
                                                               small.global_batch, small.cluster}) != nullptr)
                              return;
                            ++legal;
                            chosen += l.chooses_stages() ? 1 : 0;
                            EXPECT_TRUE(met.contains(key(l))) << in_short(l);
                          });
                        });
                      });
                    });
                  });
                }
              });
            });
          });
        });
      });
    });
  });
  EXPECT_EQ(visited, static_cast<std::int64_t>(met.size()));
  EXPECT_EQ(visited, legal);
  EXPECT_GT(chosen, 100);
}

TEST(LayoutSpace, EndsOfFewerLayersAreLookedAtWhereTheyAreFaster) {
  // 16 layers and a head of 4.3: 5 5 5 1 takes 5.3, 3 6 6 1 takes 6, evenly the last stage takes 8.3.
  EXPECT_EQ(faster_ends(16, 4, 1, 4.3), (std::vector<StageEnds>{{0, 1}, {3, 1}}));
  // Two stages: 10 and 6 take 10.3, 11 and 5 take 11, evenly 12.3.
  EXPECT_EQ(faster_ends(16, 2, 1, 4.3), (std::vector<StageEnds>{{0, 6}, {0, 5}}));
  // Chunks in twos: 10 and 6 again, 12 and 4.
  EXPECT_EQ(faster_ends(16, 2, 2, 4.3), (std::vector<StageEnds>{{0, 6}, {0, 4}}));
  // 10 layers on 4 stages are 2 3 3 2: a head of half a layer fits.
  EXPECT_TRUE(faster_ends(10, 4, 1, 0.5).empty());
  for (const std::int64_t pp : {2, 4, 8, 16, 32, 64}) {
    for (std::int64_t vpp = 1; vpp <= 96 / pp; ++vpp) EXPECT_TRUE(faster_ends(96, pp, vpp, 0.34).empty()) << pp;
  }
}

TEST(LayoutSpace, KeepsToWhatIsFixed) {
  LayoutRequest full, deep, wide;
  full.tp = 8;
  full.recompute = Recompute::full;
  deep.pp = 8;
  deep.vpp = 4;
  deep.zero = 1;
  deep.micro_batch = 3;
  wide.cp = 2;
  wide.dp = 16;
  wide.schedule = Schedule::zero_bubble;
  wide.sequence_parallel = false;
  const Case of = gpt3();
  for (const LayoutRequest& request : {full, deep, wide}) {
    const LayoutSpace fixed(of.model, of.sequence_length, of.global_batch, of.cluster, request, Breadth::proven);
    std::int64_t visited = 0;
    for (const Layout& family : fixed.families()) {
      fixed.each_of(
          family, [](const Layout&) { return true; },
          [&](const Layout& layout) {
            ++visited;
            EXPECT_TRUE(allows(request, layout)) << in_short(layout);
            EXPECT_TRUE(!request.recompute || layout.recompute_layers == 1);
          });
    }
    EXPECT_GT(visited, 20);
  }
}

TEST(LayoutSpace, OfImpossibleDegreesIsEmptyAtOnce) {
  LayoutRequest chunks, stages;
  chunks.vpp = 1'000'000;
  stages.pp = 1'000'000;
  for (const LayoutRequest& request : {chunks, stages}) EXPECT_EQ(count(gpt3(), request, Breadth::proven), 0);
}

}  // namespace
}  // namespace hakaru
