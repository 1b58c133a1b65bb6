// hakaru-rank FOLDER: one rank of a rehearsal, started by mpirun. It reads its task in FOLDER and leaves its record
// there (formats/rehearsal_record.h). Apart from hakaru itself, so that only rehearsals load MPI.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <fstream>

#include "folder_store.h"
#include "guard.h"
#include "hakaru/formats/plan_file.h"
#include "hakaru/formats/rehearsal_record.h"
#include "hakaru/output/rehearsal.h"
#include "hakaru/rehearsal/communication_time.h"
#include "hakaru/rehearsal/precision.h"
#include "mpi_communicator.h"

namespace hakaru {
namespace {

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Result<void> run(const std::string& folder) {
  const Result<RanksTask> task = read_task(task_file(folder));
  if (!task) return fail(task);
  const Result<DataFiles> data = task->data.empty() ? DataFiles() : DataFiles::with_folder(task->data);
  if (!data) return fail(data);
  const Result<Catalog> catalog = Catalog::read(*data);
  if (!catalog) return fail(catalog);
  const Result<SavedPlan> saved = read_training_plan(task->plan, *data, *catalog);
  if (!saved) return fail(saved);
  const Result<MiniatureWish> wish = miniature_wish(task->network, task->scale);
  if (!wish) return fail(wish);
  Result<Miniature> miniature = miniature_of(saved->training_job(), saved->plan.layout, task->ranks, *wish);
  if (!miniature) return fail(miniature);
  const Result<std::string> text = read_file(task->text, std::uint64_t{1} << 30);
  if (!text) return fail(text);
  Result<tracing::DeviceOptions> device = rehearsal_device(saved->plan.cluster.instance().accelerator, *data);
  if (!device) return fail(device);
  const auto seed = static_cast<std::uint64_t>(task->seed);
  const Result<void> taken = take_precision(task->precision, seed, *miniature, *device);
  if (!taken) return fail(taken);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const auto communicator = std::make_shared<MpiCommunicator>(miniature->layout);
  device->communicator = communicator;
  if (task->core_bytes > 0) {
    device->memory_bytes = task->core_bytes;
    device->tensors_alone = true;
  }
  if (task->timed) {
    device->clock = seconds_now;
    device->communication_s =
        communication_seconds(saved->plan.cluster.instance(), miniature->layout, device->calibration);
  }
  if (!task->cache.empty()) device->store = std::make_shared<tracing::FolderStore>(task->cache);
  const Result<RankOutcome> outcome = try_rank(
      *miniature,
      {rank, task->steps, seed, *text, std::move(*device), [communicator] { return communicator->messages(); },
       [&folder](std::int64_t step, const std::string& parameter) { return read_gradient(folder, step, parameter); }});
  if (!outcome) return fail(outcome);
  const std::string file = record_file(folder, rank);
  std::ofstream out(file);
  out << json_text(std::visit([](const auto& left) { return json_of(left); }, *outcome));
  if (!out.flush()) return bad_input("{}: cannot be written", file);
  return {};
}

}  // namespace
}  // namespace hakaru

int main(int count, char** words) {
  if (count != 2) {
    std::fputs("usage: hakaru-rank FOLDER (started by hakaru rehearse)\n", stderr);
    return 2;
  }
  const std::string folder = words[1];
  hakaru::stand_guard(folder);
  MPI_Init(&count, &words);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const auto done = hakaru::run(folder);
  if (!done) {
    std::fputs(fmt::format("hakaru: rank {}: {}\n", rank, hakaru::in_english(done.error().message)).c_str(), stderr);
    hakaru::tell_status(folder, 2);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Finalize();
  return 0;
}
