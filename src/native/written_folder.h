// A folder that a command writes files into: scripts that run a plan, or the user's own data. One mechanism for all.
//
// One process at a time has the folder: a process that adds to its files locks it before it reads them and unlocks it
// after it has written them. The file .hakaru lists a digest and a name of each file that hakaru wrote. A file that is
// not in that list, or that was changed since, is not written over. Nothing is written through a link that leads out of
// the folder.
//
//   Result<WrittenFolder> folder = WrittenFolder::open("runs");  // made where it is not there
//   folder->write({{"run-all.sh", text}}, "measure 1f3c…");
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hakaru/core/files.h"

namespace hakaru::native {

struct FolderFile {
  std::string path, text;  ///< within the folder
  OfUser of_user = OfUser::refused;
};

class WrittenFolder {
 public:
  /// Waits while another process has it, but not for ever.
  static Result<WrittenFolder> open(const std::string& folder);
  WrittenFolder(WrittenFolder&& other) noexcept;
  WrittenFolder(const WrittenFolder&) = delete;
  WrittenFolder& operator=(const WrittenFolder&) = delete;
  /// Folders that were made and hold nothing go again.
  ~WrittenFolder();

  const std::string& path() const { return folder_; }
  /// All or none. `of`: what its files are of; a folder has those of one alone.
  std::optional<Error> write(const std::vector<FolderFile>& files, const std::string& of = "") const;
  /// Refuses a file at `path` that hakaru has not written, or that was changed since; for a file that is to be removed
  /// though nobody named it.
  std::optional<Error> refuse_foreign(const std::string& path) const;
  /// Takes away those of `paths` that are there, in their order; says which it cannot.
  std::optional<Error> remove(const std::vector<std::string>& paths) const;

 private:
  struct Notes {
    std::string of;
    std::map<std::string, std::string> digests;  ///< by path
  };
  WrittenFolder(std::string folder, std::vector<std::string> made)
      : folder_(std::move(folder)), made_(std::move(made)) {}
  std::string path_of(const std::string& path) const { return folder_ + "/" + path; }
  Result<void> take();
  Result<Notes> notes() const;
  static std::string text_of(const Notes& notes);
  Result<bool> is_to_be_written(const FolderFile& file, const Notes& notes) const;

  std::string folder_;
  std::vector<std::string> made_;  ///< outermost first
  int lock_ = -1;
};

/// The folder of the user's own data (data_folder.h), open to be written; made where it is not there yet.
Result<WrittenFolder> own_folder(const std::string& named);

}  // namespace hakaru::native
