// The flags of `run` about how instances are bought.
#pragma once

#include "hakaru/hardware/catalog.h"
#include "hakaru/output/plan_file.h"
#include "hakaru/output/purchase_text.h"
#include "named_flags.h"

namespace hakaru::cli {

void add_purchase_flags(CLI::App& command, NamedFlags& flags, const Translator& translator);

/// Empty where none of the flags was given.
/// The conditions of the plan as it is priced: of spot instances, interruptions as often as
/// --spot-interruptions-per-hour says.
Result<RunConditions> conditions_as_priced(const Json& keys, const Plan& plan, const RunConditions& conditions);

Result<std::optional<PurchaseAnswer>> purchase_answer(const Json& keys, const SavedPlan& saved,
                                                      const RunConditions& conditions, const Catalog& catalog);

}  // namespace hakaru::cli
