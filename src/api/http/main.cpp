// hakaru-serve-api SETTINGS LANGUAGE DATA: what `hakaru serve-api`, `page` and `report` become, with their flags as
// JSON. Apart from hakaru itself, so that only the service loads the libraries of HTTP.
#include <malloc.h>
#include <pthread.h>
#include <spawn.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <thread>

#include "../../cli/session.h"
#include "../../native/cores.h"
#include "../../native/hub.h"
#include "hakaru/asking/asker.h"
#include "hakaru/core/quantities.h"
#include "hakaru/job/key_reader.h"
#include "page_server.h"
#include "report.h"
#include "service.h"

namespace hakaru::api {
namespace {

constexpr std::int64_t highest_port = 65535;

struct Settings {
  std::string host = "127.0.0.1";
  int port = 8080;
  bool reads_files = false, reaches_hub = false;
  ServiceOptions service = {};
};

/// From the file, or the environment: not from the command line, which others can see.
Result<std::string> token_of(KeyReader& reader) {
  constexpr std::uint64_t largest = 4096, shortest = 16;
  const std::optional<std::string> file = reader.text("token_file");
  const char* const environment = std::getenv("HAKARU_TOKEN");
  std::string token = environment == nullptr ? "" : environment;
  if (file) {
    const Result<std::string> text = read_file(*file, largest);
    if (!text) return fail(text);
    token = text->substr(0, text->find_first_of("\r\n"));
  }
  const std::string from = file ? *file : "HAKARU_TOKEN";
  if ((file || !token.empty()) && token.size() < shortest)
    return bad_input("{}: a token of {} characters; accepted: at least {}", from, token.size(), shortest);
  return token;
}

/// Milliseconds of positive seconds, rounded up.
std::chrono::milliseconds in_milliseconds(double seconds) {
  constexpr double thousand = 1000;
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(seconds * thousand)));
}

Result<Settings> read_settings(const Json& keys) {
  constexpr std::int64_t most_at_once = 1024;
  constexpr double most_body_bytes = 1 << 30;
  KeyReader reader(keys, "");
  Settings settings;
  settings.service.at_once = native::all_cores().workers;
  if (const auto host = reader.text("host")) settings.host = *host;
  if (const auto port = reader.count("port", 0, highest_port)) settings.port = static_cast<int>(*port);
  if (const auto most = reader.count("at_once", 1, most_at_once))
    settings.service.at_once = static_cast<std::size_t>(*most);
  if (const auto longest = reader.parsed<double>("timeout", parse_duration_s)) settings.service.timeout_s = *longest;
  if (const auto longest = reader.parsed<double>("read_timeout", parse_duration_s))
    settings.service.stream.read = in_milliseconds(*longest);
  if (const auto bytes = reader.parsed<double>("largest_body", parse_bytes))
    settings.service.stream.body_bytes = static_cast<std::uint64_t>(std::min(*bytes, most_body_bytes));
  settings.service.gate.allowed_origins = reader.list("allow_origin");
  settings.reads_files = reader.has("files");
  settings.reaches_hub = reader.has("hub");
  if (const std::optional<Error> error = reader.error()) return tl::unexpected(*error);
  const Result<std::string> token = token_of(reader);
  if (!token) return fail(token);
  settings.service.gate.token = *token;
  return settings;
}

sigset_t signals_to_end() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int each : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, each);
  return signals;
}

/// Waits for a signal, then ends `server`: what is being answered may go on for a while, or until a second signal. Then
/// it is told to end, and what does not within a while, or until a third signal, ends with the process.
void end_on_signal(LimitedServer& server, const std::function<void()>& cancel_all, const std::atomic<bool>& is_over) {
  constexpr timespec a_while{5, 0};
  const sigset_t signals = signals_to_end();
  int signal = 0;
  sigwait(&signals, &signal);
  if (!is_over) server.end();
  if (!is_over) sigtimedwait(&signals, nullptr, &a_while);
  cancel_all();
  if (!is_over) sigtimedwait(&signals, nullptr, &a_while);
  if (!is_over) _exit(0);
}

/// Threads made from here on leave signals to the one that waits for them; one that comes before it waits, too.
void hold_signals_back() {
  const sigset_t signals = signals_to_end();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

/// Until a signal ends it.
void listen_on(LimitedServer& server, const std::function<void()>& cancel_all) {
  std::atomic<bool> is_over = false;
  std::thread ending([&] { end_on_signal(server, cancel_all, is_over); });
  server.listen_after_bind();
  is_over = true;
  pthread_kill(ending.native_handle(), SIGTERM);  // NOLINT(bugprone-bad-signal-to-kill-thread): held back, only awaited
  ending.join();
}

std::optional<Error> tell_address(const std::string& host, int port, const cli::Session& session) {
  const std::string shown = host.find(':') == std::string::npos ? host : "[" + host + "]";
  return cli::write_answer(session.translator().say("listening on {}", fmt::format("http://{}:{}", shown, port)) +
                           "\n");
}

std::optional<Error> serve(const Settings& settings, cli::Session& session) {
  hold_signals_back();
  Result<const DataFiles*> data = session.data();  // it knows of which folder
  if (!data) return data.error();
  const auto asker = Asker::open({.data_folder = session.data_folder,
                                  .today = today(),
                                  .reads_files = settings.reads_files,
                                  .model_folder = native::hub_models_if(settings.reaches_hub),
                                  .executor = native::all_cores});
  if (!asker) return asker.error();
  Service service(**asker, settings.service, session.translator());
  const Result<int> port = service.server().bind_to(settings.host, settings.port);
  if (!port) return port.error();
  const bool only_loopback = service.server().is_loopback();
  if (!only_loopback && settings.service.gate.token.empty())
    return bad_input("{} is reached by others: a token is needed, by --token-file FILE or HAKARU_TOKEN", settings.host)
        .value();
  service.set_only_loopback(only_loopback);
  if (auto error = tell_address(settings.host, *port, session)) return error;
  listen_on(service.server(), [&service] { service.cancel_all(); });
  return std::nullopt;
}

/// In the browser of whoever sits at this machine; where there is no desktop the address is enough.
void open_in_browser(const std::string& address) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  std::string opener = "xdg-open", where = address;
  char* const words[] = {opener.data(), where.data(), nullptr};
  posix_spawnattr_t as_usual;  // not with the signals that are held back here
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_init(&as_usual);
  posix_spawnattr_setsigmask(&as_usual, &none);
  posix_spawnattr_setflags(&as_usual, POSIX_SPAWN_SETSIGMASK);
  pid_t unused = 0;
  posix_spawnp(&unused, opener.c_str(), nullptr, &as_usual, words, environ);
  posix_spawnattr_destroy(&as_usual);
}

std::optional<Error> serve_page(const Json& keys, const cli::Session& session) {
  constexpr const char* here = "127.0.0.1";
  constexpr int usual_port = 8081;
  KeyReader reader(keys, "");
  const int wanted = static_cast<int>(reader.count("port", 0, highest_port).value_or(usual_port));
  const std::string folder = reader.text("folder").value_or("");
  if (const std::optional<Error> error = reader.error()) return *error;
  Result<PageFiles> files = page_files(folder);
  if (!files) return files.error();
  hold_signals_back();
  PageServer page(std::move(*files));
  const Result<int> port = page.server().bind_to(here, wanted);
  if (!port) return port.error();
  if (auto error = tell_address(here, *port, session)) return error;
  if (!reader.has("no_browser")) open_in_browser(fmt::format("http://{}:{}", here, *port));
  listen_on(page.server(), [] {});
  return std::nullopt;
}

std::optional<Error> write_report(const Json& keys, cli::Session& session) {
  KeyReader reader(keys, "");
  const std::vector<std::string> plans = reader.list("plans");
  const std::string output = reader.text("output").value_or("");
  if (const std::optional<Error> error = reader.error()) return *error;
  if (auto refused = no_output(output)) return refused;
  const std::string folder = reader.text("folder").value_or("");
  const Result<PageFiles> files = page_files(folder);
  if (!files) return files.error();
  const auto page = files->find("/report.html");
  if (page == files->end()) return bad_input("{}: there is no {} in it", folder, "report.html").value();
  const Result<const DataFiles*> data = session.data();  // it knows of which folder
  if (!data) return data.error();
  const auto asker = Asker::open({.data_folder = session.data_folder, .today = today()});
  if (!asker) return asker.error();
  const Result<std::string> report = report_of(plans, **asker, page->second, session.translator().language());
  if (!report) return report.error();
  if (auto failed = write_file(output, *report)) return failed;
  return cli::write_answer(session.translator().say("written to {}", output) + "\n");
}

int run(const std::vector<std::string>& words) {
  cli::Session session({"--lang=" + words[1]});
  session.data_folder = words[2];
  const Result<Json> keys = parse_json(words[0], "SETTINGS");
  if (!keys) return cli::tell(fail(keys), session);
  if (keys->contains("page") || keys->contains("plans")) {
    const std::optional<Error> error =
        keys->contains("page") ? serve_page(*keys, session) : write_report(*keys, session);
    return error ? cli::tell(tl::unexpected(*error), session) : 0;
  }
  const Result<Settings> settings = read_settings(*keys);
  if (!settings) return cli::tell(fail(settings), session);
  if (const std::optional<Error> error = serve(*settings, session)) return cli::tell(tl::unexpected(*error), session);
  return 0;
}

}  // namespace
}  // namespace hakaru::api

int main(int count, char** values) {
  constexpr int words = 4;
  if (count != words) {
    std::fputs("usage: hakaru-serve-api SETTINGS LANGUAGE DATA (started by hakaru serve-api)\n", stderr);
    return 2;
  }
  std::signal(SIGPIPE, SIG_IGN);
  // Memory of so many threads that come and go is kept in few places.
  mallopt(M_ARENA_MAX, 8);
  return hakaru::api::run({values + 1, values + count});
}
