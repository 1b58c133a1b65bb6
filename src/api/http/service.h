// The questions over HTTP.
//
//   POST /v1/ask             {"question": "plan_serve", "model": …}   → what hakaru ask prints
//   POST /v1/ask/plan_serve  {"model": …}                             → the same
//   GET  /v1/schema, /openapi.json, /health, /metrics
// 200 answered; 422 nothing satisfies it; 400 what was asked is wrong; 401, 403, 404, 405, 411, 413, 415 refused before
// it was read; 503 too many at once, with Retry-After; 504 would take too long; 500 a defect. With Accept:
// text/event-stream or application/x-ndjson the answer comes behind its progress. Who goes away is not searched for.
#pragma once

#include <chrono>
#include <string>

#include "../patience.h"
#include "../turns.h"
#include "gate.h"
#include "hakaru/asking/asker.h"
#include "limited_server.h"
#include "service_metrics.h"

namespace hakaru::api {

struct ServiceOptions {
  GateRules gate = {};
  StreamLimits stream = {};
  double timeout_s = 120;   ///< of one question
  std::size_t at_once = 2;  ///< questions that are answered together; others wait a while
};

class Service {
 public:
  /// `asker` and `translator` outlive this.
  Service(const Asker& asker, const ServiceOptions& options, const Translator& translator);

  LimitedServer& server() { return server_; }
  /// Says whom it takes requests from, once that is known.
  void set_only_loopback(bool only) { gate_.only_loopback = only; }
  /// Ends what is being answered.
  void cancel_all() { is_cancelled_ = true; }

 private:
  struct Asked;
  void add_routes();
  httplib::Server::HandlerResponse pass(const httplib::Request& request, httplib::Response& response);
  void refuse(httplib::Response& response, int status, const Message& reason);
  void answer(const httplib::Request& request, httplib::Response& response, const std::string& name);
  void answer_at_once(const Asked& asked, httplib::Response& response);
  void answer_bit_by_bit(const std::shared_ptr<const Asked>& asked, httplib::Response& response, bool as_events);
  void add_origin(const httplib::Request& request, httplib::Response& response) const;

  const Asker& asker_;
  const Translator& translator_;
  const double timeout_s_;
  GateRules gate_;
  Turns turns_;
  ServiceMetrics metrics_;
  std::atomic<bool> is_cancelled_ = false;
  LimitedServer server_;  ///< last: its threads use all of these
};

}  // namespace hakaru::api
