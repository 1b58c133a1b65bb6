#include "hakaru/evidence/row_bands.h"

#include <fmt/format.h>

namespace hakaru {

Result<RowBands> RowBands::read(const DataFiles& data, std::string_view kind, bool off) {
  RowBands bands;
  if (off) return bands;
  Result<Bands> read = Bands::read(data, kind);
  if (!read) return fail(read);
  bands.bands_ = std::move(*read);
  return bands;
}

void RowBands::add(Prediction& prediction, RunContext of) {
  if (!bands_) return;
  of.metric = prediction.metric;
  const std::vector<std::string> key{of.metric,     of.accelerator,     of.software,
                                     of.model_kind, of.identity,        of.configuration,
                                     of.load,       text_of(of.traits), fmt::format("{}", of.accelerators)};
  auto known = known_.find(key);
  if (known == known_.end()) known = known_.emplace(key, bands_->of(of)).first;
  if (!known->second) return;
  const Band& band = *known->second;
  const double predicted = prediction.predicted;
  const BandEnds ends = is_rate(prediction.metric) ? band.ends_of_rate(predicted) : band.ends_of_time(predicted);
  prediction.low = ends.low;
  prediction.high = ends.high;
}

}  // namespace hakaru
