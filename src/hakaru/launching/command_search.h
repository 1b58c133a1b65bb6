// Finds the command of a text that starts a known program, and how it does.
//
//   CommandSearch search(programs, nullptr);
//   search.look_at({"torchrun", "pretrain_gpt.py", "--bf16"});
//   search.best()->program.name;   // "megatron"
// Among several it takes the one that says most of its program; what a launcher starts says more than the launcher.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hakaru/launching/said_flags.h"

namespace hakaru {

/// Place in a command's words at which a program starts.
struct Start {
  std::size_t at = 0, words = 0;
  bool otherwise = false;  ///< by words of also_started
};
std::optional<Start> start_of(const LaunchProgram& program, const Words& words);

/// A command that starts a program.
struct Started {
  const LaunchProgram& program;
  Words words;
  Start start;
  SaidFlags flags;
  Said set;      ///< by the environment
  Said visible;  ///< variables that show it a part of the accelerators
};

class CommandSearch {
 public:
  /// Takes the one that runs `on` that accelerator of programs that start by the same words; null: it is not known.
  CommandSearch(const LaunchPrograms& programs, const Accelerator* on);
  ~CommandSearch();
  CommandSearch(const CommandSearch&) = delete;
  CommandSearch& operator=(const CommandSearch&) = delete;

  void look_at(const Words& words);
  const std::optional<Started>& best() const { return best_; }

 private:
  struct Wanted;
  /// Variables of the environment that some program reads back, with the value that each was given last.
  class ReadVariables {
   public:
    explicit ReadVariables(const LaunchPrograms& programs);
    void take(const Words& words, std::size_t count);
    /// Reads what a script sets: "NGPU=8" as devices, its file's name as settings.
    Said said_of(const LaunchProgram& program) const;
    /// Values of those `names`.
    Said values_of(const std::vector<std::string>& names) const;

   private:
    std::set<std::string, std::less<>> read_;
    Said values_;
  };

  static std::vector<Wanted> wanted_programs(const LaunchPrograms& programs, const Accelerator* on);
  Words with_script(Words words) const;
  static bool tells_itself(const Wanted& wanted, const SaidFlags& flags);
  void look_at(const Words& words, Wanted& wanted, const Start& start);

  const LaunchPrograms& programs_;
  std::vector<Wanted> wanted_;
  ReadVariables exported_;
  std::optional<Started> best_;
  std::pair<std::size_t, std::size_t> best_fit_{0, 0};
};

}  // namespace hakaru
