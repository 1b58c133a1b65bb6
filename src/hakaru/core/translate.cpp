#include "hakaru/core/translate.h"

#include <fmt/args.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "hakaru/core/fields.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

bool is_letter(char character) { return std::isalpha(static_cast<unsigned char>(character)) != 0; }

/// Cuts the plural's ending from the counted word that begins at `at`, "sequences of 4,096 tokens"; nothing where another
/// word begins there.
void make_singular(std::string& text, std::size_t at) {
  constexpr std::array<std::string_view, 12> plurals{"sequences", "micro-batches", "batches", "items",
                                                     "runs",      "replicas",      "prompts", "accelerators",
                                                     "instances", "ranks",         "nodes",   "stages"};
  if (at > text.size()) return;
  const std::string_view counted = std::string_view(text).substr(at);
  const auto* const plural = std::find_if(plurals.begin(), plurals.end(), [&](std::string_view each) {
    return counted.starts_with(each) && (counted.size() == each.size() || !is_letter(counted[each.size()]));
  });
  if (plural == plurals.end()) return;
  const std::size_t ending = plural->ends_with("ches") ? 2 : 1;
  text.erase(at + plural->size() - ending, ending);
}

/// "{} sequences of {} tokens" as "{} sequence of …" where the first argument is 1; "{} of {} runs" stays.
std::string with_singulars(std::string format, const std::vector<std::string>& arguments) {
  constexpr std::string_view place = "{}";
  std::size_t next = 0;
  for (std::size_t at = format.find(place); at != std::string::npos; at = format.find(place, at + place.size())) {
    const bool is_one = next < arguments.size() && arguments[next++] == "1";
    const std::string_view before = std::string_view(format).substr(0, at),
                           behind = std::string_view(format).substr(at);
    if (is_one && behind.starts_with("{} ") && !before.ends_with("} of ")) make_singular(format, at + place.size() + 1);
  }
  return format;
}

/// The same in a formula, whose figures stand in it.
std::string with_singulars(std::string formula) {
  for (std::size_t at = formula.find("1 "); at != std::string::npos; at = formula.find("1 ", at + 1)) {
    const bool ends_a_figure = at > 0 && formula[at - 1] != ' ' && formula[at - 1] != '(';
    if (!ends_a_figure) make_singular(formula, at + 2);
  }
  return formula;
}

}  // namespace

Result<Language> parse_language(std::string_view text) {
  if (text == "en") return Language::english;
  if (text == "ja") return Language::japanese;
  return bad_input("--lang is '{}'; accepted: en, ja", text);
}

Language language_of_locale(std::string_view locale) {
  const bool japanese = locale == "ja" || locale.starts_with("ja_") || locale.starts_with("ja.");
  return japanese ? Language::japanese : Language::english;
}

std::string in_english(const Argument& said) { return Translator().text_of(said); }

Message list_of(const std::vector<Message>& parts) {
  return {join(std::vector<std::string>(parts.size(), "{}")), {parts.begin(), parts.end()}};
}

Translator::Translator(Language language, const DataFiles& data) : language_(language) {
  if (language == Language::english) return;
  for (const DataFiles::File& file : data.under("messages/ja/")) {
    const Result<Json> sentences = parse_toml(file.text, file.name);
    if (!sentences) continue;  // a sentence without its translation stands in English
    auto& table = file.path.ends_with("/words.toml")      ? words_
                  : file.path.ends_with("/formulas.toml") ? phrases_
                                                          : table_;
    for (const auto& [english, translation] : sentences->items()) {
      if (translation.is_string()) table[english] = translation.get<std::string>();
    }
  }
}

std::string Translator::operator()(const Message& message) const {
  constexpr std::size_t longest = 1000;  // sentences within sentences, lists of what is accepted
  std::vector<std::string> arguments;
  fmt::dynamic_format_arg_store<fmt::format_context> store;
  for (const Argument& each : message.arguments)
    store.push_back(arguments.emplace_back(printable(abridged(text_of(each), longest))));
  std::string format = word(message.format);
  if (language_ == Language::english) format = with_singulars(std::move(format), arguments);
  return fmt::vformat(currency_ ? currency_->heading(format) : format, store);
}

std::string Translator::operator()(const Quantity& quantity) const {
  if (!quantity.usd) return quantity.unit.empty() ? quantity.number : quantity.number + " " + word(quantity.unit);
  if (!currency_ || currency_->code == "USD") return quantity.number;
  if (quantity.unit.empty()) return currency_->money(*quantity.usd);
  // Rounded up in the reader's currency, too.
  const std::string own = in_usd_or_more(*quantity.usd * currency_->per_usd).number;
  const std::string sign = currency_->sign();
  return (sign == currency_->code ? sign + " " : sign) + own.substr(1);
}

std::string Translator::text_of(const Argument& argument) const {
  if (const auto* text = std::get_if<std::string>(&argument)) return name(*text);
  if (const auto* quantity = std::get_if<Quantity>(&argument)) return (*this)(*quantity);
  return (*this)(std::get<Message>(argument));
}

std::string Translator::operator()(const Error& error) const {
  std::string text = (*this)(error.message);
  for (const Message& also : error.also) text += "; " + (*this)(also);
  return text;
}

std::string Translator::word(std::string_view english) const {
  const auto found = table_.find(english);
  return found == table_.end() ? std::string(english) : found->second;
}

std::string Translator::name(std::string_view english) const {
  const auto found = words_.find(english);
  return found == words_.end() ? std::string(english) : found->second;
}

std::string Translator::formula(std::string_view dollars) const {
  const std::string stated = currency_ ? currency_->of_formula(dollars) : std::string(dollars);
  if (language_ == Language::english) return with_singulars(stated);
  std::string_view english = stated;
  std::string result;
  while (!english.empty()) {
    const auto phrase = phrase_at_start_of(english);
    // Phrases begin where words do: behind a letter none is looked for.
    const bool within_word = !result.empty() && is_letter(result.back());
    if (within_word || phrase == phrases_.end()) {
      result += english.front();
      english.remove_prefix(1);
    } else {
      result += phrase->second;
      english.remove_prefix(phrase->first.size());
    }
  }
  return result;
}

Translator::Phrases::const_iterator Translator::phrase_at_start_of(std::string_view text) const {
  auto longest = phrases_.end();
  for (auto phrase = phrases_.begin(); phrase != phrases_.end(); ++phrase) {
    const std::string& words = phrase->first;
    const bool stands_here = text.starts_with(words) && (text.size() == words.size() || !is_letter(text[words.size()]));
    if (stands_here && (longest == phrases_.end() || words.size() > longest->first.size())) longest = phrase;
  }
  return longest;
}

std::string Translator::money(double usd) const { return (*this)(in_usd(usd)); }

std::string Translator::time(double seconds, std::optional<double> like_s) const {
  return (*this)(in_time(seconds, like_s));
}

}  // namespace hakaru
