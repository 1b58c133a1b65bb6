#include <algorithm>
#include <cmath>

#include "hakaru/calibrating/asking/calibration_texts.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/output/table.h"

namespace hakaru {
namespace {

constexpr double changed_much = 0.1;

OrderedJson machine_json(const HostMachine& machine) {
  return {{"processor", printable(machine.processor)},
          {"cores", machine.cores},
          {"memory_bytes", machine.memory_bytes},
          {"product_flops_per_s", machine.product_flops_per_s},
          {"read_bytes_per_s", machine.read_bytes_per_s},
          {"copied_bytes_per_s", machine.copied_bytes_per_s},
          {"product_efficiency", machine.product_efficiency},
          {"head_efficiency", machine.head_efficiency}};
}

OrderedJson constants_json(const HostTrial& trial) {
  const TracedConstants& constants = trial.constants;
  const Calibration traced = traced_calibration(constants, trial.machine);
  return {{"product_flops_per_s", constants.product_flops_per_s},
          {"attention_flops_per_s", constants.attention_flops_per_s},
          {"memory_bytes_per_s", constants.memory_bytes_per_s},
          {"launch_s", constants.launch_s},
          {"iteration_overhead_s", constants.iteration_s},
          {"gemm_efficiency", traced.gemm_efficiency},
          {"attention_efficiency", traced.attention_efficiency},
          {"memory_efficiency", traced.memory_efficiency},
          {"change_pct", 100 * trial.change()}};
}

OrderedJson held_back_json(const TrialStep& step) {
  return {{"network", in_short(step.sizes)},
          {"what", name_of(step.step)},
          {"predicted_s", step.predicted_s},
          {"measured_s", step.measured_s},
          {"error_pct", step.error_pct()}};
}

OrderedJson prediction_json(const TrialStep& step) {
  return {{"what", name_of(step.step)}, {"network", in_short(step.sizes)}, {"predicted_s", step.predicted_s},
          {"low_s", step.low_s},        {"high_s", step.high_s},           {"measured_s", step.measured_s},
          {"wall_s", step.wall_s},      {"error_pct", step.error_pct()},   {"within_band", step.within_band()}};
}

std::string in_gflops(double flops_per_s) { return fmt::format("{} GFLOP/s", three(flops_per_s / giga)); }
std::string in_gb_per_s(double bytes_per_s) { return fmt::format("{} GB/s", three(bytes_per_s / giga)); }

std::string machine_text(const HostTrial& trial, const Pen& pen) {
  const Translator& t = pen.translator;
  const HostMachine& machine = trial.machine;
  const TracedConstants& constants = trial.constants;
  const Calibration traced = traced_calibration(constants, machine);
  const auto share = [](double efficiency) { return in_percent(100 * efficiency); };
  Table table({{""}, {t.say("measured"), Align::right}, {t.say("of the peak"), Align::right}});
  table.add({t.say("products of fp32, oneDNN, all cores"), in_gflops(machine.product_flops_per_s), ""});
  table.add({t.say("memory read, all cores"), in_gb_per_s(machine.read_bytes_per_s), ""});
  table.add({t.say("memory copied, all cores"), in_gb_per_s(machine.copied_bytes_per_s), ""});
  table.add({t.say("traced step: products of many rows"), in_gflops(constants.product_flops_per_s),
             share(traced.gemm_efficiency)});
  table.add({t.say("traced step: attention over a prompt"), in_gflops(constants.attention_flops_per_s),
             share(traced.attention_efficiency)});
  table.add({t.say("traced step: weights of products of one row"), in_gb_per_s(constants.memory_bytes_per_s),
             share(traced.memory_efficiency)});
  table.add({t.say("traced step: an operation beside its work"), t.time(constants.launch_s), ""});
  table.add({t.say("traced step: a step beside its operations"), t.time(constants.iteration_s), ""});
  return t.say("{}, {} cores, {}", printable(machine.processor), machine.cores, in_gib(machine.memory_bytes)) + "\n\n" +
         table.text(pen.style);
}

/// "prefill -3.2 … +1.0 %"
std::string held_back_range(const HostTrial& trial, ServedStep step) {
  std::vector<double> errors;
  for (const TrialStep& each : trial.held_back) {
    if (each.step == step) errors.push_back(each.error_pct());
  }
  const auto [least, most] = std::minmax_element(errors.begin(), errors.end());
  return fmt::format("{} {:+.1f} … {:+.1f} %", name_of(step), *least, *most);
}

std::string band_text(const TrialStep& step, const Translator& t) {
  return t.time(step.low_s) + " … " + t.time(step.high_s);
}

}  // namespace

OrderedJson host_json(const HostTrial& trial, const std::vector<std::string>& paths) {
  OrderedJson held_back = OrderedJson::array(), predictions = held_back;
  for (const TrialStep& each : trial.held_back) held_back.push_back(held_back_json(each));
  for (const TrialStep& each : trial.foretold) predictions.push_back(prediction_json(each));
  return {{"machine", machine_json(trial.machine)},
          {"measured_constants", constants_json(trial)},
          {"held_back", held_back},
          {"predictions", predictions},
          {"files", paths}};
}

std::string predicted_text(const HostTrial& trial, const Pen& pen) {
  const Translator& t = pen.translator;
  const SmallSizes& sizes = trial.foretold.front().sizes;
  Table table({{""}, {t.say("predicted"), Align::right}, {t.say("90 % band"), Align::right}});
  for (const TrialStep& each : trial.foretold)
    table.add({std::string(name_of(each.step)), t.time(each.predicted_s), band_text(each, t)});
  return machine_text(trial, pen) + "\n" +
         t.say("{} networks held back were predicted so far off: {}; {}", trial.held_back.size() / 2,
               held_back_range(trial, ServedStep::prefill), held_back_range(trial, ServedStep::decode)) +
         "\n\n" +
         t.say("Foretold, before it runs: a Llama of {} layers of {}, a prompt of {} tokens and the token behind it",
               sizes.layers, sizes.hidden, sizes.sequence_length) +
         "\n\n" + table.text(pen.style) + "\n";
}

std::string trial_text(const HostTrial& trial, const std::string& folder, const Pen& pen) {
  const Translator& t = pen.translator;
  Table table({{""},
               {t.say("predicted"), Align::right},
               {t.say("90 % band"), Align::right},
               {t.say("measured"), Align::right},
               {t.say("error"), Align::right},
               {t.say("wall clock"), Align::right},
               {""}});
  for (const TrialStep& each : trial.foretold) {
    table.add({std::string(name_of(each.step)), t.time(each.predicted_s), band_text(each, t), t.time(each.measured_s),
               in_percent(each.error_pct(), true), t.time(each.wall_s),
               each.within_band() ? t.say("inside the band") : t.say("outside the band")});
  }
  std::string text = t.say("Measured: processor time of the one thread, the median of several steps") + "\n\n" +
                     table.text(pen.style) + "\n";
  if (trial.change() > changed_much)
    text += t.say("The machine changed by {} while it ran: rates measured before it do not hold behind it",
                  in_percent(100 * trial.change())) +
            "\n";
  if (folder.empty()) return text + t.say("nothing was written: name a folder with -o DIR") + "\n";
  return text + t.say("written to {}; use it with --data {}", folder, folder) + "\n  hakaru --data " + folder +
         " plan infer --model bert-base --batch 1 --instance host\n";
}

}  // namespace hakaru
