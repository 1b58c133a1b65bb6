#include <algorithm>
#include <iterator>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/formats/record_json.h"
#include "hakaru/output/answer_texts.h"

namespace hakaru {
namespace {

double machine_bytes(const Instance& machine) { return machine.accelerator.memory_bytes * machine.accelerators; }

/// As the engine and the headroom leave it, the same for all models.
double usable_bytes(const Instance& machine, const std::vector<ModelFit>& fits) {
  return fits.empty() ? 0 : fits.front().usable_bytes * machine.accelerators;
}

/// "32,768", or "1,048,576+" where longer ones were not looked at.
std::string told_context(const ModelFit& fit, const ServedSplit& split) {
  const bool cut = !fit.has_a_longest && split.longest_context == longest_looked_at;
  return with_separators(split.longest_context) + (cut ? "+" : "");
}

/// Tells whether a model may be split over more accelerators than it needs.
bool is_split_further(const std::vector<ModelFit>& fits) {
  return std::any_of(fits.begin(), fits.end(),
                     [](const ModelFit& fit) { return fit.fewest && fit.widest->tp > fit.fewest->tp; });
}

std::string models_table(const std::vector<ModelFit>& fits, const Pen& pen) {
  const Translator& t = pen.translator;
  const auto right = [](std::string heading) { return Table::Column{std::move(heading), Align::right}; };
  std::vector<Table::Column> columns{
      {t.say("model")},   right(t.say("parameters")),      right(t.say("weights GiB")),
      right(t.say("tp")), right(t.say("longest context")), right(t.say("largest batch"))};
  const bool several = is_split_further(fits);
  if (several) columns.insert(columns.end(), {right(t.say("tp at most")), columns[4], columns[5]});
  Table table(columns);
  for (const ModelFit& fit : fits) {
    if (!fit.fewest) continue;
    std::vector<std::string> cells{fit.model, with_separators(fit.parameters), three(fit.weights_bytes / gibi)};
    for (const ServedSplit& split : {*fit.fewest, *fit.widest}) {
      cells.push_back(std::to_string(split.tp));
      cells.push_back(told_context(fit, split));
      cells.push_back(with_separators(split.largest_batch));
    }
    if (!several) cells.resize(columns.size());
    table.add(std::move(cells));
  }
  return table.empty() ? "" : table.text(pen.style);
}

/// Lines on the models that do not fit: one for each where they were named, else their number and the smallest.
std::string misfits_text(const std::vector<ModelFit>& fits, bool named, const Translator& t) {
  std::string text;
  const ModelFit* smallest = nullptr;
  std::int64_t count = 0;
  for (const ModelFit& fit : fits) {
    if (fit.fewest) continue;
    ++count;
    if (named)
      text += t.say("{} does not fit: with {} tokens it needs {}, {} too much", fit.model,
                    with_separators(fit.batch_context), in_gib(fit.needed_bytes), in_gib(fit.lacking_bytes)) +
              "\n" +
              (fit.fits_with.empty()
                   ? t.say("Machines that hold {}: {}", fit.model, "hakaru plan serve --model " + fit.model)
                   : t.say("{} fits with {}", fit.model, "--weights " + fit.fits_with)) +
              "\n";
    if (smallest == nullptr || fit.needed_bytes < smallest->needed_bytes) smallest = &fit;
  }
  if (named || smallest == nullptr) return text;
  return t.say("{} of {} models do not fit; the smallest of them is {}: it needs {}, {} more than may be filled", count,
               fits.size(), smallest->model, in_gib(smallest->needed_bytes), in_gib(smallest->lacking_bytes)) +
         "\n";
}

/// Lines on named models that fit with a shorter context than was to be served.
std::string shortened_text(const std::vector<ModelFit>& fits, const Translator& t) {
  std::string text;
  for (const ModelFit& fit : fits) {
    if (fit.fewest && fit.batch_context < fit.asked_context)
      text += t.say("{} fits with a context of {} tokens at most; {} do not fit", fit.model,
                    with_separators(fit.batch_context), with_separators(fit.asked_context)) +
              "\n";
  }
  return text;
}

/// "42 of 250 models fit on g6.12xlarge (4 × l4); the largest is gpt-oss-20b."
std::string fitting_text(const Instance& machine, const std::vector<ModelFit>& fits, const Translator& t) {
  const auto fits_there = [](const ModelFit& fit) { return fit.fewest.has_value(); };
  const auto fitting = std::count_if(fits.begin(), fits.end(), fits_there);
  const auto largest = std::find_if(fits.begin(), fits.end(), fits_there);  // models come by size
  const bool several = machine.accelerators > 1;                            // "h100" is read as a machine of eight
  const std::string on = several
                             ? fmt::format("{} ({} × {})", machine.name, machine.accelerators, machine.accelerator.name)
                             : machine.name;
  if (fits.size() == 1)
    return largest == fits.end() ? t.say("{} does not fit on {}.", fits.front().model, on)
                                 : t.say("{} fits on {}.", largest->model, on);
  if (largest == fits.end()) return t.say("None of {} models fits on {}.", fits.size(), on);
  return t.say("{} of {} models fit on {}; the largest is {}.", fitting, fits.size(), on, largest->model);
}

/// "With --weights int4 207 fit; the largest is seed-oss-36b-instruct."
std::string in_int4_text(const std::vector<ModelFit>& fits, const Translator& t) {
  const auto fits_there = [](const ModelFit& fit) { return fit.fewest.has_value(); };
  const auto largest = std::find_if(fits.begin(), fits.end(), fits_there);
  if (largest == fits.end()) return "";
  return t.say("Weights are as published; with {}, {} fit, the largest is {}.", "--weights int4",
               std::count_if(largest, fits.end(), fits_there), largest->model) +
         "\n";
}

}  // namespace

std::string fit_text(const Instance& machine, const std::vector<ModelFit>& fits, const std::vector<ModelFit>& in_int4,
                     bool named, const Pen& pen) {
  const Translator& t = pen.translator;
  std::string text = pen.style.bold(fitting_text(machine, fits, t)) + "\n" + in_int4_text(in_int4, t);
  text += t.say("{}: {} × {}, {} in all, of which {} may be filled", machine.name, machine.accelerators,
                machine.accelerator.name, in_gib(machine_bytes(machine)), in_gib(usable_bytes(machine, fits))) +
          "\n";
  constexpr std::ptrdiff_t most_shown = 10;
  std::vector<ModelFit> shown;
  ranges::copy_if(fits, std::back_inserter(shown), [](const ModelFit& fit) { return fit.fewest.has_value(); });
  const std::ptrdiff_t fitting = std::ssize(shown);
  if (!named && !pen.style.wide && fitting > most_shown) shown.resize(most_shown);
  const std::string table = models_table(shown, pen);
  if (!table.empty()) {
    text += "\n" + table + "\n";
    if (const std::ptrdiff_t left = fitting - std::ssize(shown); left > 0)
      text += t.say("{} smaller ones fit too; --wide shows all.", left) + "\n";
    if (is_split_further(shown))
      text +=
          t.say("One replica, tensor parallel over the fewest accelerators that hold it, and over the most.") + "\n";
    text += t.say("Batches are of sequences of {} tokens, or of the longest context where that is shorter.",
                  with_separators(usual_batch_context)) +
            "\n";
  }
  if (named) text += shortened_text(fits, t);
  return text + misfits_text(fits, named, t);
}

OrderedJson json_of(const Instance& machine, const std::vector<ModelFit>& fits) {
  OrderedJson json{{"instance", machine.name},
                   {"accelerator", machine.accelerator.name},
                   {"accelerators", machine.accelerators},
                   {"memory_bytes", in_bytes(machine_bytes(machine))},
                   {"usable_bytes", in_bytes(usable_bytes(machine, fits))},
                   {"models", OrderedJson::array()},
                   {"do_not_fit", OrderedJson::array()}};
  for (const ModelFit& fit : fits) {
    if (!fit.fewest) {
      json["do_not_fit"].push_back(write_record(fit));
      continue;
    }
    OrderedJson row{
        {"model", fit.model}, {"parameters", fit.parameters}, {"weights_bytes", in_bytes(fit.weights_bytes)}};
    row.update(write_record(*fit.fewest));
    row["batch_context"] = fit.batch_context;
    row["widest"] = write_record(*fit.widest);
    json["models"].push_back(std::move(row));
  }
  return json;
}

}  // namespace hakaru
