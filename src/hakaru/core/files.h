// Files that are written, and how they are kept from doing harm.
//
// Files that a process has read are remembered; what it writes is none of them (`plan --model m.json -o m.json`), nor
// where its standard output goes, nor anything but a regular file: no device, no pipe. A link to a file stays, and the
// file that it leads to is written; one that exists keeps its mode and, where that can be, its owner; a new one that
// begins with #! may be run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/result.h"

namespace hakaru {

/// Kind of a file that was read: one that the user named, or a part of the folder of data.
enum class ReadAs { input, data };
void remember_read(const std::string& path, ReadAs as = ReadAs::input);

/// Files that were read and may be written anew: none, or those of the data (calibrations).
enum class Replaces { nothing_read, data };

/// Why `path` is not to be written, whoever does it; what its folder says is not asked.
std::optional<Error> no_output(const std::string& path, Replaces replaces = Replaces::nothing_read);
/// Why one of `paths` cannot be written, or two of them are one; those that are empty are not meant. For before long
/// work: writing itself asks again.
std::optional<Error> unwritable(const std::vector<std::string>& paths);
/// Writes a file whole or not at all: beside it first, then in its place.
std::optional<Error> write_file(const std::string& path, const std::string& text,
                                Replaces replaces = Replaces::nothing_read);

/// The treatment of a file that the user wrote or changed, at the place of one to be written: refused, nothing is
/// written; kept, it stays and the rest is written; taken_in, the new one has its contents too.
enum class OfUser { refused, kept, taken_in };

struct FileText {
  std::string path, text;
};
/// The same of several: none takes its place before all are written beside theirs. Folders that they lie in are made.
std::optional<Error> write_files(const std::vector<FileText>& files, Replaces replaces);

}  // namespace hakaru
