#include "hakaru/output/peaks.h"

#include "hakaru/core/quantities.h"
#include "hakaru/formats/nullable.h"
#include "hakaru/output/explanation.h"

namespace hakaru {
namespace {

/// "bf16" of "bf16_flops_per_s"; empty for other figures.
std::string data_type_of(const std::string& figure) {
  constexpr std::string_view suffix = "_flops_per_s";
  const std::string name = figure.ends_with(suffix) ? figure.substr(0, figure.size() - suffix.size()) : "";
  return parse_data_type(name) ? name : "";
}

std::string label_of(const std::string& figure, const Translator& translator) {
  if (const std::string type = data_type_of(figure); !type.empty()) return translator.say("{}, dense", type);
  if (figure == "fastest_floating_point_flops_per_s") return translator.say("fastest floating-point type");
  if (figure == "chips") return translator.say("chips");
  if (figure == "memory_bytes") return translator.say("accelerator memory");
  if (figure == "memory_bandwidth_bytes_per_s") return translator.say("accelerator memory bandwidth");
  if (figure == "link_of_one_chip_bytes_per_s") return translator.say("link of one chip, both directions");
  if (figure == "network_bits_per_s") return translator.say("network");
  if (figure == "efa_generation") return translator.say("EFA generation");
  if (figure == "vcpu") return translator.say("vCPUs");
  if (figure == "host_memory_bytes") return translator.say("host memory");
  if (figure == "local_storage_bytes") return translator.say("local storage");
  if (figure == "on_demand_usd_per_h") return translator.say("on-demand price of an hour");
  if (figure == "on_demand_usd_per_chip_h") return translator.say("on-demand price of a chip and hour");
  return figure;
}

bool is_integer_type(const std::string& figure) { return figure.find("int") != std::string::npos; }

std::string figure_text(const std::string& figure, double value, const Translator& translator) {
  if (figure == "memory_bytes") return fmt::format("{} = {}", in_gb(value), in_gib(value));
  if (figure == "host_memory_bytes") return in_gib(value);
  if (figure.find("usd") != std::string::npos) return translator.money(value);
  std::string unit;
  if (figure.ends_with("_flops_per_s"))
    unit = is_integer_type(figure) && !figure.starts_with("fast") ? "OP/s" : "FLOP/s";
  if (figure.ends_with("_bytes_per_s")) unit = "B/s";
  if (figure.ends_with("_bits_per_s")) unit = "bit/s";
  if (figure.ends_with("_bytes") && unit.empty()) unit = "bytes";
  return value_of(Term{"", "", value, unit, ""}, translator);
}

std::string cell(const PeakRow& row, std::size_t at, const Translator& translator) {
  if (!row.values[at]) return "-";
  const bool show_note = row.figure.ends_with("_flops_per_s") && !row.notes[at].empty();
  const std::string text = figure_text(row.figure, *row.values[at], translator);
  return show_note ? fmt::format("{} ({})", text, row.notes[at]) : text;
}

std::string ratio_text(const PeakRow& row, std::size_t at) {
  const std::optional<double> ratio = row.ratio(at);
  return ratio ? fmt::format("{:.3g}×", *ratio) : "";
}

}  // namespace

OrderedJson json_of(const std::vector<Cluster>& clusters, const std::vector<PeakRow>& rows) {
  OrderedJson result = OrderedJson::array();
  for (const PeakRow& row : rows) {
    for (std::size_t at = 0; at < clusters.size(); ++at) {
      result.push_back({{"figure", row.figure},
                        {"instance", clusters[at].instance().name},
                        {"instances", clusters[at].instances},
                        {"value", or_null(row.values[at])},
                        {"ratio", or_null(row.ratio(at))},
                        {"note", text_or_null(row.notes[at])}});
    }
  }
  return {{"rows", result}};
}

Table table_of(const std::vector<Cluster>& clusters, const std::vector<PeakRow>& rows, const Translator& translator) {
  std::vector<Table::Column> columns{{translator.say("figure")}};
  for (std::size_t at = 0; at < clusters.size(); ++at) {
    const Cluster& cluster = clusters[at];
    const std::string count = cluster.instances > 1 ? with_separators(cluster.instances) + " × " : "";
    columns.push_back({count + cluster.instance().name, Align::right});
    if (at > 0) columns.push_back({"", Align::right});
  }
  Table table(std::move(columns));
  for (const PeakRow& row : rows) {
    std::vector<std::string> cells{label_of(row.figure, translator)};
    for (std::size_t at = 0; at < clusters.size(); ++at) {
      cells.push_back(cell(row, at, translator));
      if (at > 0) cells.push_back(ratio_text(row, at));
    }
    table.add(std::move(cells));
  }
  return table;
}

}  // namespace hakaru
