// The user's own data folder, for every front end: the folder that was named (--data), else the one in HAKARU_DATA,
// else hakaru within XDG_DATA_HOME (~/.local/share where that is not set, as the XDG Base Directory Specification has
// it). The last is read where it is there, and made by what writes into it
// (written_folder.h).
#pragma once

#include <string>

#include "hakaru/core/result.h"

namespace hakaru::native {

/// The folder to be read; "": there is none. `named`: by the user, "" where it was not.
std::string data_folder(const std::string& named);
/// The folder to be written, which need not be there yet.
Result<std::string> own_data_folder(const std::string& named);

/// True if there is a file at `place` of `folder`.
bool has_own_file(const std::string& folder, const std::string& place);

}  // namespace hakaru::native
