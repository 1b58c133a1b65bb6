// Fifty steps on few machines, of a neighbour, of the plan; and its collectives.
#include <algorithm>
#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/real.h"
#include "hakaru/core/text.h"
#include "hakaru/evidence/logs/training_formats.h"
#include "hakaru/job/layout_fields.h"
#include "hakaru/launching/settings_file.h"
#include "hakaru/launching/training_command.h"
#include "hakaru/measuring/collectives.h"
#include "hakaru/measuring/expected_bands.h"
#include "hakaru/measuring/neighbour.h"
#include "hakaru/measuring/parts.h"
#include "hakaru/planning/plan/constants.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_steps = 50, fewest_steps = 10;
constexpr double enough_s = 900;
constexpr double seconds_of_a_test = 60;  ///< of collectives: most of it is starting the ranks

/// As many as take a quarter of an hour, where fifty take longer.
std::int64_t steps_of(const LayoutOnCluster& run) {
  const double many = enough_s / std::max(run.step.step_time_s, 1e-6);
  return std::clamp(static_cast<std::int64_t>(many), fewest_steps, most_steps);
}

/// Settings that no trainer's words are for: of the layout those that are not as usual.
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
  LaunchCommand launch = training_command(job,
                                          {.name = name,
                                           .cluster = &layout.cluster,
                                           .layout = &layout.layout,
                                           .global_batch = layout.global_batch,
                                           .steps = steps_of(layout),
                                           .folder = fmt::format("{}/{}", results_folder, name)},
                                          program, programs, LaunchPurpose::measuring);
  run.command = std::move(launch.command);
  if (const LaunchProgram* const settings = programs.find(program.settings); settings != nullptr) {
    const std::string file = run.name + "-" + settings->file;  // each run has its own
    name_settings(*settings, file, run.command);
    run.files.push_back({file, settings_text(settings_tree(launch.settings), settings->form)});
  }
  for (const std::string& unsaid : launch.unsaid) {
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
  CommandMaker maker(programs, program, LaunchPurpose::measuring, before);
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
    CommandMaker maker(programs, program, LaunchPurpose::measuring);
    say_layout(maker, job, layout.layout);
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
