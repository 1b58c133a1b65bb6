// Cells of the tables of plans.
#pragma once

#include <optional>
#include <string>

#include "hakaru/core/translate.h"
#include "hakaru/planning/plan/plan.h"

namespace hakaru {

/// "128 × p4d.24xlarge"
std::string machines_of(const Plan& plan);
/// "1,024 × a100-sxm-80gb"
std::string accelerators_of(const Plan& plan);
/// The layout in short, without what there is one of; micro-batches are of training only.
std::string split_of(const Plan& plan);
/// The same, and its recipe where several were asked for: "tp8 pp4 dp32 mb1, fp8".
std::string choices_of(const Plan& plan);
/// "0.757", "1,184"
std::string per_second(double rate);
/// "Capacity Block", "3-year Savings Plan": a kind of price within a sentence.
std::string in_words(PriceKind kind, const Translator& translator);
std::string money_or_dash(const std::optional<double>& usd, const Translator& translator);
/// "; at 155 JPY a dollar, without tax; with 10 % of consumption tax ¥231,629/month": what the reader stated of
/// amounts.
std::string stated_currency(const Plan& plan, const Translator& translator);
/// "note: a US dollar taken as 155 JPY; …", where `text` has amounts in a currency or tax was stated; else "".
std::string currency_note(const std::string& text, const Translator& translator);
/// "data set: $44.5 to keep it (1.2 TiB), $1,800 to move it": what it costs on top; "": nothing known.
std::string data_costs_told(const Plan& plan, const Translator& translator);
/// Way to buy machines, within a sentence: "on demand", "under savings_3y".
std::string bought_as(PriceKind kind, const Translator& translator);
std::string energy_or_dash(const std::optional<double>& kwh);

}  // namespace hakaru
