// A value, or the reason why there is none. Expected failures are values here, never exceptions.
//
//   Result<Model> model = read_model(path);
//   if (!model) return fail(model);
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <type_traits>
#include <utility>

#include "hakaru/core/message.h"

namespace hakaru {

enum class ErrorKind {
  bad_input,     ///< the user gave something wrong: exit status 2
  unsatisfiable  ///< nothing satisfies the constraints: exit status 1
};

/// A key as messages tell it, "--tp" or "s.toml: 'tp'": an error remembers which it is about.
struct ShownKey : std::string {
  ShownKey(std::string shown, std::string_view its_key) : std::string(std::move(shown)), key(its_key) {}
  std::string key;  ///< "tp"
};

struct Error {
  ErrorKind kind = ErrorKind::bad_input;
  Message message;
  std::vector<Message> also = {};  ///< what else is wrong, told with it
  std::string key = {};            ///< that it is about; "": of none that was told as one

  bool operator==(const Error&) const = default;
};

/// The first of what a message is told with that is a key; "": none is.
template <typename... Arguments>
std::string key_among(const Arguments&... arguments) {
  std::string key;
  [[maybe_unused]] const auto look_at = [&](const auto& argument) {
    if constexpr (std::is_same_v<std::decay_t<decltype(argument)>, ShownKey>) {
      if (key.empty()) key = argument.key;
    }
  };
  (look_at(arguments), ...);
  return key;
}

template <typename Value>
using Result = tl::expected<Value, Error>;

/// bad_input("{}: '{}' must be a whole number, found {}", file, key, found): says which file, which key, what was found
/// and what is accepted.
template <typename... Arguments>
tl::unexpected<Error> bad_input(std::string_view format, const Arguments&... arguments) {
  return tl::unexpected(Error{ErrorKind::bad_input, message(format, arguments...), {}, key_among(arguments...)});
}

/// unsatisfiable("…"): no plan exists; the message names the nearest thing that would work.
template <typename... Arguments>
tl::unexpected<Error> unsatisfiable(std::string_view format, const Arguments&... arguments) {
  return tl::unexpected(Error{ErrorKind::unsatisfiable, message(format, arguments...)});
}

/// The failure, with the reason told behind it.
inline tl::unexpected<Error> because(tl::unexpected<Error> failed, Message why) {
  failed.value().also.push_back(std::move(why));
  return failed;
}

/// Passes the failure of one result on as the failure of another.
template <typename Value>
tl::unexpected<Error> fail(const Result<Value>& failed) {
  return tl::unexpected(failed.error());
}

}  // namespace hakaru
