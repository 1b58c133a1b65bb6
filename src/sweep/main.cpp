// hakaru-sweep SWEEP OUT text|json LANGUAGE DATA: one rank of a sweep. What `hakaru sweep` becomes when mpirun started
// it; apart from hakaru itself, so that only sweeps of several ranks load MPI. Without the C++ bindings, which MPI 3
// dropped.
#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

#include <cstdio>
#include <list>

#include "sweep_run.h"

namespace hakaru::cli {
namespace {

/// Texts on their way to rank 0.
class Sent {
 public:
  void operator()(std::string text) {
    constexpr std::size_t most = 16;  // rank 0 is behind by so many blocks: wait for it
    Message& sent = under_way_.emplace_back();
    sent.text = std::move(text);
    MPI_Isend(sent.text.data(), static_cast<int>(sent.text.size()), MPI_CHAR, 0, 0, MPI_COMM_WORLD, &sent.request);
    while (under_way_.size() > most) arrive();
  }
  void all_arrive() {
    while (!under_way_.empty()) arrive();
  }

 private:
  struct Message {
    std::string text;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  void arrive() {
    MPI_Wait(&under_way_.front().request, MPI_STATUS_IGNORE);
    under_way_.pop_front();
  }
  std::list<Message> under_way_;
};

std::string received_from(int rank) {
  MPI_Status status;
  MPI_Probe(rank, 0, MPI_COMM_WORLD, &status);
  int bytes = 0;
  MPI_Get_count(&status, MPI_CHAR, &bytes);
  std::string text(static_cast<std::size_t>(bytes), '\0');
  MPI_Recv(text.data(), bytes, MPI_CHAR, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return text;
}

/// The text of rank 0, whatever the others give.
std::string from_first(std::string text) {
  auto bytes = static_cast<std::int64_t>(text.size());
  MPI_Bcast(&bytes, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
  text.resize(static_cast<std::size_t>(bytes));
  MPI_Bcast(text.data(), static_cast<int>(bytes), MPI_CHAR, 0, MPI_COMM_WORLD);
  return text;
}

int run(const std::vector<std::string>& words) {
  Session session({"--lang=" + words[4]});
  session.json = words[3] == "json";
  session.data_folder = words[5];
  Sent sent;
  SweepRanks ranks{0, 1, [&](std::string text) { sent(std::move(text)); }, received_from, from_first, {}};
  MPI_Comm_rank(MPI_COMM_WORLD, &ranks.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks.ranks);
  bool all_go_on = false;
  ranks.first_to_refuse = [&](bool refuses) {
    int first = refuses ? ranks.rank : ranks.ranks;
    MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    all_go_on = first == ranks.ranks;
    return first;
  };
  const Result<std::string> said = run_sweep({words[1], words[2]}, session, ranks);
  sent.all_arrive();
  const int status = tell(said, session);
  if (all_go_on && !said)
    MPI_Abort(MPI_COMM_WORLD, status);  // the others wait for this one, which failed in the middle
  return status;
}

}  // namespace
}  // namespace hakaru::cli

int main(int count, char** values) {
  MPI_Init(&count, &values);
  if (count != 6) {
    std::fputs("usage: hakaru-sweep SWEEP OUT text|json LANGUAGE DATA (started by hakaru sweep)\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const int status = hakaru::cli::run({values, values + count});
  MPI_Finalize();
  return status;
}
