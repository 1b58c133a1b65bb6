#include "hakaru/launching/dockerfile.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

std::string started(std::string_view text) { return command_of_dockerfile(text).value_or(""); }

TEST(Dockerfile, TheImagesProgramTakesWhatTheFileSays) {
  EXPECT_EQ(started("FROM vllm/vllm-openai:v0.11.0\nCMD [\"--model\", \"a b\", \"-tp\", \"2\"]\n"),
            "vllm/vllm-openai:v0.11.0 --model 'a b' -tp 2\n");
  EXPECT_EQ(
      started("from --platform=linux/amd64 lmsysorg/sglang AS x\r\ncmd python3 -m sglang.launch_server --tp 2\r\n"),
      "lmsysorg/sglang python3 -m sglang.launch_server --tp 2\n");
}

TEST(Dockerfile, AnEntryPointComesBeforeWhatItIsTold) {
  EXPECT_EQ(
      started("FROM a\nENTRYPOINT [\"vllm\", \"serve\"]\n# words\nCMD [\"m\", \\\n# more\n  \"--port\", \"80\"]\n"),
      "vllm serve m --port 80\n");
}

TEST(Dockerfile, OfSeveralStagesTheLast) {
  EXPECT_EQ(started("FROM a\nENV X=1\nCMD one\nFROM b\nENV TP=2\nCMD vllm serve m -tp $TP\n"),
            "TP=2\nb vllm serve m -tp $TP\n");
}

TEST(Dockerfile, OtherTextsAreNone) {
  EXPECT_EQ(started("vllm serve m\n"), "");
  EXPECT_EQ(started("FROM a\nRUN pip install vllm\n"), "");
  EXPECT_EQ(started("CMD x\n"), "");
  EXPECT_EQ(started("from vllm import LLM\n"), "");
  EXPECT_EQ(started(""), "");
}

}  // namespace
}  // namespace hakaru
