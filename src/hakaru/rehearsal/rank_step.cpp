#include "hakaru/rehearsal/rank_step.h"

#include "hakaru/tracing/autograd.h"

namespace hakaru {
namespace {

using tracing::Tensor;

constexpr int forward_group = static_cast<int>(RankGroup::forward),
              backward_group = static_cast<int>(RankGroup::backward);

}  // namespace

RankTrainer::RankTrainer(tracing::Device& device, RankNetwork& model, const Miniature& miniature,
                         const RankPlace& place, BatchSource batches, const tracing::AdamWOptions& optimizer)
    : device_(device),
      model_(model),
      miniature_(miniature),
      place_(place),
      batches_(std::move(batches)),
      shards_(device, model, miniature.layout, place),
      update_(device, shards_, optimizer),
      shape_(pipeline_shape_of(miniature)),
      order_(passes_of(miniature, place.stage)),
      share_(shards_.shares()) {}

bool RankTrainer::first_part(const PipelinePass& pass) const { return place_.stage == 0 && pass.chunk == 0; }
bool RankTrainer::last_part(const PipelinePass& pass) const {
  return place_.stage == shape_.stages - 1 && pass.chunk == shape_.chunks - 1;
}

RankTrainer::InFlight& RankTrainer::flight(const PipelinePass& pass) {
  return in_flight_[static_cast<std::size_t>(pass.chunk) * static_cast<std::size_t>(shape_.micro_batches) +
                    static_cast<std::size_t>(pass.micro_batch)];
}

/// Data-parallel ranks take micro-batches in turn; every rank of a replica the same ones.
std::int64_t RankTrainer::own_sequence(std::int64_t micro_batch) const {
  const Layout& layout = miniature_.layout;
  const std::int64_t step = steps_ * miniature_.job.global_batch;
  return step + (micro_batch * layout.dp + place_.data) * layout.micro_batch;
}

/// Tokens and labels of each sequence that this context-parallel rank sees.
TextBatch RankTrainer::own_tokens_of(const TextBatch& batch) const {
  const auto sequence = static_cast<std::size_t>(miniature_.sizes.sequence_length);
  const auto own = static_cast<std::size_t>(model_.tokens_of_sequence());
  TextBatch part;
  for (std::size_t begin = static_cast<std::size_t>(place_.context) * own; begin < batch.tokens.size();
       begin += sequence) {
    const auto from = static_cast<std::ptrdiff_t>(begin), to = static_cast<std::ptrdiff_t>(begin + own);
    part.tokens.insert(part.tokens.end(), batch.tokens.begin() + from, batch.tokens.begin() + to);
    part.labels.insert(part.labels.end(), batch.labels.begin() + from, batch.labels.begin() + to);
  }
  return part;
}

TextBatch RankTrainer::batch_of(const PipelinePass& pass) const {
  return own_tokens_of(batches_(own_sequence(pass.micro_batch), miniature_.layout.micro_batch));
}

void RankTrainer::forward(const PipelinePass& pass) {
  InFlight& here = flight(pass);
  const auto stages = shape_.stages;
  const int previous = static_cast<int>((place_.stage + stages - 1) % stages),
            next = static_cast<int>((place_.stage + 1) % stages);
  const bool first = first_part(pass), last = last_part(pass);
  here.input =
      first ? model_.embedded(batch_of(pass).tokens)
            : receive(device_, model_.handed_on(), {device_.options().format, false}, forward_group, previous, true);
  here.output = model_.through(pass.chunk, here.input);
  if (!last) send(here.output, forward_group, next);
}

/// All of the backward pass, or what the stage before waits for.
void RankTrainer::go_back(InFlight& flight, const Tensor& from, const Tensor& gradient) {
  if (splits_backward(miniature_.layout)) {
    flight.put_off = tracing::backward_to({flight.input}, from, gradient);
  } else {
    tracing::backward(from, gradient);
  }
}

void RankTrainer::backward(const PipelinePass& pass) {
  InFlight& here = flight(pass);
  const auto stages = shape_.stages;
  const int previous = static_cast<int>((place_.stage + stages - 1) % stages),
            next = static_cast<int>((place_.stage + 1) % stages);
  if (last_part(pass)) {
    // The head runs here, so that one micro-batch's logits are there at once whatever the schedule.
    here.loss = model_.loss(here.output, batch_of(pass).labels);
    const std::int64_t of_step = shape_.micro_batches * copies_of(miniature_.layout);
    go_back(here, here.loss, share_of_loss(device_, of_step));
  } else {
    const Tensor gradient =
        receive(device_, model_.handed_on(), {device_.options().format, false}, backward_group, next);
    go_back(here, here.output, gradient);
  }
  if (first_part(pass)) return;
  if (const std::optional<Tensor> gradient = device_.gradient_of(here.input)) send(*gradient, backward_group, previous);
}

void RankTrainer::run(const PipelinePass& pass) {
  const Layout& layout = miniature_.layout;
  model_.run_micro_batch(pass.micro_batch * layout.dp + place_.data);
  switch (pass.kind) {
    case PassKind::forward:
      return forward(pass);
    case PassKind::backward:
      return backward(pass);
    case PassKind::weight:
      return std::exchange(flight(pass).put_off, {})();
  }
}

/// Takes the values of the gradients that this rank summed and updates, part behind part, and their squares.
Result<void> RankTrainer::take(const std::vector<Tensor>& gradients, RankStep& done) const {
  for (const Tensor& gradient : gradients) {
    const Result<std::vector<float>> values = gradient.values();
    if (!values) return fail(values);
    done.gradient.insert(done.gradient.end(), values->begin(), values->end());
  }
  for (std::size_t i = 0; i < done.gradient.size(); ++i)
    done.gradient_squares += double{done.gradient[i]} * double{done.gradient[i]} * double{share_[i]};
  return {};
}

Result<RankStep> RankTrainer::step(double learning_rate) {
  device_.zero_gradients();
  in_flight_.assign(static_cast<std::size_t>(shape_.chunks) * static_cast<std::size_t>(shape_.micro_batches), {});
  RankStep done;
  shards_.begin_step();
  for (const PipelinePass& pass : order_) run(pass);
  const std::vector<Tensor> gradients = update_.run(steps_ + 1, learning_rate);
  std::vector<Tensor> losses;
  for (const InFlight& each : in_flight_) {
    if (!each.loss.failed()) losses.push_back(each.loss);
  }
  std::vector<Tensor> kept = losses;
  kept.insert(kept.end(), gradients.begin(), gradients.end());
  shards_.count_gradients();
  const Result<tracing::StepReport> report = device_.mark_step(kept);
  if (!report) return fail(report);
  done.report = *report;
  const Result<void> taken = take(gradients, done);
  if (!taken) return fail(taken);
  for (const Tensor& loss : losses) {
    const Result<float> value = loss.value();
    if (!value) return fail(value);
    done.loss += *value / static_cast<double>(losses.size());
  }
  ++steps_;
  return done;
}

}  // namespace hakaru
