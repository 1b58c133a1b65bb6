// Conversations of several turns, each prompt the whole conversation so far.
//
//   turns        T of a session: fixed, or drawn evenly between two numbers, as sglang's bench_multiturn.py takes them
//                (--num-rounds; --min-rounds, --max-rounds) and vLLM's benchmark_serving_multi_turn.py (num_turns:
//                constant, uniform)
//   prompt k     system prompt + Σ (message j + answer j), j < k, + message k;  messages and answers as long as the
//                plan's inputs and outputs, each drawn by itself
//   sent         turn k + 1 a think time after the last token of answer k
//   open loop    sessions begin at (requests per second) / (mean turns), so that the rate is that of requests
//   closed loop  so many sessions at once; when one has ended the next begins
//   end          after T turns, or before the one with which prompt and answer would pass the context; and where the
//                plan's count of requests is reached
// Example: a system prompt of 500 tokens, messages of 100, answers of 50, 3 turns: prompts of 600, 750 and 900 tokens.
// With one turn and no system prompt it is the same traffic as without sessions, request by request.
// Limits: the answer stays in the conversation as it was (reasoning is not cut out); nobody goes away half way.
// Requests carry the number of their session as prefix. Memory: that of the sessions that are alive.
#pragma once

#include <memory>

#include "hakaru/traffic/traffic.h"

namespace hakaru {

/// The traffic that sessions of `plan` begin with: one request for each of them.
TrafficPlan beginnings_of(const TrafficPlan& plan);

/// `beginnings` is traffic of beginnings_of(plan); lengths are those of `trace`, where there is one. The first turn of
/// every session must fit in the context.
std::unique_ptr<Traffic> session_traffic(const TrafficPlan& plan, const std::vector<Request>* trace,
                                         std::unique_ptr<Traffic> beginnings);

}  // namespace hakaru
