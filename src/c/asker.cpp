// The functions of include/hakaru/hakaru.h: each does what an Asker does, and lets nothing but values out.
#include "hakaru/asking/asker.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>

#include "../native/cores.h"
#include "../native/data_folder.h"
#include "../native/hub.h"
#include "hakaru/formats/plan_file.h"

// All else of the library stays inside.
#pragma GCC visibility push(default)
#include "../../include/hakaru/hakaru.h"
#pragma GCC visibility pop

// NOLINTBEGIN(cppcoreguidelines-owning-memory,cppcoreguidelines-no-malloc): a caller in C owns what it is given
struct hakaru_asker {
  std::unique_ptr<const hakaru::Asker> asker;
};

struct hakaru_watch {
  hakaru_progress* progress = nullptr;
  void* user = nullptr;
  std::atomic<bool> cancelled = false;
};

namespace {

using hakaru::Reply;

/// To be freed by hakaru_free; null: no memory is left.
char* handed_out(const std::string& text) {
  auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy != nullptr) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

Reply refused(const hakaru::Error& error) { return {status_of(error), error_json(error, hakaru::Translator())}; }

Reply without(const char* function, const char* what) {
  return refused(hakaru::bad_input("{}: '{}' is NULL", function, what).value());
}

/// Puts what `replies` gives where `text` says; the status.
template <typename Replies>
int told(char** text, const Replies& replies) noexcept {
  if (text != nullptr) *text = nullptr;
  try {
    const Reply reply = replies();
    if (text == nullptr || reply.json.empty()) return static_cast<int>(reply.status);
    *text = handed_out(reply.json);
    return *text == nullptr ? HAKARU_INTERNAL : static_cast<int>(reply.status);
  } catch (...) {  // no memory is left, or a progress callback threw
    return HAKARU_INTERNAL;
  }
}

hakaru::Asker::Options options_of(const hakaru_options& asked) {
  hakaru::Asker::Options options;
  options.data_folder = asked.data_folder == nullptr ? hakaru::native::data_folder("") : asked.data_folder;
  options.today = hakaru::today();
  options.reads_files = asked.reads_files != 0;
  if (options.reads_files) options.model_folder = hakaru::native::hub_models(hakaru::native::Fetches::no);
  if (asked.workers < 0) options.executor = hakaru::native::all_cores;
  if (asked.workers > 1) options.executor = [most = asked.workers] { return hakaru::native::cores(most); };
  return options;
}

Reply opened(const hakaru_options& options, hakaru_asker*& asker) {
  auto made = hakaru::Asker::open(options_of(options));
  if (!made) return refused(made.error());
  asker = new hakaru_asker{std::move(*made)};
  return {};
}

hakaru::AskingWatch watch_of(const hakaru_watch* watch) {
  hakaru::AskingWatch asking;
  if (watch == nullptr) return asking;
  asking.stopped = [watch] { return watch->cancelled.load(std::memory_order_relaxed); };
  if (watch->progress != nullptr) asking.progress = [watch](double share) { watch->progress(share, watch->user); };
  return asking;
}

}  // namespace

int hakaru_open(const hakaru_options* options, hakaru_asker** asker, char** why) {
  if (asker != nullptr) *asker = nullptr;
  return told(why, [&] {
    if (asker == nullptr) return without("hakaru_open", "asker");
    return opened(options == nullptr ? hakaru_options{} : *options, *asker);
  });
}

void hakaru_close(hakaru_asker* asker) { delete asker; }

hakaru_watch* hakaru_watch_new(hakaru_progress* progress, void* user) {
  auto* const watch = new (std::nothrow) hakaru_watch;
  if (watch == nullptr) return nullptr;
  watch->progress = progress;
  watch->user = user;
  return watch;
}

void hakaru_cancel(hakaru_watch* watch) {
  if (watch != nullptr) watch->cancelled.store(true, std::memory_order_relaxed);
}

void hakaru_watch_free(hakaru_watch* watch) { delete watch; }

int hakaru_ask(const hakaru_asker* asker, const char* question, const hakaru_watch* watch, char** answer) {
  return told(answer, [&] {
    if (asker == nullptr) return without("hakaru_ask", "asker");
    if (question == nullptr) return without("hakaru_ask", "question");
    if (answer == nullptr) return without("hakaru_ask", "answer");
    return asker->asker->ask(question, watch_of(watch));
  });
}

void hakaru_free(char* text) { std::free(text); }

const char* hakaru_version() { return hakaru::program_version().data(); }  // of a literal
// NOLINTEND(cppcoreguidelines-owning-memory,cppcoreguidelines-no-malloc)
