#include "rehearse_shapes.h"

#include <algorithm>
#include <limits>

#include "hakaru/core/text.h"
#include "hakaru/evidence/validation.h"
#include "hakaru/output/rehearsal_shapes.h"
#include "hakaru/output/table.h"
#include "hakaru/traffic/request_trace.h"

namespace hakaru::cli {
namespace {

constexpr std::int64_t longest_sequence = std::int64_t{1} << 30;

Result<std::vector<std::int64_t>> listed(const std::string& text, const char* flag) {
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
Result<std::vector<std::int64_t>> lengths_of(const std::string& lengths) {
  const bool list = lengths.find_first_not_of("0123456789kKmM,. ") == std::string::npos;
  if (list) return listed(lengths, "--sequence-lengths");
  const Result<std::string> text = read_file(lengths, largest_trace_bytes);
  if (!text) return fail(text);
  Result<std::vector<Request>> requests = read_trace(*text, lengths);
  if (!requests) return fail(requests);
  if (const std::int64_t longer = leave_out_longer(*requests, longest_sequence); longer > 0)
    return bad_input("{}: {} of its requests are longer than {} tokens", lengths, longer, longest_sequence);
  std::vector<std::int64_t> tokens;
  for (const Request& request : *requests) tokens.push_back(tokens_of(request));
  return tokens;
}

}  // namespace

Result<std::string> rehearse_shapes(const std::string& lengths, const std::string& buckets, const Miniature& miniature,
                                    const tracing::DeviceOptions& device, Session& session) {
  const Result<std::vector<std::int64_t>> tokens = lengths_of(lengths);
  if (!tokens) return fail(tokens);
  std::vector<std::int64_t> sizes;
  if (buckets == "powers") {
    sizes = powers_for(*tokens);
  } else if (!buckets.empty()) {
    Result<std::vector<std::int64_t>> list = listed(buckets, "--buckets");
    if (!list) return fail(list);
    sizes = std::move(*list);
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  }
  const Result<SequenceShapes> shapes = count_shapes(miniature, *tokens, sizes, device);
  if (!shapes) return fail(shapes);
  const OrderedJson json = json_of(*shapes);
  if (shapes->without.compiled != shapes->without.expected || shapes->with.compiled != shapes->with.expected)
    session.status = 1;
  if (session.csv) return csv_of(json["shapes"]);
  return session.json ? json_text(json) : shapes_text(*shapes, session.pen());
}

}  // namespace hakaru::cli
