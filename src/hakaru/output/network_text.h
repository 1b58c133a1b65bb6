// The answer of `network`: a collective in closed form, beside the same simulated connection by connection, and what
// makes the two differ.
#pragma once

#include "hakaru/formats/hardware_json.h"
#include "hakaru/output/plan_text.h"
#include "hakaru/timing/network_flow.h"

namespace hakaru {

struct NetworkReport {
  NetworkQuestion question;
  const Instance& instance;
  double collective_s = 0;  ///< the whole collective in closed form, by CollectiveTimer
  NetworkTime closed;       ///< its part between instances, as a ring or each to each
  std::optional<FlowAnswer> flow;
};

/// Why connections that meet take longer, a sentence for each reason that applies.
std::vector<Message> differences_of(const NetworkReport& report);

std::string network_text(const NetworkReport& report, const Pen& pen);
OrderedJson json_of(const NetworkReport& report, const Translator& translator);

}  // namespace hakaru
