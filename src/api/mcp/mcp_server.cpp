#include "mcp_server.h"

#include <algorithm>
#include <array>
#include <exception>

#include "../patience.h"
#include "../question_schemas.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/formats/plan_file.h"
#include "resources.h"
#include "tools.h"

namespace hakaru::api {
namespace {

/// The newest first.
constexpr std::array<std::string_view, 3> revisions{"2025-06-18", "2025-03-26", "2024-11-05"};

/// Replies to the messages of one line, written together when the last is there.
class Batch {
 public:
  Batch(std::size_t messages, std::function<void(const OrderedJson&)> say) : awaited_(messages), say_(std::move(say)) {}

  void add(const OrderedJson& reply) {
    const std::lock_guard<std::mutex> lock(adding_);
    if (!reply.is_null()) replies_.push_back(reply);
    if (--awaited_ == 0 && !replies_.empty()) say_(replies_);
  }

 private:
  std::mutex adding_;
  std::size_t awaited_;
  OrderedJson replies_ = OrderedJson::array();
  const std::function<void(const OrderedJson&)> say_;
};

/// A member of `params`, where it is text.
std::string text_of(const Json& params, const char* key) {
  const Json value = params.value(key, Json());
  return value.is_string() ? value.get<std::string>() : "";
}

/// The client's token for the progress of a call; null: it wants no progress.
Json progress_token(const Json& params) {
  const Json meta = params.value("_meta", Json());
  return meta.is_object() ? meta.value("progressToken", Json()) : Json();
}

}  // namespace

McpServer::McpServer(const Asker& asker, McpOptions options, const Translator& translator, Write write)
    : asker_(asker),
      options_(std::move(options)),
      translator_(translator),
      write_(std::move(write)),
      turns_(options_.at_once) {}

McpServer::~McpServer() {
  for (Call& each : calls_) each.is_cancelled = true;
  for (Call& each : calls_) each.thread.join();
}

void McpServer::say(const OrderedJson& message) {
  const std::string line = rpc_line(message);
  const std::lock_guard<std::mutex> lock(writing_);
  write_(line);
}

void McpServer::take(std::string_view line, bool whole) {
  if (line.find_first_not_of(" \t") == std::string_view::npos) return;
  const Result<Json> json = whole ? parse_json(line, "message") : bad_input("the line is too long");
  if (!json) return say(rpc_error(nullptr, RpcCode::parse_error, translator_(json.error())));
  if (json->is_array()) return take_batch(*json);
  take_message(*json, [this](const OrderedJson& reply) {
    if (!reply.is_null()) say(reply);
  });
}

void McpServer::take_batch(const Json& batch) {
  constexpr std::size_t most = 100;
  if (batch.empty() || batch.size() > most)
    return say(rpc_error(nullptr, RpcCode::invalid_request,
                         translator_.say("a batch of {} messages; accepted: 1 to {}", batch.size(), most)));
  const auto replies = std::make_shared<Batch>(batch.size(), [this](const OrderedJson& all) { say(all); });
  for (const Json& each : batch) take_message(each, [replies](const OrderedJson& reply) { replies->add(reply); });
}

void McpServer::take_message(const Json& json, const Reply& reply) {
  const RpcRead read = read_rpc(json);
  if (read.invalid)
    return reply(rpc_error(nullptr, RpcCode::invalid_request, translator_.say("not a message: {}", *read.invalid)));
  if (!read.message) return reply(nullptr);
  const RpcMessage& message = *read.message;
  if (message.method == "notifications/cancelled") cancel(message.params.value("requestId", Json()));
  if (message.is_notification()) return reply(nullptr);
  if (const std::optional<OrderedJson> said = reply_to(message, reply)) reply(*said);
}

std::optional<OrderedJson> McpServer::reply_to(const RpcMessage& message, const Reply& later) {
  try {
    if (message.method == "tools/call") return start_call(message, later);
    return answered(message);
  } catch (const std::exception& error) {
    // A defect: expected failures are values.
    return rpc_error(message.id, RpcCode::internal_error, error.what());
  }
}

OrderedJson McpServer::answered(const RpcMessage& message) {
  const auto result = [&](OrderedJson json) { return rpc_result(message.id, std::move(json)); };
  if (message.method == "initialize") return initialized(message);
  if (message.method == "ping") return result(OrderedJson::object());
  if (message.method == "tools/list") return result(tools_json(options_.tools));
  if (message.method == "resources/list") return result(resources_json());
  if (message.method == "resources/templates/list") return result(resource_templates_json());
  if (message.method == "resources/read") return read_resource(message);
  return rpc_error(message.id, RpcCode::method_not_found, translator_.say("unknown method: {}", message.method));
}

OrderedJson McpServer::initialized(const RpcMessage& message) {
  const std::string wanted = text_of(message.params, "protocolVersion");
  const bool is_known = std::find(revisions.begin(), revisions.end(), wanted) != revisions.end();
  OrderedJson result;
  result["protocolVersion"] = is_known ? wanted : revisions.front();
  result["capabilities"] = {{"tools", OrderedJson::object()}, {"resources", OrderedJson::object()}};
  result["serverInfo"] = {{"name", "hakaru"}, {"title", "hakaru"}, {"version", program_version()}};
  result["instructions"] = translator_.say(
      "Plans training and serving of neural networks on rented accelerators: what fits, on which instances, how many, "
      "split how, how long and for how much. Ask plan_serve, plan_train or plan_infer with a model's name first; the "
      "plans are kept by a name, which explain, run, compare_plans and simulate_… take. Figures say on which "
      "measurements they rest.");
  return rpc_result(message.id, std::move(result));
}

OrderedJson McpServer::read_resource(const RpcMessage& message) {
  const std::string uri = text_of(message.params, "uri");
  Result<OrderedJson> read = resource_at(uri, asker_, kept_, translator_);
  if (!read) return rpc_error(message.id, RpcCode::resource_not_found, translator_(read.error()));
  return rpc_result(message.id, std::move(*read));
}

void McpServer::cancel(const Json& id) {
  const std::lock_guard<std::mutex> lock(calling_);
  for (Call& each : calls_) {
    if (each.id == id) each.is_cancelled = true;
  }
}

void McpServer::join_those_done() {
  for (Call& each : calls_) {
    if (each.is_done) each.thread.join();
  }
  std::erase_if(calls_, [](const Call& each) { return !each.thread.joinable(); });
}

std::optional<OrderedJson> McpServer::start_call(const RpcMessage& message, const Reply& later) {
  constexpr std::size_t most = 64;
  const std::string name = text_of(message.params, "name");
  const Question* const question = question_named(name);
  const std::vector<std::string>& named = options_.tools;
  if (question == nullptr || (!named.empty() && !is_offered(name, named)))
    return rpc_error(message.id, RpcCode::invalid_params, translator_.say("unknown tool: {}", name));
  if (!message.params.value("arguments", Json::object()).is_object())
    return rpc_error(message.id, RpcCode::invalid_params, translator_.say("arguments are not an object"));
  const std::lock_guard<std::mutex> lock(calling_);
  join_those_done();
  if (calls_.size() >= most)
    return rpc_error(message.id, RpcCode::too_many, translator_.say("{} calls wait already", most));
  std::list<Call> one(1);  // none of calls_ where no thread can be made
  Call& call = one.front();
  call.id = message.id;
  call.thread = std::thread([this, message, question, later, &call] {
    const OrderedJson result = called(message, *question, call);
    // Nobody waits for what was cancelled.
    later(call.is_cancelled ? OrderedJson() : rpc_result(message.id, result));
    {
      const std::lock_guard<std::mutex> done(calling_);
      call.is_done = true;
    }
    call_done_.notify_all();
  });
  calls_.splice(calls_.end(), one);
  return std::nullopt;
}

OrderedJson McpServer::called(const RpcMessage& message, const Question& question, const Call& call) {
  try {
    Result<Json> keys = kept_.in_place(question, message.params.value("arguments", Json::object()));
    if (!keys) return tool_failure(translator_(keys.error()));
    (*keys)["question"] = message.params["name"];
    if (translator_.language() == Language::japanese) keys->emplace("lang", "ja");
    return result_of(*keys, message, call);
  } catch (const std::exception& error) {
    // A defect: expected failures are values.
    return tool_failure(std::string("internal error: ") + error.what());
  }
}

OrderedJson McpServer::result_of(const Json& question, const RpcMessage& message, const Call& call) {
  const std::chrono::duration<double> longest(options_.timeout_s);
  const Patience patience(longest, [&] { return call.is_cancelled.load(); });
  const auto stopped = [&] { return patience.over(); };
  const Translator& t = asker_.translator(question);
  const auto turn = turns_.take(std::chrono::duration_cast<std::chrono::milliseconds>(longest), stopped);
  if (!turn) return tool_failure(t.say("not answered within {}", in_time(options_.timeout_s)));
  const Json token = progress_token(message.params);
  const bool is_told = token.is_string() || token.is_number_integer();
  std::mutex telling;
  double told = 0;  // it only grows
  Patience::Clock::time_point next_told = {};
  const auto tell = [&](double share) {
    constexpr std::chrono::milliseconds between_notes(100);
    const std::unique_lock<std::mutex> lock(telling, std::try_to_lock);
    const Patience::Clock::time_point now = Patience::Clock::now();
    if (!is_told || !lock || share <= told || now < next_told || call.is_cancelled) return;
    told = share;
    next_told = now + between_notes;
    tell_progress(token, share);
  };
  const Result<Answer> answer = asker_.answer(question, {.stopped = stopped, .progress = tell});
  if (patience.took_too_long()) return tool_failure(t.say("not answered within {}", in_time(options_.timeout_s)));
  if (!answer) return tool_failure(options_.as_json ? error_json(answer.error(), t) : t(answer.error()));
  return options_.as_json ? tool_json(*answer) : tool_result(*answer, kept_, t);
}

void McpServer::tell_progress(const Json& token, double share) {
  say(rpc_notification("notifications/progress",
                       {{"progressToken", OrderedJson(token)}, {"progress", share}, {"total", 1}}));
}

bool McpServer::any_call_runs() const {
  return std::any_of(calls_.begin(), calls_.end(), [](const Call& each) { return !each.is_done; });
}

void McpServer::finish(std::chrono::milliseconds longest, const std::function<bool()>& gone) {
  constexpr std::chrono::milliseconds between_looks(50);  // at the reader; a call that is done is told of at once
  const auto until = std::chrono::steady_clock::now() + longest;
  std::unique_lock<std::mutex> lock(calling_);
  while (any_call_runs() && std::chrono::steady_clock::now() < until && !gone())
    call_done_.wait_for(lock, between_looks);
  for (Call& each : calls_) each.is_cancelled = true;
}

}  // namespace hakaru::api
