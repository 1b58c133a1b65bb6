// Readers of what machine tools print, and the instance of the catalogue made from it.
#include <gtest/gtest.h>

#include "hakaru/core/quantities.h"
#include "hakaru/importing/machines/described_machine.h"
#include "hakaru/importing/machines/readers.h"

namespace hakaru {
namespace {

std::string excerpt(const std::string& name) {
  return read_file(std::string(HAKARU_SOURCE_DIR) + "/tests/cases/catalog/machines/" + name, largest_machine_file_bytes)
      .value();
}

/// Devices of one name: how many, of how many ranks, with how many GiB.
struct ExpectedDevices {
  std::string file, tool, product;
  int count = 0, ranks_per_device = 1;
  double memory_gib = 0;
};

TEST(MachineFiles, DevicesAreCountedByName) {
  const std::vector<ExpectedDevices> all{
      {"a100-4.xml", "nvidia-smi -q -x", "NVIDIA A100-SXM4-80GB", 4, 1, 80},
      {"h100-8.xml", "nvidia-smi -q -x", "NVIDIA H100 80GB HBM3", 8, 1, 79.6},
      {"l40s-4.xml", "nvidia-smi -q -x", "NVIDIA L40S", 4, 1, 45.0},
      {"mi300x-8.json", "rocm-smi --json", "AMD Instinct MI300X", 8, 1, 192},
      {"mi100-2.json", "rocm-smi --json", "AMD Instinct MI100", 2, 1, 32},
      {"trn1-1.json", "neuron-ls --json-output", "Neuron device of 2 cores and 32 GiB", 1, 2, 32},
      {"trn2-16.json", "neuron-ls --json-output", "Neuron device of 4 cores and 96 GiB", 16, 4, 96},
      {"gaudi2-8.txt", "hl-smi", "HL-225", 8, 1, 96},
      {"gaudi3-8.csv", "hl-smi -Q", "HL-325L", 8, 1, 128},
      {"a100-2.lstopo.xml", "lstopo --of xml", "NVIDIA A100-SXM4-80GB", 2, 1, 79.2}};
  for (const ExpectedDevices& expected : all) {
    const Result<FoundMachine> found = read_machine_file(excerpt(expected.file), expected.file);
    ASSERT_TRUE(found) << in_english(found.error().message);
    EXPECT_EQ(found->tool, expected.tool) << expected.file;
    ASSERT_EQ(found->devices.size(), 1U) << expected.file;
    const FoundDevices& devices = found->devices.front();
    EXPECT_EQ(devices.product, expected.product);
    EXPECT_EQ(devices.count, expected.count) << expected.file;
    EXPECT_EQ(devices.ranks_per_device, expected.ranks_per_device) << expected.file;
    EXPECT_NEAR(devices.memory_bytes.value_or(0) / gibi, expected.memory_gib, 0.6) << expected.file;
  }
}

TEST(MachineFiles, NvlinksAreCountedBetweenAllPairs) {
  const Result<FoundMachine> found = read_machine_file(excerpt("h100-8.topo"), "topo");
  ASSERT_TRUE(found) << in_english(found.error().message);
  EXPECT_EQ(found->paths->devices, 8);
  ASSERT_EQ(found->paths->pairs.size(), 28U);
  for (const FoundPaths::Pair& pair : found->paths->pairs) {
    EXPECT_EQ(pair.path, Path::nvlink);
    EXPECT_EQ(pair.links, 18);
  }
  EXPECT_EQ(found->adapters.size(), 8U);
}

TEST(MachineFiles, AHostIsCountedByThreadsAndMemory) {
  const Result<FoundMachine> processors = read_machine_file(excerpt("lscpu.json"), "lscpu.json");
  ASSERT_TRUE(processors) << in_english(processors.error().message);
  EXPECT_EQ(processors->host->threads, 192);
  EXPECT_EQ(processors->host->sockets, 2);
  const Result<FoundMachine> topology = read_machine_file(excerpt("a100-2.lstopo.xml"), "lstopo.xml");
  ASSERT_TRUE(topology) << in_english(topology.error().message);
  EXPECT_NEAR(topology->host->memory_bytes.value_or(0), 2 * 1082331758592.0, 1);
}

/// Excerpts cut off after each 97th byte are refused without a crash: no device is missing in silence.
TEST(MachineFiles, WhatIsCutOffIsAReasonOrTheWhole) {
  for (const std::string name : {"h100-8.xml", "mi300x-8.json", "trn2-16.json", "lscpu.json", "a100-2.lstopo.xml"}) {
    const std::string text = excerpt(name);
    for (std::size_t size = 0; size + 2 < text.size(); size += 97)
      EXPECT_FALSE(read_machine_file(text.substr(0, size), name)) << name << " cut at " << size;
  }
}

Result<DescribedMachine> described(const std::vector<std::string>& files, StatedMachine stated) {
  std::vector<FoundMachine> found;
  for (const std::string& file : files) {
    Result<FoundMachine> machine = read_machine_file(excerpt(file), file);
    if (!machine) return fail(machine);
    found.push_back(std::move(*machine));
  }
  stated.name = "mine";
  stated.as_of = "2026-11-26";
  const Result<CombinedMachine> together = combined_machine(found, stated.as_of);
  if (!together) return fail(together);
  return describe_machine(*together, stated, DataFiles());
}

TEST(DescribedMachines, FilesOfOneMachineMakeItsInstance) {
  const Result<DescribedMachine> machine = described({"h100-8.xml", "h100-8.topo", "h100-8.ibstat", "lscpu.json"}, {});
  ASSERT_TRUE(machine) << in_english(machine.error().message);
  const Instance& instance = machine->instance;
  EXPECT_EQ(instance.accelerator.name, "h100-sxm");
  EXPECT_EQ(instance.accelerators, 8);
  EXPECT_EQ(instance.within.topology, Topology::switched);
  EXPECT_EQ(instance.between.name, "8x 400 Gb/s InfiniBand");
  EXPECT_DOUBLE_EQ(instance.between.bytes_per_s, 8 * 400e9 / 8);
  EXPECT_EQ(instance.fabric, Fabric::bypass);
  EXPECT_EQ(instance.vcpu, 192);
}

TEST(DescribedMachines, WhatIsBoughtCostsItsPriceOverItsYearsAndPower) {
  StatedMachine stated;
  stated.purchase = Purchase{250000, 3, 0.12};
  const Result<DescribedMachine> machine = described({"h100-8.xml", "h100-8.topo"}, stated);
  ASSERT_TRUE(machine) << in_english(machine.error().message);
  // The worked example of hardware/ownership.h: 9.51 + 0.67.
  EXPECT_NEAR(owned_usd_per_h(machine->instance, *stated.purchase), 10.185, 0.001);
  ASSERT_EQ(machine->files.size(), 2U);
  EXPECT_NE(machine->files[1].text.find("mine,own,on_demand,10.18"), std::string::npos) << machine->files[1].text;
}

TEST(DescribedMachines, FilesOfTwoMachinesAreRefused) {
  const Result<DescribedMachine> machine = described({"h100-8.xml", "a100-4.topo"}, {});
  ASSERT_FALSE(machine);
  EXPECT_EQ(in_english(machine.error().message),
            "h100-8.xml tells of 8 × NVIDIA H100 80GB HBM3, a100-4.topo of 4 × GPU; accepted: files of one machine");
}

}  // namespace
}  // namespace hakaru
