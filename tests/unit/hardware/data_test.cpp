// Checks of the data itself: complete, consistent, and every entry with its source.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "hakaru/hardware/catalog.h"
#include "user_folder.h"

namespace hakaru {
namespace {

const std::string shared = std::string(HAKARU_SOURCE_DIR) + "/../shared/";

const Catalog& shipped_catalog() {
  static const Catalog all = *Catalog::read(DataFiles());
  return all;
}

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == ',' && !quoted) {
      cells.emplace_back();
    } else if (c != '"') {
      cells.back() += c;
    }
  }
  return cells;
}

/// The values of one column of a CSV file, each once.
std::set<std::string> column(const std::string& path, const std::string& name) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> header = split(line);
  const auto index = static_cast<std::size_t>(std::find(header.begin(), header.end(), name) - header.begin());
  EXPECT_LT(index, header.size()) << path << " has no column " << name;
  std::set<std::string> values;
  while (std::getline(file, line)) {
    const std::vector<std::string> cells = split(line);
    if (index < cells.size() && !cells[index].empty()) values.insert(cells[index]);
  }
  return values;
}

TEST(HardwareData, EveryEntryHasASourceAndAConfidence) {
  const std::set<std::string> confidences{"high", "medium", "low"};
  for (const Accelerator& one : shipped_catalog().accelerators()) {
    EXPECT_FALSE(one.source.empty()) << one.name;
    EXPECT_TRUE(confidences.contains(one.confidence)) << one.name;
  }
  for (const Instance& one : shipped_catalog().instances()) {
    EXPECT_FALSE(one.source.empty()) << one.name;
    EXPECT_TRUE(confidences.contains(one.confidence)) << one.name;
  }
  for (const Storage& one : shipped_catalog().storages()) {
    EXPECT_FALSE(one.source.empty()) << one.name;
    EXPECT_TRUE(confidences.contains(one.confidence)) << one.name;
  }
  for (const Price& one : shipped_catalog().prices().all()) EXPECT_FALSE(one.source.empty()) << one.instance;
}

TEST(HardwareData, EveryUsualMachineIsKnownAndHasThatAccelerator) {
  for (const Accelerator& accelerator : shipped_catalog().accelerators()) {
    const Result<Instance> usual = shipped_catalog().usual_instance_of(accelerator.name);
    if (usual) {
      EXPECT_EQ(usual->accelerator.name, accelerator.name);
    } else {  // none is sold with these
      EXPECT_TRUE(accelerator.name == "b100" || accelerator.name == "cpu-cascadelake") << accelerator.name;
    }
  }
}

TEST(HardwareData, SeveralRanksHaveALinkBetweenThem) {
  for (const Instance& instance : shipped_catalog().instances()) {
    if (instance.accelerators == 1) continue;
    EXPECT_NE(instance.within.topology, Topology::none) << instance.name;
    EXPECT_GT(instance.within.bytes_per_s, 0) << instance.name;
    EXPECT_GT(instance.within.latency_s, 0) << instance.name;
  }
}

TEST(HardwareData, PricesOfUnnamedRegionsSaySo) {
  for (const Price& price : shipped_catalog().prices().all()) {
    if (price.region == "us" || price.region == "unstated") {
      EXPECT_FALSE(price.note.empty()) << price.instance << " " << price.as_of;
    }
  }
}

TEST(HardwareData, NoNameIsGivenTwiceAcrossFiles) {
  for (const std::string_view folder : {"accelerators/", "instances/"}) {
    std::set<std::string> seen;
    for (const DataFiles::File& file : DataFiles().under(folder)) {
      const Json tables = *parse_toml(file.text, file.name);
      for (const auto& [name, table] : tables.items()) EXPECT_TRUE(seen.insert(name).second) << name;
    }
  }
}

TEST(HardwareData, KnowsEveryAcceleratorOfTheSharedCatalog) {
  if (!std::filesystem::exists(shared)) GTEST_SKIP() << shared << " is absent";
  for (const std::string& id : column(shared + "catalog/accelerators.csv", "id"))
    EXPECT_TRUE(shipped_catalog().accelerator(id)) << id;
  for (const std::string& name : column(shared + "catalog/aliases.csv", "name_in_measurements"))
    EXPECT_TRUE(shipped_catalog().accelerator(name)) << name;
}

TEST(HardwareData, KnowsEveryInstanceOfTheSharedCatalog) {
  if (!std::filesystem::exists(shared)) GTEST_SKIP() << shared << " is absent";
  const std::set<std::string> instances = column(shared + "catalog/instances.csv", "instance_type");
  EXPECT_EQ(instances.size(), 113U);
  for (const std::string& name : instances) EXPECT_TRUE(shipped_catalog().instance(name)) << name;
  const std::set<std::string> machines = column(shared + "catalog/systems.csv", "machine");
  EXPECT_EQ(machines.size(), 18U);
  for (const std::string& name : machines) EXPECT_TRUE(shipped_catalog().instance(name)) << name;
}

TEST(HardwareData, KnowsEveryAcceleratorAndMachineOfTheMeasurements) {
  if (!std::filesystem::exists(shared)) GTEST_SKIP() << shared << " is absent";
  for (const char* const file : {"training.csv", "memory.csv", "serving.csv", "inference.csv", "operators/gemm.csv",
                                 "operators/collectives.csv", "operators/attention_decode.csv"}) {
    for (const std::string& name : column(shared + "measurements/" + file, "accelerator"))
      EXPECT_TRUE(shipped_catalog().usual_instance_of(name)) << name;
  }
  for (const std::string& name : column(shared + "measurements/training.csv", "machine"))
    EXPECT_TRUE(shipped_catalog().instance(name)) << name;
}

}  // namespace
}  // namespace hakaru
