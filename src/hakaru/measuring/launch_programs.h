// The programs that measure, and how each is told what to measure: data/launch/measure.toml, whose head says what its
// keys are.
//
//   CommandMaker maker(*programs.find("vllm-serve"));
//   maker.tell("tp", "8");        // --tensor-parallel-size 8
//   maker.command();
#pragma once

#include <map>
#include <optional>

#include "hakaru/core/data_files.h"
#include "hakaru/core/fields.h"
#include "hakaru/core/result.h"
#include "hakaru/measuring/command.h"

namespace hakaru {

/// Tests of collectives, on GPUs and on NeuronCores.
inline constexpr std::string_view nccl_tests = "nccl-tests", nccom_test = "nccom-test";

struct LaunchProgram {
  std::string name, shown;
  std::vector<std::string> program, always, environment;
  std::map<std::string, std::string, std::less<>> flags;
  std::map<std::string, std::vector<std::string>, std::less<>> choices;
  bool tp_is_of_all = false;       ///< where experts are spread over replicas, its tp counts the ranks of all
  bool limits_are_of_all = false;  ///< there its sequences and batched tokens are those of all
  std::string source;
};

/// What serves for an engine, and what asks it.
struct EnginePrograms {
  std::string server, client;
  std::int64_t port = 8000;
};

/// How pretrain_gpt.py is told the shape of a model.
struct ModelShape {
  std::vector<std::string> always;
  std::vector<std::pair<std::string, std::string>> keys;  ///< of its config.json → flags
  std::map<std::string, std::string, std::less<>>
      missing_like;  ///< key → the one whose value it has where it is missing
  std::vector<std::pair<std::string, std::vector<std::string>>> unless_true;
};

class LaunchPrograms {
 public:
  static Result<LaunchPrograms> read(const DataFiles& data);

  /// Of one that the data name.
  const LaunchProgram& program(const std::string& name) const { return programs_.at(name); }
  /// Null: none.
  const EnginePrograms* of_engine(std::string_view engine) const;
  /// "": none.
  std::string of_stack(std::string_view stack, bool adapters) const;
  std::vector<std::string> stacks(bool adapters) const;
  const ModelShape* shape_of(std::string_view model_type) const;

 private:
  std::optional<Error> read_table(const Json& table, const std::string& file);

  std::map<std::string, LaunchProgram, std::less<>> programs_;
  std::map<std::string, EnginePrograms, std::less<>> engines_;
  std::map<std::string, std::string, std::less<>> stacks_, adapters_;
  std::map<std::string, ModelShape, std::less<>> shapes_;
};

/// Puts a command together.
class CommandMaker {
 public:
  /// `program` must outlive this.
  explicit CommandMaker(const LaunchProgram& program, Command before = {});

  /// By its choice of that value, else by its flag; false: it has neither.
  bool tell(const std::string& what, const std::string& value) { return tell(what, Word{value}); }
  bool tell(const std::string& what, const Word& value);
  /// By its choice alone.
  bool chooses(const std::string& what, const std::string& value);
  /// The same; what it has neither for is kept, as "zero 2".
  void must_tell(const std::string& what, const std::string& value);
  void add(const Command& words) { words_.insert(words_.end(), words.begin(), words.end()); }

  /// With what is always said behind.
  Command command() const;
  const std::vector<std::string>& unsaid() const { return unsaid_; }

 private:
  const LaunchProgram* program_;
  Command words_;
  std::vector<std::string> unsaid_;
};

}  // namespace hakaru
