#include "hakaru/calibrating/logs/update_spreads.h"

namespace hakaru {
namespace {

constexpr std::string_view update_path = "update.toml";
constexpr NumberRange widths{1e-3, 10}, times{1, 100}, shares{1e-3, 1}, bounds{1e-12, 1e12};

Result<TrainingSpread> training_spread(const std::string& name, const Json& table, const std::string& file) {
  TrainingSpread one;
  one.name = name;
  const CalibrationConstant* const constant = calibration_constant(name);
  if (constant == nullptr) return bad_input("{}: '{}' is no constant of a calibration", file, name);
  one.member = constant->member;
  Fields fields(table, file, "training.constants." + name);
  one.spread = fields.number("spread", widths);
  one.lower = fields.number("lower", bounds);
  one.upper = fields.number("upper", bounds);
  if (!fields.error() && one.lower >= one.upper)
    return bad_input("{}: training.constants.{}: lower is {}, upper {}; accepted: lower below upper", file, name,
                     one.lower, one.upper);
  one.complement = fields.has("complement") && fields.boolean("complement");
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  return one;
}

}  // namespace

Result<UpdateSpreads> read_update_spreads(const DataFiles& data) {
  UpdateSpreads read;
  for (const DataFiles::File& file : data.under(update_path)) {
    if (file.path != update_path) continue;
    const Result<Json> table = parse_toml(file.text, file.name);
    if (!table) return fail(table);
    Fields whole(*table, file.name);
    Fields training(whole.value("training"), file.name, "training");
    Fields serving(whole.value("serving"), file.name, "serving");
    Fields collectives(whole.value("collectives"), file.name, "collectives");
    read = {};
    read.training_width = training.number("width", widths);
    read.training_unmeasured = training.number("unmeasured", times);
    training.text("source");
    for (const auto& [name, one] : training.value("constants").items()) {
      Result<TrainingSpread> spread = training_spread(name, one, file.name);
      if (!spread) return fail(spread);
      read.training.push_back(std::move(*spread));
    }
    read.tpot_width = serving.number("width_tpot", widths);
    read.ttft_width = serving.number("width_ttft", widths);
    read.serving_share = serving.number("spread_share", shares);
    serving.text("source");
    read.collectives_width = collectives.number("width", widths);
    read.collectives_spread = collectives.number("spread", widths);
    read.collectives_unmeasured = collectives.number("unmeasured", times);
    collectives.text("source");
    for (Fields* each : {&whole, &training, &serving, &collectives}) {
      each->refuse_unknown();
      if (each->error()) return tl::unexpected(*each->error());
    }
  }
  if (read.training.empty()) return bad_input("data/{}: is missing", update_path);
  return read;
}

}  // namespace hakaru
