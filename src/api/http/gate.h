// Admits or refuses requests before their body is read.
#pragma once

#include <httplib.h>

#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/message.h"

namespace hakaru::api {

struct GateRules {
  std::string token = {};                         ///< "": none is asked for
  bool only_loopback = true;                      ///< only names of this machine are hosts of it
  std::vector<std::string> allowed_origins = {};  ///< pages that may ask
  std::uint64_t body_bytes = 0;                   ///< at most
};

struct Refusal {
  int status = 0;
  Message reason;
};

/// Why `request` is not taken.
std::optional<Refusal> refusal_of(const httplib::Request& request, const GateRules& rules);

/// True if `host`, as a request gives it, names this machine. A page of another site may know a name that leads here:
/// such a name does not.
bool is_loopback_host(const std::string& host);

/// The message that nothing is at `path`.
Message no_path(const std::string& path);

/// True if `origin` is one of the allowed.
bool may_ask_from(const std::string& origin, const GateRules& rules);

}  // namespace hakaru::api
