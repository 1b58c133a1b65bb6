// Questions as JSON for programs: the data is read once, and any number of threads may ask at once.
//
//   const auto asker = Asker::open({});
//   const Reply reply = (*asker)->ask(R"({"question": "fit", "machine": "g6e.xlarge"})");
//   reply.status;  // 0
//   reply.json;    // {"instance": "g6e.xlarge", "models": [...]}
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "hakaru/asking/question.h"

namespace hakaru {

/// As a program's exit status has them.
enum class ReplyStatus { answered = 0, unsatisfiable = 1, bad_input = 2, internal = 3, cancelled = 4 };

struct Reply {
  ReplyStatus status = ReplyStatus::answered;
  std::string json;  ///< the answer, or {"error": {"kind", "exit_status", "message"}}; a line's end behind it
};

/// Callbacks of the asking program, while the answer is made; both are called often, and from several threads at once.
struct AskingWatch {
  std::function<bool()> stopped = [] { return false; };        ///< whether the answer is no longer wanted
  std::function<void(double share)> progress = [](double) {};  ///< of the search that is done, 0 … 1
};

class Asker {
 public:
  struct Options {
    std::string data_folder = {};              ///< laid over the data that came with the program; "": none
    std::string today = {};                    ///< old prices are marked; "": they are not
    bool reads_files = true;                   ///< whether a question may name files of this machine
    DataFiles::ModelFolder model_folder = {};  ///< as DataFiles has it
    std::function<Executor()> executor = [] { return Executor(); };
    std::function<Result<RankOutcomes>(const RanksWork& work)> run_ranks = {};  ///< as Asking has it
  };
  static Result<std::unique_ptr<const Asker>> open(Options options);

  Reply ask(std::string_view question, const AskingWatch& watch = {}) const;
  Reply reply_to(const Json& question, const AskingWatch& watch = {}) const;
  /// The same with its rows and its text, good as long as this is.
  Result<Answer> answer(const Json& question, const AskingWatch& watch = {}) const;
  /// The translator into the language that the question asks for by "lang"; English without it.
  const Translator& translator(const Json& question) const;

  const DataFiles& data() const { return data_; }
  const Catalog& catalog() const { return catalog_; }

 private:
  Asker(Options options, DataFiles data, Catalog catalog);

  Options options_;
  DataFiles data_;
  Catalog catalog_;
  Translator english_;
  mutable std::once_flag reads_japanese_;
  mutable Translator japanese_;  ///< read when first asked for
};

ReplyStatus status_of(const Error& error);
/// {"error": {"kind", "exit_status", "message"}}, on one line.
std::string error_json(const Error& error, const Translator& translator);
/// The same of what is no Error: "timeout", "internal".
std::string reason_json(std::string_view kind, ReplyStatus status, const std::string& reason);

/// Reads the instances that can be rented; fails where a file of calibrations is of no accelerator there.
Result<Catalog> read_catalog(const DataFiles& data);

/// Today's date in UTC, "2026-07-20".
std::string today();

}  // namespace hakaru
