#include "hakaru/timing/fat_tree.h"

#include <gtest/gtest.h>

#include <map>

namespace hakaru {
namespace {

/// Two instances of four ports, each the only one of its leaf.
FatTreeShape two_of_four(PathChoice choice, std::uint64_t seed = 1) {
  return {.instances = 2,
          .ports = 4,
          .port_bytes_per_s = 12.5e9,
          .leaf_ports = 4,
          .oversubscription = 1,
          .paths = 64,
          .choice = choice,
          .seed = seed};
}

/// Load, in ports, that the four connections from instance 0 to 1 put on each uplink; unused uplinks are left out.
std::map<std::size_t, double> loads(const FatTree& tree) {
  std::map<std::size_t, double> load;
  for (std::int64_t port = 0; port < 4; ++port) {
    for (const LinkUse& use : tree.route(0, 1, port)) {
      if (tree.is_uplink(use.link)) load[use.link] += use.share;
    }
  }
  return load;
}

constexpr int seeds = 4000;

TEST(FatTree, FourHashesRarelyChooseFourUplinks) {
  int all_different = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed)
    all_different += loads(FatTree(two_of_four(PathChoice::one, seed))).size() == 4 ? 1 : 0;
  EXPECT_NEAR(all_different / static_cast<double>(seeds), 24.0 / 256, 0.02);
}

TEST(FatTree, DealtPacketsFillUplinksNearlyEvenly) {
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    double fullest = 0, all = 0;
    for (const auto& [link, load] : loads(FatTree(two_of_four(PathChoice::dealt, seed)))) {
      fullest = std::max(fullest, load);
      all += load;
    }
    ASSERT_NEAR(all, 4, 1e-9);
    sum += fullest;
  }
  EXPECT_NEAR(sum / seeds, 1.12, 0.02);
}

TEST(FatTree, PooledUplinksAreOneOfTheirSum) {
  const FatTree tree(two_of_four(PathChoice::pooled));
  const std::map<std::size_t, double> load = loads(tree);
  ASSERT_EQ(load.size(), 1U);
  EXPECT_EQ(load.begin()->second, 4);
  EXPECT_EQ(tree.capacities()[load.begin()->first], 4 * 12.5e9);
}

TEST(FatTree, OversubscriptionTakesUplinksAway) {
  FatTreeShape shape = two_of_four(PathChoice::one);
  shape.leaf_ports = 64;
  shape.oversubscription = 3;
  const FatTree tree(shape);
  EXPECT_EQ(tree.uplinks(), 21);
  double upward = 0;
  for (std::size_t link = 0; link < tree.capacities().size(); ++link) {
    if (tree.is_uplink(link)) upward += tree.capacities()[link];
  }
  EXPECT_NEAR(upward, 2 * 64 * 12.5e9 / 3, 1);  // of both leaves
}

TEST(FatTree, UnderOneLeafNothingGoesUp) {
  FatTreeShape shape = two_of_four(PathChoice::one);
  shape.instances = 4;
  shape.leaf_ports = 8;
  const FatTree tree(shape);
  EXPECT_EQ(tree.leaves(), 2);
  EXPECT_EQ(tree.route(0, 2, 1).size(), 2U);
  EXPECT_EQ(tree.route(0, 1, 1).size(), 4U);
}

}  // namespace
}  // namespace hakaru
