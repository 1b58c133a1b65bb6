// The splitter of one text of a script into words and commands, for shell_words.h alone: its quotes, redirections and
// heredocs (shell_words.cpp), and what variables and $(…) stand for in it (shell_expansions.cpp).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/launching/shell/shell_flow.h"
#include "hakaru/launching/shell/shell_variables.h"
#include "hakaru/launching/shell/shell_words.h"

namespace hakaru {

using TakeCommand = std::function<void(std::vector<std::string>)>;

/// State that all texts within a text share.
struct ShellReading {
  ShellText& shell;
  const TakeCommand& take;
  ShellVariables variables = {};
  std::size_t expanded_bytes = 0, searched_bytes = 0;
  int depth = 0;
};

/// A text within a script: << END.
struct ShellHeredoc {
  std::string end;
  bool strips = false, expands = true;
};

/// Words of a list: those behind the first `from`, at most `count`.
struct ShellSlice {
  std::size_t from = 0, count = 1;
};

/// Splits one text into words, command by command.
class ShellSplitter {
 public:
  ShellSplitter(std::string_view text, ShellReading& reading);
  ShellSplitter(const ShellSplitter&) = delete;
  ShellSplitter& operator=(const ShellSplitter&) = delete;

  void split();
  /// The text as one word, as between double quotes.
  std::string as_one_word();

 private:
  char next() const { return at_ < text_.size() ? text_[at_] : ' '; }
  /// True if NAME= or NAME+= was read last, and no list is open.
  bool begins_list() const { return sets_ && word_.back() == '=' && list_.empty(); }
  void step();
  ShellSeparator separator(char letter);
  void take(char letter);
  /// True if [[ is open, where & | < > are signs of comparisons.
  bool is_in_test() const;
  /// Skips redirections: of > a.txt, 2>&1, < b.txt the next word is none of the command; <model> is a place to fill in.
  void redirect(char letter);
  /// Notes a heredoc: the word behind << is the line that ends it.
  void begin_heredoc();
  /// The lines up to the one that ends it; empty: none does.
  std::optional<std::string> text_of(const ShellHeredoc& heredoc);
  /// Takes what a command writes into a file, or reads, and then that as commands.
  void take_heredocs();
  void write(const std::string& name, const std::string& text);
  /// ((: where a command begins, or behind `if` and `while`.
  bool begins_arithmetic() const;
  void arithmetic_command();
  void begin_list();
  /// The words since its bracket are the list's own, none of the command.
  void end_list();
  /// No command begins with a flag: such a line goes on with the one before it, whose backslash was lost.
  bool goes_on_with_flag() const;
  void escape();
  void quote();
  /// Reads $'...' with its simple escapes: \n, \t, \r, \e, \xHH.
  void escapes();
  void end_word();
  void begin_word();
  void end_command(ShellSeparator separator);
  void run(std::vector<std::string> words, const std::string& target);
  /// The commands of a text that a command is given, `launcher` before each.
  void read_within(const std::string& script, const std::vector<std::string>& launcher);
  void read_with(std::string_view script, const TakeCommand& take);

  // Expansion of variables (shell_expansions.cpp).
  /// A variable's value: between double quotes, and behind NAME=, as it is, else each of its words by itself.
  void put(std::string_view value);
  /// Puts the value of a known variable, or words of its list; of others, and beyond the most bytes, puts `written`.
  void put_known(std::string_view name, const ShellSlice& slice, std::string_view written);
  std::string expanded(std::string_view text);
  /// Puts the value of ${…}; `inside`: the text between its brackets, `written`: with them.
  void braced(std::string_view inside, std::string_view written);
  /// $NAME, ${NAME}, ${NAME[@]}, ${NAME[@]:1:2}, ${NAME[0]}, ${NAME:-otherwise}, $((1 + 2)); what is not set in this
  /// text stays as it is written.
  void variable();
  void backquoted();
  /// Output of a command, as far as that is known: of expr, echo and (arithmetic); else as it is written.
  void put_printed(std::string_view command, std::string_view written);
  std::vector<std::string> words_of(std::string_view command);
  /// Value of arithmetic; empty: it needs what is not known.
  std::string result_of(std::string_view text);
  /// Behind what `opens` begins at `from`, which is one word whatever it holds; where it never ends, behind its bracket.
  std::size_t end_of(std::size_t from, char opens, char closes) const;
  /// NAME = arithmetic, NAME += arithmetic
  void calculate(const std::string& text);
  /// Sets it from here on; what is not known leaves it open.
  void set(const std::string& name, std::string_view value, bool adds);

  static constexpr std::size_t longest_within = 4096;

  std::string_view text_;
  ShellReading& reading_;
  std::vector<std::string> words_;
  std::string word_;
  std::size_t at_ = 0;
  bool begun_ = false, in_double_ = false;
  bool is_one_word_ = false;                ///< all of it: a quote is a letter
  bool has_equals_ = false, sets_ = false;  ///< of the word: it has one, and is NAME=… or NAME+=…
  bool vanishes_ = false;                   ///< it is of an empty list: no word where nothing else stands in it
  std::string list_;                        ///< "NAME=" or "NAME+=" of the list that is read; empty: none is
  std::size_t list_at_ = 0;                 ///< its first word
  std::vector<std::string> lists_;          ///< names of those that this command has set
  bool redirects_ = false, reads_file_ = false, adds_ = false;  ///< the next word is a file's name
  std::string target_;                                          ///< the file that the command writes to
  std::vector<ShellHeredoc> heredocs_;                          ///< of this line
  bool no_brace_ = false;                                       ///< none is left that closes ${
  ShellFlow flow_;
};

}  // namespace hakaru
