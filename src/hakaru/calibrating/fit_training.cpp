#include "hakaru/calibrating/joint_fits.h"
#include "hakaru/calibrating/trained_runs.h"

namespace hakaru {

Result<CausedFit> fit_training(const CsvTable& table, const Catalog& catalog, const DataFiles& data,
                               JointHoldBack hold_back) {
  const Result<std::vector<CausedConstant>> known = read_caused_constants(data, CausedUse::training);
  if (!known) return fail(known);
  Result<AllTrainedRuns> read = read_trained_runs(table, catalog, data);
  if (!read) return fail(read);
  CausedFit fit;
  fit.use = CausedUse::training;
  fit.file = table.file;
  fit.usual = *known;
  fit.left_out = std::move(read->left_out);
  fit_by_causes(problem_of(read->runs, *known), hold_back, fit);
  return fit;
}

}  // namespace hakaru
