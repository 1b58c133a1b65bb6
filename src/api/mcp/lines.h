// Bytes into lines, of which none may be too long: what is behind the limit is dropped as it comes.
//
//   Lines lines(1 << 20);
//   lines.take("{\"jsonrpc\": …\n{", [](std::string_view line, bool whole) { … });  // once; the rest waits
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace hakaru::api {

class Lines {
 public:
  /// `whole`: not cut.
  using Take = std::function<void(std::string_view line, bool whole)>;

  explicit Lines(std::size_t longest) : longest_(longest) {}
  void take(std::string_view bytes, const Take& take);
  /// Takes the rest behind the last end of a line.
  void end(const Take& take);

 private:
  void add(std::string_view bytes);
  void give(const Take& take);

  const std::size_t longest_;
  std::string line_;
  bool is_whole_ = true;
};

}  // namespace hakaru::api
