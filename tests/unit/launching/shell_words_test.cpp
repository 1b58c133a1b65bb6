#include "hakaru/launching/shell/shell_words.h"

#include <gtest/gtest.h>

#include <random>

#include "hakaru/launching/command.h"

namespace hakaru {
namespace {

using Words = std::vector<std::string>;
using Commands = std::vector<Words>;

TEST(ShellWords, QuotesBackslashesCommentsAndLinesThatGoOn) {
  EXPECT_EQ(commands_in("MODEL=a/b\nexec vllm serve \"${MODEL}\" \\\n  -tp 8  # eight\n"),
            (Commands{{"MODEL=a/b"}, {"exec", "vllm", "serve", "a/b", "-tp", "8"}}));
  EXPECT_EQ(commands_in(R"(echo 'it'\''s' "a \"b\" \$c" d\ e '' #f)"),
            (Commands{{"echo", "it's", "a \"b\" $c", "d e", ""}}));
  EXPECT_EQ(commands_in("a one\r\nb two \\\r\n  three\r\n"), (Commands{{"a", "one"}, {"b", "two", "three"}}));
  EXPECT_EQ(commands_in("a; b && c | d & e"), (Commands{{"a"}, {"b"}, {"c"}, {"d"}, {"e"}}));
}

TEST(ShellWords, VariablesOfTheSameTextAndOthersAsTheyStand) {
  EXPECT_EQ(commands_in("export TP=4 PP=2\nrun $TP ${PP} ${DP:-3} ${CP} $EP").back(),
            (Words{"run", "4", "2", "3", "${CP}", "$EP"}));
  // A variable set to a command's output stays as written; one that nothing set before is empty in a condition.
  EXPECT_EQ(commands_in("HEAD=$(hostname)\nrun ${HEAD}").back(), (Words{"run", "${HEAD}"}));
  EXPECT_EQ(commands_in("[ -n \"$PORT\" ] || PORT=80\nserve --port \"${PORT}\"").back(),
            (Words{"serve", "--port", "80"}));
}

TEST(ShellWords, ListsAndTextsOfFlagsAreAsManyWordsAsAShellMakesOfThem) {
  constexpr const char* list = "A=(--tp 4  # four\n  \"x y\"\n)\nA+=(--data $DATA)\n";
  const Words all{"run", "--tp", "4", "x y", "--data", "$DATA", "end"};
  EXPECT_EQ(commands_in(std::string(list) + "run \"${A[@]}\" end").back(), all);
  EXPECT_EQ(commands_in(std::string(list) + "run $A \"${A[*]}\"").size(), 3);
  EXPECT_EQ(commands_in("A=\"\n  --tp 4 \\\n  --data $DATA\n\"\nA+=' --pp 2'\nrun $A end").back(),
            (Words{"run", "--tp", "4", "--data", "$DATA", "--pp", "2", "end"}));
  EXPECT_EQ(commands_in("A='--tp 4'\nB=$A\nrun \"$A\" $B").back(), (Words{"run", "--tp 4", "--tp", "4"}));
  EXPECT_EQ(commands_in("A=()\nrun \"${A[@]}\" ${A[@]} '' end").back(), (Words{"run", "", "end"}));
}

TEST(ShellWords, PartsOfLists) {
  const auto of = [](const std::string& use) { return commands_in("A=(a b c)\nrun " + use + " end").back(); };
  EXPECT_EQ(of("\"${A[@]:0}\""), (Words{"run", "a", "b", "c", "end"}));
  EXPECT_EQ(of("\"${A[@]:1}\" ${A[*]:0:1}"), (Words{"run", "b", "c", "a", "end"}));
  EXPECT_EQ(of("${A[@]: 1: 1} ${A[2]} ${A[9]}"), (Words{"run", "b", "c", "end"}));
  EXPECT_EQ(of("${A[@]:x} ${A[@]:1:y} ${A[i]} ${A[@]/a/b}"),
            (Words{"run", "${A[@]:x}", "${A[@]:1:y}", "${A[i]}", "${A[@]/a/b}", "end"}));
  EXPECT_EQ(commands_in("run ${N:=3}").back(), (Words{"run", "3"}));
}

TEST(ShellWords, WhatAShellIsGivenBehindItsOptions) {
  for (const char* const options :
       {"-c", "-e -c", "-euo pipefail -c", "-exc", "-c -e", "--norc -lc", "+x -o errexit -c"})
    EXPECT_EQ(commands_in("bash " + std::string(options) + " 'run it; and that'").back(), (Words{"and", "that"}))
        << options;
  for (const char* const entry : {"--entrypoint bash", "--entrypoint=/bin/bash"})
    EXPECT_EQ(commands_in("docker run " + std::string(entry) + " --ipc host of/image:1 -c 'run it'").back(),
              (Words{"run", "it"}));
  EXPECT_EQ(commands_in("bash -e run.sh 'run it; and that'").size(), 1);
}

TEST(ShellWords, DefaultsWithinDefaultsAndArithmetic) {
  EXPECT_EQ(commands_in(": ${A:=1} \"${B:=2}\"\nrun $A $B ${C:-${D:-3}} ${A:+set} ${C:+set} end").back(),
            (Words{"run", "1", "2", "3", "set", "end"}));
  EXPECT_EQ(
      commands_in("N=2\nrun $((N * 8)) $(( (N + 1) ** 2 % 5 )) $(expr $N \\* 4) `expr $N + 1` $((M + 1)) $((1 / 0))")
          .back(),
      (Words{"run", "16", "4", "8", "3", "$((M + 1))", "$((1 / 0))"}));
  EXPECT_EQ(commands_in("let K=2+3\n(( K += 1 ))\nrun $K").back(), (Words{"run", "6"}));
  EXPECT_EQ(commands_in("A=(a b)\nC=\"run ${A[@]}\"\n$C ${#A[@]}").back(), (Words{"run", "a", "b", "2"}));
  EXPECT_EQ(commands_in("A=1\nA=$(date)\nrun $A").back(), (Words{"run", "$A"})) << "no longer what it was";
}

TEST(ShellWords, BranchesByConditionsThatTheTextDecides) {
  const auto run = [](const std::string& text) { return commands_in(text + "\nrun $A").back(); };
  EXPECT_EQ(run("A=1\nif [ \"$X\" = yes ]; then A=2; fi"), (Words{"run", "1"}));
  EXPECT_EQ(run("N=4\nif [ $N -gt 8 ]; then A=1; elif [[ $N == 4 && -n $N ]]; then A=2; else A=3; fi"),
            (Words{"run", "2"}));
  EXPECT_EQ(run("A=1\nif test -f x; then A=2; fi"), (Words{"run", "$A"})) << "only a run shows";
  EXPECT_EQ(run("if test -f x; then A=2; else A=2; fi"), (Words{"run", "2"}));
  EXPECT_EQ(run("case h100 in\n a*) A=1 ;;\n b|h?00) A=2 ;;\n *) A=3 ;;\nesac"), (Words{"run", "2"}));
  EXPECT_EQ(run("A=1\nwhile [ $# -gt 0 ]; do A=$1; shift; done"), (Words{"run", "1"}));
  EXPECT_EQ(run("for A in 8; do echo; done"), (Words{"run", "8"}));
  EXPECT_EQ(run("for A in 1 2; do echo; done"), (Words{"run", "$A"}));
  EXPECT_EQ(run("[ -z \"$A\" ] && A=5 || A=6"), (Words{"run", "5"}));
  ShellText shell;
  each_command("if [ $X = y ]; then A=2; fi\ncat > a.yaml <<END\nk: $((1+1))\nEND\n", shell, [](const Words&) {});
  EXPECT_TRUE(shell.unset.contains("X"));
  EXPECT_EQ(shell.files.at("a.yaml"), "k: 2\n");
}

TEST(ShellWords, WhatIsRedirectedIsNoWord) {
  EXPECT_EQ(commands_in("run --tp 4 > log 2>&1 < in &>> all --pp 2 <model>").back(),
            (Words{"run", "--tp", "4", "--pp", "2", "<model>"}));
}

TEST(ShellWords, AVariableThatHoldsItselfIsBounded) {
  std::string text = "A='--a a'\n", uses = "A=(1 2 3 4 5 6 7 8)\nrun";
  for (int i = 0; i < 64; ++i) text += "A=\"$A $A\"\nA+=($A)\n";
  for (int i = 0; i < 1'000'000; ++i) uses += " ${A[@]}";
  for (const std::string& each : {text + "run $A ${A[@]}", uses}) {
    std::size_t bytes = 0;
    for (const Words& words : commands_in(each)) {
      for (const std::string& word : words) bytes += word.size();
    }
    EXPECT_LT(bytes, each.size() + (1 << 22));
  }
}

TEST(ShellWords, ALineOfFlagsGoesOnWithTheCommandBeforeIt) {
  EXPECT_EQ(commands_in("torchrun train.py\n    --tp 4\n  --pp 2\nls -l"),
            (Commands{{"torchrun", "train.py", "--tp", "4", "--pp", "2"}, {"ls", "-l"}}));
  EXPECT_EQ(commands_in("kind: A\n---\nkind: B"), (Commands{{"kind:", "A"}, {"---"}, {"kind:", "B"}}));
}

TEST(ShellWords, WhatIsCutOffEndsWithTheText) {
  for (const char* text :
       {"a 'b", "a \"b", "a ${b", "a $", "a \\", "'", "\"", "${", "#", "", "\n\n", "A=(", "A=(b", "A=(b\n$A"}) {
    for (const Words& words : commands_in(text)) EXPECT_FALSE(words.empty()) << text;
  }
  EXPECT_EQ(commands_in("a 'b c"), (Commands{{"a", "b c"}}));
}

/// Letters that mean something to a shell more often than not.
std::string nasty_text(std::mt19937& random) {
  constexpr std::string_view letters = "'\"\\$`;|&<>(){}[]#!*?~= \t\n\r-ab\x01\x7f\xe3\x81\x82";
  std::string text;
  for (auto left = std::uniform_int_distribution<int>(0, 24)(random); left > 0; --left)
    text += letters[std::uniform_int_distribution<std::size_t>(0, letters.size() - 1)(random)];
  return text;
}

TEST(ShellWords, EveryQuotedWordComesBackAsItIs) {
  std::mt19937 random(20261126);
  for (int i = 0; i < 10'000; ++i) {
    const Words words{"run", nasty_text(random), nasty_text(random)};
    Command command;
    for (const std::string& word : words) command.push_back({word});
    EXPECT_EQ(commands_in(as_typed(command)), (Commands{words})) << as_typed(command);
  }
}

}  // namespace
}  // namespace hakaru
