// Questions as JSON, answered as JSON, for programs in C++17 and later. examples/ask.cpp is this:
//
//   #include <hakaru/hakaru.hpp>
//   #include <iostream>
//
//   int main() {
//     const hakaru::Asker asker;
//     const hakaru::Reply reply = asker.ask({{"question", "fit"}, {"machine", "g6e.xlarge"}});
//     if (reply.status == hakaru::Status::answered) {
//       for (const hakaru::Json& model : reply.json["models"]) std::cout << model["model"] << "\n";
//     } else {
//       std::cerr << reply.text;
//     }
//     return static_cast<int>(reply.status);
//   }
//
// Nothing but a shell over hakaru.h, which says what the functions do: only its C symbols are linked to, so that
// compilers and standard libraries may differ.
#pragma once

#include <hakaru/hakaru.h>

#include <functional>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

namespace hakaru {
inline namespace v0 {

using Json = nlohmann::ordered_json;

enum class Status {
  answered = HAKARU_ANSWERED,
  unsatisfiable = HAKARU_UNSATISFIABLE,
  bad_input = HAKARU_BAD_INPUT,
  internal = HAKARU_INTERNAL,
  cancelled = HAKARU_CANCELLED
};

struct Reply {
  Status status = Status::answered;
  Json json;         ///< the answer, or {"error": {"kind", "exit_status", "message"}}
  std::string text;  ///< the same as hakaru wrote it, a line's end behind it; empty only where no memory is left
};

struct Options {
  /// Laid over the data within the library; "": none; without it that of HAKARU_DATA or the user's own, as in hakaru.h.
  std::optional<std::string> data_folder = {};
  bool reads_files = false;  ///< whether a question may name files of this machine
  int workers = 0;           ///< threads of a search; 0: the asking one alone; -1: one for each core
};

/// Who asks: told how far the answer is, and may end it. Outlives what is asked with it.
class Watch {
 public:
  /// `progress`: called often, with several workers by several threads at once; it may cancel, and must not throw.
  explicit Watch(std::function<void(double share)> progress = {})
      : progress_(std::make_unique<Progress>(std::move(progress))),
        watch_(hakaru_watch_new(*progress_ ? tell : nullptr, progress_.get()), hakaru_watch_free) {
    if (!watch_) throw std::bad_alloc();
  }

  /// From any thread: what is asked with this watch, now or later, ends soon.
  void cancel() { hakaru_cancel(watch_.get()); }

 private:
  friend class Asker;
  using Progress = std::function<void(double share)>;
  static void tell(double share, void* progress) noexcept { (*static_cast<Progress*>(progress))(share); }

  std::unique_ptr<Progress> progress_;
  std::unique_ptr<hakaru_watch, void (*)(hakaru_watch*)> watch_;
};

/// Any number of threads may ask at once. One that could not be opened answers every question with the reason.
class Asker {
 public:
  explicit Asker(const Options& options = {}) : asker_(nullptr, hakaru_close) {
    const hakaru_options plain{options.data_folder ? options.data_folder->c_str() : nullptr,
                               options.reads_files ? 1 : 0, options.workers};
    hakaru_asker* asker = nullptr;
    char* why = nullptr;
    const int status = hakaru_open(&plain, &asker, &why);
    opened_ = reply_of(status, why);
    asker_.reset(asker);
  }
  explicit operator bool() const { return asker_ != nullptr; }

  Reply ask(const Json& question) const { return asked(question, nullptr); }
  Reply ask(const Json& question, const Watch& watch) const { return asked(question, watch.watch_.get()); }

 private:
  static Reply reply_of(int status, char* text) {
    const std::unique_ptr<char, void (*)(char*)> held(text, hakaru_free);
    const std::string written = text == nullptr ? "" : text;
    return {static_cast<Status>(status), Json::parse(written, nullptr, false), written};
  }
  Reply asked(const Json& question, const hakaru_watch* watch) const {
    if (!asker_) return opened_;
    char* answer = nullptr;
    const std::string text = question.dump(-1, ' ', false, Json::error_handler_t::replace);
    const int status = hakaru_ask(asker_.get(), text.c_str(), watch, &answer);
    return reply_of(status, answer);
  }

  Reply opened_;
  std::unique_ptr<hakaru_asker, void (*)(hakaru_asker*)> asker_;
};

}  // namespace v0
}  // namespace hakaru
