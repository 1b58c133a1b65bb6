#include "answer_stream.h"

#include <fmt/format.h>

#include <exception>
#include <future>

#include "hakaru/asking/asker.h"
#include "hakaru/formats/json.h"
#include "http_status.h"

namespace hakaru::api {
namespace {

std::string progress_text(double share, bool as_events) {
  if (as_events) return fmt::format("event: progress\ndata: {{\"share\": {:.3f}}}\n\n", share);
  return fmt::format("{{\"progress\": {:.3f}}}\n", share);
}

std::string answer_event(const StreamedReply& reply) {
  std::string text =
      fmt::format("event: {}\nid: {}\ndata: ", reply.status == http_status::ok ? "answer" : "error", reply.status);
  for (const char c : reply.json) text += c == '\n' ? "\ndata: " : std::string(1, c);
  return text + "\n\n";
}

std::string answer_line(const StreamedReply& reply) {
  OrderedJson line;
  line["status"] = reply.status;
  line["answer"] = OrderedJson::parse(reply.json);
  return line.dump() + "\n";
}

/// The reply that `make` gives; `say` is sent its progress meanwhile.
StreamedReply made_reply(const MakeReply& make, bool as_events, const std::function<bool(const std::string&)>& say) {
  constexpr std::chrono::milliseconds between_events(100);
  std::atomic<double> share = 0;
  std::future<StreamedReply> reply =
      std::async(std::launch::async, [&] { return make([&](double done) { share = done; }); });
  double told = -1;
  while (reply.wait_for(between_events) != std::future_status::ready) {
    if (share <= told) continue;
    told = share;
    if (!say(progress_text(told, as_events))) break;  // it has gone: what is asked for ends by itself
  }
  return reply.get();
}

}  // namespace

bool stream_answer(const MakeReply& make, bool as_events, httplib::DataSink& sink) {
  const auto say = [&](const std::string& text) { return sink.write(text.data(), text.size()); };
  const auto shown = [&](const StreamedReply& reply) { return as_events ? answer_event(reply) : answer_line(reply); };
  std::string last;
  try {
    last = shown(made_reply(make, as_events, say));
  } catch (const std::exception& error) {
    // A defect, or no more threads; httplib lets nothing be thrown here.
    last = shown({http_status::internal_server_error, reason_json("internal", ReplyStatus::internal, error.what())});
  }
  if (!say(last)) return false;
  sink.done();
  return true;
}

}  // namespace hakaru::api
