#include "hakaru/output/plan_cells.h"

#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"

namespace hakaru {

std::string per_second(double rate) {
  return rate >= 100 ? with_separators(std::llround(rate)) : fmt::format("{:.3g}", rate);
}

std::string in_words(PriceKind kind, const Translator& translator) {
  constexpr std::array<std::string_view, all_price_kinds.size()> english{
      "on demand", "1-year Savings Plan", "3-year Savings Plan", "Capacity Block",
      "spot",      "SageMaker training",  "SageMaker hosting",   "SageMaker HyperPod"};
  return translator.language() == Language::english ? std::string(english.at(static_cast<std::size_t>(kind)))
                                                    : translator.name(name_of(kind));
}

std::string money_or_dash(const std::optional<double>& usd, const Translator& translator) {
  return usd ? translator.money(*usd) : "–";
}

std::string stated_currency(const Plan& plan, const Translator& t) {
  const std::optional<Currency>& currency = t.currency();
  if (!currency) return "";
  std::string text;
  if (currency->per_usd != 1)
    text += t.say("; a US dollar taken as {} {}", fmt::format("{:g}", currency->per_usd), currency->code);
  const std::optional<double> whole_usd = plan.serving() != nullptr ? plan.costs.usd_per_month() : plan.cost_usd();
  if (!currency->tax_share || !whole_usd) return text;
  const std::string taxed = t.money(*whole_usd * (1 + *currency->tax_share));
  const std::string share = fmt::format("{:.3g}", 100 * *currency->tax_share);
  if (plan.serving() != nullptr) return text + t.say("; with {} % of tax on top {}/month", share, taxed);
  return text + (plan.ends() ? t.say("; with {} % of tax on top {}", share, taxed)
                             : t.say("; with {} % of tax on top {}/h", share, taxed));
}

std::string currency_note(const std::string& text, const Translator& t) {
  const std::optional<Currency>& currency = t.currency();
  if (!currency) return "";
  if (text.find(currency->sign()) == std::string::npos) return "";
  const std::string per_usd = fmt::format("{:g}", currency->per_usd);
  const bool converts = currency->per_usd != 1;
  if (!currency->tax_share)
    return converts ? t.say("note: a US dollar taken as {} {}", per_usd, currency->code) + "\n" : "";
  const std::string tax = fmt::format("{:.3g}", 100 * *currency->tax_share);
  return (converts ? t.say("note: a US dollar taken as {} {}; amounts are without the {} % of tax on top of them",
                           per_usd, currency->code, tax)
                   : t.say("note: amounts are without the {} % of tax on top of them", tax)) +
         "\n";
}

std::string data_costs_told(const Plan& plan, const Translator& t) {
  const CostComponent* const component = plan.costs.data_set();
  if (component == nullptr) return "";
  const DataCosts& costs = *component->data_set;
  std::vector<std::string> parts;
  if (costs.kept_at) {
    const std::string held = fmt::format("{:.4g} TB", costs.kept_bytes / tera);
    const std::string& day = costs.kept_at->as_of;
    parts.push_back(costs.kept_at->bytes_per_s_per_tib
                        ? t.say("{} to keep it on {} ({} at {} MB/s per TiB; price of {})", t.money(costs.kept_usd),
                                costs.kept_at->storage, held,
                                fmt::format("{:g}", *costs.kept_at->bytes_per_s_per_tib / mega), day)
                        : t.say("{} to keep it on {} ({}; price of {})", t.money(costs.kept_usd),
                                costs.kept_at->storage, held, day));
  }
  if (!costs.moved_at.empty())
    parts.push_back(t.say("{} to move it from {} (price of {})", t.money(costs.moved_usd),
                          costs.moved_at.front().region, costs.moved_at.front().as_of));
  return "  " + t.say("data set, on top: {}", join(parts)) + "\n";
}

std::string energy_or_dash(const std::optional<double>& kwh) {
  if (!kwh) return "–";
  if (*kwh >= mega) return fmt::format("{:.3g} GWh", *kwh / mega);
  return *kwh >= kilo ? fmt::format("{:.3g} MWh", *kwh / kilo) : fmt::format("{:.3g} kWh", *kwh);
}

std::string machines_of(const Plan& plan) {
  return fmt::format("{} × {}", plan.cluster.instances, plan.cluster.instance().name);
}

std::string accelerators_of(const Plan& plan) {
  return fmt::format("{} × {}", with_separators(plan.cluster.ranks()), plan.cluster.instance().accelerator.name);
}

std::string split_of(const Plan& plan) {
  std::string text = in_short(plan.layout);
  const auto leave_out = [&](std::string_view part) {
    if (const std::size_t at = (text + " ").find(std::string(part) + " "); at != std::string::npos)
      text.erase(at, part.size());
  };
  leave_out(" pp1");
  if (plan.training() == nullptr) leave_out(" mb1");
  const std::int64_t prefilling = plan.serving() != nullptr ? plan.serving()->prefill_replicas : 0;
  return prefilling == 0 ? text : fmt::format("{} {}P:{}D", text, prefilling, plan.layout.dp - prefilling);
}

std::string choices_of(const Plan& plan) {
  return plan.precision.empty() ? split_of(plan) : split_of(plan) + ", " + plan.precision;
}

std::string bought_as(PriceKind kind, const Translator& translator) {
  if (kind == PriceKind::on_demand) return translator.say("on demand");
  if (kind == PriceKind::spot) return translator.say("on spot");
  return translator.say("under {}", in_words(kind, translator));
}

}  // namespace hakaru
