#include "synonyms.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"

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
    Synonym{"--num-accelerators", {"--accelerators"}},
    Synonym{"--count", {"--counts", "--instances", "--accelerators"}},
    Synonym{"--nodes", {"--instances"}},
    Synonym{"--num-nodes", {"--instances"}},
    Synonym{"--qps", {"--rate"}},
    Synonym{"--rps", {"--rate"}},
    Synonym{"--request-rate", {"--rate"}},
    Synonym{"--max-concurrency", {"--concurrency"}},
    Synonym{"--num-prompts", {"--items"}},
    Synonym{"--prompts", {"--items"}},
    Synonym{"--samples", {"--items"}},
    Synonym{"--num-samples", {"--items"}},
    Synonym{"--examples", {"--items"}},
    Synonym{"--num-epochs", {"--epochs"}},
    Synonym{"--num-train-epochs", {"--epochs"}},
    Synonym{"--seq", {"--sequence-length", "--context"}},
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
    Synonym{"--input", {"--input-length"}},
    Synonym{"--input-len", {"--input-length"}},
    Synonym{"--input-tokens", {"--input-length"}},
    Synonym{"--prompt", {"--input-length"}},
    Synonym{"--prompt-length", {"--input-length"}},
    Synonym{"--prompt-tokens", {"--input-length"}},
    Synonym{"--isl", {"--input-length"}},
    Synonym{"--output", {"--output-length"}},
    Synonym{"--output-len", {"--output-length"}},
    Synonym{"--output-tokens", {"--output-length"}},
    Synonym{"--answer-length", {"--output-length"}},
    Synonym{"--max-tokens", {"--output-length"}},
    Synonym{"--max-new-tokens", {"--output-length"}},
    Synonym{"--max-output-tokens", {"--output-length"}},
    Synonym{"--osl", {"--output-length"}},
    Synonym{"--slo", {"--ttft"}},
    Synonym{"--images", {"--items"}},
    Synonym{"--users", {"--batch"}},
    Synonym{"--concurrency", {"--batch"}},
    Synonym{"--concurrent-users", {"--users"}},
    Synonym{"--lora", {"--lora-rank"}},
    Synonym{"--lora-r", {"--lora-rank"}},
    Synonym{"--stage", {"--zero"}},
    Synonym{"--zero-stage", {"--zero"}},
    Synonym{"--mtbf", {"--node-mtbf"}},
    Synonym{"--checkpoint-every", {"--checkpoint-interval"}},
    Synonym{"--op", {"--operation"}},
    Synonym{"--collective", {"--operation"}},
    Synonym{"--size", {"--bytes"}},
    Synonym{"--message-size", {"--bytes"}},
};

/// Flags of other trainers that name the way of training.
constexpr std::array<std::string_view, 7> ways_to_train{
    "--method", "--training-method", "--finetuning-type", "--tuner-type", "--train-type", "--peft", "--stage"};

struct WayToTrain {
  std::string_view typed;
  std::array<std::string_view, 4> own;  ///< flags and values; none: what is done unasked
};

constexpr std::array ways{
    WayToTrain{"pt", {}},
    WayToTrain{"sft", {}},
    WayToTrain{"full", {}},
    WayToTrain{"dpo", {"--algorithm", "dpo"}},
    WayToTrain{"grpo", {"--algorithm", "grpo"}},
    WayToTrain{"lora", {"--lora-rank", "16"}},
    WayToTrain{"qlora", {"--lora-rank", "16", "--lora-base", "nf4"}},
};

struct CommandSynonym {
  std::string_view typed, own;
};

constexpr std::array commands{
    CommandSynonym{"serve", "serving"}, CommandSynonym{"train", "training"}, CommandSynonym{"infer", "inference"},
    CommandSynonym{"serving", "serve"}, CommandSynonym{"training", "train"}, CommandSynonym{"inference", "infer"},
};

bool is_job(std::string_view word) { return word == "serve" || word == "train" || word == "infer"; }

/// The command below that the word means; "": none.
std::string_view own_command(std::string_view typed, const std::vector<std::string>& below) {
  const auto found = ranges::find(commands, typed, &CommandSynonym::typed);
  const bool known = found != commands.end() && ranges::count(below, std::string(found->own)) > 0;
  return known ? found->own : "";
}

/// "--finetuning_type" as "--finetuning-type".
std::string with_hyphens(std::string flag) {
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

/// Replaces "--method dpo", "--method=dpo" or "--dpo" at `at`; tells whether it did.
bool replace_way_to_train(std::vector<std::string>& words, std::size_t at, std::vector<Message>& read_as) {
  const std::size_t equals = words[at].find('=');
  const std::string flag = words[at].substr(0, equals);
  const bool value_is_next = equals == std::string::npos && at + 1 < words.size() && !words[at + 1].starts_with("-");
  std::string value = equals != std::string::npos ? words[at].substr(equals + 1) : value_is_next ? words[at + 1] : "";
  if (value.empty()) {
    value = flag.substr(2);  // "--lora" alone
  } else if (ranges::count(ways_to_train, with_hyphens(flag)) == 0) {
    return false;
  }
  const auto way = ranges::find(ways, std::string_view(value), &WayToTrain::typed);
  if (way == ways.end()) return false;
  std::vector<std::string> own;
  for (std::size_t each = 0; each + 1 < way->own.size() && !way->own[each].empty(); each += 2) {
    const std::string own_flag(way->own[each]);
    const auto says = [&](const std::string& word) { return word == own_flag || word.starts_with(own_flag + "="); };
    if (!ranges::any_of(words, says)) own.insert(own.end(), {own_flag, std::string(way->own[each + 1])});
  }
  const std::string typed = flag == "--" + value ? flag : flag + " " + value;
  read_as.push_back(own.empty() ? message("'{}' needs no flag here", typed)
                                : message("'{}' is read as '{}'", typed, join(own, " ")));
  const auto first = words.begin() + static_cast<std::ptrdiff_t>(at);
  words.insert(words.erase(first, first + (value_is_next ? 2 : 1)), own.begin(), own.end());
  return true;
}

}  // namespace

std::string own_flag(const std::string& written, const std::vector<std::string>& flags) {
  const std::string typed = with_hyphens(written);
  if (ranges::count(flags, typed) > 0) return typed;
  const bool reads_a_command = ranges::count(flags, std::string("--from")) > 0;  // whose machine may be an accelerator
  if (reads_a_command && (typed == "--accelerator" || typed == "--gpu" || typed == "--gpu-type")) return "--instance";
  const auto found = ranges::find(synonyms, std::string_view(typed), &Synonym::typed);
  if (found == synonyms.end()) return "";
  const auto own = ranges::find_if(
      found->own, [&](std::string_view flag) { return !flag.empty() && ranges::count(flags, std::string(flag)) > 0; });
  return own == found->own.end() ? "" : std::string(*own);
}

std::string flag_elsewhere(const std::string& written) {
  const auto found = ranges::find(synonyms, std::string_view(written), &Synonym::typed);
  return found == synonyms.end() ? "" : std::string(found->own.front());
}

std::vector<std::string> in_own_words(const std::vector<std::string>& arguments,
                                      const std::vector<std::string>& unknown, const KnownWords& known,
                                      std::vector<Message>& read_as) {
  std::vector<std::string> words = arguments;
  if (!unknown.empty() && !words.empty() && unknown.front() == words.front()) {
    const std::string_view job = is_job(words.front()) ? std::string_view(words.front())
                                                       : own_command(words.front(), {"serve", "train", "infer"});
    if (!job.empty()) {
      read_as.push_back(message("'{}' is read as '{}'", words.front(), fmt::format("plan {}", job)));
      words.front() = job;
      words.insert(words.begin(), "plan");
      return words;
    }
  }
  const bool trains = ranges::count(known.flags, "--algorithm") > 0;
  for (std::size_t at = 0; at < words.size(); ++at) {
    std::string& word = words[at];
    if (ranges::count(unknown, word) == 0) continue;
    const std::string typed = word.substr(0, word.find('='));
    if (trains && word.starts_with("--") && replace_way_to_train(words, at, read_as)) return words;
    std::string own(own_command(word, known.commands));
    if (own.empty()) own = own_flag(typed, known.flags);
    if (own.empty() || own == typed) continue;
    read_as.push_back(message("'{}' is read as '{}'", typed, own));
    word.replace(0, typed.size(), own);
    if (!typed.starts_with("-")) return words;  // what follows belongs to that command
  }
  return words;
}

std::optional<Message> asked_otherwise(const std::string& written, const std::vector<std::string>& flags) {
  const std::string typed = with_hyphens(written);
  if (ranges::count(ways_to_train, std::string_view(typed)) > 0 && ranges::count(flags, "--algorithm") > 0)
    return message("'{}' is not a flag: say --lora-rank 16 or --algorithm dpo|grpo; else all weights are trained",
                   written);
  if (typed == "--weights" && ranges::count(flags, "--lora-base") > 0)
    return message("'{}' is not a flag of training: say --lora-base nf4 for a frozen base in 4 bits, or --precision",
                   written);
  if (typed == "--users" && ranges::count(flags, "--rate") > 0)
    return message("'{}' is not a flag here: say --rate, such as 3.3/s for 200 users who ask once a minute", written);
  if (typed == "--from") return message("'{}' is not a flag here: say hakaru plan --from FILE|COMMAND", typed);
  if (typed == "--gpu-memory-utilization")
    return message("'{}' is not a flag: say --headroom, the share of memory left free", written);
  return std::nullopt;
}

}  // namespace hakaru::cli
