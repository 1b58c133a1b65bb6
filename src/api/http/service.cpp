#include "service.h"

#include <malloc.h>

#include "../openapi.h"
#include "../posted_question.h"
#include "answer_stream.h"
#include "hakaru/core/quantities.h"
#include "hakaru/formats/plan_file.h"
#include "http_status.h"

namespace hakaru::api {
namespace {

constexpr const char* json_type = "application/json";
constexpr std::chrono::milliseconds longest_wait_for_turn(2000);

int status_of(ReplyStatus status) {
  switch (status) {
    case ReplyStatus::answered:
      return http_status::ok;
    case ReplyStatus::unsatisfiable:
      return http_status::unprocessable_content;
    case ReplyStatus::bad_input:
      return http_status::bad_request;
    case ReplyStatus::internal:
      return http_status::internal_server_error;
    case ReplyStatus::cancelled:
      return http_status::client_closed_request;
  }
  return http_status::internal_server_error;
}

bool accepts(const httplib::Request& request, const char* type) {
  return request.get_header_value("Accept").find(type) != std::string::npos;
}

}  // namespace

/// A question on its way; counted until its answer has been given, or not.
struct Service::Asked {
  /// Gives what a large question has freed back to the system, in the end: a service that once had one is small again.
  struct GivesMemoryBack {
    GivesMemoryBack() = default;
    ~GivesMemoryBack() {
      constexpr std::size_t much = 32 << 20;
      if (mallinfo2().fordblks > much) malloc_trim(0);
    }
    GivesMemoryBack(const GivesMemoryBack&) = delete;
  };

  Asked(Service& of, const Json& asked, std::function<bool()> client_is_there)
      : service(of),
        question(asked),
        name(known_name(asked)),
        patience(std::chrono::duration<double>(of.timeout_s_),
                 [&of, there = std::move(client_is_there)] { return of.is_cancelled_ || !there(); }) {
    service.metrics_.in_flight().Increment();
  }
  ~Asked() {
    const std::chrono::duration<double> took = Patience::Clock::now() - since;
    service.metrics_.in_flight().Decrement();
    service.metrics_.answered(name, status, took.count());
  }
  Asked(const Asked&) = delete;

  /// The status is that of HTTP.
  StreamedReply reply(const std::function<void(double)>& progress) const {
    status = http_status::internal_server_error;  // where it throws: a defect
    const AskingWatch watch{[this] { return patience.over(); }, progress};
    const Reply made = service.asker_.reply_to(question, watch);
    if (made.status != ReplyStatus::cancelled) {
      status = status_of(made.status);
    } else {
      status = patience.took_too_long() ? http_status::gateway_timeout
               : service.is_cancelled_  ? http_status::service_unavailable
                                        : http_status::client_closed_request;
    }
    if (status != http_status::gateway_timeout) return {status, made.json};
    const std::string reason =
        service.asker_.translator(question).say("not answered within {}", in_time(service.timeout_s_));
    return {status, reason_json("timeout", ReplyStatus::cancelled, reason)};
  }

  const GivesMemoryBack memory = {};  ///< the first, so that it goes last
  Service& service;
  const Json question;
  const std::string name;
  const Patience patience;
  const Patience::Clock::time_point since = Patience::Clock::now();
  std::unique_ptr<const Turn> turn = nullptr;
  mutable int status = http_status::internal_server_error;
};

Service::Service(const Asker& asker, const ServiceOptions& options, const Translator& translator)
    : asker_(asker),
      translator_(translator),
      timeout_s_(options.timeout_s),
      gate_(options.gate),
      turns_(options.at_once),
      server_(options.stream) {
  gate_.body_bytes = options.stream.body_bytes;
  add_routes();
}

void Service::refuse(httplib::Response& response, int status, const Message& reason) {
  response.status = status;
  response.set_content(reason_json("refused", ReplyStatus::bad_input, translator_(reason)), json_type);
  metrics_.refused(status);
}

void Service::add_origin(const httplib::Request& request, httplib::Response& response) const {
  const std::string origin = request.get_header_value("Origin");
  if (origin.empty() || !may_ask_from(origin, gate_)) return;
  response.set_header("Access-Control-Allow-Origin", origin);
  response.set_header("Vary", "Origin");
}

httplib::Server::HandlerResponse Service::pass(const httplib::Request& request, httplib::Response& response) {
  using Pass = httplib::Server::HandlerResponse;
  add_origin(request, response);
  if (const std::optional<Refusal> refusal = refusal_of(request, gate_)) {
    if (refusal->status == http_status::unauthorized) response.set_header("WWW-Authenticate", "Bearer");
    if (refusal->status == http_status::method_not_allowed)
      response.set_header("Allow", request.path.starts_with("/v1/ask") ? "POST" : "GET, HEAD");
    refuse(response, refusal->status, refusal->reason);
    return Pass::Handled;
  }
  if (request.method != "OPTIONS") return Pass::Unhandled;
  response.status = http_status::no_content;
  response.set_header("Access-Control-Allow-Methods", "GET, POST");
  response.set_header("Access-Control-Allow-Headers", "Authorization, Content-Type");
  return Pass::Handled;
}

void Service::add_routes() {
  using httplib::Request, httplib::Response;
  server_.set_pre_routing_handler(
      [this](const Request& request, Response& response) { return pass(request, response); });
  server_.set_expect_100_continue_handler([this](const Request& request, Response& response) {
    constexpr int go_on = 100;
    return pass(request, response) == httplib::Server::HandlerResponse::Handled ? response.status : go_on;
  });
  server_.set_error_handler(httplib::Server::Handler([this](const Request& request, Response& response) {
    if (!response.body.empty() || response.content_provider_) return;
    const bool is_path = response.status == http_status::not_found;
    refuse(response, response.status,
           is_path ? no_path(request.path) : message("not an HTTP request that can be read"));
  }));
  server_.set_exception_handler([](const Request&, Response& response, const std::exception_ptr&) {
    response.status = http_status::internal_server_error;
    response.set_content(reason_json("internal", ReplyStatus::internal, "internal error"), json_type);
  });
  server_.Get("/health",
              [](const Request&, Response& response) { response.set_content("{\"status\": \"ok\"}\n", json_type); });
  server_.Get("/metrics", [this](const Request&, Response& response) {
    response.set_content(metrics_.text(), "text/plain; version=0.0.4; charset=utf-8");
  });
  server_.Get("/v1/schema", [text = json_text(question_schema())](const Request&, Response& response) {
    response.set_content(text, json_type);
  });
  server_.Get("/openapi.json", [text = json_text(openapi(program_version()))](const Request&, Response& response) {
    response.set_content(text, json_type);
  });
  server_.Post("/v1/ask", [this](const Request& request, Response& response) { answer(request, response, ""); });
  server_.Post("/v1/ask/([a-z_]+)",
               [this](const Request& request, Response& response) { answer(request, response, request.matches[1]); });
}

void Service::answer(const httplib::Request& request, httplib::Response& response, const std::string& name) {
  const Result<Json> question = posted_question(name, request.body);
  if (!question) {
    response.status = status_of(ReplyStatus::bad_input);
    response.set_content(error_json(question.error(), translator_), json_type);
    return metrics_.refused(response.status);
  }
  const auto asked = std::make_shared<Asked>(*this, *question, [there = request.progress] { return there(0, 0); });
  asked->turn = turns_.take(longest_wait_for_turn, [&] { return asked->patience.over(); });
  if (!asked->turn) {
    response.status = asked->status = http_status::service_unavailable;
    response.set_header("Retry-After", "1");
    const std::string reason = translator_.say("too many questions at once; come back later");
    return response.set_content(reason_json("busy", ReplyStatus::cancelled, reason), json_type);
  }
  const bool as_events = accepts(request, "text/event-stream");
  const bool is_streamed = (as_events || accepts(request, "application/x-ndjson")) && request.version == "HTTP/1.1";
  if (is_streamed) return answer_bit_by_bit(asked, response, as_events);
  answer_at_once(*asked, response);
}

void Service::answer_at_once(const Asked& asked, httplib::Response& response) {
  const StreamedReply reply = asked.reply([](double) {});
  response.status = reply.status;
  response.set_content(reply.json, json_type);
}

void Service::answer_bit_by_bit(const std::shared_ptr<const Asked>& asked, httplib::Response& response,
                                bool as_events) {
  asked->status = http_status::client_closed_request;  // who goes before the answer is begun
  const auto write = [asked, as_events](std::size_t, httplib::DataSink& sink) {
    return stream_answer([&](const auto& progress) { return asked->reply(progress); }, as_events, sink);
  };
  response.set_chunked_content_provider(as_events ? "text/event-stream" : "application/x-ndjson", write);
}

}  // namespace hakaru::api
