#include "hakaru/output/rehearsal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fstream>

#include "hakaru/core/quantities.h"
#include "hakaru/formats/record_json.h"
#include "hakaru/output/table.h"

namespace hakaru {
namespace {

OrderedJson memory_of(const Rehearsed& all) {
  OrderedJson rows = OrderedJson::array();
  for (std::size_t i = 0; i < all.ranks.size(); ++i) {
    const auto add = [&](const char* component, std::int64_t predicted, std::int64_t executed) {
      rows.push_back({{"rank", all.ranks[i].rank},
                      {"component", component},
                      {"predicted_bytes", predicted},
                      {"executed_bytes", executed}});
    };
    add("weights", all.expected[i].weights_bytes, all.ranks[i].weights_bytes);
    add("gradients", all.expected[i].gradients_bytes, all.ranks[i].gradients_bytes);
    add("optimizer", all.expected[i].optimizer_bytes, all.ranks[i].optimizer_bytes);
    add("activations", all.expected[i].activations_bytes, all.ranks[i].activations_bytes);
    add("peak", all.expected[i].peak_bytes(), all.ranks[i].peak_bytes);
  }
  return rows;
}

struct BothTraffics {
  ExpectedTraffic predicted, executed;
};

/// Over all ranks.
std::map<std::pair<RankGroup, std::string>, BothTraffics> traffic_of(const Rehearsed& all) {
  std::map<std::pair<RankGroup, std::string>, BothTraffics> sums;
  const auto add = [](ExpectedTraffic& sum, const ExpectedTraffic& more) {
    sum.messages += more.messages;
    sum.bytes += more.bytes;
  };
  for (std::size_t i = 0; i < all.ranks.size(); ++i) {
    for (const auto& [key, traffic] : all.expected[i].traffic) add(sums[key].predicted, traffic);
    for (const auto& [key, traffic] : all.ranks[i].traffic) add(sums[key].executed, traffic);
  }
  return sums;
}

OrderedJson collectives_of(const Rehearsed& all) {
  OrderedJson rows = OrderedJson::array();
  for (const auto& [key, both] : traffic_of(all)) {
    rows.push_back({{"group", name_of(key.first)},
                    {"operation", key.second},
                    {"predicted_bytes", both.predicted.bytes},
                    {"executed_bytes", both.executed.bytes},
                    {"predicted_messages", both.predicted.messages},
                    {"executed_messages", both.executed.messages}});
  }
  return rows;
}

OrderedJson gradients_of(const Rehearsed& all) {
  OrderedJson rows = OrderedJson::array();
  for (const ComparedGradients& each : all.gradients) rows.push_back(write_record(each));
  return rows;
}

}  // namespace

Result<tracing::DeviceOptions> rehearsal_device(const Accelerator& accelerator, const DataFiles& data) {
  const Result<Calibration> calibration = Calibrations(data).find(accelerator, "training");
  if (!calibration) return fail(calibration);
  tracing::DeviceOptions options;
  options.accelerator = accelerator;
  options.calibration = *calibration;
  options.sums = tracing::Sums::fp64;
  return options;
}

Result<std::string> shipped_text(const DataFiles& data) {
  const std::vector<DataFiles::File> files = data.under("texts/");
  if (files.empty()) return bad_input("no text to train on is among the data; accepted: --text FILE");
  return std::string(files.front().text);
}

OrderedJson json_of(const Rehearsed& all, const Translator& translator) {
  OrderedJson differences = OrderedJson::array(), scaled = OrderedJson::array(), troubles = OrderedJson::array();
  for (const Message& difference : all.differences) differences.push_back(translator(difference));
  for (const MadeSmaller& each : all.miniature.made_smaller) scaled.push_back(write_record(each));
  OrderedJson estimated = OrderedJson::array();
  for (const Expected& expected : all.expected) estimated.push_back(expected.estimate_bytes());
  std::int64_t compilations = 0, loaded = 0;
  for (const RankRecord& rank : all.ranks) {
    compilations = std::max(compilations, rank.compilations);
    loaded += rank.loaded;
    if (rank.store_trouble) troubles.push_back({{"rank", rank.rank}, {"what", translator(*rank.store_trouble)}});
  }
  return {{"ranks", all.ranks.size()},
          {"network", name_of(all.miniature.sizes.network)},
          {"agrees", all.agrees()},
          {"differences", differences},
          {"memory", memory_of(all)},
          {"collectives", collectives_of(all)},
          {"compilations", compilations},
          {"loaded_programs", loaded},
          {"store_troubles", troubles},
          {"loss", all.loss},
          {"loss_of_one_rank", all.reference.loss},
          {"gradients", gradients_of(all)},
          {"estimated_with_fused_kernels_bytes", estimated},
          {"layout", json_of(all.miniature.layout)},
          {"scaled", scaled}};
}

namespace {

std::string memory_text(const Rehearsed& all, const Pen& pen) {
  const Translator& t = pen.translator;
  Table table({{t.say("rank"), Align::right},
               {t.say("weights"), Align::right},
               {t.say("gradients"), Align::right},
               {t.say("optimizer"), Align::right},
               {t.say("activations"), Align::right},
               {t.say("peak"), Align::right},
               {t.say("estimated with fused kernels"), Align::right}});
  const auto both = [&](std::int64_t executed, std::int64_t predicted) {
    const std::string bytes = with_separators(executed);
    return executed == predicted ? bytes : t.say("{}, predicted {}", bytes, with_separators(predicted));
  };
  for (std::size_t i = 0; i < all.ranks.size(); ++i) {
    const RankRecord& rank = all.ranks[i];
    const Expected& expected = all.expected[i];
    table.add({std::to_string(rank.rank), both(rank.weights_bytes, expected.weights_bytes),
               both(rank.gradients_bytes, expected.gradients_bytes),
               both(rank.optimizer_bytes, expected.optimizer_bytes),
               both(rank.activations_bytes, expected.activations_bytes), both(rank.peak_bytes, expected.peak_bytes()),
               with_separators(expected.estimate_bytes())});
  }
  return table.text(pen.style);
}

std::string traffic_text(const Rehearsed& all, const Pen& pen) {
  const Translator& t = pen.translator;
  Table table({{t.say("group")},
               {t.say("operation")},
               {t.say("messages"), Align::right},
               {t.say("predicted"), Align::right},
               {t.say("bytes"), Align::right},
               {t.say("predicted"), Align::right}});
  for (const auto& [key, both] : traffic_of(all)) {
    table.add({std::string(name_of(key.first)), key.second, with_separators(both.executed.messages),
               with_separators(both.predicted.messages), with_separators(both.executed.bytes),
               with_separators(both.predicted.bytes)});
  }
  return table.empty() ? "" : table.text(pen.style);
}

/// Nothing where every rank compiled its own.
std::string programs_text(const Rehearsed& all, const Translator& t) {
  std::string text;
  std::int64_t compiled = 0, loaded = 0;
  for (const RankRecord& rank : all.ranks) {
    compiled += rank.compilations;
    loaded += rank.loaded;
    if (rank.store_trouble) text += t.say("rank {}: {}", rank.rank, t(*rank.store_trouble)) + "\n";
  }
  if (loaded > 0) text += t.say("Programs: {} compiled, {} found in the cache.", compiled, loaded) + "\n";
  return text;
}

}  // namespace

std::string rehearsal_text(const Rehearsed& all, const Pen& pen) {
  const Translator& t = pen.translator;
  std::string text = t.say("Rehearsed on {} ranks, in {}: {}.", all.ranks.size(), all.miniature.job.recipe.name,
                           in_short(all.miniature.layout)) +
                     "\n";
  const SmallNetwork network = all.miniature.sizes.network;
  if (network != all.miniature.nearest)
    text += t.say("Network: {}, in place of {}.", name_of(network), all.miniature.stands_for) + "\n";
  std::string smaller;
  for (const MadeSmaller& each : all.miniature.made_smaller)
    smaller += fmt::format("{}{} {} → {}", smaller.empty() ? "" : ", ", t.word(each.what), each.from, each.to);
  if (!smaller.empty()) text += t.say("In miniature: {}.", smaller) + "\n";
  text += "\n" + t.say("Bytes held, executed as predicted unless said") + "\n" + memory_text(all, pen);
  const std::string traffic = traffic_text(all, pen);
  if (!traffic.empty()) text += "\n" + t.say("Sent in a step, all ranks") + "\n" + traffic;
  text += "\n" + t.say("loss") + " ";
  for (const double loss : all.loss) text += fmt::format(" {:.4f}", loss);
  text += "\n";
  for (const ComparedGradients& each : all.gradients)
    text += t.say("gradients of step {}, each of {} parameters: at most {} of its norm away ({})", each.step,
                  each.parameters, fmt::format("{:.0e}", each.relative_difference), each.worst) +
            "\n";
  text += programs_text(all, t);
  if (all.agrees() && all.loss_tolerance)
    return text +
           t.say("Everything compared is as predicted, and the loss is within {} of the loss of one rank.",
                 fmt::format("{:.0e}", *all.loss_tolerance)) +
           "\n";
  if (all.agrees())
    return text + t.say("Everything compared is as predicted; in 8 bits losses and gradients are told, not compared.") +
           "\n";
  for (const Message& difference : all.differences) text += t(difference) + "\n";
  return text;
}

OrderedJson json_of(const std::vector<PrecisionRun>& runs, const std::vector<double>& device_bytes) {
  OrderedJson rows = OrderedJson::array();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    rows.push_back({{"precision", runs[i].name},
                    {"last_loss", runs[i].last_loss},
                    {"loss", runs[i].loss},
                    {"device_bytes", device_bytes[i]}});
  }
  return {{"precisions", rows}};
}

std::string precision_text(const std::vector<PrecisionRun>& runs, const std::vector<double>& device_bytes,
                           const Pen& pen) {
  constexpr std::size_t points = 40;
  constexpr std::array<std::string_view, 8> heights{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const Translator& t = pen.translator;
  double highest = 0, lowest = runs.front().last_loss;
  for (const PrecisionRun& run : runs) {
    for (const double loss : run.loss) {
      if (!std::isfinite(loss)) continue;
      highest = std::max(highest, loss);
      lowest = std::min(lowest, loss);
    }
  }
  Table table({{t.say("precision")},
               {t.say("loss at the end"), Align::right},
               {t.say("against the first"), Align::right},
               {t.say("plan's memory per device"), Align::right},
               {t.say("loss, step by step")}});
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const PrecisionRun& run = runs[i];
    std::string curve;
    const std::size_t shown = std::min(points, run.loss.size());
    for (std::size_t point = 0; point < shown; ++point) {
      const double loss = run.loss[point * run.loss.size() / shown];
      const double share = highest > lowest ? (loss - lowest) / (highest - lowest) : 0;
      curve += !std::isfinite(loss)
                   ? std::string_view("×")
                   : heights[std::min<std::size_t>(heights.size() - 1, static_cast<std::size_t>(share * 8))];
    }
    table.add({run.name, fmt::format("{:.4f}", run.last_loss),
               fmt::format("{:+.1f} %", 100 * (run.last_loss / runs.front().last_loss - 1)), in_gb(device_bytes[i]),
               curve});
  }
  return table.text(pen.style);
}

}  // namespace hakaru
