// hakaru-rank PLAN RANKS STEPS SEED TEXT OUT CORE_BYTES CACHE TIMED PRECISION NETWORK SCALE: one rank of a rehearsal,
// started by mpirun. Writes OUT.<rank>.json. CORE_BYTES: memory of the simulated core, 0: the accelerator's; CACHE: a
// folder of compiled programs, -: none; TIMED: 1, for a trace; NETWORK and SCALE: as hakaru rehearse has them, -: not
// said. Apart from hakaru itself, so that only rehearsals load MPI.
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "folder_store.h"
#include "hakaru/core/text.h"
#include "hakaru/output/plan_file.h"
#include "hakaru/output/rehearsal.h"
#include "hakaru/rehearsal/precision.h"
#include "mpi_communicator.h"

namespace hakaru {
namespace {

struct Arguments {
  std::string plan, text, out, cache, precision, network, scale;
  std::int64_t core_bytes = 0;
  bool timed = false;
  std::int64_t ranks = 1, steps = 1;
  std::uint64_t seed = 1;
};

Result<void> run(const Arguments& arguments) {
  const char* const folder = std::getenv("HAKARU_DATA");
  const Result<DataFiles> read = folder == nullptr || *folder == '\0' ? DataFiles() : DataFiles::with_folder(folder);
  if (!read) return fail(read);
  const DataFiles& data = *read;
  const Result<Catalog> catalog = Catalog::read(data);
  if (!catalog) return fail(catalog);
  const Result<SavedPlan> saved = read_training_plan(arguments.plan, data, *catalog);
  if (!saved) return fail(saved);
  const Result<MiniatureWish> wish = miniature_wish(arguments.network, arguments.scale);
  if (!wish) return fail(wish);
  Result<Miniature> miniature = miniature_of(saved->training_job(), saved->plan.layout, arguments.ranks, *wish);
  if (!miniature) return fail(miniature);
  const Result<std::string> text = read_file(arguments.text, std::uint64_t{1} << 30);
  if (!text) return fail(text);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Result<tracing::DeviceOptions> device = rehearsal_device(saved->plan.cluster.instance().accelerator, data);
  if (!device) return fail(device);
  const Result<void> taken = take_precision(arguments.precision, arguments.seed, *miniature, *device);
  if (!taken) return fail(taken);
  const auto communicator = std::make_shared<MpiCommunicator>(miniature->layout);
  device->communicator = communicator;
  if (arguments.core_bytes > 0) {
    device->memory_bytes = arguments.core_bytes;
    const Expected expected = expected_of(*miniature, RankPlace::of(rank, miniature->layout));
    device->kept_bytes = expected.activations_bytes;
    device->workspace_bytes = expected.peak_bytes() - expected.weights_bytes - expected.optimizer_bytes -
                              expected.gradients_bytes - expected.activations_bytes;
  }
  if (arguments.timed) {
    device->clock = [] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    };
  }
  if (arguments.cache != "-") device->store = std::make_shared<tracing::FolderStore>(arguments.cache);
  const Result<RankRecord> record =
      run_rank(*miniature, {rank, arguments.steps, arguments.seed, *text, std::move(*device),
                            [communicator] { return communicator->messages(); },
                            [&arguments](std::int64_t step, const std::string& parameter) {
                              return read_gradient(arguments.out, step, parameter);
                            }});
  const bool too_small = !record && record.error().kind == ErrorKind::unsatisfiable;
  if (!record && !too_small) return fail(record);
  const std::string file = fmt::format("{}.{}.json", arguments.out, rank);
  std::ofstream out(file);
  out << json_text(too_small ? json_of_failure(rank, record.error().message) : json_of(*record));
  if (!out.flush()) return bad_input("{}: cannot be written", file);
  return {};
}

}  // namespace
}  // namespace hakaru

int main(int count, char** words) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // of mpirun: nothing is left running
  MPI_Init(&count, &words);
  if (count != 13) {
    std::fputs(
        "usage: hakaru-rank PLAN RANKS STEPS SEED TEXT OUT CORE_BYTES CACHE TIMED PRECISION NETWORK SCALE (started by "
        "hakaru "
        "rehearse)\n",
        stderr);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const hakaru::Arguments arguments{words[1],
                                    words[5],
                                    words[6],
                                    words[8],
                                    words[10],
                                    words[11],
                                    words[12],
                                    std::atoll(words[7]),
                                    std::string_view(words[9]) == "1",
                                    std::atoll(words[2]),
                                    std::atoll(words[3]),
                                    std::strtoull(words[4], nullptr, 10)};
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const auto done = hakaru::run(arguments);
  if (!done) {
    std::fputs(fmt::format("hakaru: rank {}: {}\n", rank, hakaru::in_english(done.error().message)).c_str(), stderr);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Finalize();
  return 0;
}
