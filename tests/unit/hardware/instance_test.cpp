#include "hakaru/hardware/instance.h"

#include <gtest/gtest.h>

#include "hakaru/core/quantities.h"

namespace hakaru {
namespace {

Accelerator an_accelerator(AcceleratorKind kind) {
  Accelerator accelerator;
  accelerator.name = "anvil";
  accelerator.kind = kind;
  accelerator.memory_bandwidth_bytes_per_s = 200e9;
  accelerator.rates[DataType::fp32] = Rate{8e12, Support::native, DataType::fp32};
  accelerator.link_bytes_per_s = 300e9;
  accelerator.compute_units = 32;
  accelerator.threads_per_core = kind == AcceleratorKind::cpu ? 2 : 0;
  return accelerator;
}

Links some_links() {
  Links links;
  links["switch"] = *read_link(*parse_toml(R"(
    name = "Switch"
    topology = "switched"
    latency_us = 1.5
    in_switch_reduction = true
    confidence = "low"
    source = "a test")",
                                           "f"),
                               "switch", "f");
  links["efa-v2"] = *read_link(*parse_toml(R"(
    name = "EFA v2"
    latency_us = 2.4
    efa_generation = 2
    confidence = "low"
    source = "a test")",
                                           "f"),
                               "efa-v2", "f");
  return links;
}

Json instance_table() {
  return *parse_toml(R"(
    family = "forge"
    accelerator = "anvil"
    accelerators = 8
    vcpu = 96
    memory_gib = 1152
    within = { link = "switch" }
    between = { link = "efa-v2", gbit_per_s = 800 }
    confidence = "low"
    source = "a test")",
                     "f");
}

Result<Instance> read(const Json& table, AcceleratorKind kind = AcceleratorKind::gpu) {
  return read_instance(table, "forge.8", "forge.toml", an_accelerator(kind), some_links());
}

std::string instance_refusal(const Json& table) {
  const Result<Instance> instance = read(table);
  return instance ? "accepted" : in_english(instance.error().message);
}

TEST(Instance, TakesItsLinksFromTheirKindAndItsAccelerator) {
  const Instance forge = *read(instance_table());
  EXPECT_EQ(forge.within.topology, Topology::switched);
  EXPECT_DOUBLE_EQ(forge.within.bytes_per_s, 300e9);  // the accelerator's
  EXPECT_DOUBLE_EQ(forge.within.latency_s, 1.5e-6);
  EXPECT_TRUE(forge.within.in_switch_reduction);
  EXPECT_EQ(forge.between.name, "EFA v2");
  EXPECT_DOUBLE_EQ(forge.between.bytes_per_s, 100e9);  // 800 Gb/s
  EXPECT_EQ(forge.efa_generation, 2);
  EXPECT_DOUBLE_EQ(forge.host_memory_bytes, 1152 * gibi);
}

TEST(Instance, WhatItWritesBeatsTheKindOfLink) {
  Json table = instance_table();
  table["within"]["gb_per_s"] = 96;
  table["within"]["latency_us"] = 3;
  table["within"]["topology"] = "torus_2d";
  const Instance forge = *read(table);
  EXPECT_DOUBLE_EQ(forge.within.bytes_per_s, 96e9);
  EXPECT_DOUBLE_EQ(forge.within.latency_s, 3e-6);
  EXPECT_EQ(forge.within.topology, Topology::torus_2d);
}

TEST(Instance, WithoutANetworkItIsNotMadeToBeClustered) {
  Json table = instance_table();
  table.erase("between");
  EXPECT_DOUBLE_EQ(read(table)->between.bytes_per_s, 0);
}

TEST(Instance, ACpuInstanceHasTheShareOfItsThreads) {
  Json table = instance_table();
  table["accelerators"] = 1;
  table["vcpu"] = 16;  // of 64 threads
  table["memory_gib"] = 32;
  const Instance quarter = *read(table, AcceleratorKind::cpu);
  EXPECT_DOUBLE_EQ(quarter.accelerator.rate(DataType::fp32)->flops_per_s, 2e12);
  EXPECT_DOUBLE_EQ(quarter.accelerator.memory_bandwidth_bytes_per_s, 50e9);
  EXPECT_DOUBLE_EQ(quarter.accelerator.memory_bytes, 32 * gibi);
  EXPECT_EQ(quarter.accelerator.compute_units, 8);
  table["vcpu"] = 65;
  EXPECT_FALSE(read(table, AcceleratorKind::cpu));
}

TEST(Instance, WrongKeysAndValuesAreRefused) {
  const std::map<std::string, Json> wrong{
      {"acclerators", 8}, {"memory_gb", 1152}, {"accelerators", 0}, {"vcpu", -1}, {"rentable_alone", "no"}};
  for (const auto& [key, value] : wrong) {
    Json table = instance_table();
    table[key] = value;
    EXPECT_NE(instance_refusal(table).find("forge.toml: 'forge.8." + key + "'"), std::string::npos)
        << instance_refusal(table);
  }
  Json table = instance_table();
  table["within"]["link"] = "swich";
  EXPECT_NE(instance_refusal(table).find("'forge.8.within.link' is 'swich'; accepted: switch"), std::string::npos)
      << instance_refusal(table);
  table = instance_table();
  table["between"]["gib_per_s"] = 1;
  EXPECT_NE(instance_refusal(table).find("forge.8.between.gib_per_s"), std::string::npos) << instance_refusal(table);
}

}  // namespace
}  // namespace hakaru
