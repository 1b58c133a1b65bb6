// A value, or the reason why there is none. Expected failures are values here, never exceptions.
//
//   Result<Model> model = read_model(path);
//   if (!model) return fail(model);
#pragma once

#include <string_view>
#include <tl/expected.hpp>

#include "hakaru/core/message.h"

namespace hakaru {

enum class ErrorKind {
  bad_input,     ///< the user gave something wrong: exit status 2
  unsatisfiable  ///< nothing satisfies the constraints: exit status 1
};

struct Error {
  ErrorKind kind = ErrorKind::bad_input;
  Message message;
  std::vector<Message> also = {};  ///< what else is wrong, told with it
};

template <typename Value>
using Result = tl::expected<Value, Error>;

/// bad_input("{}: '{}' must be a whole number, found {}", file, key, found): says which file, which key, what was found
/// and what is accepted.
template <typename... Arguments>
tl::unexpected<Error> bad_input(std::string_view format, const Arguments&... arguments) {
  return tl::unexpected(Error{ErrorKind::bad_input, message(format, arguments...)});
}

/// unsatisfiable("…"): no plan exists; the message names the nearest thing that would work.
template <typename... Arguments>
tl::unexpected<Error> unsatisfiable(std::string_view format, const Arguments&... arguments) {
  return tl::unexpected(Error{ErrorKind::unsatisfiable, message(format, arguments...)});
}

/// Passes the failure of one result on as the failure of another.
template <typename Value>
tl::unexpected<Error> fail(const Result<Value>& failed) {
  return tl::unexpected(failed.error());
}

}  // namespace hakaru
