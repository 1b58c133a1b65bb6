#include "hakaru/launching/platforms.h"

#include <gtest/gtest.h>

#include "hakaru/core/ranges.h"

namespace hakaru {
namespace {

const Platforms& platforms() {
  static const Result<Platforms> read = Platforms::read(DataFiles());
  return read.value();
}

TEST(Platforms, HolesAreFilledAndLinesOfEmptyOnesLeftOut) {
  const Holes holes{{"name", "qwen"}, {"count", "8"}, {"empty", ""}};
  EXPECT_EQ(
      filled("a: {{name}}\nb: {{count}} of {{count}}\nc: {{empty}}\nd: {{unknown}}\ne: f\n", holes, Quoting::yaml),
      "a: qwen\nb: 8 of 8\ne: f\n");
}

TEST(Platforms, MarksKeepALineOrLeaveItOut) {
  const std::string text = "with{{?gpu}}\nwithout{{!gpu}}\n# both {{name}} {{?gpu}}\n";
  EXPECT_EQ(filled(text, {{"gpu", "1"}, {"name", "a"}}, Quoting::shell), "with\n# both a\n");
  EXPECT_EQ(filled(text, {{"name", "a"}}, Quoting::shell), "without\n");
}

TEST(Platforms, SeveralLinesAreIndentedAsTheirHoleIs) {
  EXPECT_EQ(filled("data:\n  launch.sh: |\n    {{script}}\nend\n", {{"script", "#!/bin/sh\n\nif a; then\n  b\nfi\n"}},
                   Quoting::yaml),
            "data:\n  launch.sh: |\n    #!/bin/sh\n\n    if a; then\n      b\n    fi\nend\n");
}

TEST(Platforms, ValuesAreQuotedAsTheirFileHasIt) {
  const Holes holes{{"model", "it's \"$(reboot)\": #\n"}};
  EXPECT_EQ(filled("model={{model}}\n", holes, Quoting::shell), "model='it'\\''s \"$(reboot)\": #\n'\n");
  EXPECT_EQ(filled("model: {{model}}\n", holes, Quoting::yaml), "model: \"it's \\\"$(reboot)\\\": #\\n\"\n");
  EXPECT_EQ(filled("  \"model\": \"{{model}}\",\n", holes, Quoting::json),
            "  \"model\": \"it's \\\"$(reboot)\\\": #\\n\",\n");
  EXPECT_EQ(filled("# of {{model}}\n", holes, Quoting::plain), "# of it's \"$(reboot)\": #\\n\n");
}

TEST(Platforms, BetweenQuotesNoOthersAreSet) {
  const Holes holes{{"model", "a \"b"}, {"alpha", "0.5"}};
  EXPECT_EQ(filled("id: \"{{alpha}} ms + {{alpha}} ms of {{model}} \"\n", holes, Quoting::yaml),
            "id: \"0.5 ms + 0.5 ms of a \\\"b \"\n");
  EXPECT_EQ(filled("id: \"{{model}} and {{model}}\"\nother: {{model}}\n", holes, Quoting::yaml),
            "id: \"a \\\"b and a \\\"b\"\nother: \"a \\\"b\"\n");
}

TEST(Platforms, NoValueEndsACommentOrRunsBetweenQuotesOfAShell) {
  const Holes holes{{"zone", "a'\n$(reboot)\"`b`"}};
  EXPECT_EQ(filled("# in {{zone}}\nb\n", holes, Quoting::shell), "# in 'a'\\''\\n$(reboot)\"`b`'\nb\n");
  EXPECT_EQ(filled("echo \"in {{zone}}\"\n", holes, Quoting::shell), "echo \"in a'\\x0a\\$(reboot)\\\"\\`b\\`\"\n");
  EXPECT_EQ(filled("jq '\n  .a = {{zone}}'\n", holes, Quoting::shell), "jq '\n  .a = a'\\''\\n$(reboot)\"`b`'\n");
  EXPECT_EQ(filled("# in {{zone}}\n", holes, Quoting::yaml), "# in \"a'\\n$(reboot)\\\"`b`\"\n");
  EXPECT_EQ(filled("{{zone}}\n", holes, Quoting::yaml), "\"a'\\n$(reboot)\\\"`b`\"\n");
}

TEST(Platforms, WhatAHoleHoldsIsNoTemplate) {
  EXPECT_EQ(filled("a: {{model}}\n", {{"model", "{{secret}}"}, {"secret", "x"}}, Quoting::yaml), "a: \"{{secret}}\"\n");
}

TEST(Platforms, QuotingIsThatOfTheFilesName) {
  EXPECT_EQ(quoting_of("serve.yaml"), Quoting::yaml);
  EXPECT_EQ(quoting_of("task-definition.json"), Quoting::json);
  EXPECT_EQ(quoting_of("sagemaker_train.py"), Quoting::json);
  EXPECT_EQ(quoting_of("job.sbatch"), Quoting::shell);
  EXPECT_EQ(quoting_of("run.sh"), Quoting::shell);
  EXPECT_EQ(quoting_of("hosts"), Quoting::plain);
}

TEST(Platforms, ConditionsHoldWhereAllOfThemDo) {
  const PlanCondition wide{{"serve"}, {"gpu", "not server_spans_instances"}};
  EXPECT_TRUE(holds(wide, {{"serve", "1"}, {"gpu", "1"}}));
  EXPECT_TRUE(holds(wide, {{"serve", "1"}, {"gpu", "1"}, {"server_spans_instances", ""}}));
  EXPECT_FALSE(holds(wide, {{"serve", "1"}, {"gpu", "1"}, {"server_spans_instances", "1"}}));
  EXPECT_FALSE(holds(wide, {{"serve", "1"}}));
  EXPECT_FALSE(holds(wide, {{"train", "1"}, {"gpu", "1"}}));
}

TEST(Platforms, EachTellsHowItsFilesAreSeenToBeRight) {
  ASSERT_GE(platforms().names().size(), 12U);
  for (const std::string& name : platforms().names()) {
    const Platform& platform = *platforms().find(name);
    EXPECT_FALSE(platform.files.empty()) << name;
    EXPECT_FALSE(platform.checks.empty()) << name;
    EXPECT_FALSE(platform.source.empty()) << name;
  }
  EXPECT_EQ(platforms().find("mesos"), nullptr);
}

TEST(Platforms, WhatRunsInAContainerHasAnImageForItsPlan) {
  const Platform& kubernetes = *platforms().find("kubernetes");
  Holes serving{{"what", "serve"}, {"serve", "1"},           {"gpu", "1"},    {"nvidia", "1"},
                {"family", "p5"},  {"engine", "vllm-serve"}, {"cloud", "aws"}};
  EXPECT_NE(platforms().image_for(kubernetes, serving).find("vllm"), std::string::npos);
  serving["engine"] = "sglang-server";
  EXPECT_EQ(platforms().image_for(kubernetes, serving).find("vllm"), std::string::npos);
  Holes neuron{{"what", "train"}, {"train", "1"}, {"neuron", "1"}, {"family", "trn1"}, {"cloud", "aws"}};
  EXPECT_NE(platforms().image_for(kubernetes, neuron).find("neuron"), std::string::npos);
  neuron["cloud"] = "gcp";  // AWS's images are for its machines
  EXPECT_EQ(platforms().image_for(kubernetes, neuron).find("neuron"), std::string::npos);
  EXPECT_EQ(platforms().image_for(*platforms().find("slurm"), serving), "");
}

TEST(Platforms, InterfacesOfTheNetworkByInstance) {
  EXPECT_EQ(platforms().efa_interfaces("p5.48xlarge"), 32);
  EXPECT_EQ(platforms().efa_interfaces("my-own-machine"), 0);
}

}  // namespace
}  // namespace hakaru
