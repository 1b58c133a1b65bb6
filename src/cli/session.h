// Parts that every command shares: the flags that stand anywhere, the reader's language, the data, and how to write.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/core/files.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/output/plan_text.h"

namespace hakaru::cli {

class Session {
 public:
  /// Chooses the language, and whether answers are JSON, before anything else is understood: help and errors keep to
  /// it.
  explicit Session(const std::vector<std::string>& arguments);

  /// Read when first asked for: starting costs nothing.
  Result<const DataFiles*> data();
  Result<const Catalog*> catalog();

  const Translator& translator() const { return translator_; }
  /// From here on as `translator` does.
  void speak_as(const Translator& translator) { translator_ = translator; }
  Pen pen() const { return {teller(), style()}; }
  Style style() const {
    Style as_asked = style_;
    as_asked.wide = wide;
    return as_asked;
  }
  /// `text` no wider than the terminal, unless all of it is asked for.
  std::string fitted(const std::string& text) const { return hakaru::fitted(text, style()); }
  /// The same, of amounts in the currency of --currency: for texts that people read. JSON and CSV are in dollars.
  const Translator& teller() const { return teller_ ? *teller_ : translator_; }
  /// Reads --currency, --exchange-rate and --tax, once they are known.
  Result<void> state_currency();
  void tell_in(Currency stated);

  // Flags that stand anywhere.
  std::string language;
  std::string data_folder;
  std::string currency, exchange_rate, tax;
  bool json = false;
  bool csv = false;
  bool wide = false;
  bool help = false;
  bool help_all = false;
  bool version = false;

  /// The command that was asked for: gives the text to be written to standard output.
  std::function<Result<std::string>()> command;
  /// The program beside this one that has the command; empty: this one.
  std::string program;
  /// The exit status of a command that gave its text: 1 where the text says that something does not agree.
  int status = 0;

 private:
  Translator translator_;
  std::optional<Translator> teller_;
  Style style_;
  std::optional<DataFiles> data_;
  std::optional<Catalog> catalog_;
};

/// Columns of the terminal (COLUMNS where it is set); usual_columns where there is none.
int terminal_columns();
/// Gives the standard streams that were closed something that refuses, so that no file takes their numbers.
void hold_standard_streams();
/// Writes all of the answer to standard output and ends it, or says why that failed. A reader that has gone away (a
/// pipe to head) is not an error.
std::optional<Error> write_answer(const std::string& text);
/// Writes the answer to standard output, or why there is none to standard error, and under --json to both; gives the
/// exit status.
int tell(const Result<std::string>& result, const Session& session);

}  // namespace hakaru::cli
