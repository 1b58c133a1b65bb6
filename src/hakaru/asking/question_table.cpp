// The table of questions: each with its keys and who answers it.
#include <algorithm>
#include <iterator>

#include "hakaru/asking/answers.h"
#include "hakaru/asking/network_keys.h"
#include "hakaru/planning/what_if.h"

namespace hakaru {

// The functions that answer, a file each.
Result<Answer> plan_answer(const Json& keys, const Asking& asking);
Result<Answer> compare_answer(const Json& keys, const Asking& asking);
Result<Answer> explain_answer(const Json& keys, const Asking& asking);
Result<Answer> scale_answer(const Json& keys, const Asking& asking);
Result<Answer> network_answer(const Json& keys, const Asking& asking);
Result<Answer> fit_answer(const Json& keys, const Asking& asking);
Result<Answer> memory_answer(const Json& keys, const Asking& asking);
Result<Answer> model_answer(const Json& keys, const Asking& asking);
Result<Answer> models_answer(const Json& keys, const Asking& asking);
Result<Answer> compare_plans_answer(const Json& keys, const Asking& asking);
Result<Answer> compare_peaks_answer(const Json& keys, const Asking& asking);
Result<Answer> run_answer(const Json& keys, const Asking& asking);
Result<Answer> measure_answer(const Json& keys, const Asking& asking);
Result<Answer> emit_answer(const Json& keys, const Asking& asking);
Result<Answer> launched_answer(const Json& keys, const Asking& asking);
Result<Answer> simulate_train_answer(const Json& keys, const Asking& asking);
Result<Answer> simulate_serve_answer(const Json& keys, const Asking& asking);
Result<Answer> rehearse_answer(const Json& keys, const Asking& asking);
Result<Answer> accuracy_answer(const Json& keys, const Asking& asking);
Result<Answer> validate_operators_answer(const Json& keys, const Asking& asking);
Result<Answer> validate_training_answer(const Json& keys, const Asking& asking);
Result<Answer> validate_memory_answer(const Json& keys, const Asking& asking);
Result<Answer> validate_serving_answer(const Json& keys, const Asking& asking);
Result<Answer> validate_inference_answer(const Json& keys, const Asking& asking);
Result<Answer> instances_answer(const Json& keys, const Asking& asking);
Result<Answer> instance_answer(const Json& keys, const Asking& asking);
Result<Answer> accelerators_answer(const Json& keys, const Asking& asking);
Result<Answer> accelerator_answer(const Json& keys, const Asking& asking);
Result<Answer> sweep_answer(const Json& keys, const Asking& asking);
Result<Answer> prices_answer(const Json& keys, const Asking& asking);

// Their keys, where they stand beside them.
std::vector<QuestionKey> run_keys();
std::vector<QuestionKey> measure_keys();
std::vector<QuestionKey> emit_keys();
std::vector<QuestionKey> launched_keys();
std::vector<QuestionKey> simulate_train_keys();
std::vector<QuestionKey> simulate_serve_keys();
std::vector<QuestionKey> rehearse_keys();
std::vector<QuestionKey> sweep_keys();

namespace {

using Keys = std::vector<QuestionKey>;

QuestionKey key_of(const ScenarioKey& key, std::string_view job) {
  const bool needed = !job.empty() && key.needed_by.find(job) != std::string::npos;
  return {.name = key.name,
          .group = key.group,
          .value = key.value,
          .help = key.help,
          .needed = needed,
          .repeatable = key.repeatable,
          .beside_rows = key.beside_rows,
          .instead = key.instead,
          .usual = key.usual};
}

/// Keys of a scenario of `job`, followed by `more`.
Keys scenario_and(std::string_view job, Keys more = {}) {
  Keys keys;
  for (const ScenarioKey& key : scenario_keys()) {
    if (key.jobs.find(job) != std::string::npos) keys.push_back(key_of(key, job));
  }
  std::move(more.begin(), more.end(), std::back_inserter(keys));
  return keys;
}

/// As -o keeps them.
QuestionKey whole_key() { return {"whole", "", "", "plans whole, to be asked about further"}; }

Keys plan_keys(std::string_view job) {
  QuestionKey what_if{"what_if", "objective", "CHANGE",
                      "the best plan again, were this so (network=2x; memory, memory-bandwidth, compute, price)"};
  what_if.repeatable = what_if.beside_rows = true;
  what_if.most = most_what_ifs;
  return scenario_and(job, {what_if, whole_key()});
}

Keys scale_train_keys() {
  return scenario_and(
      "train",
      {ruled({.excludes = "instances"}, {"counts", "scaling", "LIST", "numbers of instances (1,2,4,8)"}),
       ruled({.excludes = "instances"}, {"instances_to", "scaling", "COUNT", "1, 2, 4 … and that many instances"}),
       ruled({.needs = "instances", .excludes = "global_batch weak"},
             {"batches", "scaling", "LIST", "global batches, the instances staying (16,32,64)"}),
       {"weak", "scaling", "", "the global batch grows with the instances"}});
}

/// Keys of `validate`; with `relatives`, for training steps and serving, `by_relatives` too.
Keys validate_keys(bool relatives) {
  Keys keys{{"measurements", "rows", "FILE", "measurements as CSV; - is standard input", true, false, "FILE"},
            {"group_by", "rows", "COL[,COL]", "columns to group the errors by"},
            {"trust", "rows", "LEVELS", "only rows whose column trust is one of these (high,medium)"},
            {"strict", "rows", "", "refuse the file where a row cannot be read, instead of skipping it"}};
  if (relatives)
    keys.push_back(
        {"by_relatives", "rows", "",
         "without constants of the accelerator itself: what its relatives give; those of software have seen its rows"});
  return keys;
}

Keys instance_list_keys() {
  return {{"family", "choice", "NAME", "only this family"},
          usually(HardwareRequest().region, {"region", "choice", "NAME", "region of the prices"}),
          names_key()};
}

Keys price_list_keys() {
  return {{"instance", "choice", "NAME", "only this instance type", false, false, "INSTANCE,--instance"},
          {"region", "choice", "NAME", "only this region"},
          {"price", "choice", "KIND", "only this kind (on_demand, capacity_block, spot)"},
          {"prices_as_of", "choice", "DATE", "only prices known on that day"}};
}

Keys compare_peaks_keys() {
  return {{"instance", "hardware", "NAME", "instance type (p5.48xlarge; repeatable)", true, true},
          {"instances", "hardware", "COUNT", "how many instances"},
          usually(HardwareRequest().region, {"region", "price", "NAME", "region of the prices"}),
          {"prices_as_of", "price", "DATE", "the prices known on that day (2023-06-01)"}};
}

Keys compare_plans_keys() {
  QuestionKey plans{"plans", "plan", "PLAN", "two files of plan -o, each FILE or FILE#RANK, side by side"};
  plans.needed = plans.repeatable = true;
  plans.place = "PLAN";
  plans.times = 2;
  return {plans};
}

/// One thing of the catalogue by its name.
Keys named_keys(const char* place, const char* help) { return {{"name", "choice", "NAME", help, true, false, place}}; }

Keys network_question_keys() {
  Keys keys{
      {"on", "job", "INSTANCE", "instance type", true},
      {"instances", "job", "COUNT", "how many instances", true},
      {"operation", "job", "all_reduce|all_to_all", "what they do with each other", true},
      ruled({.least = "1B", .most = "1000PB"},
            {"bytes", "job", "BYTES", "the message, as nccl-tests counts it (1GB)", true}),
      usually("flow", {"network", "network", "closed|flow", "closed form only, or connections too"}),
  };
  for (QuestionKey& key : network_condition_keys()) keys.push_back(std::move(key));
  keys.push_back(usually("1", {"seed", "network", "N", "of the hashes that choose paths"}));
  return keys;
}

Keys fit_keys() {
  Keys keys{{"machine", "hardware", "MACHINE", "the machine; of an accelerator its usual one", true, false,
             "INSTANCE|ACCELERATOR"},
            {"accelerators", "hardware", "COUNT", "only so many of its accelerators (2)"},
            {"model", "job", "MODEL", "only this model (repeatable)", false, true}};
  keys.back().most = most_models_fitted;
  for (const ScenarioKey& key : scenario_keys()) {
    if (key.also_in.find("fit") != std::string::npos) keys.push_back(key_of(key, ""));
  }
  return keys;
}

Keys memory_keys(std::string_view job) {
  Keys keys{{"model", "job", "MODEL", "a known name, a config.json, its folder, or -", true, false, "MODEL,--model"},
            {"context", "job", "LENGTH", "tokens per sequence (2048, 8k)", false, false, "", "sequence_length"},
            {"batch", "job", "COUNT", "sequences at once, over all replicas (default 1 each)"}};
  const std::string question = "memory_" + std::string(job);
  for (const ScenarioKey& key : scenario_keys()) {
    const bool splits = key.group == "layout" && key.jobs.find(job) != std::string::npos;
    if (splits || key.also_in.find(question) != std::string::npos) keys.push_back(key_of(key, ""));
  }
  keys.push_back({"on", "hardware", "NAME", "the instance type or accelerator that must hold it"});
  keys.push_back(ruled({.needs = "on"}, {"accelerators", "hardware", "COUNT",
                                         "accelerators of that machine (default: all of an instance, one of an "
                                         "accelerator)"}));
  keys.push_back({"rule_of_thumb", "output", "", "also the rule of thumb, line by line"});
  return keys;
}

Keys model_keys() {
  return {{"model", "model", "MODEL", "a known name, a config.json, its folder, a safetensors file, or -", true, false,
           "MODEL"}};
}

}  // namespace

const std::vector<Question>& questions() {
  static const std::vector<Question> all{
      {"plan", "rank instances, counts and layouts for a job; or --from what runs already", "", launched_keys(),
       launched_answer, false, "launched_answer"},
      {"plan train", "plan a training run", "train", plan_keys("train"), plan_answer, true},
      {"plan serve", "plan serving a generating model", "serve", plan_keys("serve"), plan_answer, true},
      {"plan infer", "plan running a model over batches of items", "infer", plan_keys("infer"), plan_answer, true},
      {"compare train", "compare instances for a training run", "train", scenario_and("train"), compare_answer, true},
      {"compare serve", "compare instances for serving a generating model", "serve", scenario_and("serve"),
       compare_answer, true},
      {"compare infer", "compare instances for running a model over batches of items", "infer", scenario_and("infer"),
       compare_answer, true},
      {"compare peaks", "compare what instances can do at most, by specification", "", compare_peaks_keys(),
       compare_peaks_answer},
      {"compare plans", "two plans side by side, what differs and what comes of it", "", compare_plans_keys(),
       compare_plans_answer},
      {"explain", "the arithmetic behind a plan, with sources", "", {plan_key()}, explain_answer},
      {"run", "days, money, energy and emissions of a plan, failures counted", "", run_keys(), run_answer},
      {"emit", "the files that run a plan with an engine people use", "", emit_keys(), emit_answer},
      {"measure", "the runs that would tell most about a plan, and why", "", measure_keys(), measure_answer},
      {"scale train", "strong and weak scaling of a training run", "train", scale_train_keys(), scale_answer, true},
      {"sweep", "the best plan of each of many scenarios", "", sweep_keys(), sweep_answer},
      {"network", "a collective between instances, connection by connection", "", network_question_keys(),
       network_answer},
      {"simulate train", "one step of a training plan, event by event", "", simulate_train_keys(),
       simulate_train_answer},
      {"simulate serve", "a replica of a serving plan under traffic", "", simulate_serve_keys(), simulate_serve_answer},
      {"rehearse", "a training plan in miniature, by real processes", "", rehearse_keys(), rehearse_answer},
      {"fit", "what one machine can serve", "", fit_keys(), fit_answer},
      {"memory train", "memory of a training job", "train", memory_keys("train"), memory_answer, false,
       "memory_answer"},
      {"memory serve", "memory of serving a generating model", "serve", memory_keys("serve"), memory_answer, false,
       "memory_answer"},
      {"validate",
       "predictions beside all published measurements: how far off they are",
       "",
       {{"by", "job", "accelerator|software|model-kind", "told apart by it, instead of by where they come from"}},
       accuracy_answer,
       false,
       "accuracy"},
      {"validate operators", "single kernels: GEMMs, attention, collectives, told apart by the file's columns", "",
       validate_keys(false), validate_operators_answer, false, "validation"},
      {"validate training", "optimizer steps of training runs", "", validate_keys(true), validate_training_answer,
       false, "validation"},
      {"validate memory", "training memory of one device", "", validate_keys(false), validate_memory_answer, false,
       "validation"},
      {"validate serving", "language models served: time to first token, per token, tokens per second", "",
       validate_keys(true), validate_serving_answer, false, "validation"},
      {"validate inference", "encoders, vision, diffusion: latency, items per second", "", validate_keys(false),
       validate_inference_answer, false, "validation"},
      {"model show", "what a model is made of", "", model_keys(), model_answer, false, "model"},
      {"model list", "the models that are known by name", "", {names_key()}, models_answer},
      {"instance list", "every instance type, with its price", "", instance_list_keys(), instances_answer},
      {"instance show", "one instance type, with its sources", "", named_keys("INSTANCE", "its name"), instance_answer},
      {"accelerator list", "every accelerator, with its peaks", "", {names_key()}, accelerators_answer},
      {"accelerator show", "one accelerator, with its sources", "",
       named_keys("ACCELERATOR", "its name or another name of it"), accelerator_answer},
      {"price list", "every price that is known", "", price_list_keys(), prices_answer},
  };
  return all;
}

}  // namespace hakaru
