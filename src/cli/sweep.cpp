// hakaru sweep SWEEP.toml [-o out.csv]: the best plan of each of many scenarios. Under mpirun it becomes hakaru-sweep
// (src/sweep/), which has MPI.
#include <memory>

#include "../native/program.h"
#include "../sweep/sweep_run.h"
#include "commands.h"

namespace hakaru::cli {
namespace {

/// Number of processes that mpirun started; 1 without it.
int ranks_started() {
  const char* const ranks = std::getenv("OMPI_COMM_WORLD_SIZE");
  return ranks == nullptr ? 1 : std::atoi(ranks);
}

/// Does not come back where it works.
tl::unexpected<Error> become_rank(const SweepCommand& command, const Session& session) {
  return native::become("hakaru-sweep", {command.sweep, command.out, session.json ? "json" : "text", session.language,
                                         session.data_folder});
}

}  // namespace

void add_sweep_command(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  CLI::App& command = add_command(app, "sweep", t.say("the best plan of each of many scenarios, as CSV"));
  const auto state = std::make_shared<SweepCommand>();
  command.add_option("SWEEP", state->sweep, t.say("scenarios as TOML: [base], [grid] and [[list]]"))
      ->type_name("")
      ->group("scenario");
  command.add_option("-o", state->out, t.say("the rows; goes on where it stopped"))->type_name("FILE")->group("output");
  command.callback([state, &session] {
    session.command = [state, &session]() -> Result<std::string> {
      if (session.csv && !state->out.empty())
        return bad_input("{} means nothing to {}, whose rows are CSV in the file of -o", "--csv", "sweep");
      if (ranks_started() > 1) return become_rank(*state, session);
      return run_sweep(*state, session, {});
    };
  });
}

}  // namespace hakaru::cli
