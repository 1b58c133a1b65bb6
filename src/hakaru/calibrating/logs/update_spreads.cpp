#include "hakaru/calibrating/logs/update_spreads.h"

namespace hakaru {
namespace {

constexpr std::string_view update_path = "update.toml";
constexpr NumberRange widths{1e-3, 10}, times{1, 100}, shares{1e-3, 1};

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
  if (read.training_width == 0) return bad_input("data/{}: is missing", update_path);
  Result<DeclaredConstants> declared = read_declared_constants(data, meanings_path(CausedUse::training));
  if (!declared) return fail(declared);
  read.training = std::move(*declared);
  return read;
}

}  // namespace hakaru
