// Sentences in the reader's language. English is the sentence itself; Japanese is looked up by it in
// data/messages/ja/*.toml, and where it is missing the English stands. Names among the arguments stay; the few that are
// words are in words.toml. Quantities are in the reader's currency and units.
//
//   const Translator translator(Language::japanese, data);
//   translator(error.message);                      // a sentence made elsewhere
//   translator.say("{} layouts evaluated", count);  // one made here
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "hakaru/core/currency.h"
#include "hakaru/core/data_files.h"
#include "hakaru/core/message.h"
#include "hakaru/core/result.h"

namespace hakaru {

enum class Language { english, japanese };

/// "en" or "ja".
Result<Language> parse_language(std::string_view text);
/// The language of a locale's name: "ja_JP.UTF-8" is Japanese, all others are English.
Language language_of_locale(std::string_view locale);

class Translator {
 public:
  /// English, which needs no data.
  Translator() = default;
  Translator(Language language, const DataFiles& data);

  std::string operator()(const Message& message) const;
  std::string operator()(const Quantity& quantity) const;
  /// An argument of a message, as text.
  std::string text_of(const Argument& argument) const;
  /// All that is wrong, on one line.
  std::string operator()(const Error& error) const;
  template <typename... Arguments>
  std::string say(std::string_view format, const Arguments&... arguments) const {
    return (*this)(message(format, arguments...));
  }
  /// A word or name that may have a translation ("gradients", "days"); itself when it has none.
  std::string word(std::string_view english) const;
  /// A name as it stands in a sentence: "on_demand".
  std::string name(std::string_view english) const;
  /// Arithmetic with its phrases in the reader's language, longest first: "7 パラメータ × 2 バイト".
  std::string formula(std::string_view english) const;
  /// "¥1,359"
  std::string money(double usd) const;
  /// "34.2 日"
  std::string time(double seconds, std::optional<double> like_s = {}) const;

  Language language() const { return language_; }
  /// From here on amounts are told in `currency`.
  void state_in(Currency currency) {
    words_.insert(currency.typed.begin(), currency.typed.end());
    currency_ = std::move(currency);
  }
  const std::optional<Currency>& currency() const { return currency_; }
  bool knows(std::string_view english) const { return table_.contains(english); }

 private:
  using Phrases = std::map<std::string, std::string, std::less<>>;
  /// The longest phrase that `text` starts with, as whole words.
  Phrases::const_iterator phrase_at_start_of(std::string_view text) const;

  Language language_ = Language::english;
  std::optional<Currency> currency_;
  std::map<std::string, std::string, std::less<>> table_;
  std::map<std::string, std::string, std::less<>> words_;  ///< arguments that are words, of words.toml, or were typed
  Phrases phrases_;                                        ///< of formulas, of formulas.toml
};

}  // namespace hakaru
