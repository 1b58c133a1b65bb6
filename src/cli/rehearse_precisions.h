// hakaru rehearse PLAN --compare-precision: what a small model learns in several number formats.
#pragma once

#include "hakaru/rehearsal/precision.h"
#include "session.h"

namespace hakaru::cli {

/// `names`: with commas between.
Result<std::string> rehearse_precisions(const std::string& names, const Miniature& miniature, const RankTask& task,
                                        const SavedPlan& saved, Session& session);

}  // namespace hakaru::cli
