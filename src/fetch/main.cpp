// hakaru-fetch ORG/NAME: brings what describes a model of the Hugging Face Hub into hakaru's own cache (hub_cache.h):
// config.json, generation_config.json, hf_quant_config.json, and of each weights file its header, as a sparse file of
// the right size, so that its tensors can be counted. hakaru starts it for a name that it does not know. It ends as
// fetched.h says, with the reason on standard output; how far it is stands on standard error.
//
// Limits: 120 s in all; 4 MiB of each description, 64 MiB of an index, 100 MB of a header, the format's own limit.
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>

#include "../native/fetched.h"
#include "../native/hub_cache.h"
#include "download.h"
#include "hakaru/core/files.h"
#include "hakaru/model/safetensors.h"

namespace hakaru::fetch {
namespace {

namespace fs = std::filesystem;
using native::Fetched;

constexpr double longest_s = 120;
constexpr std::uint64_t mebibyte = 1 << 20;
constexpr std::uint64_t largest_description_bytes = 4 * mebibyte, largest_index_bytes = 64 * mebibyte;
/// Most headers are shorter: one request has all of them.
constexpr std::uint64_t first_part_bytes = mebibyte / 4;
constexpr long ok = 200, partial_content = 206, unauthorised = 401, forbidden = 403, not_found = 404;

/// The reason for which nothing more is fetched.
struct Ended {
  Fetched how = Fetched::all;
  std::string why;
};

class Fetching {
 public:
  explicit Fetching(std::string name)
      : name_(std::move(name)), server_(native::hub_endpoint(), native::hub_token(), longest_s) {}

  Ended run();

 private:
  std::string path_of(const std::string& file) const { return name_ + "/resolve/" + revision_ + "/" + file; }
  Ended refused(const Answer& answer) const;
  Ended keep(const std::string& file, const std::string& text) const;
  /// Keeps a description where the repository has it.
  Ended fetch_description(const std::string& file);
  Ended fetch_weights();
  Ended fetch_header(const std::string& file);
  bool is_there(const Answer& answer) const {
    return answer.error.empty() && (answer.status == ok || answer.status == partial_content);
  }

  std::string name_, revision_ = "main";
  Server server_;
  fs::path folder_;  ///< filled, then given its name
};

Ended Fetching::refused(const Answer& answer) const {
  if (!answer.error.empty()) return {Fetched::unreachable, answer.error};
  if (answer.error_code == "GatedRepo") return {Fetched::gated, {}};
  if (answer.error_code == "EntryNotFound") return {Fetched::no_config, {}};
  if (answer.status == unauthorised || answer.status == not_found) return {Fetched::missing, {}};
  if (answer.status == forbidden) return {Fetched::gated, {}};
  return {Fetched::unreachable, "HTTP " + std::to_string(answer.status)};
}

Ended Fetching::keep(const std::string& file, const std::string& text) const {
  if (const std::optional<Error> failed = write_file((folder_ / file).string(), text))
    return {Fetched::unwritable, in_english(failed->message)};
  return {};
}

Ended Fetching::fetch_description(const std::string& file) {
  const Answer answer = server_.all(path_of(file), largest_description_bytes);
  return is_there(answer) ? keep(file, answer.body) : Ended();
}

Ended Fetching::fetch_header(const std::string& file) {
  Answer answer = server_.part(path_of(file), 0, first_part_bytes);
  if (!is_there(answer)) return refused(answer);
  const Result<std::uint64_t> bytes = safetensors_header_bytes(answer.body, answer.file_bytes, file);
  if (!bytes) return {Fetched::unreachable, in_english(bytes.error().message)};
  if (*bytes > answer.body.size()) {
    const Answer rest = server_.part(path_of(file), answer.body.size(), *bytes - answer.body.size());
    if (!is_there(rest)) return refused(rest);
    answer.body += rest.body;
  }
  if (const Ended ended = keep(file, answer.body.substr(0, *bytes)); ended.how != Fetched::all) return ended;
  std::error_code failed;
  fs::resize_file(folder_ / file, answer.file_bytes, failed);
  return failed ? Ended{Fetched::unwritable, failed.message()} : Ended();
}

Ended Fetching::fetch_weights() {
  constexpr const char *index_name = "model.safetensors.index.json", *single = "model.safetensors";
  const Answer answer = server_.all(path_of(index_name), largest_index_bytes);
  if (!is_there(answer)) {
    const Ended ended = fetch_header(single);
    return ended.how == Fetched::unwritable ? ended : Ended();  // weights of another kind need no header
  }
  const Result<SafetensorsIndex> index = read_safetensors_index(answer.body, index_name);
  if (!index) return {Fetched::unreachable, in_english(index.error().message)};
  std::size_t done = 0;
  for (const std::string& shard : index->shards) {
    if (isatty(STDERR_FILENO) == 1)
      std::fprintf(stderr, "\rhakaru: %s: header %zu of %zu", name_.c_str(), ++done, index->shards.size());
    // The index says how many bytes all have, where one header is not to be had.
    if (const Ended ended = fetch_header(shard); ended.how == Fetched::unwritable) return ended;
  }
  if (done > 0) std::fputs("\r\033[K", stderr);
  return keep(index_name, answer.body);
}

Ended Fetching::run() {
  const fs::path repository = native::hub_repository(native::own_hub_cache(), name_);
  std::fprintf(stderr, "hakaru: asks %s for %s: config.json and the headers of its weights\n",
               native::hub_endpoint().c_str(), name_.c_str());
  const Answer config = server_.all(path_of("config.json"), largest_description_bytes);
  if (!is_there(config)) return refused(config);
  if (config.commit.empty() || config.commit.find_first_not_of("0123456789abcdef") != std::string::npos)
    return {Fetched::unreachable, "its answer names no commit"};
  revision_ = config.commit;
  std::error_code failed;
  const fs::path snapshot = repository / "snapshots" / config.commit;
  fs::create_directories(repository / "refs", failed);
  fs::create_directories(snapshot.parent_path(), failed);
  std::string pattern = snapshot.string() + ".XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr) return {Fetched::unwritable, repository.string()};
  folder_ = pattern;
  Ended ended = keep("config.json", config.body);
  for (const char* file : {"generation_config.json", "hf_quant_config.json"}) {
    if (ended.how == Fetched::all) ended = fetch_description(file);
  }
  if (ended.how == Fetched::all) ended = fetch_weights();
  if (ended.how == Fetched::all) {
    fs::rename(folder_, snapshot, failed);  // fails where another process was first, with the same files
    if (const std::optional<Error> unwritten = write_file((repository / "refs" / "main").string(), revision_ + "\n"))
      ended = {Fetched::unwritable, in_english(unwritten->message)};
  }
  fs::remove_all(folder_, failed);
  return ended;
}

int run(std::span<char* const> arguments) {
  if (arguments.size() != 2 || !native::is_hub_name(arguments[1])) {
    std::fputs("usage: hakaru-fetch ORG/NAME\n", stderr);
    return 2;
  }
  const Ended ended = Fetching(arguments[1]).run();
  if (!ended.why.empty()) std::puts(ended.why.c_str());
  return static_cast<int>(ended.how);
}

}  // namespace
}  // namespace hakaru::fetch

int main(int count, char** arguments) { return hakaru::fetch::run({arguments, static_cast<std::size_t>(count)}); }
