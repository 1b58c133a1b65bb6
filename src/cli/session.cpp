#include "session.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace hakaru::cli {
namespace {

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The value of --lang, wherever it stands.
std::string language_flag(const std::vector<std::string>& arguments) {
  constexpr std::string_view flag = "--lang";
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    if (arguments[at] == flag && at + 1 < arguments.size()) return arguments[at + 1];
    if (arguments[at].starts_with("--lang=")) return arguments[at].substr(flag.size() + 1);
  }
  return "";
}

/// As POSIX orders them: the first of LC_ALL, LC_MESSAGES and LANG that is set.
Language language_of_environment() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    if (const std::string locale = environment(name); !locale.empty()) return language_of_locale(locale);
  }
  return Language::english;
}

}  // namespace

Session::Session(const std::vector<std::string>& arguments) {
  const Result<Language> wanted = parse_language(language_flag(arguments));
  const Language chosen = wanted.value_or(language_of_environment());
  if (chosen != Language::english) translator_ = Translator(chosen, DataFiles());
  style_.colour = isatty(STDOUT_FILENO) == 1 && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

Result<const DataFiles*> Session::data() {
  if (!data_) {
    if (data_folder.empty()) data_folder = environment("HAKARU_DATA");
    Result<DataFiles> files = data_folder.empty() ? DataFiles() : DataFiles::with_folder(data_folder);
    if (!files) return fail(files);
    data_ = std::move(*files);
  }
  return &*data_;
}

Result<const Catalog*> Session::catalog() {
  if (!catalog_) {
    const Result<const DataFiles*> files = data();
    if (!files) return fail(files);
    Result<Catalog> read = Catalog::read(**files);
    if (!read) return fail(read);
    catalog_ = std::move(*read);
  }
  return &*catalog_;
}

Result<SavedPlan> Session::plan(const std::string& reference, ReadPlan read) {
  const Result<const Catalog*> known = catalog();
  if (!known) return fail(known);
  return read(reference, *data_, **known);
}

Result<SavedPlan> Session::plan(const std::string& reference) { return plan(reference, read_plan); }
Result<SavedPlan> Session::training_plan(const std::string& reference) { return plan(reference, read_training_plan); }

int terminal_columns() {
  constexpr int least = 40, most = 400, usual = 80;
  winsize size{};
  const std::string stated = environment("COLUMNS");
  int columns = std::atoi(stated.c_str());
  if (columns <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) columns = size.ws_col;
  return columns > 0 ? std::clamp(columns, least, most) : usual;
}

std::string today() {
  const auto day = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

bool same_file(const std::string& written, const std::string& read) {
  std::error_code error;
  return std::filesystem::equivalent(written, read.substr(0, read.rfind('#')), error) && !error;
}

std::optional<Error> write_file(const std::string& path, const std::string& text) {
  if (path == "-") return bad_input("'-' is no file to write; accepted: a file, or ./- for one of that name").value();
  const std::string beside = fmt::format("{}.{}.part", path, getpid());
  std::ofstream file(beside, std::ios::binary);
  file << text;
  file.close();
  std::error_code error;
  if (file) {
    std::filesystem::rename(beside, path, error);
    if (!error) return std::nullopt;
  } else {
    error = std::error_code(errno, std::generic_category());
  }
  std::error_code ignored;
  std::filesystem::remove(beside, ignored);
  return bad_input("{}: cannot be written: {}", path, error.message()).value();
}

}  // namespace hakaru::cli
