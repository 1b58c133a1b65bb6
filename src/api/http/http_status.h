// The statuses of HTTP that the service gives, by RFC 9110's names; the last is nginx's, and only counted.
#pragma once

namespace hakaru::api::http_status {

inline constexpr int ok = 200, no_content = 204, bad_request = 400, unauthorized = 401, forbidden = 403,
                     not_found = 404, method_not_allowed = 405, length_required = 411, content_too_large = 413,
                     unsupported_media_type = 415, unprocessable_content = 422, internal_server_error = 500,
                     service_unavailable = 503, gateway_timeout = 504, client_closed_request = 499;

}  // namespace hakaru::api::http_status
