// The library's door in a browser: one question as JSON in, its answer as JSON out. What a page calls is in door.js;
// here is what that calls. Nothing is decided, and nothing but values gets out.
#include "hakaru/asking/asker.h"

// What imports.js has: of the question that is being answered.
extern "C" {
void hakaru_page_progress(double share);
bool hakaru_page_stopped();
}

namespace {

using hakaru::Asker;
using hakaru::Reply;
using hakaru::ReplyStatus;

struct OpenAsker {
  std::unique_ptr<const Asker> asker;
  Reply reply;
};

Reply answer_of(const Asker& asker, std::string_view question) {
  hakaru::AskingWatch watch;
  watch.stopped = hakaru_page_stopped;
  watch.progress = hakaru_page_progress;
  return asker.ask(question, watch);
}

Reply no_memory() {
  return {ReplyStatus::internal, hakaru::reason_json("internal", ReplyStatus::internal, "no memory is left")};
}

}  // namespace

extern "C" {

/// To be asked, any number of times; the data is read here.
OpenAsker* hakaru_open() {
  Asker::Options options;
  options.today = hakaru::today();
  options.reads_files = false;
  auto opened = Asker::open(std::move(options));
  return opened ? new OpenAsker{std::move(*opened), {}} : nullptr;
}

/// Gives the status; hakaru_text and hakaru_size have the answer until the next question.
int hakaru_ask(OpenAsker* open, const char* question, std::size_t size) {
  try {
    open->reply = answer_of(*open->asker, std::string_view(question, size));
  } catch (const std::exception&) {
    open->reply = no_memory();
  }
  return static_cast<int>(open->reply.status);
}

const char* hakaru_text(const OpenAsker* open) { return open->reply.json.data(); }
std::size_t hakaru_size(const OpenAsker* open) { return open->reply.json.size(); }
}
