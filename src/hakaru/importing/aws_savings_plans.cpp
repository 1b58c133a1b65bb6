// Rates of Savings Plans, in either of two forms: what `aws savingsplans describe-savings-plans-offering-rates` prints,
//
//   {"searchResults": [{"savingsPlanOffering": {"paymentOption": "No Upfront", "durationSeconds": 31536000, …},
//                       "rate": "12.9", "properties": [{"name": "instanceType", "value": "p4d.24xlarge"}, …]}]}
//
// and a region's bulk offer:
//
//   {"products": [{"sku": PLAN, "attributes": {"purchaseOption": "No Upfront", "purchaseTerm": "1yr"}}],
//    "terms": {"savingsPlan": [{"sku": PLAN, "rates": [{"discountedInstanceType": "p4d.24xlarge", …}]}]}}
#include <unordered_map>

#include "hakaru/core/quantities.h"
#include "hakaru/importing/json_member.h"
#include "hakaru/importing/readers.h"
#include "hakaru/importing/record_list.h"

namespace hakaru {
namespace {

constexpr std::string_view next_page = "nextToken";
constexpr double seconds_per_year = 365 * seconds_per_day;

std::optional<PriceKind> kind_of_years(double years) {
  if (years == 1) return PriceKind::savings_1y;
  if (years == 3) return PriceKind::savings_3y;
  return std::nullopt;
}

/// Plans bind an hourly sum for a term; of several for one instance the cheapest counts, which its note names.
class SavingsRates {
 public:
  SavingsRates(ByteSource& source, const ImportContext& context, Imported& imported)
      : source_(source), known_(context.catalog, "aws"), imported_(imported), reader_(source.name()) {}

  std::optional<Error> read() {
    const JsonVisitor visitor{
        .begin = [this](const JsonPath& path) { return begin(path); },
        .take = [this](const JsonPath& path, const JsonText& member) { return take(path, member); }};
    if (std::optional<Error> error = walk_json(source_, visitor)) return error;
    if (std::optional<Error> error = pages_.missing(next_page, source_.name())) return error;
    if (pages_.any() || has_offer_) return std::nullopt;
    return bad_input("{}: has no list '{}'; accepted: {}", source_.name(), "searchResults",
                     "what aws savingsplans describe-savings-plans-offering-rates prints, or a bulk offer")
        .value();
  }

 private:
  Step begin(const JsonPath& path) {
    if (path.size() == 1) {
      if (path[0] == "searchResults") pages_.begin();
      if (path[0] == "terms") has_offer_ = true;
      if (path[0] == "searchResults" || path[0] == "products" || path[0] == "terms") return Step::enter;
      return path[0] == next_page || path[0] == "publicationDate" || path[0] == "version" ? Step::take : Step::pass;
    }
    if (path[0] == next_page) return Step::pass;
    if (path[0] != "terms") return Step::take;
    if (path[1] != "savingsPlan") return Step::pass;
    if (path.size() == 3) plan_.clear();
    if (path.size() <= 3) return Step::enter;
    if (path.size() == 4) return path[3] == "rates" ? Step::enter : path[3] == "sku" ? Step::take : Step::pass;
    return Step::take;
  }

  std::optional<Error> take(const JsonPath& path, const JsonText& member) {
    if (path[0] == next_page) return pages_.next(member.text), std::nullopt;
    const bool is_rate = path.size() == 5;
    if (is_rate && !is_wanted(reader_.text_at(member, "discountedInstanceType"))) return std::nullopt;
    const Result<Json> tree = reader_.tree(member, path);
    if (!tree) return tree.error();
    if (path.size() == 1) {
      const std::string text = tree->is_string() ? tree->get<std::string>() : "";
      if (path[0] == "publicationDate") imported_.seen_on(text);
      if (path[0] == "version") imported_.source = "AWS Savings Plans offer " + text;
    } else if (path[0] == "searchResults") {
      take_result(*tree);
    } else if (path[0] == "products") {
      const Json attributes = tree->contains("attributes") ? (*tree)["attributes"] : Json::object();
      plans_[text_in(*tree, "sku")] = {text_in(*tree, "productFamily"), text_in(attributes, "purchaseOption"),
                                       text_in(attributes, "purchaseTerm")};
    } else if (path.size() == 4) {
      plan_ = tree->is_string() ? tree->get<std::string>() : "";
    } else {
      take_rate(*tree);
    }
    return std::nullopt;
  }

  bool is_wanted(std::string_view instance) {
    imported_.tally.read();
    if (known_.has(instance)) return true;
    imported_.tally.leave_out(not_in_catalogue(), instance);
    return false;
  }

  void take_result(const Json& result) {
    std::string instance, region, system, tenancy;
    for (const Json& property : list_in(result, "properties")) {
      const std::string name = text_in(property, "name"), value = text_in(property, "value");
      if (name == "instanceType") instance = value;
      if (name == "region") region = value;
      if (name == "productDescription") system = value;
      if (name == "tenancy") tenancy = value;
    }
    if (!is_wanted(instance)) return;
    static const Json none = Json::object();
    const Json& plan = result.contains("savingsPlanOffering") ? result["savingsPlanOffering"] : none;
    const double years = number_in(plan, "durationSeconds").value_or(0) / seconds_per_year;
    if (!tenancy.empty() && tenancy != "shared")
      return imported_.tally.leave_out(message("dedicated hosts and instances"), instance);
    if (!system.empty() && !system.starts_with("Linux"))
      return imported_.tally.leave_out(message("not Linux"), instance);
    add(instance, region, text_in(plan, "paymentOption"), kind_of_years(years), number_in(result, "rate"),
        text_in(plan, "planType") + " Savings Plan");
  }

  void take_rate(const Json& rate) {
    const std::string instance = text_in(rate, "discountedInstanceType");
    // "RunInstances" alone is Linux; "RunInstances:0002" Windows, and so on.
    if (text_in(rate, "discountedOperation") != "RunInstances")
      return imported_.tally.leave_out(message("not Linux"), instance);
    // "USW2-BoxUsage:p4d.24xlarge", without a prefix in us-east-1; DedicatedUsage, HostBoxUsage and others are dearer.
    const std::string usage = text_in(rate, "discountedUsageType");
    if (!usage.starts_with("BoxUsage:") && usage.find("-BoxUsage:") == std::string::npos)
      return imported_.tally.leave_out(message("dedicated hosts and instances"), instance);
    const auto plan = plans_.find(plan_);
    if (plan == plans_.end())
      return imported_.tally.leave_out(message("of a plan that does not stand before its rates"), plan_);
    const auto& [family, payment, term] = plan->second;
    const double years = term == "1yr" ? 1 : term == "3yr" ? 3 : 0;
    static const Json none = Json::object();
    const Json& price = rate.contains("discountedRate") ? rate["discountedRate"] : none;
    const bool in_usd = text_in(price, "currency") == "USD";
    add(instance, text_in(rate, "discountedRegionCode"), payment, kind_of_years(years),
        in_usd ? number_in(price, "price") : std::nullopt, family);
  }

  void add(const std::string& instance, const std::string& region, const std::string& payment,
           std::optional<PriceKind> kind, std::optional<double> rate, const std::string& plan) {
    if (payment != "No Upfront" || !kind)
      return imported_.tally.leave_out(message("plans with an upfront fee, or of another term"), instance);
    const std::optional<double> usd_per_h = rate ? usable_price(*rate) : std::nullopt;
    if (!usd_per_h || region.empty())
      return imported_.tally.leave_out(message("without a price in USD an hour"), instance);
    if (!imported_.takes_region(region)) return;
    imported_.tally.take();
    imported_.add({instance, region, *kind, *usd_per_h, "", "", plan + ", no upfront"});
  }

  struct Plan {
    std::string family, payment, term;
  };

  ByteSource& source_;
  KnownInstances known_;
  Imported& imported_;
  MemberReader reader_;
  std::unordered_map<std::string, Plan> plans_;  ///< by SKU
  std::string plan_;                             ///< whose rates are read
  Pages pages_;
  bool has_offer_ = false;
};

}  // namespace

std::optional<Error> read_aws_savings_plans(ByteSource& source, const ImportContext& context, Imported& imported) {
  imported.source = "aws savingsplans describe-savings-plans-offering-rates";
  return SavingsRates(source, context, imported).read();
}

}  // namespace hakaru
