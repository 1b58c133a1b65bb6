// Fifty steps on few machines, of a neighbour, of the plan; and its collectives.
#include <algorithm>
#include <cmath>

#include "hakaru/core/ranges.h"
#include "hakaru/core/real.h"
#include "hakaru/core/text.h"
#include "hakaru/evidence/logs/training_formats.h"
#include "hakaru/job/layout_fields.h"
#include "hakaru/measuring/collectives.h"
#include "hakaru/measuring/expected_bands.h"
#include "hakaru/measuring/neighbour.h"
#include "hakaru/measuring/parts.h"
#include "hakaru/planning/constants.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_steps = 50, fewest_steps = 10;
constexpr double enough_s = 900;
constexpr const char* rendezvous_port = ":29500";
constexpr double seconds_of_a_test = 60;  ///< of collectives: most of it is starting the ranks

/// What trains such a model there where nobody says.
std::string usual_stack(const TrainingJob& job, const Plan& plan) {
  if (plan.cluster.instance().accelerator.kind == AcceleratorKind::neuroncore) return "neuronx";
  return job.model.family == Family::decoder ? "nemo-megatron" : "pytorch-ddp";
}

/// Its shape as flags; a list that the user fills in where no such model is known here.
Command shape_of_model(const Model& model, const LaunchPrograms& programs) {
  const Result<Json> config = parse_json(model.config, model.name);
  const ModelShape* const shape =
      config && config->is_object() ? programs.shape_of(config->value("model_type", std::string())) : nullptr;
  if (shape == nullptr) return {variable("MODEL_ARGS[@]")};
  Command words;
  for (const auto& [key, flag] : shape->keys) {
    const auto like = shape->missing_like.find(key);
    const std::string& told = like == shape->missing_like.end() || config->contains(key) ? key : like->second;
    if (!config->contains(told) || !(*config)[told].is_number_integer()) continue;
    words.push_back({flag});
    words.push_back({std::to_string((*config)[told].get<std::int64_t>())});
  }
  for (const std::string& word : shape->always) words.push_back({word});
  for (const auto& [key, said] : shape->unless_true) {
    if (config->contains(key) && (*config)[key] == true) continue;
    for (const std::string& word : said) words.push_back({word});
  }
  return words;
}

Command torchrun(const Cluster& cluster, const std::string& name) {
  Command command{{"torchrun"}, {"--nproc-per-node"}, {std::to_string(cluster.instance().accelerators)}};
  if (cluster.instances == 1) {
    command.push_back({"--standalone"});
    return command;
  }
  const Word head{{}, "HEAD", {}, rendezvous_port};
  for (const Word& word : Command{{"--nnodes"},
                                  {std::to_string(cluster.instances)},
                                  {"--rdzv-backend"},
                                  {"c10d"},
                                  {"--rdzv-id"},
                                  {name},
                                  {"--rdzv-endpoint"},
                                  head})
    command.push_back(word);
  return command;
}

void say_layout(CommandMaker& maker, const TrainingJob& job, const LayoutOnCluster& run) {
  const Layout& layout = run.layout;
  const auto more_than_one = [&](const char* what, std::int64_t value) {
    if (value > 1) maker.must_tell(what, std::to_string(value));
  };
  more_than_one("tp", layout.tp);
  more_than_one("pp", layout.pp);
  more_than_one("cp", layout.cp);
  more_than_one("ep", layout.ep);
  if (layout.expert_tp() != layout.tp) maker.must_tell("etp", std::to_string(layout.expert_tp()));
  if (layout.vpp > 1 && !maker.tell("chunks", std::to_string(layout.vpp)))
    maker.must_tell("layers_of_a_chunk",
                    std::to_string(std::ssize(job.model.layers) / std::max<std::int64_t>(1, layout.pp * layout.vpp)));
  more_than_one("first_stage_layers", layout.first_stage_layers);
  more_than_one("last_stage_layers", layout.last_stage_layers);
  const bool even = layout.first_stage_layers == 0 && layout.last_stage_layers == 0;
  if (layout.pp > 1 && even) maker.tell("even_stages", std::string("true"));
  if (layout.dp > 1) maker.tell(layout.zero > 1 ? "shards" : "replicas", std::to_string(layout.dp));
  if (layout.sequence_parallel) maker.must_tell("sequence_parallel", "true");
  if (layout.tp > 1 && !layout.sequence_parallel) maker.tell("sequence_parallel", std::string("false"));
  if (job.model.experts > 0) maker.tell("experts", std::string("true"));
  if (layout.expert_overlap) maker.must_tell("expert_overlap", "true");
  if (layout.captured_step) maker.must_tell("captured_step", "true");
  if (layout.offload_activations) maker.must_tell("offload_activations", "true");
  if (layout.offload_optimizer) maker.must_tell("offload_optimizer", "true");
  maker.must_tell("zero", std::to_string(layout.zero));
  maker.must_tell("recompute", std::string(name_of(layout.recompute)));
  if (layout.recompute == Recompute::full) maker.tell("recompute_layers", std::to_string(layout.recompute_layers));
  if (layout.pp > 1) maker.must_tell("schedule", std::string(name_of(layout.schedule)));
  if (layout.cp > 1) maker.must_tell("context_parallel", std::string(name_of(layout.context_parallel)));
}

/// As many as take a quarter of an hour, where fifty take longer.
std::int64_t steps_of(const LayoutOnCluster& run) {
  const double many = enough_s / std::max(run.step.step_time_s, 1e-6);
  return std::clamp(static_cast<std::int64_t>(many), fewest_steps, most_steps);
}

void say_job(CommandMaker& maker, const TrainingJob& job, const LayoutOnCluster& run, const std::string& name) {
  const Layout& layout = run.layout;
  // Some take what a pipeline divides further, all of a rank's sequences.
  const bool whole = layout.pp > 1 && maker.tell("pipeline_micro_batch", std::to_string(layout.micro_batch));
  maker.must_tell("micro_batch", std::to_string(whole ? run.global_batch / layout.dp : layout.micro_batch));
  if (!maker.tell("global_batch", std::to_string(run.global_batch)))
    maker.must_tell("accumulation", std::to_string(layout.micro_batches(run.global_batch)));
  if (job.sequence_length > 1) maker.tell("sequence_length", std::to_string(job.sequence_length));
  maker.must_tell("steps", std::to_string(steps_of(run)));
  maker.must_tell("precision", job.recipe.name);
  maker.must_tell("optimizer", job.optimizer.name);
  maker.tell("devices", std::to_string(run.cluster.instance().accelerators));
  maker.tell("machines", std::to_string(run.cluster.instances));
  maker.tell("folder", fmt::format("{}/{}", results_folder, name));
}

/// What no trainer's words are for: of the layout what is not as usual.
std::string own_settings_of(const TrainingJob& job, const Layout& layout, const Accelerator& accelerator) {
  std::string text =
      fmt::format(" optimizer={} flash_attention={}", job.optimizer.name, fuses_attention(job, accelerator) ? 1 : 0);
  if (job.lora) text += fmt::format(" lora_rank={}", job.lora->rank);
  if (job.lora && job.lora->base) text += fmt::format(" lora_base={}", name_of(*job.lora->base));
  each_layout_field([&](const auto& field) {
    const auto& value = layout.*field.value;
    if (ranges::count(own_settings(), std::string_view(field.key)) > 0 && value != usual_layout.*field.value)
      text += fmt::format(" {}={}", field.key, cell_of_part(value));
  });
  return text;
}

/// As logs of trainers have them: what some do not print.
std::string settings_of(const TrainingJob& job, const LayoutOnCluster& run) {
  const Layout& layout = run.layout;
  return fmt::format(
      "{} world_size={} tensor_model_parallel_size={} pipeline_model_parallel_size={} "
      "virtual_pipeline_model_parallel_size={} context_parallel_size={} expert_model_parallel_size={} "
      "data_parallel_size={} zero_optimization_stage={} sequence_parallel={} recompute_granularity={} "
      "micro_batch_size={} global_batch_size={} seq_length={}{}",
      own_settings_line, run.cluster.ranks(), layout.tp, layout.pp, layout.vpp, layout.cp, layout.ep, layout.dp,
      layout.zero, layout.sequence_parallel ? 1 : 0, name_of(layout.recompute), layout.micro_batch, run.global_batch,
      job.sequence_length, own_settings_of(job, layout, run.cluster.instance().accelerator));
}

MeasuringRun run_of(const std::string& name, const TrainingJob& job, const LayoutOnCluster& layout,
                    const LaunchProgram& program, const LaunchPrograms& programs, std::vector<Message>& notes) {
  MeasuringRun run;
  run.name = name;
  run.tool = program.shown;
  Command before;
  if ((layout.layout.tp > 1 || layout.layout.cp > 1) && layout.layout.zero < 2 && !program.environment.empty()) {
    before.push_back({"env"});
    for (const std::string& setting : program.environment) before.push_back({setting});
  }
  const Command launcher = torchrun(layout.cluster, name);
  before.insert(before.end(), launcher.begin(), launcher.end());
  CommandMaker maker(program, before);
  maker.tell("task", std::string(job.lora ? "adapters" : "pretraining"));
  if (program.name == "megatron") maker.add(shape_of_model(job.model, programs));
  say_layout(maker, job, layout);
  say_job(maker, job, layout, name);
  run.command = maker.command();
  for (const std::string& unsaid : maker.unsaid()) {
    const Message note = message("{} has no flag for '{}': set it in its own configuration", program.shown, unsaid);
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
  }
  run.expected = {
      {"step_time_s", layout.step.step_time_s}, {"tokens_per_s", layout.step.tokens_per_s}, {"mfu", layout.step.mfu}};
  run.seconds = real(steps_of(layout)) * layout.step.step_time_s;
  run.instances = layout.cluster.instances;
  run.on_each_machine = layout.cluster.instances > 1;
  run.log = name + ".log";
  run.result = run.log;
  run.says = settings_of(job, layout);
  return run;
}

Message why_of_neighbour(const LayoutOnCluster& layout, const LayoutOnCluster& neighbour) {
  const std::string part = part_that_differs_most(layout.step, neighbour.step);
  const std::string times = fmt::format("{:.2f}", neighbour.step.step_time_s / layout.step.step_time_s);
  return message(
      "{} instead: predicted to take {} times as long, most of all by its {} part; it tells whether that is so",
      in_short(neighbour.layout), times, part);
}

MeasuringRun test_of(const CollectiveOfStep& collective, const LayoutOnCluster& planned, const Calibration& calibration,
                     const LaunchPrograms& programs) {
  const Cluster& cluster = planned.cluster;
  const bool on_neuron = cluster.instance().accelerator.kind == AcceleratorKind::neuroncore;
  const LaunchProgram& program = programs.program(std::string(on_neuron ? nccom_test : nccl_tests));
  const Group& group = collective.group;
  const bool within = group.instances == 1;
  MeasuringRun run;
  run.name = "collective-" + collective.part;
  run.tool = program.shown;
  run.is_collective = true;
  Command before;
  if (!within) {
    before = {{"mpirun"},
              {"-np"},
              {std::to_string(cluster.ranks())},
              {"-N"},
              {std::to_string(cluster.instance().accelerators)},
              {"--hostfile"},
              variable("HOSTS")};
    if (collective.stride > 1) {
      before.push_back({"-x"});
      before.push_back({fmt::format("NCCL_TESTS_SPLIT=MOD {}", collective.stride)});
    }
    before.push_back(variable("MPI_ARGS[@]"));
  }
  CommandMaker maker(program, before);
  const auto [least, most] = sizes_around(collective.bytes);
  maker.tell("operation", std::string(name_of(collective.operation)));
  maker.tell("ranks", std::to_string(group.size));
  maker.tell("least", std::to_string(least));
  maker.tell("most", std::to_string(most));
  maker.tell("factor", std::string("2"));
  maker.tell("accelerators", std::to_string(within ? group.size : 1));
  run.command = maker.command();
  const double time_s =
      CollectiveTimer(cluster.instance(), calibration).time_s(collective.operation, collective.bytes, group);
  run.expected = {{"message_bytes", std::round(collective.bytes)}, {"time_us", 1e6 * time_s}};
  run.why = message("{} of {} between {} ranks: {} of the step waits for these", name_of(collective.operation),
                    in_gb(collective.bytes), group.size, in_percent(100 * collective.share));
  run.seconds = seconds_of_a_test;
  run.instances = within ? 1 : cluster.instances;
  run.log = run.name + ".log";
  if (within) run.result = run.log;
  if (on_neuron) run.says = as_typed(run.command);
  return run;
}

}  // namespace

TrainedBy trained_by(const Scenario& scenario, const Plan& plan, const LaunchPrograms& programs) {
  const auto& job = std::get<TrainingJob>(scenario.job);
  const Json& echo = scenario.echo;  // the job has the name of its constants
  if (echo.is_object() && echo.contains("software") && echo["software"].is_string())
    return {echo["software"], true, echo["software"]};
  const std::string& stack = job.software.empty() ? plan.evidence.software : job.software;
  const bool has_command = !programs.of_stack(stack, job.lora.has_value()).empty();
  return {stack, false, has_command ? stack : usual_stack(job, plan)};
}

Result<Measuring> training_runs(const Scenario& scenario, const Plan& plan, const LaunchPrograms& programs,
                                const DataFiles& data) {
  const auto& job = std::get<TrainingJob>(scenario.job);
  const auto [stack, asked, measured_stack] = trained_by(scenario, plan, programs);
  const bool adapters = job.lora.has_value();
  const std::string name = programs.of_stack(measured_stack, adapters);
  const std::string measured = join(programs.stacks(adapters));
  if (name.empty() && adapters)
    return bad_input("no command of today's {} that trains adapters is known; measured can be plans of: {}", stack,
                     measured);
  if (name.empty())
    return bad_input("no command of today's {} is known; measured can be plans of: {}", stack, measured);
  const LaunchProgram& program = programs.program(name);
  ConstantsByAccelerator known(data, scenario.job, scenario.headroom_share);
  const Result<const Constants*> constants = known.of(plan.cluster.instance().accelerator);
  if (!constants) return fail(constants);
  const Calibration& calibration = (*constants)->calibration;
  const MeasuredLayouts layouts(job, calibration, (*constants)->reserve);

  LayoutOnCluster planned{plan.cluster, plan.layout, job.global_batch};
  planned.step = layouts.step(planned);
  const auto unsaid = [&](const LayoutOnCluster& layout) {
    CommandMaker maker(program);
    say_layout(maker, job, layout);
    return maker.unsaid().size();
  };
  const auto can_be_said = [&](const LayoutOnCluster& layout) { return unsaid(layout) <= unsaid(planned); };
  const std::optional<LayoutOnCluster> fewest = layouts.on_fewest(planned);
  const std::optional<LayoutOnCluster> beside = fewest ? layouts.neighbour(*fewest, can_be_said) : std::nullopt;
  const std::optional<LayoutOnCluster> neighbour = beside ? beside : layouts.neighbour(planned, can_be_said);
  const Result<std::shared_ptr<const PlanBands>> bands = PlanBands::read(data, scenario.job);
  if (!bands) return fail(bands);
  Measuring measuring;
  if (measured_stack != stack && !stack.empty())
    measuring.notes.push_back(
        message("the plan's constants are of {}, which has no command here: {} is measured", stack, program.shown));
  const auto add = [&](const char* called, const LayoutOnCluster& layout, Message why) {
    measuring.runs.push_back(run_of(called, job, layout, program, programs, measuring.notes));
    MeasuringRun& run = measuring.runs.back();
    run.why = std::move(why);
    Plan as_run = plan;
    as_run.cluster = layout.cluster;
    as_run.layout = layout.layout;
    run.bands = bands_of_expected(run, (*bands)->of(as_run, scenario.job));
  };
  if (fewest)
    add("fewest-machines", *fewest,
        message(
            "the plan's layout on {} of its {} machines, each as busy as there: compute and what is within a machine",
            fewest->cluster.instances, plan.cluster.instances));
  if (neighbour) add("neighbour", *neighbour, why_of_neighbour(beside ? *fewest : planned, *neighbour));
  add("plan", planned,
      fewest ? message("the plan itself: what it takes longer than on fewer machines is their network and waiting")
             : message("the plan itself"));
  StepEstimator estimator(job, plan.cluster, calibration);
  const double bucket_bytes = estimator.work(plan.layout).bucket_bytes;
  const AcceleratorKind kind = plan.cluster.instance().accelerator.kind;
  for (const CollectiveOfStep& each :
       collectives_that_take_most(job, plan.layout, plan.cluster, planned.step, bucket_bytes)) {
    const bool between_neuroncores = kind == AcceleratorKind::neuroncore && each.group.instances > 1;
    if (kind != AcceleratorKind::gpu && (kind != AcceleratorKind::neuroncore || between_neuroncores)) {
      measuring.notes.push_back(message(
          "{} of the step waits for {} collectives, which no test of their own measures here: the run of the plan does",
          in_percent(100 * each.share), each.part));
      continue;
    }
    measuring.runs.push_back(test_of(each, planned, calibration, programs));
  }
  return measuring;
}

}  // namespace hakaru
