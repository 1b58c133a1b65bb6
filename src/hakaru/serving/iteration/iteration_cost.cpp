#include "hakaru/serving/iteration/iteration_cost.h"

#include <algorithm>
#include <map>
#include <memory>

#include "hakaru/core/real.h"

namespace hakaru {
namespace {

/// Knots from 0 to the first that is not below `most`, and at least two.
std::size_t knots_to(const LogGrid& grid, std::int64_t most) {
  std::size_t count = 2;
  while (grid.knot(count - 1) < most) ++count;
  return count;
}

/// Between two knots of `grid`, or beyond the last, on a straight line.
double on_line(const std::vector<double>& curve, const LogGrid& grid, std::int64_t number) {
  const std::size_t at = std::min(grid.index(number), curve.size() - 2);
  const double from = real(grid.knot(at)), to = real(grid.knot(at + 1));
  const double share = (real(number) - from) / (to - from);
  return curve[at] + share * (curve[at + 1] - curve[at]);
}

std::vector<double> tabulated(const std::function<double(double)>& time_s, const LogGrid& grid, std::int64_t most) {
  std::vector<double> curve(knots_to(grid, most));
  for (std::size_t at = 1; at < curve.size(); ++at) curve[at] = time_s(real(grid.knot(at))) * picoseconds_per_s;
  curve[0] = curve[1];  // none is asked for
  return curve;
}

/// The time of `count` iterations, the first of which takes `first` and each other `step` more than the one before.
Picoseconds sum_of(Picoseconds first, Picoseconds step, std::int64_t count) {
  return count * first + step * (count * (count - 1) / 2);
}

/// The fewest iterations that last `until` or longer; no more than that do `most`.
std::int64_t fewest(Picoseconds first, Picoseconds step, Picoseconds until, std::int64_t most) {
  const double b = real(first) - real(step) / 2;
  const double root = b + std::sqrt(b * b + 2 * real(step) * real(until));
  auto count = root > 0 ? static_cast<std::int64_t>(2 * real(until) / root) : most;
  count = std::clamp<std::int64_t>(count, 1, most);
  while (count > 1 && sum_of(first, step, count - 1) >= until) --count;
  while (count < most && sum_of(first, step, count) < until) ++count;
  return count;
}

}  // namespace

PassTimes pass_times(const ServingJob& job, IterationTimer& timer) {
  const Model& model = job.model;
  const bool encodes = encodes_its_prompt(model);
  const auto decode = [encodes](double sequences, double context) {
    Shape shape{.batch = sequences, .encoded = true, .last_token_logits = true};
    (encodes ? shape.source_tokens : shape.context) = context;
    return shape;
  };
  const auto chunk = [encodes](double tokens, double cached, bool encoded) {
    Shape shape{.context = cached, .encoded = encoded, .last_token_logits = true};
    (encodes ? shape.source_tokens : shape.new_tokens) = tokens;
    return shape;
  };
  PassTimes times;
  times.head_s = [&model, &timer, decode](double rows) {
    double sum_s = 0;
    for (const Block& block : model.after) {
      if (!block.condition) sum_s += timer.block_time(block, decode(rows, 0), false).total_s();
    }
    return sum_s;
  };
  // Tables ask for each length again with every depth of the cache behind it.
  const auto known = std::make_shared<std::map<double, double>>();
  const auto without_attention = [&timer, chunk, encodes, known](double tokens) {
    const auto [found, is_new] = known->try_emplace(tokens, 0);
    if (!is_new) return found->second;
    const IterationTime time = timer.once(chunk(tokens, 0, !encodes));
    const double prompts_s = tokens > 1 ? timer.prompts_overhead_s() : 0;
    return found->second = time.total_s() - time.attention_s - prompts_s;
  };
  times.body_s = [without_attention, head_s = times.head_s](double tokens) {
    return without_attention(tokens) - head_s(1);
  };
  times.decode_s = [&timer, decode](double sequences, double context) {
    return timer.repeated(decode(sequences, context)).total_s();
  };
  times.prompt_s = [&timer, chunk, without_attention](double tokens, double cached) {
    const double prompts_s = tokens > 1 ? timer.prompts_overhead_s() : 0;
    return timer.once(chunk(tokens, cached, cached > 0)).total_s() - without_attention(tokens) - prompts_s;
  };
  if (encodes) {
    const auto attention_s = [&timer, chunk](double tokens) {
      return tokens > 0 ? timer.once(chunk(tokens, 0, false)).attention_s : 0;
    };
    times.prompt_s = [attention_s](double tokens, double cached) {
      return attention_s(cached + tokens) - attention_s(cached);
    };
  }
  times.prompts_s = timer.prompts_overhead_s();
  times.sequence_s = timer.sequence_overhead_s();
  times.pictures_s = timer.pictures_s(real(job.images), real(job.image_size));
  times.handling_s = timer.request_s();
  times.apart = encodes || timer.compiles_shapes();
  return times;
}

IterationCost::IterationCost(const PassTimes& times, const CostLimits& limits)
    : body_(tabulated(times.body_s, finest_, limits.tokens + limits.sequences)),
      head_(tabulated(times.head_s, fine_, limits.sequences + 1)),
      prompts_(times.prompts_s * picoseconds_per_s),
      sequence_(times.sequence_s * picoseconds_per_s),
      pictures_(times.pictures_s * picoseconds_per_s),
      handling_(picoseconds(times.handling_s)),
      apart_(times.apart) {
  tabulate_decoding(times, limits);
  tabulate_prompts(times, limits);
}

void IterationCost::tabulate_decoding(const PassTimes& times, const CostLimits& limits) {
  const std::size_t knots = knots_to(contexts_, limits.context), sizes = knots_to(contexts_, limits.sequences);
  segments_ = knots - 1;
  const Curve bare =
      tabulated([&](double sequences) { return times.decode_s(sequences, 0); }, finest_, limits.sequences);
  std::vector<Curve> by_context(knots, Curve(sizes));  // at knots of both: what a pass takes more than a bare one
  for (std::size_t size = 1; size < sizes; ++size) {
    const double sequences = real(contexts_.knot(size)), bare_s = times.decode_s(sequences, 0);
    for (std::size_t knot = knots; knot-- > 0;) {
      const double more_s = times.decode_s(sequences, real(contexts_.knot(knot))) - bare_s;
      by_context[knot][size] = more_s * picoseconds_per_s;
      if (knot + 1 < knots) by_context[knot][size] = std::min(by_context[knot][size], by_context[knot + 1][size]);
    }
  }
  const auto rows = static_cast<std::size_t>(limits.sequences) + 1;
  decode_.resize(rows);
  extra_.resize(rows);
  lines_.resize(rows * segments_);
  for (std::int64_t sequences = 1; sequences <= limits.sequences; ++sequences) {
    const auto row = static_cast<std::size_t>(sequences);
    const double first = on_line(by_context[0], contexts_, sequences);
    const double alone = on_line(bare, finest_, sequences) + first;
    decode_[row] = std::llround(alone);
    extra_[row] = alone - on_line(body_, finest_, sequences) - on_line(head_, fine_, sequences);
    Picoseconds sum = 0;
    for (std::size_t at = 0; at < segments_; ++at) {
      const std::int64_t tokens = sequences * (contexts_.knot(at + 1) - contexts_.knot(at));
      const double to = on_line(by_context[at + 1], contexts_, sequences) - first;
      const Picoseconds per_token = std::max<Picoseconds>(0, std::llround((to - real(sum)) / real(tokens)));
      lines_[row * segments_ + at] = {sum, per_token};
      sum += per_token * tokens;
    }
  }
}

void IterationCost::tabulate_prompts(const PassTimes& times, const CostLimits& limits) {
  const std::int64_t longest = std::min(limits.tokens, limits.context);
  prompt_ = tabulated([&](double tokens) { return times.prompt_s(tokens, 0); }, fine_, longest);
  const std::size_t lengths = knots_to(contexts_, longest), depths = knots_to(coarse_, limits.context);
  prompt_behind_.assign(depths, Curve(lengths));
  for (std::size_t length = 1; length < lengths; ++length) {
    const double tokens = real(contexts_.knot(length)), alone_s = times.prompt_s(tokens, 0);
    for (std::size_t depth = 1; depth < depths; ++depth) {
      const double behind_s = times.prompt_s(tokens, real(coarse_.knot(depth)));
      prompt_behind_[depth][length] = (behind_s - alone_s) * picoseconds_per_s;
    }
  }
}

double IterationCost::prompt(const Chunk& chunk) const {
  const double alone = on_line(prompt_, fine_, chunk.new_tokens);
  if (chunk.cached_tokens == 0) return alone;
  const std::size_t depth = std::min(coarse_.index(chunk.cached_tokens), prompt_behind_.size() - 2);
  const double from = real(coarse_.knot(depth)), to = real(coarse_.knot(depth + 1));
  const double share = (real(chunk.cached_tokens) - from) / (to - from);
  const double nearer = on_line(prompt_behind_[depth], contexts_, chunk.new_tokens);
  const double farther = on_line(prompt_behind_[depth + 1], contexts_, chunk.new_tokens);
  return alone + nearer + share * (farther - nearer);
}

Picoseconds IterationCost::attention(std::int64_t sequences, std::int64_t context) const {
  const std::size_t at = segment(context / sequences);
  const Line& on = line(sequences, at);
  return on.at_knot + on.per_token * (context - sequences * contexts_.knot(at));
}

Picoseconds IterationCost::operator()(const Batch& batch) const {
  Picoseconds before = 0;
  if (batch.decodes > 0) {
    before = attention(batch.decodes, batch.decode_context);
    const Picoseconds bare = decode_[static_cast<std::size_t>(batch.decodes)];
    if (batch.chunks.empty()) return bare + before;
    if (apart_) before += bare;
  }
  const std::int64_t with = apart_ ? 0 : batch.decodes;  // in the same products
  const auto chunks = static_cast<std::int64_t>(batch.chunks.size());
  double rest = on_line(body_, finest_, with + batch.chunk_tokens) + on_line(head_, fine_, with + chunks) +
                extra_[static_cast<std::size_t>(with)];
  for (const Chunk& chunk : batch.chunks) rest += prompt(chunk) + (chunk.first ? pictures_ : 0);
  rest += sequence_ * real(with > 0 ? chunks : chunks - 1);
  if (batch.chunk_tokens > std::ssize(batch.chunks)) rest += prompts_;
  return before + std::max<Picoseconds>(1, std::llround(rest));
}

IterationCost::Run IterationCost::run(std::int64_t sequences, std::int64_t context, std::int64_t most,
                                      Picoseconds until, std::vector<Piece>& pieces) const {
  pieces.clear();
  Run run;
  std::int64_t mean = context / sequences;  // grows by one an iteration; the remainder stays
  for (std::size_t at = segment(mean); run.iterations < most && run.time < until; ++at) {
    const Line& on = line(sequences, at);
    const bool last = at + 1 == segments_;
    const std::int64_t here = last ? most : contexts_.knot(at + 1) - mean;
    Piece piece{decode_[static_cast<std::size_t>(sequences)] + on.at_knot +
                    on.per_token * (context - sequences * contexts_.knot(at)),
                on.per_token * sequences, std::min(here, most - run.iterations)};
    Picoseconds time = sum_of(piece.first, piece.step, piece.iterations);
    if (time > until - run.time) {
      piece.iterations = fewest(piece.first, piece.step, until - run.time, piece.iterations);
      time = sum_of(piece.first, piece.step, piece.iterations);
    }
    pieces.push_back(piece);
    run.iterations += piece.iterations;
    run.time += time;
    mean += piece.iterations;
    context += piece.iterations * sequences;
    if (last) break;
  }
  return run;
}

}  // namespace hakaru
