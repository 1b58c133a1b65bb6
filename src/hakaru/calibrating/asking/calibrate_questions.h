// Constants from measurements, as questions: what programs that link the fitting ask beside those of every program
// (asking/question.h). Their file is written into a folder, for --data.
#pragma once

#include <vector>

#include "hakaru/asking/question.h"

namespace hakaru {

const std::vector<Question>& calibrate_questions();

}  // namespace hakaru
