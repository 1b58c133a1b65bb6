#include "hakaru/training/run.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/hardware/capacity_block.h"
#include "hakaru/memory/held.h"
#include "hakaru/numerics/elementary.h"

namespace hakaru {
namespace {

/// Share of useful time in all time, below which a run practically never ends.
constexpr double least_goodput = 1e-3;

Held held_by_all(const TrainingJob& job) {
  const HeldBy whole{.tp = 1, .ep = 1, .lora = job.lora};
  Held held;
  for_each_block(job.model, [&](const Block& block, std::int64_t copies) {
    held += held_of(block, whole) * static_cast<double>(copies);
  });
  return held;
}

double state_bytes_per_parameter(const TrainingJob& job) {
  const PrecisionRecipe& recipe = job.recipe;
  const DataType state = job.optimizer.states.value_or(recipe.states);
  return (recipe.master ? bytes_per_value(*recipe.master) : 0) +
         job.optimizer.states_per_parameter * bytes_per_value(state) + job.optimizer.extra_bytes_per_parameter;
}

/// The best interval or that wished for, in whole steps.
double interval_s(const IdealRun& ideal, const RunConditions& conditions, double write_s, double mtbf_s) {
  const double wanted_s = conditions.checkpoint_interval_s.value_or(daly_interval_s(write_s, mtbf_s));
  return std::max(1.0, std::round(wanted_s / ideal.step_time_s)) * ideal.step_time_s;
}

class RunEstimator {
 public:
  RunEstimator(const TrainingJob& job, const Cluster& cluster, const IdealRun& ideal, const RunConditions& conditions)
      : job_(job), cluster_(cluster), ideal_(ideal), conditions_(conditions) {}

  Result<RunEstimate> operator()() {
    run_.ideal_s = run_.duration_s = ideal_.duration_s;
    run_.checkpoint_bytes = checkpoint_bytes(job_);
    add_checkpoint();
    add_mtbf();
    if (run_.checkpoint_write_s && run_.mtbf_s && conditions_.restart_s) add_goodput();
    if (run_.goodput && run_.goodput->useful < least_goodput) {
      if (conditions_.checkpoint_interval_s)
        return unsatisfiable("the run never ends: {} × {} fail every {}; a checkpoint must come sooner than every {}",
                             cluster_.instances, cluster_.instance().name, in_time(*run_.mtbf_s),
                             in_time(*conditions_.checkpoint_interval_s));
      return unsatisfiable(
          "the run never ends: {} × {} fail every {}, and being back takes {}; use fewer, or storage "
          "that is faster",
          cluster_.instances, cluster_.instance().name, in_time(*run_.mtbf_s), in_time(restart_s()));
    }
    if (!run_.goodput) run_.why_not_counted = run_.notes;
    add_duration();
    add_money_and_energy();
    return std::move(run_);
  }

 private:
  double restart_s() const { return conditions_.restart_s->value + *run_.checkpoint_write_s; }

  void add_checkpoint() {
    run_.failures.push_back({"checkpoint", "weights, master weights and optimizer states", run_.checkpoint_bytes,
                             "bytes", job_.recipe.source});
    if (!conditions_.checkpoint_bytes_per_s) {
      run_.notes.push_back(
          message("how fast checkpoints are written is not known: --checkpoint-storage or "
                  "--checkpoint-bandwidth says it; failures are not counted"));
      return;
    }
    const Sourced& bandwidth = *conditions_.checkpoint_bytes_per_s;
    run_.checkpoint_write_s = run_.checkpoint_bytes / bandwidth.value;
    run_.failures.push_back({"writing a checkpoint",
                             fmt::format("{} / {}/s", in_gb(run_.checkpoint_bytes), in_gb(bandwidth.value)),
                             *run_.checkpoint_write_s, "s", bandwidth.source});
  }

  void add_mtbf() {
    if (!conditions_.node_mtbf_s) {
      run_.notes.push_back(message("no failure rate of {} is published: --node-mtbf says it; failures are not counted",
                                   cluster_.instance().accelerator.name));
      return;
    }
    const Sourced& node = *conditions_.node_mtbf_s;
    run_.mtbf_s = node.value / cluster_.instances;
    run_.failures.push_back(
        {"time between failures",
         fmt::format("{:.4g} h of a node / {} nodes", node.value / seconds_per_hour, cluster_.instances), *run_.mtbf_s,
         "s", node.source});
  }

  void add_goodput() {
    const double write_s = *run_.checkpoint_write_s, mtbf_s = *run_.mtbf_s;
    run_.young_interval_s = young_interval_s(write_s, mtbf_s);
    run_.checkpoint_interval_s = interval_s(ideal_, conditions_, write_s, mtbf_s);
    run_.goodput = goodput_of(*run_.checkpoint_interval_s, write_s, restart_s(), mtbf_s);
    const Goodput& share = *run_.goodput;
    Terms& terms = run_.failures;
    terms.push_back({"being back after a failure",
                     fmt::format("{} restart + {} reading", in_time(conditions_.restart_s->value), in_time(write_s)),
                     restart_s(), "s", conditions_.restart_s->source});
    terms.push_back({"checkpoint interval",
                     fmt::format("{:.0f} steps × {}", *run_.checkpoint_interval_s / ideal_.step_time_s,
                                 in_time(ideal_.step_time_s)),
                     *run_.checkpoint_interval_s, "s",
                     conditions_.checkpoint_interval_s ? "--checkpoint-interval" : "Daly 2006, equation 37"});
    const auto add_share = [&](const char* name, double value) {
      terms.push_back({name, "of all time", 100 * value, "%", "Daly 2006, equation 13"});
    };
    add_share("writing checkpoints", share.writing);
    add_share("restarting", share.restarting);
    add_share("work done again", share.done_again);
    add_share("goodput", share.useful);
  }

  /// Time of the run beside its steps, as a summand of the duration's formula; empty: at most 1 s.
  std::string start_up() const {
    const double besides_s = ideal_.duration_s - static_cast<double>(job_.steps()) * ideal_.step_time_s;
    return besides_s > 1 ? fmt::format(" + {} of starting", in_time(besides_s)) : "";
  }

  void add_duration() {
    run_.run.push_back(
        {"without failures",
         fmt::format("{} steps × {}", with_separators(job_.steps()), in_time(ideal_.step_time_s)) + start_up(),
         run_.ideal_s, "s", ""});
    if (!run_.goodput) return;
    run_.duration_s = run_.ideal_s / run_.goodput->useful;
    run_.interruptions = run_.duration_s / *run_.mtbf_s;
    run_.run.push_back({"with failures", fmt::format("{} / {:.4g}", in_time(run_.ideal_s), run_.goodput->useful),
                        run_.duration_s, "s", ""});
  }

  void add_money_and_energy() {
    const double hours = run_.duration_s / seconds_per_hour;
    if (ideal_.block && hours <= held_hours(*ideal_.block)) {
      const BlockOffer& block = *ideal_.block;
      run_.cost_usd = block.usd;
      run_.run.push_back({"cost",
                          fmt::format("the Capacity Block of {} × {} for {:.4g} h from {} on", block.instances,
                                      block.instance, block.hours, block.starts_on),
                          block.usd, "USD", block.source});
    } else if (ideal_.usd_per_h) {
      const double by_use_usd_per_h = *ideal_.usd_per_h - ideal_.blocks_usd_per_h;
      const double of_blocks_h = billed_hours(PriceKind::capacity_block, hours);
      run_.cost_usd = by_use_usd_per_h * hours + ideal_.blocks_usd_per_h * of_blocks_h;
      std::vector<std::string> parts;
      if (by_use_usd_per_h > 0) parts.push_back(fmt::format("{:.10g} USD/h × {:.6g} h", by_use_usd_per_h, hours));
      if (ideal_.blocks_usd_per_h > 0)
        parts.push_back(fmt::format("{:.10g} USD/h × {:.6g} h, of whole days", ideal_.blocks_usd_per_h, of_blocks_h));
      run_.run.push_back({"cost", join(parts, " + "), *run_.cost_usd, "USD", ""});
    } else {
      run_.notes.push_back(message("no price of {} is known, so its cost is not", cluster_.instance().name));
    }
    const std::optional<double> power_w = cluster_.instance().accelerator.power_w;
    if (!power_w) {
      run_.notes.push_back(
          message("no power of {} is published, so energy is not known", cluster_.instance().accelerator.name));
      return;
    }
    if (!conditions_.pue) {
      run_.notes.push_back(message("the PUE of the data centre is not known: --pue says it"));
      return;
    }
    run_.energy_kwh = *power_w * cluster_.ranks() / kilo * hours * conditions_.pue->value;
    run_.run.push_back({"energy",
                        fmt::format("{} accelerators × {:.4g} W × {:.4g} h × {:.4g} PUE", cluster_.ranks(), *power_w,
                                    hours, conditions_.pue->value),
                        *run_.energy_kwh, "kWh", conditions_.pue->source});
    if (!conditions_.kgco2e_per_kwh) {
      run_.notes.push_back(message("the emissions of the grid are not known: --grid-kgco2e-per-kwh says them"));
      return;
    }
    const Sourced& grid = *conditions_.kgco2e_per_kwh;
    constexpr double many = 1000;  // as value_of shows them
    const std::string kwh = *run_.energy_kwh >= many ? with_separators(std::llround(*run_.energy_kwh))
                                                     : fmt::format("{:.4g}", *run_.energy_kwh);
    run_.co2e_kg = *run_.energy_kwh * grid.value;
    run_.run.push_back({"emissions", fmt::format("{} kWh × {:.4g} kgCO2e/kWh", kwh, grid.value), *run_.co2e_kg,
                        "kgCO2e", grid.source});
  }

  const TrainingJob& job_;
  const Cluster& cluster_;
  const IdealRun& ideal_;
  const RunConditions& conditions_;
  RunEstimate run_;
};

}  // namespace

double young_interval_s(double write_s, double mtbf_s) { return std::sqrt(2 * write_s * mtbf_s); }

double daly_interval_s(double write_s, double mtbf_s) {
  if (write_s >= 2 * mtbf_s) return mtbf_s;
  const double ratio = write_s / (2 * mtbf_s);
  return young_interval_s(write_s, mtbf_s) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - write_s;
}

Goodput goodput_of(double interval_s, double write_s, double restart_s, double mtbf_s) {
  Goodput share;
  share.useful = interval_s / (mtbf_s * elementary::exp(restart_s / mtbf_s) *
                               elementary::exp_less_one((interval_s + write_s) / mtbf_s));
  share.writing = share.useful * write_s / interval_s;
  share.restarting = -elementary::exp_less_one(-restart_s / mtbf_s);
  share.done_again = 1 - share.useful - share.writing - share.restarting;
  return share;
}

double checkpoint_bytes(const TrainingJob& job) {
  const Held held = held_by_all(job);
  const double kept = job.lora ? held.adapters + held.expert_adapters : held.all();
  return kept * (bytes_per_value(job.recipe.weights) + state_bytes_per_parameter(job));
}

Result<RunEstimate> estimate_run(const TrainingJob& job, const Cluster& cluster, const IdealRun& ideal,
                                 const RunConditions& conditions) {
  return RunEstimator(job, cluster, ideal, conditions)();
}

}  // namespace hakaru
