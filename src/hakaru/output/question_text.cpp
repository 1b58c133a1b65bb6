#include "hakaru/output/question_text.h"

#include <algorithm>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/job/serving_scenario.h"
#include "hakaru/model/frozen_encoders.h"
#include "hakaru/output/plan_cells.h"

namespace hakaru {
namespace {

/// Networks that a picture runs through: "Each picture of 1,024 × 1,024 pixels takes 50 steps …".
std::string pipeline_of(const BatchInferenceJob& job, const Translator& t) {
  const Model& model = job.model;
  const std::string side = with_separators(image_side(job));
  const bool usual = runs_as_usual(job);
  const std::int64_t runs = runs_of(job);
  std::string steps;
  if (usual && runs > 1)
    steps = model.guided ? t.say("{} steps with guidance = ", with_separators(runs / 2))
                         : t.say("{} steps without guidance = ", with_separators(runs));
  std::vector<std::string> networks{fmt::format("{} × {}", with_separators(runs), model.name)};
  for (const PipelineNetwork& beside : model.besides) {
    networks.push_back(fmt::format("{} × {}", beside.runs, beside.model.name));
    if (beside.encodes) networks.back() += t.say(" (reads a picture too)");
  }
  std::string text = t.say("Each picture of {} × {} pixels: {}{}", side, side, steps, join(networks, " + "));
  return text +
         (model.besides.empty() ? t.say("; no other network, text encoder or autoencoder, is counted.") : t.say("."));
}

/// Sentence on the encoder of a model that generates; "": it has none.
std::string encoder_of(const Model& model, const Translator& t) {
  if (encodes_its_prompt(model)) return " " + t.say("An encoder reads each prompt once, ahead of the answer.");
  const std::int64_t positions = source_positions(model);
  if (positions == 0) return "";
  return " " +
         t.say("An encoder reads {} positions once for each request, ahead of the answer.", with_separators(positions));
}

/// "60.0 s"; in Japanese "60.0 秒", as in a sentence.
std::string duration_of(double seconds, const Translator& t) {
  const Quantity duration = in_time(seconds);
  return duration.unit == "s" ? t.say("{} s", duration.number) : t(duration);
}

/// "500 users, each with a request every 60 s (8.33 requests/s)"
std::string users_of(const ServingDemand& demand, const ServingJob& job, const Translator& t) {
  const std::string every = duration_of(demand.think_time_s, t), rate = per_second(*job.rate_per_s);
  if (demand.users == 1) return t.say("one user with a request every {} ({} requests/s)", every, rate);
  return t.say("{} users, each with a request every {} ({} requests/s)", with_separators(demand.users), every, rate);
}

/// "20 requests always in flight of conversation, prompts of 1,147, answers of 210 tokens on average"
std::string incoming_of(const ServingDemand& demand, const ServingJob& job, const Translator& t) {
  const std::string who = job.concurrency == 1 ? t.say("one request always in flight")
                          : job.concurrency  ? t.say("{} requests always in flight", with_separators(*job.concurrency))
                          : demand.users > 0 ? users_of(demand, job, t)
                          : job.rate_per_s == 1 ? t.say("1 request/s")
                          : job.rate_per_s      ? t.say("{} requests/s", per_second(*job.rate_per_s))
                                                : t.say("all requests at once");
  const std::string input = with_separators(job.input_length), output = with_separators(job.output_length);
  if (job.model.family == Family::encoder) return t.say("{}, prompts of {} tokens, each embedded", who, input);
  if (demand.traffic.empty()) return t.say("{}, prompts of {}, answers of {} tokens", who, input, output);
  return t.say("{} of {}, prompts of {}, answers of {} tokens on average", who, t.word(demand.traffic), input, output);
}

/// " 2 pictures of 1,024 × 1,024 pixels in each prompt."
std::string pictures_of(const ServingJob& job, const Translator& t) {
  if (job.images == 0) return "";
  const std::string side = with_separators(job.image_size);
  const std::string tokens = with_separators(picture_tokens_of(job));
  if (job.images == 1) return " " + t.say("A picture of {} × {} pixels in each prompt: {} tokens.", side, side, tokens);
  return " " + t.say("{} pictures of {} × {} pixels in each prompt: {} tokens.", with_separators(job.images), side,
                     side, tokens);
}

/// " Tokens choose the i-th most popular expert by i^-0.8."
std::string skew_of(double skew, const Translator& t) {
  if (skew == 0) return "";
  return " " + t.say("Tokens choose the i-th most popular expert by i^-{}.", fmt::format("{:g}", skew));
}

/// Sentences on further parts of a training step: " Layers that predict further tokens (MTP): 1."
std::string besides_of(const TrainingJob& job, const Translator& t) {
  std::string text;
  if (job.lora) text += " " + lora_of(*job.lora, t) + t.say(".");
  text += skew_of(job.expert_choice.skew, t);
  if (job.expert_choice.capacity > 0)
    text += " " + t.say("An expert takes {} times the mean of tokens at most.",
                        fmt::format("{:g}", job.expert_choice.capacity));
  if (job.prediction_layers > 0)
    text += " " + t.say("Layers that predict further tokens (MTP): {}.", with_separators(job.prediction_layers));
  if (!job.encoders.empty()) {
    std::vector<std::string> names;
    for (const PipelineNetwork& encoder : job.encoders) names.push_back(encoder.model.name);
    text += " " + t.say("Each step encodes its items with {}.", join(names, " + "));
  } else if (!encoders_of(job.model).empty()) {
    text += " " + t.say("Its items were encoded beforehand.");
  }
  return text;
}

std::string live_question(const Scenario& scenario, const ServingJob& job, const std::string& kept,
                          const Translator& t) {
  const ServingDemand& demand = *scenario.demand;
  const std::string incoming = incoming_of(demand, job, t);
  std::string text =
      job.model.family == Family::encoder
          ? t.say("Serving {} live: {}; {}.", job.model.name, incoming, kept)
          : t.say("Serving {} live: {}; context {}, {}.", job.model.name, incoming, with_separators(job.context), kept);
  if (demand.left_out > 0)
    text += " " + t.say("Left out as longer than the context: {} of {} requests.", with_separators(demand.left_out),
                        with_separators(demand.left_out + std::ssize(demand.requests)));
  return text;
}

/// " (experts mxfp4)", where these are kept otherwise.
std::string experts_of(const ServingJob& job, const Translator& t) {
  const ParameterCounts counts = count_parameters(job.model);
  const bool has_experts = counts.active < counts.total;
  return !has_experts || job.experts == job.weights ? "" : t.say(" (experts {})", name_of(job.experts));
}

/// Question of a service without a stated demand, as of a saved plan, whose figures say whether it was live.
std::string kept_question(const ServingJob& job, const std::string& kept, const Translator& t) {
  if (job.model.family == Family::encoder)
    return t.say("Serving {}: prompts of {} tokens, each embedded; {}.", job.model.name,
                 with_separators(job.input_length), kept);
  return t.say("Serving {}: context {}, prompts of {}, answers of {} tokens; {}.", job.model.name,
               with_separators(job.context), with_separators(job.input_length), with_separators(job.output_length),
               kept);
}

std::string offline_question(const ServingJob& job, const std::string& kept, const Translator& t) {
  if (job.model.family == Family::encoder) return kept_question(job, kept, t);
  return t.say("Serving {} offline, closed loop: context {}, prompts of {}, answers of {} tokens; {}.", job.model.name,
               with_separators(job.context), with_separators(job.input_length), with_separators(job.output_length),
               kept);
}

/// " Each has 512 tokens."; of what makes pictures the pipeline is told instead.
std::string size_of_items(const BatchInferenceJob& job, const Translator& t) {
  if (job.model.family == Family::diffusion) return "";
  if (job.sequence_length > 1) return " " + t.say("Each has {} tokens.", with_separators(job.sequence_length));
  const std::int64_t side = image_side(job);
  return side > 0 ? " " + t.say("Each is a picture of {} × {} pixels.", side, side) : "";
}

}  // namespace

std::string lora_of(const Lora& lora, const Translator& t) {
  return lora.base ? t.say("LoRA of rank {}, the frozen base in {}", lora.rank, name_of(*lora.base))
                   : t.say("LoRA of rank {}", lora.rank);
}

std::string told_of_reference(const TrainingJob& job, const Translator& t) {
  if (!job.post_training.has_reference) return t.say("no reference is held");
  return job.lora ? t.say("the reference is the base without its adapters") : t.say("a frozen reference is held");
}

std::string limits_of_latencies(const ServiceLevel& level, const Translator& t) {
  std::vector<std::string> limits;
  if (level.ttft_s) limits.push_back("TTFT ≤ " + t.time(*level.ttft_s));
  if (level.tpot_s) limits.push_back("TPOT ≤ " + t.time(*level.tpot_s));
  return join(limits);
}

std::string latency_limits(const ServiceLevel& level, const Translator& t) {
  const std::string limits = limits_of_latencies(level, t), at = percentile_name(level.share);
  return limits.empty() ? t.say("Latencies are {}, without limits.", at) : t.say("Limits at {}: {}.", at, limits);
}

namespace {

std::string training_question(const Scenario& scenario, const TrainingJob& job, const Translator& t) {
  const std::string recipes = join(recipes_asked_for(scenario), " | ");
  if (job.sequence_length == 1) {
    return t.say("Training {} on {} items: {} items a step, {}, {}.", job.model.name, with_separators(job.tokens),
                 with_separators(job.global_batch), recipes, job.optimizer.name);
  }
  if (const std::optional<Rollout>& rollout = job.post_training.rollout) {
    return t.say(
        "GRPO of {} on {} prompts: {} prompts × {} completions a step, prompts of {} tokens, completions of "
        "{}, {}, {}; {}.",
        job.model.name, with_separators(job.steps() * rollout->prompts), with_separators(rollout->prompts),
        with_separators(rollout->group_size), with_separators(rollout->input_length),
        with_separators(rollout->output_length), recipes, job.optimizer.name, told_of_reference(job, t));
  }
  if (job.post_training.algorithm == TrainingAlgorithm::dpo) {
    return t.say("DPO of {} on {} tokens: {} pairs of {} tokens each answer a step, {}, {}; {}.", job.model.name,
                 with_separators(job.tokens), with_separators(job.global_batch), with_separators(job.sequence_length),
                 recipes, job.optimizer.name, told_of_reference(job, t));
  }
  return t.say("Training {} on {} tokens: {} sequences of {} tokens a step, {}, {}.", job.model.name,
               with_separators(job.tokens), with_separators(job.global_batch), with_separators(job.sequence_length),
               recipes, job.optimizer.name);
}

}  // namespace

std::string question_of(const Scenario& scenario, const Pen& pen) {
  const Translator& t = pen.translator;
  if (const auto* job = std::get_if<TrainingJob>(&scenario.job))
    return training_question(scenario, *job, t) + besides_of(*job, t);
  if (const auto* job = std::get_if<ServingJob>(&scenario.job)) {
    const auto types = [&](DataType Quantisation::*of) {  // "bf16 | fp8"
      std::vector<std::string> names{std::string(name_of(quantisation_of(*job).*of))};
      for (const Quantisation& other : scenario.other_quantisations) {
        const std::string name(name_of(other.*of));
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
      }
      return join(names, " | ");
    };
    const std::string weights = types(&Quantisation::weights) + experts_of(*job, t);
    const std::string kept = job->model.family == Family::encoder
                                 ? t.say("weights {}", weights)
                                 : t.say("weights {}, KV cache {}", weights, types(&Quantisation::kv_cache));
    const std::string asked = scenario.demand    ? live_question(scenario, *job, kept, t)
                              : scenario.offline ? offline_question(*job, kept, t)
                                                 : kept_question(*job, kept, t);
    const std::string lot = job->items > 0 ? " " + t.say("{} requests in all.", with_separators(job->items)) : "";
    return asked + lot + encoder_of(job->model, t) + pictures_of(*job, t) + skew_of(job->expert_skew, t);
  }
  const auto& job = std::get<BatchInferenceJob>(scenario.job);
  std::string running =
      job.batch == 0
          ? t.say("Running {} on batches of the best size, {}.", job.model.name, name_of(job.compute))
          : t.say("Running {} on batches of {}, {}.", job.model.name, with_separators(job.batch), name_of(job.compute));
  running += size_of_items(job, t);
  if (job.items > 0) running += " " + t.say("{} items in all.", with_separators(job.items));
  return job.model.family == Family::diffusion ? running + "\n" + pipeline_of(job, t) : running;
}

}  // namespace hakaru
