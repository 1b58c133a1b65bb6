#include "hakaru/core/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace hakaru {
namespace {

namespace fs = std::filesystem;

/// Files that the process has read, by any thread: a writer need not know the readers.
class FilesRead {
 public:
  static FilesRead& of_process() {
    static FilesRead all;
    return all;
  }
  void add(const std::string& path, ReadAs as) {
    const std::lock_guard<std::mutex> lock(mutex_);
    read_.insert_or_assign(path == "-" ? "/dev/stdin" : path, as);
  }
  /// By what it is, not by its name: a link to it, too.
  bool has(const std::string& path, ReadAs as) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::error_code gone;
    for (const auto& [each, read_as] : read_) {
      if (read_as == as && fs::equivalent(path, each, gone)) return true;
    }
    return false;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, ReadAs> read_;
};

Error not_written(const std::string& path, const std::string& why) {
  return bad_input("{}: cannot be written: {}", path, why).value();
}

std::string folder_of(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

/// True if both are one file, or would be.
bool are_one(const std::string& left, const std::string& right) {
  std::error_code error;
  return fs::equivalent(left, right, error) || fs::weakly_canonical(fs::absolute(left, error), error) ==
                                                   fs::weakly_canonical(fs::absolute(right, error), error);
}

/// The file that `path` leads to through links; `path` itself where there is none.
std::string followed(const std::string& path) {
  std::error_code none;
  const fs::path existing = fs::canonical(path, none);
  return none ? path : existing.string();
}

/// The new text of a file until it takes the file's place. It has no name until then, so that a process killed while it
/// writes leaves nothing. On a disk without such files it is a hidden file beside the other, removed when it is not
/// used; that one stays of a process that is killed.
class Replacement {
 public:
  explicit Replacement(std::string target) : target_(std::move(target)), file_(unnamed(folder_of(target_))) {
    if (file_ < 0) file_ = named();
  }
  ~Replacement() {
    if (file_ >= 0) close(file_);
    if (!beside_.empty()) unlink(beside_.c_str());
  }
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;

  /// Writes `text` into it. True on success; else errno says why not.
  bool hold(std::string_view text) {
    if (file_ < 0) return false;
    const bool runs = text.starts_with("#!");
    while (!text.empty()) {
      const ssize_t written = write(file_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return false;
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    if (!take_mode(runs)) return false;
    // Over a network some disks say only when a file is closed that they are full; they have none without a name.
    return beside_.empty() || close(std::exchange(file_, -1)) == 0;
  }
  bool take_place() {
    if ((beside_.empty() && !take_name()) || rename(beside_.c_str(), target_.c_str()) != 0) return false;
    beside_.clear();
    return true;
  }

 private:
  static int unnamed(const std::string& folder) {
    constexpr mode_t own = 0600;
    // Linking from /proc gives such a file its name.
    if (access("/proc/self/fd", X_OK) != 0) return -1;
    return open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, own);
  }
  /// Hidden: who reads a folder of data meanwhile passes over it.
  std::string beside(const std::string& difference) const {
    return folder_of(target_) + "/." + fs::path(target_).filename().string() + "." + difference + suffix;
  }
  /// Under a name that nobody has: nothing that lies there is followed or written over.
  int named() {
    std::string name = beside("XXXXXX");
    const int file = mkostemps(name.data(), static_cast<int>(std::strlen(suffix)), O_CLOEXEC);
    if (file >= 0) beside_ = std::move(name);
    return file;
  }
  /// For the moment until it takes the place: no file replaces another without a name of its own.
  bool take_name() {
    struct stat own {};
    if (fstat(file_, &own) != 0) return false;
    std::string name = beside(std::to_string(own.st_ino));
    const std::string open_file = "/proc/self/fd/" + std::to_string(file_);
    if (linkat(AT_FDCWD, open_file.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0) return false;
    beside_ = std::move(name);
    return true;
  }

  /// `runs`: it is a script.
  bool take_mode(bool runs) const {
    constexpr mode_t of_all = 0666, all = 07777, plain = 0777;
    struct stat before {};
    if (stat(target_.c_str(), &before) != 0) {
      const mode_t masked = umask(0);
      umask(masked);
      return fchmod(file_, (runs ? plain : of_all) & ~masked) == 0;
    }
    // Only root gives files away; of others' the writer becomes the owner.
    const bool given = fchown(file_, before.st_uid, before.st_gid) == 0;
    return fchmod(file_, before.st_mode & (given ? all : plain)) == 0;
  }

  static constexpr const char* suffix = ".part";
  std::string target_, beside_ = {};  // while it has a name
  int file_;
};

}  // namespace

void remember_read(const std::string& path, ReadAs as) { FilesRead::of_process().add(path, as); }

std::optional<Error> no_output(const std::string& path, Replaces replaces) {
  if (path == "-") return bad_input("'-' is no file to write; accepted: a file, or ./- for one of that name").value();
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    if (fs::is_symlink(fs::symlink_status(path, error)))
      return bad_input("{}: is a link to nothing; accepted: a file to write", path).value();
    return std::nullopt;
  }
  if (fs::is_directory(status)) return not_written(path, std::strerror(EISDIR));
  if (status.type() != fs::file_type::none && !fs::is_regular_file(status))
    return bad_input("{}: is a device, a pipe or a socket; accepted: a file to write", path).value();
  FilesRead& read = FilesRead::of_process();
  if (read.has(path, ReadAs::input) || (replaces != Replaces::data && read.has(path, ReadAs::data)))
    return bad_input("{}: is read by this command, which does not write over it; accepted: another file", path).value();
  for (const char* stream : {"/dev/stdout", "/dev/stderr"}) {
    if (fs::equivalent(path, stream, error))
      return bad_input("{}: is where the answer goes ({}); accepted: another file", path, stream).value();
  }
  return std::nullopt;
}

std::optional<Error> unwritable(const std::vector<std::string>& paths) {
  for (auto path = paths.begin(); path != paths.end(); ++path) {
    if (path->empty()) continue;
    if (std::optional<Error> error = no_output(*path)) return error;
    if (access(folder_of(*path).c_str(), W_OK) != 0) return not_written(*path, std::strerror(errno));
    for (auto other = paths.begin(); other != path; ++other) {
      if (!other->empty() && are_one(*other, *path))
        return bad_input("{} and {} are one file; accepted: two", *other, *path).value();
    }
  }
  return std::nullopt;
}

std::optional<Error> write_file(const std::string& path, const std::string& text, Replaces replaces) {
  if (std::optional<Error> error = no_output(path, replaces)) return error;
  Replacement replacement(followed(path));
  if (replacement.hold(text) && replacement.take_place()) return std::nullopt;
  return not_written(path, std::strerror(errno));
}

std::optional<Error> write_files(const std::vector<FileText>& files, Replaces replaces) {
  for (const FileText& file : files) {  // before any folder is made
    if (std::optional<Error> error = no_output(file.path, replaces)) return error;
    fs::path there = fs::path(file.path).parent_path();
    std::error_code error;
    while (there.has_relative_path() && !fs::exists(there, error)) there = there.parent_path();
    if (!there.empty() && !fs::is_directory(there, error)) return not_written(there.string(), std::strerror(ENOTDIR));
  }
  std::vector<std::unique_ptr<Replacement>> replacements;
  for (const FileText& file : files) {
    std::error_code error;
    fs::create_directories(fs::path(file.path).parent_path(), error);
    if (error) return not_written(fs::path(file.path).parent_path().string(), error.message());
    replacements.push_back(std::make_unique<Replacement>(followed(file.path)));
    if (!replacements.back()->hold(file.text)) return not_written(file.path, std::strerror(errno));
  }
  for (std::size_t at = 0; at < files.size(); ++at) {
    if (!replacements[at]->take_place()) return not_written(files[at].path, std::strerror(errno));
  }
  return std::nullopt;
}

}  // namespace hakaru
