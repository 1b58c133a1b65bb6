#include "hakaru/importing/json_walk.h"

#include <array>
#include <cstring>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::size_t deepest = 16;     // of what is entered
constexpr int deepest_passed = 10'000;  // of what is only searched for its end

bool is_blank(char each) { return each == ' ' || each == '\n' || each == '\r' || each == '\t'; }

/// Meaning of a byte outside quotes in the search for a member's end.
enum class Mark : std::uint8_t { none, quote, open, close, comma };

constexpr std::array<Mark, 256> marks = [] {
  std::array<Mark, 256> table{};
  table['"'] = Mark::quote;
  table['{'] = table['['] = Mark::open;
  table['}'] = table[']'] = Mark::close;
  table[','] = Mark::comma;
  return table;
}();

Mark mark_of(char each) { return marks[static_cast<unsigned char>(each)]; }

/// Walks by the text of a window, reading on where it ends.
class JsonWalk {
 public:
  JsonWalk(ByteSource& source, const JsonVisitor& visitor) : window_(source), visitor_(visitor) {}

  std::optional<Error> run() {
    at_ = window_.begin();
    skip_byte_order_mark();
    bool any = false;
    while (!error_ && skip_blanks(false)) {
      any = true;
      document();
    }
    if (!any && !error_)
      error_ = bad_input("{}: holds no JSON; accepted: an object, or a list of some", name()).value();
    return error_;
  }

 private:
  const std::string& name() const { return window_.name(); }

  void refuse_end() {
    if (path_.empty())
      error_ = bad_input("{}: ends at byte {}; nothing was changed; accepted: a whole file", name(),
                         window_.offset_of(window_.end()))
                   .value();
    else
      error_ = bad_input("{}: ends at byte {}, within {}; nothing was changed; accepted: a whole file", name(),
                         window_.offset_of(window_.end()), shown_path(path_))
                   .value();
  }
  void refuse_byte(std::string_view accepted) {
    if (path_.empty())
      error_ = bad_input("{}: byte {}: not JSON: found '{}'; accepted: {}", name(), window_.offset_of(at_),
                         printable({at_, 1}), accepted)
                   .value();
    else
      error_ = bad_input("{}: byte {}, in {}: not JSON: found '{}'; accepted: {}", name(), window_.offset_of(at_),
                         shown_path(path_), printable({at_, 1}), accepted)
                   .value();
  }

  /// Reads on, with everything from `from` kept, which it moves along with at_; false at the end or on a failure.
  bool read_on(const char*& from) {
    window_.drop_before(from);
    const std::ptrdiff_t ahead = at_ - from;
    const Result<bool> more = window_.read_on();
    if (!more) error_ = more.error();
    from = window_.begin();
    at_ = from + ahead;
    return more && *more;
  }
  /// True if there is a byte at at_; if there is none and it is `needed`, the text is refused as cut off.
  bool has_byte(const char*& from, bool needed = true) {
    if (at_ != window_.end() || read_on(from)) return true;
    if (needed && !error_) refuse_end();
    return false;
  }
  bool has_byte() {
    const char* from = at_;
    return has_byte(from);
  }

  void skip_byte_order_mark() {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    const char* from = at_;
    if (!has_byte(from, false)) return;
    if (std::string_view(at_, static_cast<std::size_t>(window_.end() - at_)).starts_with(mark)) at_ += mark.size();
  }

  /// Skips blanks. True if something follows.
  bool skip_blanks(bool needed = true) {
    for (;;) {
      while (at_ != window_.end() && is_blank(*at_)) ++at_;
      if (at_ != window_.end()) return true;
      const char* from = at_;
      if (!has_byte(from, needed)) return false;
    }
  }

  /// An outermost object; of an outermost list the members are such.
  void document() {
    if (*at_ == '{') return object();
    if (*at_ != '[') return refuse_byte("{, [");
    ++at_;
    members(']', [&] {
      if (*at_ != '{') return refuse_byte("{");
      object();
    });
  }

  /// Walks the members between brackets; `member` is called at the first byte of each.
  template <typename Member>
  void members(char close, const Member& member) {
    if (!skip_blanks()) return;
    if (*at_ == close) {
      ++at_;
      return;
    }
    for (;;) {
      member();
      if (error_ || !skip_blanks()) return;
      const char found = *at_;
      if (found != close && found != ',') return refuse_byte(close == '}' ? "',', '}'" : "',', ']'");
      ++at_;
      if (found == close || !skip_blanks()) return;
    }
  }

  void object() {
    ++at_;
    members('}', [&] {
      if (*at_ != '"') return refuse_byte("\"");
      const std::size_t depth = path_.size();
      path_.emplace_back();
      key();
      if (!error_ && skip_blanks()) value();
      if (!error_) path_.resize(depth);
    });
  }

  void list() {
    ++at_;
    members(']', [&] {
      path_.emplace_back();
      value();
      if (!error_) path_.pop_back();
    });
  }

  /// The name of a member and the colon behind it; escapes within stay as they are.
  void key() {
    const char* from = at_;
    if (!skip_string(from)) return;
    path_.back().assign(from + 1, at_ - 1);
    if (!skip_blanks()) return;
    if (*at_ != ':') return refuse_byte("':'");
    ++at_;
  }

  void value() {
    switch (visitor_.begin(path_)) {
      case Step::pass: {
        const char* from = at_;
        skip_value(from, false);
        return;
      }
      case Step::take:
        return take();
      case Step::enter:
        if (path_.size() > deepest) return refuse_byte("fewer brackets within each other");
        if (*at_ == '{') return object();
        if (*at_ == '[') return list();
        return refuse_byte("{, [");
    }
  }

  void take() {
    const char* from = at_;
    if (!skip_value(from, true)) return;
    const auto size = static_cast<std::size_t>(at_ - from);
    error_ = visitor_.take(path_, {{from, size}, window_.offset_of(from)});
  }

  /// Moves from a quote to behind the one that closes it; `from` is kept.
  bool skip_string(const char*& from) {
    ++at_;
    for (;;) {
      const auto left = static_cast<std::size_t>(window_.end() - at_);
      const auto* const quote = static_cast<const char*>(std::memchr(at_, '"', left));
      if (quote == nullptr) {
        at_ = window_.end();
        if (!has_byte(from)) return false;
        // An escape may lie astride: what was read is looked at again from its beginning.
        continue;
      }
      const char* before = quote;
      while (before[-1] == '\\') --before;  // the quote that opens ends it
      at_ = quote + 1;
      if ((quote - before) % 2 == 0) return true;
    }
  }

  /// Moves behind a value. `kept`: from `from` on it stays in the window.
  bool skip_value(const char*& from, bool kept) {
    const auto forget = [&] {
      if (!kept) from = at_;
    };
    if (*at_ == '"') return skip_string(from);
    if (mark_of(*at_) != Mark::open) return skip_scalar(from);
    for (int depth = 0;;) {
      const char* at = at_;
      const char* const end = window_.end();
      Mark mark = Mark::none;
      while (at != end && ((mark = mark_of(*at)) == Mark::none || mark == Mark::comma)) ++at;
      at_ = at;
      forget();
      if (at == end) {
        if (!has_byte(from)) return false;
      } else if (mark == Mark::quote) {
        if (!skip_string(from)) return false;
      } else {
        ++at_;
        depth += mark == Mark::open ? 1 : -1;
        if (depth == 0) return true;
        if (depth > deepest_passed) return refuse_byte("fewer brackets within each other"), false;
      }
    }
  }

  /// A number or a word.
  bool skip_scalar(const char*& from) {
    const std::uint64_t begin = window_.offset_of(at_);
    for (;;) {
      if (!has_byte(from)) return false;
      if (is_blank(*at_) || mark_of(*at_) != Mark::none || *at_ == ':') break;
      ++at_;
    }
    if (window_.offset_of(at_) == begin) return refuse_byte("a value"), false;
    return true;
  }

  Window window_;
  const JsonVisitor& visitor_;
  const char* at_ = nullptr;
  JsonPath path_;
  std::optional<Error> error_;
};

}  // namespace

std::string shown_path(const JsonPath& path) {
  std::string shown;
  for (const std::string& name : path) {
    if (name.empty())
      shown += "[]";
    else
      shown += (shown.empty() ? "" : ".") + name;
  }
  return shown.empty() ? "{}" : abridged(shown, 100);
}

std::optional<Error> walk_json(ByteSource& source, const JsonVisitor& visitor) {
  return JsonWalk(source, visitor).run();
}

}  // namespace hakaru
