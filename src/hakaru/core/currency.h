// Money as the reader counts it: dollars by a rate that the reader states, and the consumption tax that comes on top.
//
//   amount = dollars · per_usd: $1,359 at 155 is ¥210,645.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "hakaru/core/result.h"

namespace hakaru {

struct Currency {
  std::string code = "USD";  ///< of ISO 4217
  double per_usd = 1;
  std::optional<double> tax_share = {};  ///< of consumption tax, to be told beside what is without it
  /// Amounts that the reader wrote in this currency, by the dollars that stand for them: shown where these are refused.
  std::map<std::string, std::string, std::less<>> typed = {};

  /// "¥", "€"; "CHF" of those without a sign of their own.
  std::string sign() const;
  /// "¥210,645", "CHF 0.149"
  std::string amount(double own) const;
  /// The same, of dollars.
  std::string money(double usd) const;
  /// "2 × 55.04 USD/h" as "2 × ¥8,531/h", so that the arithmetic comes to what is told in this currency.
  std::string of_formula(std::string_view text) const;
  /// "$/month" as "¥/month": every sign of the dollar that stands before a slash.
  std::string heading(std::string text) const;
  /// Puts amounts in this currency, "¥3M", "300000/month", "50万円", "1億5000万円", "¥90/¥270", into dollars, part
  /// by part; what is in dollars ("$20k") or no amount, unchanged. From then on it is among those typed.
  std::string in_dollars(const std::string& text);
};

/// By the flags --currency, --exchange-rate and --tax, "" where one was not given; empty: dollars without tax.
Result<std::optional<Currency>> read_currency(const std::string& code, const std::string& rate, const std::string& tax);

}  // namespace hakaru
