#include "download.h"

#include <curl/curl.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <string_view>

#include "hakaru/core/text.h"

namespace hakaru::fetch {
namespace {

using Clock = std::chrono::steady_clock;

constexpr long connect_s = 10, most_redirects = 5, partial_content = 206;

/// An answer that is being read.
struct Reading {
  Answer answer;
  std::uint64_t most_bytes = 0;
  bool is_part = false;  ///< its length is not the file's
};

std::size_t take_body(char* data, std::size_t size, std::size_t count, void* user) {
  auto& reading = *static_cast<Reading*>(user);
  std::string& body = reading.answer.body;
  const auto taken = static_cast<std::size_t>(std::min<std::uint64_t>(size * count, reading.most_bytes - body.size()));
  body.append(data, taken);
  return taken;  // fewer than came end the transfer
}

std::uint64_t number_in(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::size_t take_header(char* data, std::size_t size, std::size_t count, void* user) {
  auto& reading = *static_cast<Reading*>(user);
  Answer& answer = reading.answer;
  std::string_view line(data, size * count);
  const std::size_t bytes = line.size(), colon = line.find(':');
  if (line.starts_with("HTTP/")) {  // another server's answer begins, to which this one led
    answer.file_bytes = 0;
    reading.is_part = false;
  }
  if (colon == std::string_view::npos) return bytes;
  const std::string name = lower_case(line.substr(0, colon));
  line.remove_prefix(colon + 1);
  const std::size_t start = line.find_first_not_of(' ');
  const std::string_view value =
      start == std::string_view::npos ? "" : line.substr(start, line.find_last_not_of(" \r\n") + 1 - start);
  if (name == "x-repo-commit" && answer.commit.empty()) answer.commit = value;
  if (name == "x-error-code") answer.error_code = value;
  if (name == "content-length" && !reading.is_part) answer.file_bytes = number_in(value);
  if (const std::size_t slash = value.find('/'); name == "content-range" && slash != std::string_view::npos) {
    answer.file_bytes = number_in(value.substr(slash + 1));
    reading.is_part = true;
  }
  return bytes;
}

}  // namespace

struct Server::Connection {
  CURL* curl = curl_easy_init();
  curl_slist* headers = nullptr;
  Clock::time_point end;

  ~Connection() {
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
  }
};

Server::Server(std::string endpoint, const std::string& token, double longest_s)
    : endpoint_(std::move(endpoint)), connection_(std::make_unique<Connection>()) {
  Connection& to = *connection_;
  to.end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(longest_s));
  if (to.curl == nullptr) return;
  if (!token.empty()) to.headers = curl_slist_append(nullptr, ("Authorization: Bearer " + token).c_str());
  const char* const protocols = endpoint_.starts_with("https:") ? "https" : "http,https";
  curl_easy_setopt(to.curl, CURLOPT_HTTPHEADER, to.headers);
  curl_easy_setopt(to.curl, CURLOPT_PROTOCOLS_STR, protocols);
  curl_easy_setopt(to.curl, CURLOPT_REDIR_PROTOCOLS_STR, protocols);
  curl_easy_setopt(to.curl, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(to.curl, CURLOPT_MAXREDIRS, most_redirects);
  curl_easy_setopt(to.curl, CURLOPT_CONNECTTIMEOUT, connect_s);
  curl_easy_setopt(to.curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(to.curl, CURLOPT_USERAGENT, "hakaru");
  curl_easy_setopt(to.curl, CURLOPT_WRITEFUNCTION, &take_body);
  curl_easy_setopt(to.curl, CURLOPT_HEADERFUNCTION, &take_header);
}

Server::~Server() = default;

Answer Server::get(const std::string& path, std::uint64_t most_bytes) {
  Reading reading{.answer = {}, .most_bytes = most_bytes};
  CURL* const curl = connection_->curl;
  if (curl == nullptr) {
    reading.answer.error = "libcurl cannot start";
    return reading.answer;
  }
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(connection_->end - Clock::now()).count();
  const std::string url = endpoint_ + "/" + path;
  curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, std::max<long>(1, left));
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &reading);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, &reading);
  const CURLcode code = curl_easy_perform(curl);
  const bool has_enough = code == CURLE_WRITE_ERROR && reading.answer.body.size() == most_bytes;
  if (code != CURLE_OK && !has_enough) {
    reading.answer.error = curl_easy_strerror(code);
    return reading.answer;
  }
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &reading.answer.status);
  return reading.answer;
}

Answer Server::part(const std::string& path, std::uint64_t first, std::uint64_t bytes) {
  const std::string range = std::to_string(first) + "-" + std::to_string(first + bytes - 1);
  curl_easy_setopt(connection_->curl, CURLOPT_RANGE, range.c_str());
  // A server without ranges gives the file from its start.
  Answer answer = get(path, bytes);
  curl_easy_setopt(connection_->curl, CURLOPT_RANGE, nullptr);
  if (answer.status != partial_content && first > 0 && answer.error.empty()) answer.error = "no part of a file";
  return answer;
}

Answer Server::all(const std::string& path, std::uint64_t most_bytes) {
  Answer answer = get(path, most_bytes);
  if (answer.file_bytes > most_bytes) answer.error = path + " is too large";
  return answer;
}

}  // namespace hakaru::fetch
