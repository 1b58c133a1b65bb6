// hakaru rehearse PLAN --sequence-lengths: graphs, compilations and padding of sequences of many lengths.
#pragma once

#include "hakaru/rehearsal/sequence_shapes.h"
#include "session.h"

namespace hakaru::cli {

/// `lengths`: a trace of requests, or lengths with commas between. `buckets`: the same, "powers", or nothing.
Result<std::string> rehearse_shapes(const std::string& lengths, const std::string& buckets, const Miniature& miniature,
                                    const tracing::DeviceOptions& device, Session& session);

}  // namespace hakaru::cli
