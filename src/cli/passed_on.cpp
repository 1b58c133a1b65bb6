// The commands that hakaru passes on to hakaru-data (data/commands.cpp), as they were typed.
#include "commands.h"

namespace hakaru::cli {

void add_data_commands(CLI::App& app, Session& session) {
  for (const char* const name : {"calibrate", "catalog", "completion"}) {
    CLI::App& command = add_command(app, name, "");
    command.prefix_command();
    command.callback([&session] { session.program = "hakaru-data"; });
  }
}

}  // namespace hakaru::cli
