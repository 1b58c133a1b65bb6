#include "hakaru/job/post_training_keys.h"

#include "hakaru/job/serving_scenario.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_prompts = 1'000'000, most_completions = 100'000, most_engine_ranks = 1024;

std::string flag_of(TrainingAlgorithm algorithm) { return "--algorithm " + std::string(name_of(algorithm)); }

TrainingAlgorithm algorithm_of(KeyReader& reader) {
  const std::optional<std::string> name = reader.one_of("algorithm", {"next-token", "dpo", "grpo"});
  if (name == "dpo") return TrainingAlgorithm::dpo;
  return name == "grpo" ? TrainingAlgorithm::grpo : TrainingAlgorithm::next_token;
}

Rollout rollout_of(KeyReader& reader, const Model& model, const JobDefaults& defaults) {
  constexpr double widest_spread = 3;
  Rollout rollout;
  rollout.prompts = reader.count("global_batch", 1, most_prompts).value_or(defaults.rollout_prompts);
  rollout.between_phases = defaults.between_phases;
  rollout.group_size = reader.count("group_size", 2, most_completions).value_or(defaults.rollout_group);
  for (const char* key : {"input_length", "output_length"}) {
    if (!reader.has(key)) reader.refuse_missing(key);
  }
  rollout.input_length = reader.length("input_length").value_or(1);
  rollout.output_length = reader.length("output_length").value_or(1);
  rollout.output_spread = reader.number("output_spread", 0, widest_spread).value_or(0);
  rollout.engine = reader.text("engine").value_or("");
  rollout.tp = reader.count("rollout_tp", 1, most_engine_ranks);
  const std::int64_t usual = rollout.input_length + rollout.output_length;
  rollout.context = reader.length("context").value_or(usual);
  if (rollout.output_spread > 0 && !reader.has("context")) reader.refuse_missing("context");
  refuse_beyond_longest(reader, reader.has("context") ? "context" : "output_length", rollout.context, model);
  if (rollout.context < usual)
    reader.refuse(bad_input("{} is {}: prompt ({}) and answer ({}) must fit in it, each at least 1 token",
                            reader.shown("context"), rollout.context, rollout.input_length, rollout.output_length));
  return rollout;
}

}  // namespace

PostTraining read_post_training(KeyReader& reader, const Model& model, const JobDefaults& defaults) {
  PostTraining post;
  post.algorithm = algorithm_of(reader);
  const std::optional<std::string> reference = reader.one_of("reference", {"held", "none"});
  for (const char* key : {"input_length", "output_length"}) {
    if (post.algorithm == TrainingAlgorithm::dpo && reader.has(key))
      reader.refuse(bad_input("{} needs {}; with {}, {} is that of a prompt with one of its two answers",
                              reader.shown(key), flag_of(TrainingAlgorithm::grpo), flag_of(post.algorithm),
                              reader.shown("sequence_length")));
    if (post.algorithm == TrainingAlgorithm::next_token && reader.has(key))
      reader.refuse_without(key, {"algorithm"}, name_of(TrainingAlgorithm::grpo));
  }
  if (post.algorithm == TrainingAlgorithm::next_token) return post;
  if (model.family != Family::decoder)
    reader.refuse(bad_input("{} is {}; accepted: with {}, a model that generates text", reader.shown("model"),
                            model.name, flag_of(post.algorithm)));
  post.has_reference = reference != "none";
  if (post.algorithm == TrainingAlgorithm::grpo) post.rollout = rollout_of(reader, model, defaults);
  return post;
}

}  // namespace hakaru
