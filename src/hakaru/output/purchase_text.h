// The answer of `run` about how the instances are bought.
#pragma once

#include "hakaru/formats/hardware_json.h"
#include "hakaru/output/plan_text.h"
#include "hakaru/training/purchase.h"

namespace hakaru {

struct PurchaseAnswer {
  std::vector<PurchaseOption> pure;
  std::optional<PurchaseOption> asked;  ///< --purchase
  std::optional<PurchaseOption> best;
  std::optional<double> spot_interruptions_per_h;
  double data_usd = 0;  ///< on top of each: what keeping and moving its data set costs
};

std::string purchase_text(const PurchaseAnswer& answer, const Pen& pen);
OrderedJson json_of(const PurchaseAnswer& answer, const Translator& translator);

}  // namespace hakaru
