// hakaru-sweep SWEEP OUT text|json LANGUAGE DATA: one rank of a sweep. What `hakaru sweep` becomes when mpirun started
// it; apart from hakaru itself, so that only sweeps of several ranks load MPI. Without the C++ bindings, which MPI 3
// dropped.
#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <list>
#include <thread>

#include "../cli/sweep_run.h"

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

std::int64_t as_first_says(std::int64_t value) {
  MPI_Bcast(&value, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
  return value;
}

int run(const std::vector<std::string>& words) {
  Session session({"--lang=" + words[4]});
  session.json = words[3] == "json";
  session.data_folder = words[5];
  Sent sent;
  SweepRanks ranks{0, 1, [&](std::string text) { sent(std::move(text)); }, received_from, as_first_says};
  MPI_Comm_rank(MPI_COMM_WORLD, &ranks.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks.ranks);
  const Result<std::string> said = run_sweep({words[1], words[2]}, session, ranks);
  sent.all_arrive();
  if (said) {
    std::fputs(said->c_str(), stdout);
    return 0;
  }
  // What one rank refuses the first one mostly refuses too: it says so and ends all, this one while it waits. Only
  // where the first one goes on does this rank say why it cannot.
  constexpr std::chrono::seconds first_one_takes{2};
  if (ranks.rank != 0) std::this_thread::sleep_for(first_one_takes);
  std::fputs(("hakaru: " + session.translator()(said.error().message) + "\n").c_str(), stderr);
  return 2;
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
  std::fflush(stdout);
  std::fflush(stderr);
  // Others may wait for rank 0, which has failed in the middle.
  if (status != 0) MPI_Abort(MPI_COMM_WORLD, status);
  MPI_Finalize();
  return status;
}
