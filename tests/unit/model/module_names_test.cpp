// Modules that the name patterns of a checkpoint match.
#include "hakaru/model/module_names.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

bool names(const std::string& pattern, const std::string& module, std::int64_t layer = 3) {
  NamePatterns patterns;
  EXPECT_FALSE(patterns.add(pattern, "f")) << pattern;
  return patterns.match(checkpoint_names(module, layer), layer);
}

TEST(ModuleNames, APatternIsARunOfParts) {
  for (const char* pattern : {"model.layers.3.self_attn.q_proj", "language_model.model.layers.3.self_attn",
                              "model.layers.*.self_attn", "self_attn", "*.attn.*", "model.layers.3.*", "*self_attn*"})
    EXPECT_TRUE(names(pattern, "q_proj")) << pattern;
  for (const char* pattern : {"model.layers.13.self_attn", "gate", "vision_tower.layers.3.self_attn.q_proj", "attn.q",
                              "model.layers.3.mlp*", "*.mlp.*"})
    EXPECT_FALSE(names(pattern, "q_proj")) << pattern;
  EXPECT_TRUE(names("gate", "router"));
  EXPECT_FALSE(names("gate", "gate_proj"));
  EXPECT_TRUE(names("model.layers.3.mlp.experts", "experts.up_proj"));
  EXPECT_TRUE(names("block_sparse_moe.experts.0.w1", "experts.gate_proj"));
  EXPECT_TRUE(names("*.shared_experts.*", "shared_expert.down_proj"));
  EXPECT_FALSE(names("*.shared_experts.*", "experts.down_proj"));
}

TEST(ModuleNames, AnExpressionBeginsWhereTheNameBegins) {
  for (const char* pattern :
       {"re:.*self_attn.*", "re:.*layers\\.(1|2|3)\\..*q_proj$", "re:model\\.layers\\.[0-9]+\\.self_attn\\.[qkv]_proj",
        "re:(?!.*mlp).*", "re:.*\\.(?:q|k)_proj", "re:^model.layers.\\d{1,2}.self", "re:.+attn.q?k?v?_?proj"})
    EXPECT_TRUE(names(pattern, "q_proj")) << pattern;
  for (const char* pattern : {"re:self_attn", "re:.*layers\\.(1|2)\\.", "re:(?=.*mlp).*", "re:.*self_attn$"})
    EXPECT_FALSE(names(pattern, "q_proj")) << pattern;
  for (const char* wrong : {"re:(", "re:[a", "re:*a", "re:a)", "re:(?<=a)b", "re:a{2", "re:\\b", "re:(a{900}){900}"})
    EXPECT_TRUE(NamePatterns().add(wrong, "f").has_value()) << wrong;
}

TEST(ModuleNames, NoExpressionTakesLong) { EXPECT_FALSE(names("re:(.*.*.*a)*(.*)*(x+x+)+y", "q_proj")); }

TEST(ModuleNames, ManyLongExpressionsAreRefused) {
  std::string wide = "re:";
  for (int part = 0; part < 300; ++part) wide += ".*";
  NamePatterns patterns;
  int taken = 0;
  while (taken < 100 && !patterns.add(wide + "z", "f")) ++taken;
  EXPECT_GE(taken, 1);
  EXPECT_LE(taken, 2);
}

}  // namespace
}  // namespace hakaru
