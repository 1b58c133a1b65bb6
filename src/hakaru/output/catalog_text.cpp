#include "hakaru/output/catalog_text.h"

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr double bits_per_byte = 8;

std::string tera_per_s(double flops_per_s) { return flops_per_s > 0 ? fmt::format("{:.4g}", flops_per_s / tera) : "–"; }

/// Rate of the type in TFLOP/s, or "–"; with ~ where it is emulated or cast.
std::string rate_of(const Accelerator& accelerator, DataType type) {
  const Rate* rate = accelerator.rate(type);
  if (rate == nullptr) return "–";
  return (rate->support == Support::native ? "" : "~") + tera_per_s(rate->flops_per_s);
}

std::string gigabytes_per_s(double bytes_per_s) {
  return bytes_per_s > 0 ? fmt::format("{:.4g} GB/s", bytes_per_s / giga) : "–";
}

std::string gigabits_per_s(double bytes_per_s) {
  if (bytes_per_s <= 0) return "–";
  const double gbit_per_s = bytes_per_s * bits_per_byte / giga;
  return (gbit_per_s < 10 * kilo ? fmt::format("{:.4g}", gbit_per_s) : with_separators(std::llround(gbit_per_s))) +
         " Gbit/s";
}

/// "$113.93", the cents of which an amount of that size leaves out.
std::string price_per_h(double usd, const Translator& t) {
  const bool in_dollars = !t.currency() || t.currency()->code == "USD";
  return in_dollars && usd >= 100 && usd < 1000 ? fmt::format("${:.2f}", usd) : t.money(usd);
}

/// "name  value" lines whose values line up.
class Lines {
 public:
  void add(std::string name, std::string value) {
    if (!value.empty()) lines_.emplace_back(std::move(name), std::move(value));
  }
  std::string text() const {
    int widest = 0;
    for (const auto& [name, unused] : lines_) widest = std::max(widest, display_width(name));
    std::string result;
    for (const auto& [name, value] : lines_) {
      const std::string gap(static_cast<std::size_t>(widest - display_width(name)), ' ');
      result += fmt::format("  {}{}  {}\n", name, gap, printable(value));
    }
    return result;
  }

 private:
  std::vector<std::pair<std::string, std::string>> lines_;
};

std::string support_of(const Rate& rate, const Translator& t) {
  if (rate.support == Support::native) return "";
  return rate.support == Support::cast ? t.say(" (silently computed as {})", name_of(rate.computed_as))
                                       : t.say(" (emulated by {})", name_of(rate.computed_as));
}

std::string link_text(const Interconnect& link, const std::string& speed) {
  if (link.bytes_per_s <= 0) return "";
  if (link.topology == Topology::none) return fmt::format("{}, {}", link.name, speed);
  return fmt::format("{}, {}, {}", link.name, name_of(link.topology), speed);
}

}  // namespace

std::string accelerators_text(const std::vector<Accelerator>& accelerators, const Pen& pen) {
  const Translator& t = pen.translator;
  Table table({{t.say("accelerator")},
               {t.say("year"), Align::right},
               {t.say("memory"), Align::right},
               {t.say("bandwidth"), Align::right},
               {"fp32", Align::right},
               {"bf16", Align::right},
               {"fp16", Align::right},
               {"fp8", Align::right},
               {"int8", Align::right},
               {t.say("power"), Align::right}});
  for (const Accelerator& each : accelerators) {
    table.add({each.name, each.year > 0 ? std::to_string(each.year) : "–",
               each.memory_bytes > 0 ? in_gib(each.memory_bytes) : "–",
               gigabytes_per_s(each.memory_bandwidth_bytes_per_s), rate_of(each, DataType::fp32),
               rate_of(each, DataType::bf16), rate_of(each, DataType::fp16), rate_of(each, DataType::fp8),
               rate_of(each, DataType::int8), each.power_w ? fmt::format("{:.4g} W", *each.power_w) : "–"});
  }
  return table.text(pen.style) + "\n" +
         t.say("Of one rank; dense TFLOP/s (TOP/s for int8); ~ emulated or cast; – not published or not supported.") +
         "\n";
}

namespace {

/// PSUM of NeuronCore-v2 to v4: 128 partitions of 16 KiB (nki/guides/architecture; trainium3_arch: as before).
constexpr double psum_bytes = 2 * mebi;

std::string in_mib(double bytes) { return fmt::format("{:.3g} MiB", bytes / mebi); }

/// Describes the inside of a NeuronCore, and of any accelerator what it does beside its matrices.
void add_engines(const Accelerator& accelerator, const Translator& t, Lines& lines) {
  if (const std::optional<Engines>& engines = accelerator.engines) {
    lines.add(t.say("logical core"), t.say("LNC {}: physical cores of one rank", engines->cores));
    lines.add(t.say("tensor engine"), t.say("{} × {} at {} GHz a physical core", engines->array, engines->array,
                                            fmt::format("{:.3g}", engines->tensor_clock_hz / giga)));
    lines.add(t.say("vector, scalar engine"),
              t.say("{} and {} G values/s a physical core", fmt::format("{:.4g}", engines->vector_values_per_s / giga),
                    fmt::format("{:.4g}", engines->scalar_values_per_s / giga)));
    lines.add(t.say("SBUF, PSUM"), t.say("{} and {} a physical core, DMA {}", in_mib(engines->buffer_bytes),
                                         in_mib(psum_bytes), gigabytes_per_s(engines->dma_bytes_per_s)));
  }
  const auto has = [&](const std::string& name, bool it_has) {
    if (it_has || accelerator.kind == AcceleratorKind::neuroncore) lines.add(name, it_has ? t.say("yes") : t.say("no"));
  };
  has(t.say("stochastic rounding"), accelerator.stochastic_rounding);
  has(t.say("collective engine"), accelerator.collective_engine);
  has(t.say("fixed shapes"), accelerator.fixed_shapes);
}

}  // namespace

std::string accelerator_text(const Accelerator& accelerator, const Pen& pen) {
  const Translator& t = pen.translator;
  Lines lines;
  lines.add(t.say("chip"), fmt::format("{} {}", accelerator.vendor, accelerator.chip));
  lines.add(t.say("also called"), join(accelerator.aliases));
  lines.add(t.say("ranks per chip"), std::to_string(accelerator.ranks_per_chip));
  lines.add(t.say("memory"),
            fmt::format("{} ({}), {}", in_gib(accelerator.memory_bytes), in_gb(accelerator.memory_bytes),
                        gigabytes_per_s(accelerator.memory_bandwidth_bytes_per_s)));
  for (const auto& [type, rate] : accelerator.rates)
    lines.add(std::string(name_of(type)), tera_per_s(rate.flops_per_s) + " TFLOP/s" + support_of(rate, t));
  if (accelerator.link_bytes_per_s > 0)
    lines.add(t.say("link"),
              t.say("{}, {} one way", t.formula(accelerator.link), gigabytes_per_s(accelerator.link_bytes_per_s)));
  if (accelerator.host_link_bytes_per_s > 0)
    lines.add(t.say("host link"), t.say("{} one way", gigabytes_per_s(accelerator.host_link_bytes_per_s)));
  add_engines(accelerator, t, lines);
  lines.add(t.say("power"),
            accelerator.power_w ? fmt::format("{:.4g} W", *accelerator.power_w) : t.say("not published"));
  lines.add(t.say("tensor parallel"), fmt::format("{}", fmt::join(accelerator.tensor_parallel_degrees, ", ")));
  lines.add(t.say("confidence"), t.word(accelerator.confidence));
  lines.add(t.say("notes"), accelerator.notes);
  lines.add(t.say("source"), accelerator.source);
  return pen.style.bold(printable(accelerator.name)) + "\n" + lines.text();
}

std::string instances_text(const std::vector<Instance>& instances, const Catalog& catalog, const std::string& region,
                           const Pen& pen) {
  const Translator& t = pen.translator;
  Table table({{t.say("instance")},
               {t.say("accelerators")},
               {t.say("memory"), Align::right},
               {t.say("network"), Align::right},
               {t.say("$/h"), Align::right},
               {t.say("price")}});
  for (const Instance& each : instances) {
    const std::optional<Price> price = catalog.prices().find_any(each.name, region);
    const bool is_offered = catalog.availability().of(each, region) != Offer::not_offered;
    const std::string without = each.cloud.empty() ? "–" : is_offered ? t.say("unknown") : t.say("not offered");
    table.add({each.name, fmt::format("{} × {}", each.accelerators, each.accelerator.name),
               in_gib(each.accelerator.memory_bytes * each.accelerators), gigabits_per_s(each.between.bytes_per_s),
               price ? price_per_h(price->usd_per_h, t) : without,
               price ? fmt::format("{} {}", t.name(name_of(price->kind)), price->as_of) : ""});
  }
  return table.text(pen.style) + "\n" + t.say("Prices of {}; others: hakaru price list --instance NAME", region) + "\n";
}

std::string instance_text(const Instance& instance, const PriceBook& prices, const Pen& pen) {
  const Translator& t = pen.translator;
  const Accelerator& accelerator = instance.accelerator;
  Lines lines;
  lines.add(t.say("accelerators"),
            fmt::format("{} × {}, {}", instance.accelerators, accelerator.name, in_gib(accelerator.memory_bytes)));
  lines.add(t.say("within"), link_text(instance.within, gigabytes_per_s(instance.within.bytes_per_s)));
  lines.add(t.say("network"), link_text(instance.between, gigabits_per_s(instance.between.bytes_per_s)));
  lines.add(t.say("cloud"), instance.cloud);
  lines.add("vCPU", instance.vcpu > 0 ? std::to_string(instance.vcpu) : "");
  lines.add(t.say("host memory"), instance.host_memory_bytes > 0 ? in_gib(instance.host_memory_bytes) : "");
  lines.add(t.say("local storage"), instance.local_storage_bytes > 0 ? in_gb(instance.local_storage_bytes) : "");
  lines.add(t.say("confidence"), t.word(instance.confidence));
  lines.add(t.say("notes"), instance.notes);
  lines.add(t.say("source"), instance.source);
  for (const std::string& region : prices.regions_of(instance.name)) {
    std::optional<Price> price = prices.find_any(instance.name, region);
    if (!price) price = prices.find(instance.name, region, PriceKind::spot);
    if (price)
      lines.add(region, t.say("{}/h, {}, {}", price_per_h(price->usd_per_h, t), name_of(price->kind), price->as_of));
  }
  return pen.style.bold(printable(instance.name)) + "\n" + lines.text();
}

std::string unpriced_text(const Instance& instance, const std::string& region, const std::vector<Price>& prices,
                          const Catalog& catalog, const Pen& pen) {
  const Translator& t = pen.translator;
  if (instance.cloud.empty() || region == any_region) return "";
  if (catalog.availability().of(instance, region) == Offer::not_offered)
    return t.say("{} is not offered in {}", instance.name, region) + "\n";
  std::vector<std::string> unknown;
  for (const PriceKind kind : {PriceKind::on_demand, PriceKind::savings_1y, PriceKind::savings_3y,
                               PriceKind::capacity_block, PriceKind::spot}) {
    if (ranges::count(prices, kind, &Price::kind) == 0) unknown.emplace_back(name_of(kind));
  }
  return unknown.empty() ? "" : t.say("unknown in {}: {}", region, join(unknown)) + "\n";
}

std::string prices_text(const std::vector<Price>& prices, const Pen& pen) {
  const Translator& t = pen.translator;
  Table table({{t.say("instance")},
               {t.say("region")},
               {t.say("price")},
               {t.say("$/h"), Align::right},
               {t.say("as of")},
               {t.say("source")}});
  std::vector<std::string> sources;  // each once, by its number
  for (const Price& each : prices) {
    const auto at = ranges::find(sources, each.source);
    const auto number = at - sources.begin() + 1;
    if (at == sources.end()) sources.push_back(each.source);
    table.add({each.instance, each.region, t.name(name_of(each.kind)), price_per_h(each.usd_per_h, t), each.as_of,
               fmt::format("[{}]", number)});
  }
  std::string text = table.text(pen.style) + (sources.empty() ? "" : "\n");
  for (std::size_t at = 0; at < sources.size(); ++at) text += fmt::format("[{}] {}\n", at + 1, printable(sources[at]));
  return text;
}

}  // namespace hakaru
