// The commands of hakaru-data: fitting of constants, the user's own data, and completion, which knows all commands. Their
// libraries (Ceres, oneDNN, simdjson, pugixml) are slow to build with, and no plan needs them.
#include "../commands.h"

#include "hakaru/calibrating/asking/calibrate_questions.h"

namespace hakaru::cli {

void add_data_commands(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  add_questions(app, "calibrate", t.say("constants of an accelerator from your measurements"), session,
                calibrate_questions());
  add_catalog_commands(app, session);
  add_completion_command(app, session);
}

}  // namespace hakaru::cli
