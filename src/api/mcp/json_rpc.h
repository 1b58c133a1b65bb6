// JSON-RPC 2.0: requests, notifications and what is said to them.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "hakaru/core/fields.h"
#include "hakaru/formats/json.h"

namespace hakaru::api {

enum class RpcCode {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  internal_error = -32603,
  resource_not_found = -32002,
  too_many = -32000
};

/// A message of a client; `id` is null of a notification.
struct RpcMessage {
  Json id;
  std::string method;
  Json params = Json::object();
  bool is_notification() const { return id.is_null(); }
};

/// A client's message, or the reason that it is none; a reply to something that was asked of it is neither.
struct RpcRead {
  std::optional<RpcMessage> message;
  std::optional<std::string> invalid;
};
RpcRead read_rpc(const Json& json);

OrderedJson rpc_result(const Json& id, OrderedJson result);
OrderedJson rpc_error(const Json& id, RpcCode code, const std::string& message);
OrderedJson rpc_notification(const std::string& method, OrderedJson params);

/// A message on its line.
std::string rpc_line(const OrderedJson& message);

}  // namespace hakaru::api
