// A serving scenario out of its keys. A service is live unless --offline is given: requests come at a rate, or so many
// are in flight, and percentiles keep limits. Offline, requests in flight, each followed by the next, all alike.
//
//   users      N people who think for Z between requests send N / Z requests per second (the interactive response time
//              law, X = N / (Z + R), with R = 0: never fewer than they send); Z = 0: N requests in flight.
//              Example: 500 users, 60 s: 8.33 requests per second
//   lengths    of a named traffic, of a mixture, of a trace's requests; or --input-length, --output-length, all alike
//   context    as given; else the longest request, of a named traffic as a power of two; at most the model's longest
// Requests that are longer than the context are left out and counted. What is not given is of data/defaults.toml
// (defaults.h).
#pragma once

#include "hakaru/job/key_reader.h"
#include "hakaru/job/scenario.h"
#include "hakaru/job/scenario_sources.h"

namespace hakaru {

/// Fills the job, the demand, and the keys that were not given as they were taken, so that a plan file has them.
void read_serving(KeyReader& reader, Model model, ScenarioSources& sources, ReadKeys read, Scenario& scenario);

/// No engine takes more tokens than the positions that a model was made for, or that its description stretches them to.
/// T5's are relative: it has no longest sequence.
void refuse_beyond_longest(KeyReader& reader, std::string_view key, std::int64_t tokens, const Model& model);

/// Skew of the tokens' choice among experts (model/expert_choice.h); empty: not stated. Without experts only 0 is read.
std::optional<double> read_expert_skew(KeyReader& reader, const Model& model);

/// Tokens of all pictures in a prompt of the job; 0: it has none.
std::int64_t picture_tokens_of(const ServingJob& job);

/// The scenario is a plan's, kept in a file: what it asks was settled when it was made.
bool is_kept(const Json& keys);

}  // namespace hakaru
