// The flags of a command, as the tables of the program that it starts spell them.
//
//   SaidFlags flags(program, programs);
//   flags.take({"-tp", "8", "--kv-cache-dtype=fp8"});
//   flags.said();   // "--tensor-parallel-size" → "8", "--kv-cache-dtype" → "fp8"
// A flag that takes JSON is said key by key ("--kv-transfer-config.kv_role"); of a file of settings flags are paths,
// "zero_optimization.stage=".
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/fields.h"
#include "hakaru/launching/launch_programs.h"

namespace hakaru {

using Words = std::vector<std::string>;
using Said = std::map<std::string, std::string, std::less<>>;
using KnownFlags = std::map<std::string, bool, std::less<>>;  ///< whether a value follows

bool is_flag(std::string_view word);
bool same_value(std::string_view left, std::string_view right);
/// The table that the value of a flag is, as JSON; else null.
Json table_in(const std::string& flag, const std::string& value);

/// True if memory or time may depend on `flag`, which no other table of the program has: `no_matter` lacks it.
bool matters(const LaunchProgram& program, const std::string& flag);

/// The flags of a program, of Megatron-LM those of a model's shape too.
KnownFlags flags_of(const LaunchProgram& program, const LaunchPrograms& programs);

class SaidFlags {
 public:
  SaidFlags(const LaunchProgram& program, const LaunchPrograms& programs)
      : SaidFlags(program, std::make_shared<const KnownFlags>(flags_of(program, programs))) {}
  SaidFlags(const LaunchProgram& program, std::shared_ptr<const KnownFlags> known)
      : program_(program), flags_(std::move(known)), known_(*flags_) {}

  /// `words` behind those that start the program.
  void take(const Words& words);
  /// "path=" → value of a file.
  void take(const Said& settings);

  const Said& said() const { return said_; }
  const std::string& positional() const { return positional_; }
  std::size_t recognised() const { return recognised_; }
  /// Flags that no table knows.
  Words unread() const;
  /// Beginnings that several flags have → those.
  const std::map<std::string, Words>& ambiguous() const { return ambiguous_; }
  /// Variables that stand alone, and that nothing sets.
  const Words& open_words() const { return open_words_; }

 private:
  bool is_place_in_list(const std::string& flag) const;
  std::string spelt(const std::string& flag) const;
  Words begun_by(const std::string& dashed) const;
  void keep(const std::string& flag, const std::string& value);
  bool is_part_of_known(const std::string& name) const;

  const LaunchProgram& program_;
  std::shared_ptr<const KnownFlags> flags_;
  const KnownFlags& known_;
  Said said_;
  std::string positional_;
  std::map<std::string, Words> ambiguous_;
  Words open_words_;
  std::size_t recognised_ = 0;
};

}  // namespace hakaru
