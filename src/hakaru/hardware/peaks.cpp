#include "hakaru/hardware/peaks.h"

#include <algorithm>
#include <functional>

namespace hakaru {
namespace {

/// A figure of one cluster, and what should be said of it.
struct Figure {
  std::optional<double> value;
  std::string note;
};

using FigureOf = std::function<Figure(const Cluster&)>;

std::optional<double> known(double value) { return value > 0 ? std::optional(value) : std::nullopt; }

double chips(const Cluster& cluster) {
  return static_cast<double>(cluster.ranks()) / cluster.instance().accelerator.ranks_per_chip;
}

Figure rate_of(const Cluster& cluster, DataType type) {
  const Rate* rate = cluster.instance().accelerator.rate(type);
  if (rate == nullptr) return {};
  const std::string note = rate->support == Support::native ? "" : std::string(name_of(rate->computed_as));
  return {known(rate->flops_per_s * cluster.ranks()), note};
}

bool is_floating_point(DataType type) {
  return type != DataType::int8 && type != DataType::uint8 && type != DataType::int4;
}

Figure fastest_floating_point(const Cluster& cluster) {
  const Rate* bf16 = cluster.instance().accelerator.rate(DataType::bf16);
  Figure fastest;  // bf16 where others are no faster
  if (bf16 != nullptr && bf16->support == Support::native) fastest = {bf16->flops_per_s * cluster.ranks(), "bf16"};
  for (const auto& [type, rate] : cluster.instance().accelerator.rates) {
    const double flops_per_s = rate.flops_per_s * cluster.ranks();
    if (rate.support == Support::native && is_floating_point(type) && flops_per_s > fastest.value.value_or(0))
      fastest = {flops_per_s, std::string(name_of(type))};
  }
  return fastest;
}

Figure link_of_chip(const Cluster& cluster) {
  const Instance& instance = cluster.instance();
  const bool one_chip = instance.accelerators <= instance.accelerator.ranks_per_chip;
  constexpr double directions = 2;
  if (one_chip) return {};
  return {known(instance.within.bytes_per_s * instance.accelerator.ranks_per_chip * directions), instance.within.name};
}

/// A figure of one instance, of which the cluster has n times as much.
FigureOf per_instance(double (*of)(const Instance&)) {
  return [of](const Cluster& cluster) { return Figure{known(of(cluster.instance()) * cluster.instances), ""}; };
}

struct NamedFigure {
  std::string name;
  FigureOf of;
};

/// True if `type` is native or cast on some accelerator; a type that all only emulate gets no line.
bool some_multiply(const std::vector<Cluster>& clusters, DataType type) {
  return std::any_of(clusters.begin(), clusters.end(), [type](const Cluster& each) {
    const Rate* rate = each.instance().accelerator.rate(type);
    return rate != nullptr && rate->support != Support::emulated;
  });
}

std::vector<NamedFigure> specifications(const std::vector<Cluster>& clusters) {
  std::vector<NamedFigure> figures{{"chips", [](const Cluster& each) { return Figure{chips(each), ""}; }}};
  for (const DataType type : all_choices<DataType>()) {
    if (some_multiply(clusters, type))
      figures.push_back(
          {std::string(name_of(type)) + "_flops_per_s", [type](const Cluster& each) { return rate_of(each, type); }});
  }
  figures.push_back({"fastest_floating_point_flops_per_s", fastest_floating_point});
  figures.push_back({"memory_bytes", per_instance([](const Instance& each) {
                       return each.accelerator.memory_bytes * each.accelerators;
                     })});
  figures.push_back({"memory_bandwidth_bytes_per_s", per_instance([](const Instance& each) {
                       return each.accelerator.memory_bandwidth_bytes_per_s * each.accelerators;
                     })});
  figures.push_back({"link_of_one_chip_bytes_per_s", link_of_chip});
  constexpr double bits = 8;
  figures.push_back(
      {"network_bits_per_s", per_instance([](const Instance& each) { return each.between.bytes_per_s * bits; })});
  figures.push_back({"efa_generation", [](const Cluster& each) {
                       return Figure{known(each.instance().efa_generation), ""};
                     }});
  figures.push_back({"vcpu", per_instance([](const Instance& each) { return static_cast<double>(each.vcpu); })});
  figures.push_back({"host_memory_bytes", per_instance([](const Instance& each) { return each.host_memory_bytes; })});
  figures.push_back(
      {"local_storage_bytes", per_instance([](const Instance& each) { return each.local_storage_bytes; })});
  return figures;
}

std::vector<NamedFigure> prices_in(const PriceBook& prices, std::string_view region, std::string_view date) {
  const auto price_of = [&prices, region, date](const Cluster& cluster) {
    return prices.find(cluster.instance().name, region, PriceKind::on_demand, date);
  };
  return {{"on_demand_usd_per_h",
           [price_of](const Cluster& cluster) {
             const std::optional<Price> price = price_of(cluster);
             return price ? Figure{price->usd_per_h * cluster.instances, price->as_of} : Figure{};
           }},
          {"on_demand_usd_per_chip_h", [price_of](const Cluster& cluster) {
             const std::optional<Price> price = price_of(cluster);
             return price ? Figure{price->usd_per_h * cluster.instances / chips(cluster), price->as_of} : Figure{};
           }}};
}

}  // namespace

std::optional<double> PeakRow::ratio(std::size_t at) const {
  if (!values.front() || !values[at] || *values.front() == 0) return std::nullopt;
  return *values[at] / *values.front();
}

std::vector<PeakRow> compare_peaks(const std::vector<Cluster>& clusters, const PriceBook& prices,
                                   std::string_view region, std::string_view date) {
  std::vector<NamedFigure> figures = specifications(clusters);
  for (NamedFigure& price : prices_in(prices, region, date)) figures.push_back(std::move(price));
  std::vector<PeakRow> rows;
  for (const NamedFigure& figure : figures) {
    PeakRow row{figure.name, {}, {}};
    for (const Cluster& cluster : clusters) {
      Figure found = figure.of(cluster);
      row.values.push_back(found.value);
      row.notes.push_back(std::move(found.note));
    }
    if (std::any_of(row.values.begin(), row.values.end(), [](const auto& value) { return value.has_value(); }))
      rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace hakaru
