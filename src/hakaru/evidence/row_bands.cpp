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
  const bool rate = is_rate(prediction.metric);  // the longer, the less
  prediction.low = rate ? prediction.predicted / band.high(1) : band.low(prediction.predicted);
  prediction.high = rate ? prediction.predicted / band.low(1) : band.high(prediction.predicted);
}

}  // namespace hakaru
