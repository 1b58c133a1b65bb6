#include "hakaru/rehearsal/sequence_shapes.h"

#include <algorithm>
#include <memory>

#include "hakaru/asking/rehearsing/rehearsal_ask.h"
#include "hakaru/core/quantities.h"
#include "hakaru/evidence/validation.h"
#include "hakaru/output/answer_texts.h"
#include "hakaru/traffic/request_trace.h"

namespace hakaru {
namespace {

constexpr std::int64_t longest_sequence = std::int64_t{1} << 30;

Result<std::vector<std::int64_t>> lengths_in(const std::string& text, const std::string& flag) {
  const Result<std::vector<std::string>> parts = parse_columns(text, flag);
  if (!parts) return bad_input("{} is '{}'; accepted: a file of requests, or lengths such as 128,512,2k", flag, text);
  std::vector<std::int64_t> lengths;
  for (const std::string& part : *parts) {
    const Result<std::int64_t> length = parse_length(part, flag);
    if (!length) return fail(length);
    if (*length < 1 || *length > longest_sequence)
      return bad_input("{} is '{}'; accepted: {} … {}", flag, part, 1, longest_sequence);
    lengths.push_back(*length);
  }
  return lengths;
}

/// A request is a sequence of its prompt and its answer.
Result<std::vector<std::int64_t>> asked_lengths(const std::string& lengths, const std::string& key,
                                                const Asking& asking) {
  const bool list = lengths.find_first_not_of("0123456789kKmM,. ") == std::string::npos;
  if (list) return lengths_in(lengths, key);
  const std::string name = name_of_file(lengths);
  if (!asking.reads_files && name == lengths)
    return bad_input("{} is '{}', and files are not read here; accepted: {}", key, lengths,
                     "what it holds, as text, or lengths such as 128,512,2k");
  const Result<std::string> text = file_or_text(lengths, largest_trace_bytes);
  if (!text) return fail(text);
  Result<std::vector<Request>> requests = read_trace(*text, name);
  if (!requests) return fail(requests);
  if (const std::int64_t longer = leave_out_longer(*requests, longest_sequence); longer > 0)
    return bad_input("{}: {} of its requests are longer than {} tokens", name, longer, longest_sequence);
  std::vector<std::int64_t> tokens;
  for (const Request& request : *requests) tokens.push_back(tokens_of(request));
  return tokens;
}

/// Rising, none twice; empty: not asked for.
Result<std::vector<std::int64_t>> asked_buckets(const std::string& buckets, const std::string& key,
                                                const std::vector<std::int64_t>& tokens) {
  if (buckets.empty()) return std::vector<std::int64_t>();
  if (buckets == "powers") return powers_for(tokens);
  Result<std::vector<std::int64_t>> sizes = lengths_in(buckets, key);
  if (!sizes) return sizes;
  std::sort(sizes->begin(), sizes->end());
  sizes->erase(std::unique(sizes->begin(), sizes->end()), sizes->end());
  return sizes;
}

}  // namespace

Result<Answer> sequence_shapes_answer(const RehearsalAsk& asked, const ToRehearse& with, const KeyReader& reader,
                                      const Asking& asking) {
  const Result<std::vector<std::int64_t>> tokens =
      asked_lengths(asked.sequence_lengths, reader.shown("sequence_lengths"), asking);
  if (!tokens) return fail(tokens);
  const Result<std::vector<std::int64_t>> sizes = asked_buckets(asked.buckets, reader.shown("buckets"), *tokens);
  if (!sizes) return fail(sizes);
  Result<SequenceShapes> counted = count_shapes(with.miniature, *tokens, *sizes, with.device);
  if (!counted) return fail(counted);
  const auto shapes = std::make_shared<const SequenceShapes>(std::move(*counted));
  Answer answer;
  answer.json = json_of(*shapes);
  answer.rows = answer.json["shapes"];
  answer.text = [shapes](const Pen& pen) { return shapes_text(*shapes, pen); };
  answer.none = shapes->without.compiled != shapes->without.expected || shapes->with.compiled != shapes->with.expected;
  return answer;
}

}  // namespace hakaru
