#include "gate.h"

#include <arpa/inet.h>

#include <algorithm>

#include "hakaru/core/text.h"
#include "http_status.h"
#include "limited_server.h"

namespace hakaru::api {
namespace {

constexpr std::string_view ask_path = "/v1/ask";
constexpr std::size_t longest_shown = 100;

bool is_loopback_address(const std::string& text) {
  in_addr address{};
  return text.starts_with("127.") && inet_pton(AF_INET, text.c_str(), &address) == 1;
}

/// In a time that says nothing of where they differ.
bool is_same_secret(const std::string& one, const std::string& other) {
  std::size_t difference = one.size() ^ other.size();
  for (std::size_t at = 0; at < one.size() && !other.empty(); ++at)
    difference |= static_cast<unsigned char>(one[at] ^ other[at % other.size()]);
  return difference == 0;
}

bool is_ask_path(const std::string& path) {
  constexpr std::size_t longest = 100;
  return path == ask_path || (path.starts_with("/v1/ask/") && path.size() <= longest);
}

bool is_read_path(const std::string& path) {
  return path == "/v1/schema" || path == "/openapi.json" || path == "/health" || path == "/metrics";
}

std::optional<Refusal> refusal_of_body(const httplib::Request& request, const GateRules& rules) {
  const std::optional<std::uint64_t> bytes = body_bytes_of(request);
  const bool is_told = request.has_header("Content-Length");
  if (!is_told || request.has_header("Transfer-Encoding"))
    return Refusal{http_status::length_required,
                   message("the body's length is not told; accepted: {}", "Content-Length")};
  if (!bytes) return Refusal{http_status::bad_request, message("{} is no number", "Content-Length")};
  if (*bytes > rules.body_bytes)
    return Refusal{http_status::content_too_large,
                   message("a body of {} bytes; accepted: at most {}", *bytes, rules.body_bytes)};
  const std::string type = request.get_header_value("Content-Type");
  if (lower_case(type.substr(0, type.find_first_of("; "))) != "application/json")
    return Refusal{http_status::unsupported_media_type,
                   message("{} is '{}'; accepted: {}", "Content-Type", type, "application/json")};
  if (request.has_header("Content-Encoding"))
    return Refusal{http_status::unsupported_media_type, message("{} is '{}'; accepted: {}", "Content-Encoding",
                                                                request.get_header_value("Content-Encoding"), "-")};
  return std::nullopt;
}

}  // namespace

Message no_path(const std::string& path) { return message("there is no {} here", abridged(path, longest_shown)); }

bool may_ask_from(const std::string& origin, const GateRules& rules) {
  return std::find(rules.allowed_origins.begin(), rules.allowed_origins.end(), origin) != rules.allowed_origins.end();
}

bool is_loopback_host(const std::string& host) {
  const bool is_six = host.starts_with("[");
  const std::string name = lower_case(host.substr(0, is_six ? host.find(']') + 1 : host.find(':')));
  return name == "localhost" || name == "[::1]" || is_loopback_address(name);
}

std::optional<Refusal> refusal_of(const httplib::Request& request, const GateRules& rules) {
  const std::string host = request.get_header_value("Host");
  if (rules.only_loopback && !is_loopback_host(host))
    return Refusal{http_status::forbidden,
                   message("{} is '{}'; accepted: {}", "Host", host, "localhost, 127.0.0.1, [::1]")};
  const std::string origin = request.get_header_value("Origin");
  if (!origin.empty() && !may_ask_from(origin, rules))
    return Refusal{http_status::forbidden, message("pages of '{}' may not ask here; --allow-origin lets them", origin)};
  const bool is_asked = is_ask_path(request.path), is_read = is_read_path(request.path);
  if (!is_asked && !is_read) return Refusal{http_status::not_found, no_path(request.path)};
  const bool is_preflight = request.method == "OPTIONS" && !origin.empty();
  if (is_preflight) return std::nullopt;
  const bool is_get = request.method == "GET" || request.method == "HEAD";
  if (is_asked ? request.method != "POST" : !is_get)
    return Refusal{http_status::method_not_allowed,
                   message("{} is not for {}; accepted: {}", request.method, abridged(request.path, longest_shown),
                           is_asked ? "POST" : "GET")};
  const bool is_open = rules.token.empty() || request.path == "/health";
  if (!is_open && !is_same_secret(request.get_header_value("Authorization"), "Bearer " + rules.token))
    return Refusal{http_status::unauthorized,
                   message("the token is missing or wrong; accepted: {}", "Authorization: Bearer TOKEN")};
  return is_asked ? refusal_of_body(request, rules) : std::nullopt;
}

}  // namespace hakaru::api
