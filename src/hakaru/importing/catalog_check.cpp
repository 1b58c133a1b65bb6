#include "hakaru/importing/catalog_check.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "hakaru/core/quantities.h"

namespace hakaru {
namespace {

constexpr double rounding = 1.001;  // prices are rounded to a few places

Message with_date(const Price& price) {
  return {"{} ({})", {Quantity{fmt::format("${}", price.usd_per_h), "", price.usd_per_h}, price.as_of}};
}

class CatalogCheck {
 public:
  CatalogCheck(const Catalog& catalog, const std::string& today, bool all)
      : catalog_(catalog), today_(today), all_(all) {}

  void prices(const std::vector<PriceRow>& rows) {
    same_day(rows);
    const std::vector<PriceRow> current = newest(rows);
    for (const PriceRow& row : rows) {
      if (row.price.as_of > today_)
        find({&row.origin}, message("{} in {}, {}: its date {} is to come", row.price.instance, row.price.region,
                                    name_of(row.price.kind), row.price.as_of));
    }
    std::map<std::pair<std::string, std::string>, std::map<PriceKind, const PriceRow*>> places;
    for (const PriceRow& row : current) {
      places[{row.price.instance, row.price.region}][row.price.kind] = &row;
      old_or_not_offered(row);
    }
    constexpr std::array<std::pair<PriceKind, PriceKind>, 5> dearer{{{PriceKind::on_demand, PriceKind::spot},
                                                                     {PriceKind::on_demand, PriceKind::capacity_block},
                                                                     {PriceKind::on_demand, PriceKind::savings_1y},
                                                                     {PriceKind::on_demand, PriceKind::savings_3y},
                                                                     {PriceKind::savings_1y, PriceKind::savings_3y}}};
    for (const auto& [place, kinds] : places) {
      for (const auto& [high, low] : dearer) {
        const auto above = kinds.find(high), below = kinds.find(low);
        if (above != kinds.end() && below != kinds.end()) in_order(*above->second, *below->second);
      }
    }
    by_size(current);
  }

  void accelerators(const std::map<std::string, Origin>& origins) {
    for (const Accelerator& each : catalog_.accelerators()) {
      const auto origin = origins.find(each.name);
      if (origin == origins.end() || each.kind == AcceleratorKind::cpu) continue;
      narrower_types(each, origin->second);
      constexpr double shortest_s = 1e-3, longest_s = 3;  // HBM takes 0.02 s, DDR4 beside an Inferentia 0.2 s
      if (each.memory_bytes <= 0 || each.memory_bandwidth_bytes_per_s <= 0) continue;
      const double read_s = each.memory_bytes / each.memory_bandwidth_bytes_per_s;
      if (read_s < shortest_s || read_s > longest_s)
        find({&origin->second}, message("{}: {} at {} GB/s would be read in {} s; memories take {} to {} s", each.name,
                                        in_gb(each.memory_bytes), three(each.memory_bandwidth_bytes_per_s / giga),
                                        three(read_s), shortest_s, longest_s));
    }
  }

  void instances(const std::map<std::string, Origin>& origins) {
    for (const Instance& each : catalog_.instances()) {
      const auto origin = origins.find(each.name);
      if (origin == origins.end() || each.accelerator.kind == AcceleratorKind::cpu) continue;
      const double to_host = each.accelerators * each.accelerator.host_link_bytes_per_s;
      if (to_host > 0 && each.between.bytes_per_s > to_host * rounding)
        find({&origin->second},
             message("{}: its network, {} GB/s, is faster than its accelerators' links to their host, {} GB/s",
                     each.name, three(each.between.bytes_per_s / giga), three(to_host / giga)));
    }
  }

  std::vector<CatalogFinding> findings() { return std::move(findings_); }

 private:
  void find(const std::vector<const Origin*>& origins, Message what) {
    const bool own = std::any_of(origins.begin(), origins.end(), [](const Origin* each) { return each->own; });
    if (!own && !all_) return;
    CatalogFinding finding{std::move(what), {}};
    for (const Origin* each : origins) {
      if (std::find(finding.files.begin(), finding.files.end(), each->file) == finding.files.end())
        finding.files.push_back(each->file);
    }
    findings_.push_back(std::move(finding));
  }

  void same_day(const std::vector<PriceRow>& rows) {
    using Day = std::tuple<std::string, std::string, PriceKind, std::string>;
    std::map<Day, const PriceRow*> days;
    for (const PriceRow& row : rows) {
      const Price& price = row.price;
      if (price.kind == PriceKind::spot || price.kind == PriceKind::capacity_block) continue;  // of a moment
      const auto [first, added] = days.try_emplace({price.instance, price.region, price.kind, price.as_of}, &row);
      const double other = first->second->price.usd_per_h;
      if (added || std::max(price.usd_per_h, other) <= std::min(price.usd_per_h, other) * rounding) continue;
      find({&first->second->origin, &row.origin},
           message("{} in {}, {}: two prices of {}: ${} and ${}", price.instance, price.region, name_of(price.kind),
                   price.as_of, other, price.usd_per_h));
    }
  }

  void old_or_not_offered(const PriceRow& row) {
    const Price& price = row.price;
    if (older_than_a_year(price.as_of, today_))
      find({&row.origin}, message("{} in {}, {}: the newest price is of {}, more than a year ago", price.instance,
                                  price.region, name_of(price.kind), price.as_of));
    const Result<Instance> instance = catalog_.instance(price.instance);
    if (instance && catalog_.availability().of(*instance, price.region) == Offer::not_offered)
      find({&row.origin}, message("{} in {}, {}: a price of {} where it is not offered", price.instance, price.region,
                                  name_of(price.kind), price.as_of));
  }

  /// Reports `below`, a commitment or a price that may end, if it is dearer than `above`.
  void in_order(const PriceRow& above, const PriceRow& below) {
    const auto& [older, newer] = std::minmax(above.price.as_of, below.price.as_of);
    if (older_than_a_year(older, newer) || below.price.usd_per_h <= above.price.usd_per_h * rounding) return;
    find({&below.origin, &above.origin},
         message("{} in {}: {} {} is above {} {}", below.price.instance, below.price.region, name_of(below.price.kind),
                 with_date(below.price), name_of(above.price.kind), with_date(above.price)));
  }

  /// Within a family, what has more of the same accelerators and no fewer vCPUs costs more.
  void by_size(const std::vector<PriceRow>& current) {
    struct Sized {
      int accelerators, vcpu;
      const PriceRow* row;
    };
    using Kin = std::tuple<std::string, std::string, std::string>;  // family, accelerator, region
    std::map<Kin, std::vector<Sized>> families;
    for (const PriceRow& row : current) {
      const Result<Instance> instance = catalog_.instance(row.price.instance);
      if (row.price.kind == PriceKind::on_demand && instance && !instance->family.empty())
        families[{instance->family, instance->accelerator.name, row.price.region}].push_back(
            {instance->accelerators, instance->vcpu, &row});
    }
    for (const auto& [kin, all] : families) {
      for (const Sized& larger : all) {
        for (const Sized& smaller : all) {
          const bool is_larger = larger.accelerators > smaller.accelerators && larger.vcpu >= smaller.vcpu;
          if (is_larger && larger.row->price.usd_per_h * rounding < smaller.row->price.usd_per_h)
            find({&larger.row->origin, &smaller.row->origin},
                 message("{} in {}: {} for {} accelerators, but {} of {} costs {}", larger.row->price.instance,
                         std::get<2>(kin), with_date(larger.row->price), larger.accelerators,
                         smaller.row->price.instance, smaller.accelerators, with_date(smaller.row->price)));
        }
      }
    }
  }

  void narrower_types(const Accelerator& accelerator, const Origin& origin) {
    constexpr std::array<std::pair<DataType, DataType>, 3> wider_first{
        {{DataType::fp32, DataType::bf16}, {DataType::bf16, DataType::fp8}, {DataType::fp32, DataType::fp16}}};
    for (const auto& [wide, narrow] : wider_first) {
      const Rate* const slow = accelerator.rate(wide);
      const Rate* const fast = accelerator.rate(narrow);
      if (slow == nullptr || fast == nullptr || slow->support != Support::native || fast->support != Support::native)
        continue;
      if (fast->flops_per_s * rounding < slow->flops_per_s)
        find({&origin},
             message("{}: {} TFLOP/s in {}, fewer than the {} in {}", accelerator.name, three(fast->flops_per_s / tera),
                     name_of(narrow), three(slow->flops_per_s / tera), name_of(wide)));
    }
  }

  const Catalog& catalog_;
  const std::string& today_;
  const bool all_;
  std::vector<CatalogFinding> findings_;
};

std::map<std::string, Origin> origins_of(const std::vector<TableRow>& rows) {
  std::map<std::string, Origin> origins;
  for (const TableRow& row : rows) origins[row.name] = row.origin;
  return origins;
}

}  // namespace

Result<std::vector<CatalogFinding>> check_catalog(const Catalog& catalog, const DataFiles& data,
                                                  const std::string& today, bool all) {
  const Result<std::vector<PriceRow>> prices = price_rows(data);
  if (!prices) return fail(prices);
  const Result<std::vector<TableRow>> accelerators = table_rows(data, "accelerators/");
  if (!accelerators) return fail(accelerators);
  const Result<std::vector<TableRow>> instances = table_rows(data, "instances/");
  if (!instances) return fail(instances);
  CatalogCheck check(catalog, today, all);
  check.accelerators(origins_of(*accelerators));
  check.instances(origins_of(*instances));
  check.prices(*prices);
  return check.findings();
}

}  // namespace hakaru
