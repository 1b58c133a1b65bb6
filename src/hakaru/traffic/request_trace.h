// Reading traces of requests: when each came, and how many tokens its prompt and its answer had.
//
//   TIMESTAMP,ContextTokens,GeneratedTokens        the Azure LLM inference traces (Patel et al. 2024, Splitwise,
//   2023-11-16 18:15:46.6805900,374,44             arXiv 2311.18677; github.com/Azure/AzurePublicDataset)
//
//   arrival_s,input,output                         plain CSV: seconds, tokens, tokens; `arrival`, `input_tokens` and
//   0.25,374,44                                    `output_tokens` are understood too, other columns are left alone
//
//                                                  A column `prefix` numbers the prompts that begin alike; 0: this
//                                                  one begins like no other.
//
//   {"arrival_s": 0.25, "input": 374, "output": 44}    JSON, an object a line
//
// BurstGPT's, Mooncake's, Qwen's, Vidur's and Splitwise's columns or keys are understood in the same way: Mooncake's
// arrivals as milliseconds, hash_ids as prompts that begin alike where their first is the same. Arrivals may be times
// since 1970, of which the size tells the unit; they count from the first.
//
// Rows stand in order of arrival. What is wrong is told with its line: a row before its predecessor, a negative or
// unreadable time, no tokens, a column that is missing. Only the requests are kept,
// 24 bytes each; of the text one line at a time is copied.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "hakaru/core/result.h"
#include "hakaru/traffic/request.h"

namespace hakaru {

inline constexpr std::uint64_t largest_trace_bytes = 256 << 20;  ///< of a trace's text; and ten million requests

/// `text` is that of the file called `name`.
Result<std::vector<Request>> read_trace(std::string_view text, std::string_view name);
/// So many tokens more in each prompt.
void add_to_prompts(std::vector<Request>& requests, std::int64_t tokens);
/// Leaves out the requests of more than `context` tokens; returns their number.
std::int64_t leave_out_longer(std::vector<Request>& requests, std::int64_t context);

}  // namespace hakaru
