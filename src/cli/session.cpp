#include "session.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "../native/data_folder.h"
#include "../native/environment.h"
#include "../native/hub.h"
#include "hakaru/asking/asker.h"

namespace hakaru::cli {
namespace {

using native::environment;

/// The value of --lang, wherever it stands.
std::string language_flag(const std::vector<std::string>& arguments) {
  constexpr std::string_view flag = "--lang";
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    if (arguments[at] == flag && at + 1 < arguments.size()) return arguments[at + 1];
    if (arguments[at].starts_with("--lang=")) return arguments[at].substr(flag.size() + 1);
  }
  return "";
}

/// True if --json stands among the flags.
bool json_flag(const std::vector<std::string>& arguments) {
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  return std::find(arguments.begin(), end, "--json") != end;
}

/// As POSIX orders them: the first of LC_ALL, LC_MESSAGES and LANG that is set.
Language language_of_environment() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    if (const std::string locale = environment(name); !locale.empty()) return language_of_locale(locale);
  }
  return Language::english;
}

}  // namespace

Session::Session(const std::vector<std::string>& arguments) : json(json_flag(arguments)) {
  const Result<Language> wanted = parse_language(language_flag(arguments));
  const Language chosen = wanted.value_or(language_of_environment());
  if (chosen != Language::english) translator_ = Translator(chosen, DataFiles());
  style_.columns = terminal_columns();
  style_.colour = isatty(STDOUT_FILENO) == 1 && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

Result<void> Session::state_currency() {
  Result<std::optional<Currency>> stated = read_currency(currency, exchange_rate, tax);
  if (!stated) return fail(stated);
  if (*stated) tell_in(std::move(**stated));
  return {};
}

void Session::tell_in(Currency stated) {
  if (!teller_) teller_ = translator_;
  teller_->state_in(std::move(stated));
}

Result<const DataFiles*> Session::data() {
  if (!data_) {
    data_folder = native::data_folder(data_folder);
    Result<DataFiles> files = data_folder.empty() ? DataFiles() : DataFiles::with_folder(data_folder);
    if (!files) return fail(files);
    data_ = std::move(*files);
    data_->find_models_by(native::hub_models(native::Fetches::yes));
  }
  return &*data_;
}

Result<const Catalog*> Session::catalog() {
  if (!catalog_) {
    const Result<const DataFiles*> files = data();
    if (!files) return fail(files);
    Result<Catalog> read = read_catalog(**files);
    if (!read) return fail(read);
    catalog_ = std::move(*read);
  }
  return &*catalog_;
}

int terminal_columns() {
  constexpr int least = 40, most = 400;
  winsize size{};
  const std::string stated = environment("COLUMNS");
  int columns = std::atoi(stated.c_str());
  if (columns <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) columns = size.ws_col;
  return columns > 0 ? std::clamp(columns, least, most) : usual_columns;
}

void hold_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    const bool closed = fcntl(stream, F_GETFD) < 0;
    if (closed) static_cast<void>(open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  }
}

std::optional<Error> write_answer(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  // Over a network some disks say only when a file is closed that they are full.
  if ((written && (text.empty() || close(dup(STDOUT_FILENO)) == 0)) || errno == EPIPE) return std::nullopt;
  return bad_input("the answer cannot be written to standard output: {}", std::strerror(errno)).value();
}

int tell(const Result<std::string>& result, const Session& session) {
  const std::optional<Error> error = result ? write_answer(*result) : result.error();
  if (!error) return session.status;
  const auto status = static_cast<int>(status_of(*error));
  const std::string reason = session.teller()(*error);
  // After a part of the answer it would be no JSON.
  if (session.json && !result) static_cast<void>(write_answer(error_json(*error, session.translator())));
  const std::string line = session.fitted("hakaru: " + reason) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
  return status;
}

}  // namespace hakaru::cli
