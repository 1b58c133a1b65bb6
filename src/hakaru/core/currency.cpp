#include "hakaru/core/currency.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "hakaru/core/from_chars.h"
#include "hakaru/core/quantities.h"

namespace hakaru {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> signs{
    {{"USD", "$"}, {"JPY", "¥"}, {"EUR", "€"}, {"GBP", "£"}, {"KRW", "₩"}, {"INR", "₹"}}};

std::optional<double> number_in(std::string_view text) {
  std::string digits(text);
  digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
  double value = 0;
  const auto parsed = from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole = parsed.ec == std::errc() && parsed.ptr == digits.data() + digits.size() && !digits.empty();
  return whole ? std::optional(value) : std::nullopt;
}

void take_ending(std::string_view& text, std::string_view ending) {
  if (text.ends_with(ending)) text.remove_suffix(ending.size());
}

void take_beginning(std::string_view& text, std::string_view beginning) {
  if (text.starts_with(beginning)) text.remove_prefix(beginning.size());
}

/// "¥3M", "3,000,000", "50万円" of yen; none of what is in dollars, or no amount.
std::optional<double> own_amount(std::string_view text, const Currency& currency) {
  take_beginning(text, currency.sign());
  take_ending(text, currency.code);
  if (text.starts_with('$')) return std::nullopt;
  double sum = 0;
  if (currency.code == "JPY") {
    take_beginning(text, "￥");
    take_ending(text, "円");
    for (const auto& [ending, counts] : {std::pair{"億", 1e8}, std::pair{"万", 1e4}}) {
      const std::size_t at = text.find(ending);
      if (at == std::string_view::npos) continue;
      const std::optional<double> counted = number_in(text.substr(0, at));
      if (!counted || !(*counted > 0) || !std::isfinite(*counted)) return std::nullopt;
      sum += *counted * counts;
      text.remove_prefix(at + std::string_view(ending).size());
    }
    if (sum > 0 && text.empty()) return sum;
  }
  std::string digits(text);
  std::erase(digits, ',');
  const Result<double> amount = parse_money_usd(digits, "");
  return amount && *amount > 0 ? std::optional(sum + *amount) : std::nullopt;
}

/// "月額" of "月額50万円", "毎月 " of "毎月 ¥300000": words of Japanese that stand before an amount.
std::string words_before(const std::string& text) {
  for (const std::string_view words : {"毎月", "月額", "月"}) {
    if (!text.starts_with(words)) continue;
    return text.substr(0, std::min(text.find_first_not_of(' ', words.size()), text.size()));
  }
  return "";
}

}  // namespace

std::string Currency::sign() const {
  for (const auto& [name, sign] : signs) {
    if (code == name) return std::string(sign);
  }
  return code;
}

std::string Currency::amount(double own) const { return in_currency(sign() == code ? code + " " : sign(), own); }

std::string Currency::money(double usd) const { return amount(usd * per_usd); }

std::string Currency::heading(std::string text) const {
  if (code == "USD") return text;
  const std::string own = sign();
  for (std::size_t at = text.find("$/"); at != std::string::npos; at = text.find("$/", at + own.size()))
    text.replace(at, 1, own);
  return text;
}

std::string Currency::of_formula(std::string_view text) const {
  if (code == "USD") return std::string(text);
  constexpr std::string_view unit = " USD";
  std::string told;
  for (std::size_t at = text.find(unit); at != std::string_view::npos; at = text.find(unit)) {
    const std::size_t before = text.substr(0, at).find_last_not_of("0123456789.,e+-");
    std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    begin = std::min(text.find_first_of("0123456789", begin), at);  // a sign is the formula's
    const std::optional<double> usd = number_in(text.substr(begin, at - begin));
    told += text.substr(0, usd ? begin : at + unit.size());
    if (usd) told += money(*usd);
    text.remove_prefix(at + unit.size());
  }
  return told + std::string(text);
}

std::string Currency::in_dollars(const std::string& text) {
  if (code == "USD") return text;
  std::string dollars, own;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find('/', start), text.size());
    const std::string part = text.substr(start, end - start), ending = end < text.size() ? "/" : "";
    const std::string before = words_before(part);
    const std::optional<double> stated = own_amount(std::string_view(part).substr(before.size()), *this);
    const std::string asked = stated ? fmt::format("{}${:.10f}", before, *stated / per_usd) : part,
                      shown = stated ? before + amount(*stated) : part;
    typed.insert_or_assign(asked, shown);
    dollars += asked + ending;
    own += shown + ending;
    start = end + 1;
  }
  typed.insert_or_assign(dollars, own);
  return dollars;
}

Result<std::optional<Currency>> read_currency(const std::string& code, const std::string& rate,
                                              const std::string& tax) {
  Currency currency;
  if (code.empty() && !rate.empty()) return bad_input("{} needs {}", "--exchange-rate", "--currency");
  if (!code.empty()) {
    const bool is_code = code.size() == 3 && std::all_of(code.begin(), code.end(), [](char c) {
                           return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
                         });
    if (!is_code) return bad_input("{} is '{}'; accepted: a code of three letters such as JPY", "--currency", code);
    currency.code = code;
    for (char& c : currency.code) c = static_cast<char>(c >= 'a' ? c - 'a' + 'A' : c);
    if (currency.code != "USD" && rate.empty())
      return bad_input("{} needs {}, how much of {} a US dollar is worth, such as {}", "--currency", "--exchange-rate",
                       currency.code, "--exchange-rate 155");
    const std::optional<double> per_usd = number_in(rate);
    constexpr double lowest = 1e-4, highest = 1e6;
    if (currency.code != "USD" && !(per_usd && *per_usd >= lowest && *per_usd <= highest))
      return bad_input("{} is '{}'; accepted: how much of {} a US dollar is worth, such as 155 for JPY",
                       "--exchange-rate", rate, currency.code);
    if (currency.code != "USD") currency.per_usd = *per_usd;
  }
  if (!tax.empty()) {
    const Result<double> share = parse_percent(tax, "--tax");
    if (!share) return fail(share);
    currency.tax_share = *share;
  }
  return code.empty() && tax.empty() ? std::nullopt : std::optional(currency);
}

}  // namespace hakaru
