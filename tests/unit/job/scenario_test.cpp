#include "hakaru/job/scenario.h"

#include <gtest/gtest.h>

#include <set>

namespace hakaru {
namespace {

class ScenarioTest : public ::testing::Test {
 protected:
  Result<Scenario> read(const char* toml, const char* name = "s.toml") {
    return read_scenario(*parse_toml(toml, name), name, data_, catalog_);
  }
  std::string refused(const char* toml) {
    const Result<Scenario> scenario = read(toml);
    return scenario ? "read" : in_english(scenario.error().message);
  }

  DataFiles data_;
  Catalog catalog_ = *Catalog::read(data_);
};

constexpr const char* gpt3 = R"(
job = "train"
model = "gpt3-175b"
tokens = "300B"
sequence_length = 2048
global_batch = 1536
accelerator = "a100-80gb"
accelerators = 1024
)";

TEST_F(ScenarioTest, ReadsATrainingJob) {
  const Result<Scenario> scenario = read(gpt3);
  ASSERT_TRUE(scenario) << refused(gpt3);
  const auto& job = std::get<TrainingJob>(scenario->job);
  EXPECT_EQ(job.tokens, 300'000'000'000);
  EXPECT_EQ(job.steps(), 95368);  // ⌈300·10⁹ / (2048 · 1536)⌉
  EXPECT_EQ(scenario->hardware.accelerator, "a100-sxm-80gb");
  EXPECT_EQ(job.recipe.name, "bf16");
  EXPECT_EQ(job.optimizer.name, "adamw");
}

TEST_F(ScenarioTest, SplitsAContextIntoPromptAndAnswer) {
  const Result<Scenario> scenario =
      read("job = 'serve'\noffline = true\nmodel = 'qwen2.5-7b-instruct'\ncontext = '8k'\n");
  ASSERT_TRUE(scenario);
  const auto& job = std::get<ServingJob>(scenario->job);
  EXPECT_EQ(job.context, 8192);
  EXPECT_EQ(job.input_length + job.output_length, 8192);
}

TEST_F(ScenarioTest, SaysWhatIsWrong) {
  const std::string base(gpt3);
  EXPECT_EQ(refused((base + "deadline = \"30\"\n").c_str()),
            "s.toml: 'deadline' is '30'; accepted: a duration with its unit such as 30d, 36h, 15m, 90s, 500ms");
  EXPECT_EQ(refused((base + "instances = 3\n").c_str()),
            "s.toml: 'accelerators' and 'instances' exclude each other; accepted: one of them");
  EXPECT_EQ(refused((base + "objektive = \"cost\"\n").c_str()),
            "s.toml: 'objektive' is not a key of a scenario that is to train; nearest: objective, engine, exhaustive");
  EXPECT_NE(refused("job = 'train'\nmodel = 'gpt3-175b'\n").find("is missing"), std::string::npos);
  EXPECT_NE(refused("job = 'serve'\noffline = true\nmodel = 'resnet-50'\n").find("reads no tokens"), std::string::npos);
  EXPECT_NE(refused("job = 'dance'\n").find("accepted: train, serve, infer"), std::string::npos);
  EXPECT_NE(refused((base + "region = 'us-east-9'\n").c_str()).find("nearest: us-east-1"), std::string::npos);
}

TEST_F(ScenarioTest, EveryKeyIsListedOnce) {
  std::set<std::string> names;
  for (const ScenarioKey& key : scenario_keys()) EXPECT_TRUE(names.insert(key.name).second) << key.name;
}

}  // namespace
}  // namespace hakaru
