#include "written_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>

#include "data_folder.h"
#include "hakaru/core/fields.h"
#include "hakaru/tracing/digest.h"

namespace hakaru::native {
namespace {

namespace fs = std::filesystem;

constexpr const char *notes_name = ".hakaru", *lock_name = ".hakaru.lock";
constexpr std::string_view notes_head = "# What hakaru has written here: by this it knows it again.\n";
constexpr std::string_view notes_of = "of ";
constexpr std::uint64_t largest_written_bytes = 1 << 28;

std::string digest_of(std::string_view text) {
  tracing::Digest digest;
  digest.add(text);
  return digest.text();
}

Error unwritten(const std::string& path, const std::string& why) {
  return bad_input("{}: cannot be written: {}", path, why).value();
}

/// Tells whether `path` and all that it leads through lie within `folder`.
bool lies_within(const std::string& path, const std::string& folder) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(fs::absolute(path, error), error);
  const fs::path of = fs::canonical(folder, error);
  return !error && std::mismatch(of.begin(), of.end(), whole.begin(), whole.end()).first == of.end();
}

/// Makes `folder` and the folders that it lies in; gives those that were made, outermost first.
Result<std::vector<std::string>> made_for(const std::string& folder) {
  std::vector<std::string> missing;
  std::error_code error;
  for (fs::path each = folder; !each.empty() && !fs::exists(each, error); each = each.parent_path())
    missing.insert(missing.begin(), each.string());
  fs::create_directories(folder, error);
  if (error) return tl::unexpected(unwritten(folder, error.message()));
  if (!fs::is_directory(folder, error)) return tl::unexpected(unwritten(folder, std::strerror(ENOTDIR)));
  return missing;
}

/// Tells whether `open_folder` is still the folder of that name: another process may have removed it.
bool is_still(int open_folder, const std::string& name) {
  struct stat own {
  }, there{};
  return fstat(open_folder, &own) == 0 && stat(name.c_str(), &there) == 0 && own.st_ino == there.st_ino &&
         own.st_dev == there.st_dev;
}

struct Locking {
  int lock = -1;
  int failed = 0;  ///< errno; EWOULDBLOCK: another process has it
};

/// Locks `folder`. Disks of a network lock no folders, but `file` in it; a disk that locks nothing is written unlocked.
Locking locked(const std::string& folder, const std::string& file) {
  constexpr mode_t of_all = 0666;
  const auto failure_of = [](int lock) { return lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0 ? 0 : errno; };
  Locking made{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  made.failed = failure_of(made.lock);
  if (made.failed == 0 && !is_still(made.lock, folder)) made.failed = EWOULDBLOCK;
  if (made.failed != 0 && made.failed != EWOULDBLOCK) {
    if (made.lock >= 0) close(made.lock);
    made.lock = ::open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, of_all);
    if (made.lock < 0) return {-1, errno};
    static_cast<void>(fchmod(made.lock, of_all));  // others who may write into the folder lock it too
    made.failed = failure_of(made.lock);
    if (made.failed != EWOULDBLOCK) made.failed = 0;
  }
  if (made.failed == 0) return made;
  close(made.lock);
  return {-1, made.failed};
}

}  // namespace

Result<WrittenFolder> WrittenFolder::open(const std::string& folder) {
  Result<std::vector<std::string>> made = made_for(folder);
  if (!made) return fail(made);
  WrittenFolder written(folder, std::move(*made));
  if (const Result<void> taken = written.take(); !taken) return fail(taken);
  return written;
}

Result<void> WrittenFolder::take() {
  constexpr auto longest_wait = std::chrono::seconds(60);
  constexpr auto moment = std::chrono::milliseconds(10);
  const auto until = std::chrono::steady_clock::now() + longest_wait;
  while (std::chrono::steady_clock::now() < until) {
    // The process that made it may have removed it again.
    const Result<std::vector<std::string>> made = made_for(folder_);
    if (!made) return fail(made);
    if (access(folder_.c_str(), W_OK | X_OK) != 0) return tl::unexpected(unwritten(folder_, std::strerror(errno)));
    const Locking locking = locked(folder_, path_of(lock_name));
    lock_ = locking.lock;
    if (lock_ >= 0) return {};
    if (locking.failed != EWOULDBLOCK) return tl::unexpected(unwritten(folder_, std::strerror(locking.failed)));
    std::this_thread::sleep_for(moment);  // then tries again: flock itself waits for ever, or not at all
  }
  return bad_input("{}: another command writes into it; accepted: one after the other", folder_);
}

WrittenFolder::WrittenFolder(WrittenFolder&& other) noexcept
    : folder_(std::move(other.folder_)), made_(std::move(other.made_)), lock_(std::exchange(other.lock_, -1)) {
  other.made_.clear();
}

WrittenFolder::~WrittenFolder() {
  for (auto each = made_.rbegin(); each != made_.rend(); ++each) rmdir(each->c_str());
  if (lock_ >= 0) close(lock_);
}

Result<WrittenFolder::Notes> WrittenFolder::notes() const {
  Notes notes;
  std::error_code none;
  if (!fs::exists(fs::symlink_status(path_of(notes_name), none))) return notes;
  const Result<std::string> text = read_own_file(path_of(notes_name), largest_written_bytes);
  if (!text) return fail(text);
  if (!text->starts_with(notes_head))
    return bad_input("{}: {} is not known to be hakaru's; accepted: another folder, or move that file away first",
                     folder_, notes_name);
  std::string_view rest = std::string_view(*text).substr(notes_head.size());
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const std::size_t space = line.find(' ');
    if (line.starts_with(notes_of))
      notes.of = line.substr(notes_of.size());
    else if (space != std::string_view::npos)
      notes.digests[std::string(line.substr(space + 1))] = line.substr(0, space);
  }
  return notes;
}

std::string WrittenFolder::text_of(const Notes& notes) {
  std::string text(notes_head);
  if (!notes.of.empty()) text += std::string(notes_of) + notes.of + "\n";
  for (const auto& [path, digest] : notes.digests) text += digest + " " + path + "\n";
  return text;
}

Result<bool> WrittenFolder::is_to_be_written(const FolderFile& file, const Notes& notes) const {
  const std::string path = path_of(file.path);
  if (!lies_within(path, folder_)) return bad_input("{}: leads out of {}; accepted: files within it", path, folder_);
  std::error_code error;
  if (!fs::is_regular_file(path, error) || file.of_user == OfUser::taken_in) return true;
  const Result<std::string> there = read_own_file(path, largest_written_bytes);
  if (!there) return fail(there);
  if (*there == file.text) return false;
  const auto noted = notes.digests.find(file.path);
  if (noted == notes.digests.end())
    return bad_input("{}: {} is not known to be hakaru's; accepted: another folder, or move that file away first",
                     folder_, file.path);
  if (noted->second == digest_of(*there)) return true;
  if (file.of_user == OfUser::kept) return false;  // the user was to fill it in
  return bad_input("{}: was changed since it was written; accepted: another folder, or remove it first", path);
}

std::optional<Error> WrittenFolder::write(const std::vector<FolderFile>& files, const std::string& of) const {
  if (files.empty()) return std::nullopt;
  Result<Notes> before = notes();
  if (!before) return before.error();
  if (!before->digests.empty() && before->of != of)
    return bad_input("{}: holds the files of another plan; accepted: a folder of their own", folder_).value();
  std::vector<FileText> written;
  Notes after{of, before->digests};
  for (const FolderFile& file : files) {
    const Result<bool> is_new = is_to_be_written(file, *before);
    if (!is_new) return is_new.error();
    const std::string digest = digest_of(file.text);
    if (*is_new) {
      written.push_back({path_of(file.path), file.text});
      after.digests[file.path] = digest;
    } else if (file.of_user == OfUser::kept) {
      after.digests.emplace(file.path, digest);
    } else {
      after.digests[file.path] = digest;  // it is there as it is to be, whatever was noted
    }
  }
  const FolderFile noted{notes_name, text_of(after), OfUser::taken_in};
  const Result<bool> is_within = is_to_be_written(noted, *before);
  if (!is_within) return is_within.error();
  written.push_back({path_of(noted.path), noted.text});
  return write_files(written, Replaces::data);
}

std::optional<Error> WrittenFolder::refuse_foreign(const std::string& path) const {
  std::error_code none;
  if (!fs::exists(fs::symlink_status(path_of(path), none))) return std::nullopt;
  const Result<Notes> noted = notes();
  if (!noted) return noted.error();
  const Result<std::string> there = read_own_file(path_of(path), largest_written_bytes);
  if (!there) return there.error();
  const auto digest = noted->digests.find(path);
  if (digest != noted->digests.end() && digest->second == digest_of(*there)) return std::nullopt;
  return bad_input("{}: {} is not known to be hakaru's; accepted: another folder, or move that file away first",
                   folder_, path)
      .value();
}

std::optional<Error> WrittenFolder::remove(const std::vector<std::string>& paths) const {
  Result<Notes> left = notes();
  if (!left) return left.error();
  bool is_noted = false;
  for (const std::string& each : paths) {
    const std::string path = path_of(each);
    std::error_code error;
    if (!lies_within(path, folder_))
      return bad_input("{}: leads out of {}; accepted: files within it", path, folder_).value();
    fs::remove(path, error);
    if (error) return bad_input("{}: cannot be removed: {}", path, error.message()).value();
    is_noted = left->digests.erase(each) > 0 || is_noted;
  }
  if (!is_noted) return std::nullopt;
  if (!left->digests.empty()) return write_file(path_of(notes_name), text_of(*left), Replaces::data);
  unlink(path_of(notes_name).c_str());
  return std::nullopt;
}

Result<WrittenFolder> own_folder(const std::string& named) {
  const Result<std::string> folder = own_data_folder(named);
  return folder ? WrittenFolder::open(*folder) : fail(folder);
}

}  // namespace hakaru::native
