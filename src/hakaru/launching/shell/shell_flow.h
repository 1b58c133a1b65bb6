// Control flow of a script while it is read: if, case, loops, && and ||. A command is passed on with its variables in
// the state that its branch leaves them (shell_variables.h); whether it runs follows from conditions that the text
// decides (shell_conditions.h).
//
//   ShellFlow flow(variables, run, result_of);
//   flow.take({"if", "[", "-z", "$A", "]"}, "");
//   flow.take({"then", "TP=4"}, "");   // run({"TP=4"}, ""), which runs where $A is empty
//   flow.take({"fi"}, "");
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/launching/shell/shell_variables.h"

namespace hakaru {

/// Mark that stands behind a command.
enum class ShellSeparator { end, also, otherwise, pipe, arm };  // a line's end or ;, &&, ||, |, ;;

/// "NGPU"
bool is_variable_name(std::string_view text);
/// "NGPU=8"
bool is_assignment(std::string_view word);

class ShellFlow {
 public:
  using Names = std::set<std::string, std::less<>>;
  /// Takes a command and the file that it writes to; empty: none.
  using Run = std::function<void(std::vector<std::string>, const std::string&)>;
  /// Value of arithmetic; empty: it needs what is not known.
  using Arithmetic = std::function<std::string(std::string_view)>;

  /// `variables` must outlive this.
  ShellFlow(ShellVariables& variables, Run run, Arithmetic result_of)
      : variables_(variables), run_(std::move(run)), result_of_(std::move(result_of)) {}

  /// Takes the words that open and close parts off its beginning; what is left is a command.
  void take(std::vector<std::string> words, const std::string& target);
  /// Notes the mark behind the command taken last; `is_empty`: none stood before it.
  void end_command(ShellSeparator separator, bool is_empty);
  /// Adds the names that conditions of the open branches ask for.
  void add_unset(Names& names) const;

 private:
  /// A part of a script that opened and has not closed.
  struct Block {
    enum Kind { branch, choice, loop } kind = branch;
    bool in_condition = false, at_pattern = false, is_until = false;
    Truth condition = Truth::yes;
    std::optional<std::string> subject = {};  ///< of `case`; empty: not known
    std::vector<std::string> patterns = {};
    Names unset = {};  ///< that its conditions ask for
  };

  bool is_at_pattern() const { return !blocks_.empty() && blocks_.back().at_pattern; }
  void open(Block block);
  void close(Block::Kind kind);
  void begin_body(Block& block);
  /// for NAME in WORDS: of one the value, of several not known.
  void begin_for(const std::vector<std::string>& words);
  /// Takes the words of `case` up to the word that ends in a bracket; false: there is none yet.
  bool take_patterns(std::vector<std::string>& words);
  /// The text of a word of a condition, where a variable that nothing sets is empty; empty: not known.
  std::optional<std::string> text_of_word(const std::string& word, Block& block);
  /// Success of a command, as far as the text shows it; empty: only a run shows it.
  std::optional<Truth> succeeds(const std::vector<std::string>& words, Block& asking);
  void take_one(std::vector<std::string> words, const std::string& target);

  ShellVariables& variables_;
  Run run_;
  Arithmetic result_of_;
  std::vector<Block> blocks_;
  ShellSeparator before_ = ShellSeparator::end;  ///< of the command before
  std::optional<Truth> chain_;                   ///< of commands joined by && and ||; empty: it succeeds if run
  Names chain_unset_;                            ///< that its conditions ask for
};

}  // namespace hakaru
