// Keys that say how connections between instances are simulated, the same for a collective and for a step.
#pragma once

#include "hakaru/asking/question.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/timing/network_flow.h"

namespace hakaru {

std::vector<QuestionKey> network_condition_keys();
void read_network_keys(KeyReader& reader, NetworkQuestion& question);

}  // namespace hakaru
