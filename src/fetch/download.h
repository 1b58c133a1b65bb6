// Downloads from one server, over a connection that is kept: parts of files, bounded in time and size, by libcurl (its
// proxies, its certificates).
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace hakaru::fetch {

/// A server's answer.
struct Answer {
  long status = 0;               ///< by HTTP; 0: the server was not reached
  std::string error;             ///< the reason where it was not, or where the answer was cut off
  std::string body;              ///< its beginning, at most as many bytes as were asked for
  std::uint64_t file_bytes = 0;  ///< the size of all of the file
  std::string commit;            ///< X-Repo-Commit: of the repository
  std::string error_code;        ///< X-Error-Code: "GatedRepo", "RepoNotFound", "EntryNotFound"
};

class Server {
 public:
  /// `token`: sent to this server alone, not to those that it leads to; "": none. All downloads together may take
  /// `longest_s`.
  Server(std::string endpoint, const std::string& token, double longest_s);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// The `bytes` bytes of a file that begin at `first`, fewer at its end.
  Answer part(const std::string& path, std::uint64_t first, std::uint64_t bytes);
  /// All of a file of at most `most_bytes`; a longer one is an error.
  Answer all(const std::string& path, std::uint64_t most_bytes);

 private:
  struct Connection;
  Answer get(const std::string& path, std::uint64_t most_bytes);

  std::string endpoint_;
  std::unique_ptr<Connection> connection_;
};

}  // namespace hakaru::fetch
