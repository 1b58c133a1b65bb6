#include "synonyms.h"

#include <array>
#include <string_view>

#include "hakaru/core/ranges.h"

namespace hakaru::cli {
namespace {

struct Synonym {
  std::string_view typed;
  std::array<std::string_view, 3> own;  ///< the first that the command has is meant; "": no further one
};

constexpr std::array synonyms{
    Synonym{"--gpu", {"--accelerator", "--on"}},
    Synonym{"--gpu-type", {"--accelerator", "--on"}},
    Synonym{"--accelerator", {"--on"}},
    Synonym{"--gpus", {"--accelerators"}},
    Synonym{"--num-gpus", {"--accelerators"}},
    Synonym{"--nodes", {"--instances"}},
    Synonym{"--num-nodes", {"--instances"}},
    Synonym{"--qps", {"--rate"}},
    Synonym{"--rps", {"--rate"}},
    Synonym{"--seq-len", {"--sequence-length", "--context"}},
    Synonym{"--seq-length", {"--sequence-length", "--context"}},
    Synonym{"--max-model-len", {"--context", "--sequence-length"}},
    Synonym{"--batch-size", {"--global-batch", "--batch"}},
    Synonym{"--dtype", {"--precision", "--weights"}},
    Synonym{"--quantization", {"--weights", "--precision"}},
    Synonym{"--kv-cache-dtype", {"--kv-cache"}},
    Synonym{"--tensor-parallel-size", {"--tp"}},
    Synonym{"--pipeline-parallel-size", {"--pp"}},
    Synonym{"--instance", {"--on"}},
    Synonym{"--on", {"--instance"}},
    Synonym{"--prompt-length", {"--input-length"}},
    Synonym{"--slo", {"--ttft"}},
    Synonym{"--images", {"--items"}},
    Synonym{"--users", {"--batch"}},
    Synonym{"--concurrency", {"--batch"}},
    Synonym{"--concurrent-users", {"--users"}},
    Synonym{"--lora", {"--lora-rank"}},
    Synonym{"--lora-r", {"--lora-rank"}},
};

}  // namespace

std::vector<std::string> in_own_words(const std::vector<std::string>& arguments,
                                      const std::vector<std::string>& unknown, const std::vector<std::string>& flags,
                                      std::vector<Message>& read_as) {
  std::vector<std::string> words = arguments;
  const auto is_job = [](const std::string& word) { return word == "serve" || word == "train" || word == "infer"; };
  if (!unknown.empty() && !words.empty() && unknown.front() == words.front() && is_job(words.front())) {
    read_as.push_back(message("'{}' is read as '{}'", words.front(), "plan " + words.front()));
    words.insert(words.begin(), "plan");
    return words;
  }
  for (std::string& word : words) {
    const std::string typed = word.substr(0, word.find('='));
    const auto found = ranges::find(synonyms, std::string_view(typed), &Synonym::typed);
    const bool is_unknown = ranges::any_of(unknown, [&](const std::string& each) { return each == word; });
    if (found == synonyms.end() || !is_unknown) continue;
    const auto own = ranges::find_if(found->own, [&](std::string_view flag) {
      return !flag.empty() && ranges::count(flags, std::string(flag)) > 0;
    });
    if (own == found->own.end()) continue;
    read_as.push_back(message("'{}' is read as '{}'", typed, *own));
    word.replace(0, typed.size(), *own);
  }
  return words;
}

std::optional<Message> asked_otherwise(const std::string& typed) {
  if (typed == "--epochs" || typed == "--num-epochs")
    return message("'{}' is not a flag: say --tokens, the tokens of the data set times the epochs", typed);
  if (typed == "--qlora") return message("'{}' is not a flag: say --lora-rank 16 --lora-base nf4", typed);
  if (typed == "--from") return message("'{}' is not a flag here: say hakaru plan --from FILE|COMMAND", typed);
  if (typed == "--gpu-memory-utilization")
    return message("'{}' is not a flag: say --headroom, the share of memory left free", typed);
  return std::nullopt;
}

}  // namespace hakaru::cli
