#include "mpi_communicator.h"

#include <algorithm>

namespace hakaru {
namespace {

Result<void> done(int status, const char* what) {
  if (status == MPI_SUCCESS) return {};
  return bad_input("{} between ranks failed", what);
}

/// Sums are kept in fp64 and rounded once (tracing/execute.h, Sums).
std::vector<double> wide(std::span<const float> values) { return {values.begin(), values.end()}; }

void narrow(const std::vector<double>& values, std::span<float> to) {
  std::transform(values.begin(), values.end(), to.begin(), [](double value) { return static_cast<float>(value); });
}

int count_of(std::size_t values) { return static_cast<int>(values); }

}  // namespace

MpiCommunicator::MpiCommunicator(const Layout& layout) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const RankPlace place = RankPlace::of(rank, layout);
  const std::int64_t copy = place.copy(layout);
  const auto replica = static_cast<int>(place.stage * copies_of(layout) + copy);
  const auto shard = static_cast<int>(place.stage * layout.tp + place.tensor);
  const auto lane = static_cast<int>(copy * layout.tp + place.tensor);
  const auto sequence = static_cast<int>((place.stage * layout.dp + place.data) * layout.tp + place.tensor);
  const auto experts =
      static_cast<int>((place.stage * copies_of(layout) + place.expert_copy(layout)) * layout.tp + place.tensor);
  const auto same_experts =
      static_cast<int>((place.stage * layout.ep + place.expert(layout)) * layout.tp + place.tensor);
  const std::array<int, rank_groups> colours{replica, shard, lane, lane, sequence, experts, same_experts};
  for (std::size_t group = 0; group < colours.size(); ++group) {
    MPI_Comm_split(MPI_COMM_WORLD, colours[group], rank, &groups_[group]);
    MPI_Comm_set_errhandler(groups_[group], MPI_ERRORS_RETURN);
  }
}

MpiCommunicator::~MpiCommunicator() {
  for (Sent& each : sent_) MPI_Wait(&each.request, MPI_STATUS_IGNORE);
  for (MPI_Comm& group : groups_) MPI_Comm_free(&group);
}

Result<bool> MpiCommunicator::on_all(bool mine) {
  int value = mine ? 1 : 0;
  const auto told = done(MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD), "an all-reduce");
  if (!told) return fail(told);
  return value != 0;
}

int MpiCommunicator::size(int group) const {
  int size = 1;
  MPI_Comm_size(of(group), &size);
  return size;
}

int MpiCommunicator::rank(int group) const {
  int rank = 0;
  MPI_Comm_rank(of(group), &rank);
  return rank;
}

Result<void> MpiCommunicator::all_reduce(std::span<float> values, int group) {
  std::vector<double> sums = wide(values);
  const int status = MPI_Allreduce(MPI_IN_PLACE, sums.data(), count_of(sums.size()), MPI_DOUBLE, MPI_SUM, of(group));
  narrow(sums, values);
  return done(status, "an all-reduce");
}

Result<void> MpiCommunicator::all_reduce_largest(std::span<float> values, int group) {
  return done(MPI_Allreduce(MPI_IN_PLACE, values.data(), count_of(values.size()), MPI_FLOAT, MPI_MAX, of(group)),
              "an all-reduce");
}

Result<void> MpiCommunicator::all_gather(std::span<const float> mine, std::span<float> all, int group) {
  return done(MPI_Allgather(mine.data(), count_of(mine.size()), MPI_FLOAT, all.data(), count_of(mine.size()), MPI_FLOAT,
                            of(group)),
              "an all-gather");
}

Result<void> MpiCommunicator::reduce_scatter(std::span<const float> all, std::span<float> mine, int group) {
  const std::vector<double> summands = wide(all);
  std::vector<double> sums(mine.size());
  const int status =
      MPI_Reduce_scatter_block(summands.data(), sums.data(), count_of(sums.size()), MPI_DOUBLE, MPI_SUM, of(group));
  narrow(sums, mine);
  return done(status, "a reduce-scatter");
}

Result<void> MpiCommunicator::all_to_all(std::span<const float> sent, std::span<float> received, int group) {
  const int part = count_of(sent.size()) / size(group);
  return done(MPI_Alltoall(sent.data(), part, MPI_FLOAT, received.data(), part, MPI_FLOAT, of(group)), "an all-to-all");
}

Result<void> MpiCommunicator::pass_round(std::span<const float> sent, std::span<float> received, int group,
                                         int onward) {
  const int ranks = size(group), own = rank(group);
  const int to = ((own + onward) % ranks + ranks) % ranks, from = ((own - onward) % ranks + ranks) % ranks;
  return done(MPI_Sendrecv(sent.data(), count_of(sent.size()), MPI_FLOAT, to, 0, received.data(),
                           count_of(received.size()), MPI_FLOAT, from, 0, of(group), MPI_STATUS_IGNORE),
              "a message round the ring");
}

void MpiCommunicator::forget_arrived() {
  for (auto each = sent_.begin(); each != sent_.end();) {
    int arrived = 0;
    MPI_Test(&each->request, &arrived, MPI_STATUS_IGNORE);
    each = arrived != 0 ? sent_.erase(each) : std::next(each);
  }
}

Result<void> MpiCommunicator::send(std::span<const float> values, int group, int peer) {
  forget_arrived();
  messages_ += group == static_cast<int>(RankGroup::forward) ? 'F' : 'B';
  Sent& sent = sent_.emplace_back();
  sent.values.assign(values.begin(), values.end());
  return done(MPI_Isend(sent.values.data(), count_of(sent.values.size()), MPI_FLOAT, peer, 0, of(group), &sent.request),
              "a send");
}

Result<void> MpiCommunicator::receive(std::span<float> values, int group, int peer) {
  messages_ += group == static_cast<int>(RankGroup::forward) ? 'f' : 'b';
  return done(MPI_Recv(values.data(), count_of(values.size()), MPI_FLOAT, peer, 0, of(group), MPI_STATUS_IGNORE),
              "a receive");
}

}  // namespace hakaru
