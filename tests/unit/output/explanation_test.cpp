#include "hakaru/output/explanation.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

TEST(ValueOf, WritesEachUnitAsPeopleReadIt) {
  const Translator english;
  EXPECT_EQ(value_of({"", "", 15'231'233'024, "bytes", ""}, english), "15.2 GB");
  EXPECT_EQ(value_of({"", "", 0.0125, "s", ""}, english), "12.5 ms");
  EXPECT_EQ(value_of({"", "", 4'282'114, "USD", ""}, english), "$4,282,114");
  EXPECT_EQ(value_of({"", "", 312e12, "FLOP/s", ""}, english), "312 TFLOP/s");
  EXPECT_EQ(value_of({"", "", 1e9, "bytes/s", ""}, english), "1 Gbytes/s");
  EXPECT_EQ(value_of({"", "", 1024, "layers", ""}, english), "1,024 layers");
  EXPECT_EQ(value_of({"", "", 0.125, "", ""}, english), "0.125");
}

TEST(Explanation, NumbersEachSourceOnce) {
  const Translator english;
  Explanation explanation(english, {});
  explanation.add("memory", {{"weights", "1,000 parameters × 2 bytes", 2e9, "bytes", "course"},
                             {"KV cache", "3 × 1", 1e9, "bytes", "engine"}});
  explanation.add("nothing", {});
  explanation.add("time", {{"step", "", 2, "s", "course"}});
  EXPECT_EQ(explanation.text(),
            "memory\n"
            "  weights   1,000 parameters × 2 bytes = 2.00 GB  [1]\n"
            "  KV cache  3 × 1 = 1.00 GB  [2]\n"
            "\n"
            "time\n"
            "  step  = 2.00 s  [1]\n"
            "\n"
            "sources\n"
            "  [1] course\n"
            "  [2] engine\n");
}

}  // namespace
}  // namespace hakaru
