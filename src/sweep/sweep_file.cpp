#include "sweep_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "hakaru/core/files.h"

namespace hakaru::cli {

SweepFile::SweepFile(SweepFile&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      path_(std::move(other.path_)),
      header_(std::move(other.header_)),
      whole_bytes_(other.whole_bytes_),
      rows_(other.rows_) {}

SweepFile::~SweepFile() {
  if (file_ >= 0) close(file_);
}

tl::unexpected<Error> SweepFile::failed() const {
  return bad_input("{}: cannot be written: {}", path_, std::strerror(errno));
}

Result<SweepFile> SweepFile::open(const std::string& path, const std::string& header, const Look& look) {
  if (std::optional<Error> error = no_output(path)) return tl::unexpected(std::move(*error));
  constexpr mode_t readable_by_all = 0666;
  SweepFile file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, readable_by_all), path, header);
  if (file.file_ < 0) return file.failed();
  if (flock(file.file_, LOCK_EX | LOCK_NB) != 0) return bad_input("{}: another sweep is writing it", path);
  if (const Result<void> looked = file.look_at_rows(look); !looked) return fail(looked);
  return file;
}

Result<void> SweepFile::look_at_rows(const Look& look) {
  constexpr std::size_t at_once = 1 << 20;
  std::vector<char> buffer(at_once);
  std::string line;
  bool header_seen = false;
  const auto other_sweep = [&] {
    return bad_input("{}: its first line is not that of this sweep; name another file, or remove it", path_);
  };
  for (;;) {
    const ssize_t got = read(file_, buffer.data(), buffer.size());
    if (got < 0) return failed();
    if (got == 0) break;
    for (std::string_view rest(buffer.data(), static_cast<std::size_t>(got)); !rest.empty();) {
      const std::size_t end = rest.find('\n');
      line += rest.substr(0, end == std::string_view::npos ? end : end + 1);
      if (!header_seen && line.size() > header_.size()) return other_sweep();
      if (end == std::string_view::npos) break;
      rest.remove_prefix(end + 1);
      whole_bytes_ += static_cast<std::int64_t>(line.size());
      if (!header_seen) {
        if (line != header_) return other_sweep();
        header_seen = true;
      } else if (std::optional<Error> error = look(rows_++, line)) {
        return tl::unexpected(std::move(*error));
      }
      line.clear();
    }
  }
  if (!header_seen && !header_.starts_with(line)) return other_sweep();
  return {};
}

Result<void> SweepFile::begin() {
  if (ftruncate(file_, whole_bytes_) != 0 || lseek(file_, whole_bytes_, SEEK_SET) < 0) return failed();
  return whole_bytes_ == 0 ? append(header_) : Result<void>();
}

Result<void> SweepFile::append(std::string_view rows) {
  while (!rows.empty()) {
    const ssize_t written = write(file_, rows.data(), rows.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return failed();
    rows.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

}  // namespace hakaru::cli
