// Constants from measurements, as questions: what programs that link the fitting ask beside those of every program
// (asking/question.h). Their file is written into a folder, for --data.
#pragma once

#include <vector>

#include "hakaru/asking/question.h"

namespace hakaru {

const std::vector<Question>& calibrate_questions();

/// This machine measured, and a prediction of it tried.
Result<Answer> calibrate_host_answer(const Json& keys, const Asking& asking);

/// `calibrate evidence`: predictions of measured runs by constants that have not seen them, which error bands are made
/// of (held_out_table.h). Takes minutes to half an hour; run when constants or models of time have changed.
Question evidence_question();

}  // namespace hakaru
