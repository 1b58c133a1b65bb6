// Sources of a launch: a command as it is typed, a script, a manifest that has or lists its words, a file of
// settings, a job that starts the launch.sh beside it.
#pragma once

#include "hakaru/launching/read_launch.h"

namespace hakaru {

/// Reads `from`: the name of a file or folder, or a text itself where it has a blank or lines. `key`: as messages name
/// it. Fails where no known program is started there; `reads_files`: true if it may name files of this machine;
/// `on`: as read_command has it.
Result<LaunchRead> launch_named(const std::string& from, const std::string& key, const LaunchPrograms& programs,
                                bool reads_files, const Accelerator* on = nullptr);

}  // namespace hakaru
