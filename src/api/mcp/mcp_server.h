// The questions as tools of the Model Context Protocol (revision 2025-06-18, and 2025-03-26 and 2024-11-05 for clients
// that know no newer one): messages in, one on a line; messages out, by `write`, whole lines.
//
//   McpServer server(asker, {}, translator, [](std::string_view line) { … });
//   server.take(R"({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})");
//   server.finish(std::chrono::seconds(10), [] { return false; });
// Tools are called on threads of their own, so that pings and cancellations are answered meanwhile.
#pragma once

#include <atomic>
#include <condition_variable>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "../turns.h"
#include "hakaru/asking/asker.h"
#include "json_rpc.h"
#include "kept_plans.h"

namespace hakaru::api {

struct McpOptions {
  std::vector<std::string> tools = {};  ///< listed by name, or "all"; empty: the core ones, though all answer
  double timeout_s = 120;               ///< of one call
  std::size_t at_once = 2;              ///< calls that are answered together; others wait
  bool as_json = false;                 ///< answers whole, as hakaru ask prints them: for clients that are no models
};

class McpServer {
 public:
  using Write = std::function<void(std::string_view line)>;

  /// `asker` and `translator` outlive this. `write` is called by several threads, by one at a time.
  McpServer(const Asker& asker, McpOptions options, const Translator& translator, Write write);
  /// Ends what is still called.
  ~McpServer();
  McpServer(const McpServer&) = delete;

  /// `whole`: the line was not cut.
  void take(std::string_view line, bool whole = true);
  /// No more lines come: waits for the calls, but ends them after `longest` or once nobody reads (`gone`).
  void finish(std::chrono::milliseconds longest, const std::function<bool()>& gone);

 private:
  /// Null: nothing is to be said.
  using Reply = std::function<void(const OrderedJson& message)>;
  struct Call {
    Json id;
    std::atomic<bool> is_cancelled = false;
    bool is_done = false;  ///< guarded by calling_
    std::thread thread = {};
  };

  void take_message(const Json& json, const Reply& reply);
  void take_batch(const Json& batch);
  /// Empty: it comes by `later`.
  std::optional<OrderedJson> reply_to(const RpcMessage& message, const Reply& later);
  OrderedJson answered(const RpcMessage& message);
  OrderedJson initialized(const RpcMessage& message);
  OrderedJson read_resource(const RpcMessage& message);
  void cancel(const Json& id);
  std::optional<OrderedJson> start_call(const RpcMessage& message, const Reply& later);
  OrderedJson called(const RpcMessage& message, const Question& question, const Call& call);
  OrderedJson result_of(const Json& question, const RpcMessage& message, const Call& call);
  void tell_progress(const Json& token, double share);
  void say(const OrderedJson& message);
  bool any_call_runs() const;
  void join_those_done();

  const Asker& asker_;
  const McpOptions options_;
  const Translator& translator_;
  const Write write_;
  std::mutex writing_, calling_;
  std::condition_variable call_done_;
  std::list<Call> calls_;
  Turns turns_;
  KeptPlans kept_;
};

/// Speaks with the client at standard input and output until it ends.
void serve_mcp(const Asker& asker, const McpOptions& options, const Translator& translator);

}  // namespace hakaru::api
