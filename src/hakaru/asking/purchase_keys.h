// Keys of `run` that say how its instances are bought.
#pragma once

#include "hakaru/formats/plan_file.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/output/purchase_text.h"

namespace hakaru {

/// The conditions of the plan as it is priced: of spot instances, interruptions as often as
/// "spot_interruptions_per_hour" says.
Result<RunConditions> conditions_as_priced(KeyReader& reader, const Plan& plan, const RunConditions& conditions);

/// The Capacity Block as which the run of a plan priced so is bought, by those offered now or, where none is known, by
/// the plan's own; or the reason why none can hold it.
struct BlockOfRun {
  std::optional<BlockOffer> block;
  std::optional<Message> why_none;  ///< both empty: it is not priced so, or nothing is known of what is offered
};
Result<BlockOfRun> block_of_run(KeyReader& reader, const SavedPlan& saved, double duration_s, const Catalog& catalog,
                                const std::string& today);

/// Empty where nothing of it was asked.
Result<std::optional<PurchaseAnswer>> purchase_answer(KeyReader& reader, const SavedPlan& saved,
                                                      const RunConditions& conditions, const Catalog& catalog,
                                                      const std::string& today);

}  // namespace hakaru
