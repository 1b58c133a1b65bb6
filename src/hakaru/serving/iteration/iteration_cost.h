// Time of one iteration of a continuously batching engine, looked up in tables that are made once per plan.
//
// An iteration holds n decoding sequences with K cached tokens between them, and chunks of prompts, each of q new
// tokens behind c cached ones. With T = n + Σ q tokens and R = n + chunks rows for the output head
//   t = body(T) + head(R) + extra(n) + attention(n, K) + Σ prompt(q, c) + prompts, if there are any
//       + sequence · (chunks, less one where n = 0: body holds one sequence, extra the others that decode)
//   body       a pass of T tokens through all layers, without attention and without the head
//   head       the blocks after the layers, for R rows
//   extra      what a decode pass of n sequences takes beyond body and head: its own keys, recurrent states, the rhythm
//              of a pipeline
//   attention  of the decoding sequences to what is cached, by n and the mean context K/n
//   prompt     attention of a chunk: prompt(q, 0), and the part that grows with c
//              with the first chunk also an encoder's time, where that reads something else (Whisper's audio), and that
//              of the towers that look at its pictures
//   prompts    what the engine takes longer around an iteration that holds prompts
//   sequence   what the engine takes longer for each sequence
// On NeuronCores prompts and decoding are compiled graphs of their own, and where an encoder reads the prompt (T5) they
// go through layers of their own: an iteration of both takes the sum of the two. What such a decoder has cached is
// counted as the prompt's: cross-attention reads as many bytes for a token as self-attention.
// A decode pass alone and one chunk alone take exactly what they take in iteration.h; what a mixed pass adds is that
// all its tokens go through the layers' products as one.
//
// The tables hold whole picoseconds at knots (log_grid.h): 64 to an octave for body and bare decode passes, 16 for the
// head and a prompt's own attention, 4 for what cached tokens add; between knots are straight lines, and beyond the
// last knot the last line goes on. Kernels take steps (tiles, waves, splits): just after one a line is off by some per
// cent. Against the timer, over 400 decode passes and chunks each of five models, layouts and accelerators: 0.2 % in
// the mean, 5 % at most. Where a longer context takes less time than a shorter one, as when another form of attention
// is chosen for it, the shorter is taken to take that too.
//
// For a given n the attention is a straight line in K between knots, with a whole number of picoseconds per token. So k
// iterations in a row, each with n tokens more, take a sum that is known without adding them one by one:
//   Σ (a + i b), i = 0 … k − 1  =  k a + b k (k − 1) / 2
// and it is the same number to the last digit.
//
// Example: weights read in 10 ms, 1 µs of attention for a cached token, 4 sequences of 1,000 tokens: 14 ms, the
// next iteration 14.004 ms, ten of them 140.18 ms.
// Limits: sequences of a batch count by their mean context; a window that some exceed and others do not is averaged.
#pragma once

#include <functional>
#include <vector>

#include "hakaru/core/log_grid.h"
#include "hakaru/job/job.h"
#include "hakaru/serving/iteration/iteration.h"
#include "hakaru/traffic/request.h"

namespace hakaru {

/// Part of a prompt that one iteration computes.
struct Chunk {
  std::int64_t new_tokens = 0, cached_tokens = 0;
  bool first = true;  ///< of its request: the towers look at the pictures in it
};

/// The work of one iteration.
struct Batch {
  std::int64_t decodes = 0;         ///< sequences that get one token each
  std::int64_t decode_context = 0;  ///< tokens cached of those, all together
  std::vector<Chunk> chunks;
  std::int64_t chunk_tokens = 0;  ///< new tokens of the chunks
  bool padded = false;            ///< to a compiled shape: a repeated iteration takes the same time

  bool empty() const { return decodes == 0 && chunks.empty(); }
  void clear() {
    decodes = decode_context = chunk_tokens = 0;
    padded = false;
    chunks.clear();
  }
  void add(const Chunk& chunk) {
    chunks.push_back(chunk);
    chunk_tokens += chunk.new_tokens;
  }
};

/// Sources of the tables: a timer's figures, or made-up ones in a test.
struct PassTimes {
  std::function<double(double tokens)> body_s;
  std::function<double(double rows)> head_s;
  std::function<double(double sequences, double context)> decode_s;  ///< a whole decode pass
  std::function<double(double new_tokens, double cached)> prompt_s;  ///< attention of a chunk
  double prompts_s = 0;                                              ///< of an iteration that holds chunks
  double sequence_s = 0;                                             ///< of each sequence, its kernels apart
  double pictures_s = 0;                                             ///< of those in a prompt, through their towers
  double handling_s = 0;                                             ///< of a request, before an engine sees it
  bool apart = false;                                                ///< prompts and decoding are not computed as one
};
PassTimes pass_times(const ServingJob& job, IterationTimer& timer);

struct CostLimits {
  std::int64_t sequences = 1024;  ///< decoding at once
  std::int64_t tokens = 8192;     ///< new tokens of one iteration
  std::int64_t context = 8192;    ///< of one sequence
};

class IterationCost {
 public:
  IterationCost(const PassTimes& times, const CostLimits& limits);

  Picoseconds operator()(const Batch& batch) const;
  /// Time of a request from its arrival until a scheduler sees it: HTTP, tokenising, handing over.
  Picoseconds handling() const { return handling_; }

  /// Iterations whose time grows by the same step.
  struct Piece {
    Picoseconds first = 0, step = 0;
    std::int64_t iterations = 0;
  };
  struct Run {
    std::int64_t iterations = 0;
    Picoseconds time = 0;
  };
  /// Decode iterations of n sequences, the first with K cached tokens: as many as it takes to last `until` or longer,
  /// at most `most`. Its pieces are put into `pieces`.
  Run run(std::int64_t sequences, std::int64_t context, std::int64_t most, Picoseconds until,
          std::vector<Piece>& pieces) const;

 private:
  /// Attention between two knots of context: `at_knot` + `per_token` for each token beyond it, of all sequences.
  struct Line {
    Picoseconds at_knot = 0, per_token = 0;
  };
  using Curve = std::vector<double>;  ///< at the knots of a grid, in picoseconds

  void tabulate_decoding(const PassTimes& times, const CostLimits& limits);
  void tabulate_prompts(const PassTimes& times, const CostLimits& limits);
  std::size_t segment(std::int64_t mean_context) const {
    return std::min(contexts_.index(mean_context), segments_ - 1);
  }
  const Line& line(std::int64_t sequences, std::size_t segment) const {
    return lines_[static_cast<std::size_t>(sequences) * segments_ + segment];
  }
  Picoseconds attention(std::int64_t sequences, std::int64_t context) const;
  double prompt(const Chunk& chunk) const;

  static constexpr LogGrid finest_{6}, fine_{4}, contexts_{2}, coarse_{1};
  Curve body_, head_, prompt_;
  std::vector<Curve> prompt_behind_;  ///< by knot of cached tokens: what they add to the attention of a chunk
  std::vector<Picoseconds> decode_;   ///< by sequences: a pass of them with nothing cached
  std::vector<double> extra_;         ///< by sequences
  double prompts_ = 0;                ///< of an iteration that holds chunks
  double sequence_ = 0;               ///< of each sequence
  double pictures_ = 0;               ///< of those in a prompt
  Picoseconds handling_ = 0;
  bool apart_ = false;       ///< prompts and decoding are not computed as one
  std::vector<Line> lines_;  ///< by sequences and segment
  std::size_t segments_ = 1;
};

}  // namespace hakaru
