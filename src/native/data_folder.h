// Where the user's own data lies, for every front end: the folder that was named (--data), else that of HAKARU_DATA,
// else hakaru within XDG_DATA_HOME (~/.local/share where that is not set, as the XDG Base Directory Specification has
// it). The last is read where it is there, and made by what writes into it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/files.h"

namespace hakaru::native {

/// The folder to be read; "": there is none. `named`: by the user, "" where it was not.
std::string data_folder(const std::string& named);
/// The folder to be written, which need not be there yet.
Result<std::string> own_data_folder(const std::string& named);

/// Writes `text` at `place` ("prices/own.csv") of `folder`, whole or not at all; the folders between are made.
std::optional<Error> write_own_file(const std::string& folder, const std::string& place, const std::string& text);
/// Several, by place: none takes its place before all are written.
std::optional<Error> write_own_files(const std::string& folder, std::vector<FileText> files);

/// Whether there is a file at `place` of `folder`.
bool has_own_file(const std::string& folder, const std::string& place);
/// Takes away those of `places` that are there, in their order; says which it cannot.
std::optional<Error> remove_own_files(const std::string& folder, const std::vector<std::string>& places);

}  // namespace hakaru::native
