// Multi-token prediction (MTP; DeepSeek-V3, arXiv 2412.19437, §2.2): beside the next token, layers behind the
// last one each predict one token more.
//
// A layer of it norms what comes in and the embedding of the token it is told, joins both in a projection of 2H × H,
// runs one more layer like the model's last, and ends in a norm and the model's own head. It lies on the last pipeline
// stage, with the embedding's table, which it shares with the first (a copy where those are not one rank's), and counts
// in none of the layers that stages divide.
// Worked example: DeepSeek-V3's adds 11.61 B parameters to its 671.03 B, and with the copies of embedding and head in
// the published files (0.93 B each) they hold 684.5 B.
// Limits: it runs once the main model's output is there; gathering the divided output of its projection takes nothing;
// under full recompute one of its two inputs is kept.
#pragma once

#include <cstdint>
#include <optional>

#include "hakaru/model/model.h"

namespace hakaru {

/// `model` with so many of them; empty of one that is no decoder with layers and an output head.
std::optional<Model> with_prediction_layers(Model model, std::int64_t layers);

}  // namespace hakaru
