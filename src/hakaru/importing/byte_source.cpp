#include "hakaru/importing/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "hakaru/core/files.h"

namespace hakaru {
namespace {

/// A file that is closed with its last user.
struct OpenFile {
  explicit OpenFile(int opened) : file(opened) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (file != STDIN_FILENO) close(file);
  }
  const int file;
};

std::string day_of(std::time_t time) {
  const auto day = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::from_time_t(time));
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

}  // namespace

ByteSource::ByteSource(Read read, std::string name, std::string written_on)
    : read_(std::move(read)), name_(std::move(name)), written_on_(std::move(written_on)) {}

ByteSource::ByteSource(std::string_view text, std::string name) : name_(std::move(name)) {
  read_ = [rest = text](char* buffer, std::size_t size) mutable {
    const std::size_t given = std::min(size, rest.size());
    if (given > 0) std::memcpy(buffer, rest.data(), given);
    rest.remove_prefix(given);
    return static_cast<std::int64_t>(given);
  };
}

Result<ByteSource> ByteSource::open(const std::string& path) {
  const int file = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return bad_input("{}: cannot be read: {}", path, std::strerror(errno));
  const auto held = std::make_shared<const OpenFile>(file);
  struct stat status {};
  const bool known = fstat(file, &status) == 0;
  if (known && S_ISDIR(status.st_mode)) return bad_input("{}: cannot be read: {}", path, std::strerror(EISDIR));
  remember_read(path);
  return ByteSource([held](char* buffer, std::size_t size) { return ::read(held->file, buffer, size); },
                    path == "-" ? "standard input" : path,
                    known && S_ISREG(status.st_mode) ? day_of(status.st_mtime) : "");
}

Result<std::size_t> ByteSource::read(char* buffer, std::size_t size) {
  std::size_t filled = std::min(size, ahead_.size());
  ahead_.copy(buffer, filled);
  ahead_.erase(0, filled);
  while (filled < size) {
    const std::int64_t given = read_(buffer + filled, size - filled);
    if (given < 0 && errno == EINTR) continue;
    if (given < 0) return bad_input("{}: cannot be read: {}", name_, std::strerror(errno));
    if (given == 0) break;
    filled += static_cast<std::size_t>(given);
  }
  return filled;
}

Result<char> ByteSource::first_byte() {
  constexpr std::size_t looked_at = 4096;
  std::string beginning(looked_at, '\0');
  const Result<std::size_t> read = this->read(beginning.data(), beginning.size());
  if (!read) return fail(read);
  beginning.resize(*read);
  ahead_.insert(0, beginning);
  const std::size_t first = beginning.find_first_not_of("\xEF\xBB\xBF \t\r\n");
  return first == std::string::npos ? '\0' : beginning[first];
}

}  // namespace hakaru
