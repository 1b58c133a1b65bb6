// Memory of one process that answers many questions: those of tests/embedding/questions.json,
// which are of every kind, in turn, through the C ABI. Prints the resident set after 1,000 and after 10,000.
#include <fstream>
#include <iostream>
#include <string>

#include "../../tests/embedding/asked.h"

namespace {

/// VmRSS, as the kernel tells it.
std::string resident_set() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("VmRSS:", 0) == 0) return line.substr(line.find_first_not_of(" \t", line.find(':') + 1));
  }
  return "unknown";
}

}  // namespace

int main() {
  const hakaru::Asker asker;
  const std::vector<hakaru::Json> questions = hakaru::testing::questions_of_every_kind(asker);
  std::size_t bytes = 0;
  for (std::size_t asked = 1; asked <= 10'000; ++asked) {
    bytes += asker.ask(questions[asked % questions.size()]).text.size();
    if (asked == 1'000 || asked == 10'000)
      std::cout << asked << " questions, " << bytes << " bytes of answers, resident set " << resident_set()
                << std::endl;
  }
}
