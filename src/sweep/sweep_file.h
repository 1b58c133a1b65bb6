// The file of a sweep: rows are only ever added at its end, so that a killed sweep goes on where it stopped. A last
// line without its end was torn and is dropped.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "hakaru/core/result.h"

namespace hakaru::cli {

class SweepFile {
 public:
  /// The error of a full row, given its index; empty: it is accepted.
  using Look = std::function<std::optional<Error>(std::int64_t index, const std::string& row)>;

  /// Opens `path`, for this process alone, and looks at what is in it; changes nothing yet. Bad input where its first
  /// line is not `header`, or where `look` says so of a row.
  static Result<SweepFile> open(const std::string& path, const std::string& header, const Look& look);
  SweepFile(SweepFile&& other) noexcept;
  SweepFile(const SweepFile&) = delete;
  ~SweepFile();

  std::int64_t rows() const { return rows_; }  ///< whole ones

  /// Drops what was torn; begins the file where it is new.
  Result<void> begin();
  Result<void> append(std::string_view rows);

 private:
  SweepFile(int file, std::string path, std::string header)
      : file_(file), path_(std::move(path)), header_(std::move(header)) {}
  Result<void> look_at_rows(const Look& look);
  tl::unexpected<Error> failed() const;

  int file_ = -1;
  std::string path_, header_;
  std::int64_t whole_bytes_ = 0;  ///< up to the end of the last whole row
  std::int64_t rows_ = 0;
};

}  // namespace hakaru::cli
