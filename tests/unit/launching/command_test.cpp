#include "hakaru/launching/command.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

TEST(Command, WordsStayWords) {
  EXPECT_EQ(shell_word("meta-llama/Llama-3.1-8B"), "meta-llama/Llama-3.1-8B");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("$(reboot)"), "'$(reboot)'");
  EXPECT_EQ(shell_word("two\nlines"), "'two\nlines'");
  EXPECT_EQ(shell_word(std::string("nul\0end", 7)), "'nulend'");
  EXPECT_EQ(shell_word("\x1b[31m it's \\ \u2028"), "$'\\x1b[31m it\\'s \\\\ \\xe2\\x80\\xa8'");
  EXPECT_EQ(shell_word("\xff"), "$'\\xff'");
}

TEST(Command, VariablesStandByNameInScriptsAndByValueWhereTyped) {
  const Command command{{"vllm"}, {"serve"}, variable("MODEL", "a b"), {"--port"}, {"80"}, word_of("${CONF}/x y")};
  EXPECT_EQ(in_script(command), "vllm serve \"${MODEL}\" \\\n  --port 80 \\\n  \"${CONF}\"'/x y'");
  EXPECT_EQ(as_typed(command), "vllm serve 'a b' --port 80 \"${CONF}\"'/x y'");
}

}  // namespace
}  // namespace hakaru
