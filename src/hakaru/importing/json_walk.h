// JSON of any length, cut into its members. Objects and lists that are entered are walked member by member, at any
// depth; each of their members is entered in turn, handed over as text, or left out. What is left out is only searched
// for its end, by its brackets and quotes.
//
//   {"products": {"A1": {…}, "B2": {…}}, "terms": {"OnDemand": {"A1": {…}}}}
//
//   walk_json(source, {
//     .begin = [](const JsonPath& path) {
//       return path.size() == 2 && path[0] == "products" ? Step::take : Step::enter;
//     },
//     .take = [](const JsonPath& path, const JsonText& member) { … }});   // "products", "A1": {…}
//
// Several documents may stand one behind the other, or in one outermost list: clouds give their answers page by page.
// Each is walked as if it stood alone. A failure names the member and the byte at which the text ends or is no JSON.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/importing/window.h"

namespace hakaru {

/// Names of members from the outermost object on; "" is a member of a list.
using JsonPath = std::vector<std::string>;
/// The path as messages show it: "products.A1", "SpotPriceHistory[]".
std::string shown_path(const JsonPath& path);

/// A member as it stands in its file; Window::padding bytes behind it may be read.
struct JsonText {
  std::string_view text;
  std::uint64_t offset = 0;  ///< in the file
};

enum class Step {
  enter,  ///< walk its members; it must be an object or a list
  take,   ///< hand it over
  pass    ///< leave it out
};

struct JsonVisitor {
  std::function<Step(const JsonPath& path)> begin;
  /// Takes a member; an error that it returns ends the walk.
  std::function<std::optional<Error>(const JsonPath& path, const JsonText& member)> take;
};

std::optional<Error> walk_json(ByteSource& source, const JsonVisitor& visitor);

}  // namespace hakaru
