// Communication of a rank's graph with other ranks, over MPI. Groups are those of rehearsal/rank_network.h.
//
// A send is buffered and does not wait: ranks of a pipeline may send to each other before either receives.
#pragma once

// Without the C++ bindings, which MPI 3 dropped.
#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

#include <array>
#include <list>
#include <string>
#include <utility>
#include <vector>

#include "hakaru/rehearsal/rank_network.h"
#include "hakaru/tracing/communicator.h"

namespace hakaru {

class MpiCommunicator : public tracing::Communicator {
 public:
  /// Collective over all ranks.
  explicit MpiCommunicator(const Layout& layout);
  ~MpiCommunicator() override;
  MpiCommunicator(const MpiCommunicator&) = delete;
  MpiCommunicator& operator=(const MpiCommunicator&) = delete;

  Result<bool> on_all(bool mine) override;
  int size(int group) const override;
  int rank(int group) const override;
  Result<void> all_reduce(std::span<float> values, int group) override;
  Result<void> all_reduce_largest(std::span<float> values, int group) override;
  Result<void> all_gather(std::span<const float> mine, std::span<float> all, int group) override;
  Result<void> reduce_scatter(std::span<const float> all, std::span<float> mine, int group) override;
  Result<void> all_to_all(std::span<const float> sent, std::span<float> received, int group) override;
  Result<void> pass_round(std::span<const float> sent, std::span<float> received, int group, int onward) override;
  Result<void> send(std::span<const float> values, int group, int peer) override;
  Result<void> receive(std::span<float> values, int group, int peer) override;

  /// Pipeline messages since the last call, in the order in which they were executed (rehearsal/expected.h).
  std::string messages() { return std::exchange(messages_, {}); }

 private:
  struct Sent {
    std::vector<float> values;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  MPI_Comm of(int group) const { return groups_.at(static_cast<std::size_t>(group)); }
  void forget_arrived();

  std::array<MPI_Comm, rank_groups> groups_{};
  std::list<Sent> sent_;
  std::string messages_;
};

}  // namespace hakaru
