// `calibrate evidence`: predictions of measured runs by constants that have not seen them, what error bands are made of
// (held_out_table.h). Minutes to half an hour; run when constants or models of time have changed.
#pragma once

#include "hakaru/asking/question.h"

namespace hakaru {

Question evidence_question();

}  // namespace hakaru
