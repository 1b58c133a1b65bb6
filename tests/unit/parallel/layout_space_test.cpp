#include "hakaru/parallel/layout_space.h"

#include <gtest/gtest.h>

#include <set>

#include "hakaru/hardware/catalog.h"
#include "hakaru/model/read.h"
#include "hakaru/parallel/legal.h"

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
  EXPECT_EQ(count(gpt3(), {}, Breadth::whole), 2'001'224);
}

TEST(LayoutSpace, HoldsEveryLegalLayoutOnce) {
  const Case small{read_model("llama-3.2-1b", data).value(), 4096, 12,
                   Cluster{catalog.instance("p5.48xlarge").value(), 1}};
  const LayoutSpace space(small.model, small.sequence_length, small.global_batch, small.cluster, {}, Breadth::whole);
  const auto key = [](const Layout& l) {
    return std::tuple(l.tp, l.pp, l.vpp, l.cp, l.ep, l.dp, l.zero, l.sequence_parallel, l.recompute, l.micro_batch,
                      l.schedule, l.context_parallel, l.recompute_layers, l.tensor_chunks);
  };
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
                    each(layers, l.recompute_layers, [&] {
                      each(kinds, l.context_parallel, [&] {
                        if (l.cp == 1 && l.context_parallel != ContextParallel::ring) return;
                        each(overlaps, l.tensor_chunks, [&] {
                          if (l.tp == 1 && l.tensor_chunks != 0) return;
                          if (broken_rule(training_rules(), {l, small.model, small.sequence_length, small.global_batch,
                                                             small.cluster}) != nullptr)
                            return;
                          ++legal;
                          EXPECT_TRUE(met.contains(key(l))) << in_short(l);
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
