#include "json_rpc.h"

namespace hakaru::api {
namespace {

constexpr const char* version = "2.0";

bool is_id(const Json& id) { return id.is_string() || id.is_number_integer(); }

OrderedJson rpc_head(const Json& id) { return {{"jsonrpc", version}, {"id", OrderedJson(id)}}; }

}  // namespace

RpcRead read_rpc(const Json& json) {
  if (!json.is_object()) return {{}, "not an object"};
  if (json.value("jsonrpc", Json()) != version) return {{}, "jsonrpc is not \"2.0\""};
  if (!json.contains("method") && (json.contains("result") || json.contains("error"))) return {};
  if (!json.value("method", Json()).is_string()) return {{}, "method is not a string"};
  if (json.contains("id") && !is_id(json["id"])) return {{}, "id is neither a string nor a whole number"};
  const Json params = json.value("params", Json::object());
  if (!params.is_object()) return {{}, "params is not an object"};
  return {RpcMessage{json.value("id", Json()), json["method"].get<std::string>(), params}, {}};
}

OrderedJson rpc_result(const Json& id, OrderedJson result) {
  OrderedJson reply = rpc_head(id);
  reply["result"] = std::move(result);
  return reply;
}

OrderedJson rpc_error(const Json& id, RpcCode code, const std::string& message) {
  OrderedJson reply = rpc_head(id);
  reply["error"] = {{"code", static_cast<int>(code)}, {"message", message}};
  return reply;
}

OrderedJson rpc_notification(const std::string& method, OrderedJson params) {
  return {{"jsonrpc", version}, {"method", method}, {"params", std::move(params)}};
}

std::string rpc_line(const OrderedJson& message) {
  return message.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace hakaru::api
