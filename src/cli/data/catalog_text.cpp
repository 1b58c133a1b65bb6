#include "catalog_text.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/formats/hardware_json.h"

namespace hakaru::cli {
namespace {

std::string catalog_json_text(const OrderedJson& json) {
  constexpr int indent = 2;
  return json.dump(indent, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

std::string counted(std::uint64_t count) { return with_separators(static_cast<std::int64_t>(count)); }

std::string path_in(const std::string& folder, const std::string& place) {
  return (std::filesystem::path(folder) / place).string();
}

OrderedJson rows_of_changes(const std::vector<CatalogChange>& changes) {
  OrderedJson rows = OrderedJson::array();
  const auto text_or_null = [](const std::string& text) { return text.empty() ? OrderedJson() : OrderedJson(text); };
  for (const CatalogChange& each : changes)
    rows.push_back({{"change", name_of(each.change)},
                    {"kind", each.kind},
                    {"name", each.name},
                    {"region", text_or_null(each.region)},
                    {"figure", text_or_null(each.figure)},
                    {"shipped", text_or_null(each.shipped)},
                    {"own", text_or_null(each.own)},
                    {"percent", each.percent ? OrderedJson(*each.percent) : OrderedJson()}});
  return rows;
}

std::string told_change(Change change, const Translator& t) {
  switch (change) {
    case Change::added:
      return t.say("is new");
    case Change::changed:
      return t.say("has changed");
    case Change::gone:
      return t.say("is gone");
  }
  return "";
}

/// Prices to a hundredth of a cent.
std::string told_figure(const std::string& figure, const CatalogChange& change, const Translator& t) {
  constexpr double steps_per_usd = 1e4;
  if (figure == "yes") return t.say("yes");
  const Result<double> usd_per_h = parse_number(figure, "");
  if (change.kind != "price" || !usd_per_h) return figure;
  return fmt::format("{}", std::round(*usd_per_h * steps_per_usd) / steps_per_usd);
}

std::string told_kind(const CatalogChange& change, const Translator& t) {
  return change.kind == "offer" ? t.say("offered there") : t.word(change.kind);
}

std::string why_nothing_written(const Imported& imported, const Translator& t) {
  if (imported.tally.records_taken() == 0)
    return t.say("nothing was written: of what the file holds nothing is taken, as told above");
  return imported.unmade.empty() ? t.say("nothing was written: the catalogue has all that is taken of the file")
                                 : t.say("nothing was written: what is taken of the file makes no whole price");
}

}  // namespace

std::string import_text(const ImportTold& told, const Pen& pen) {
  const Translator& t = pen.translator;
  constexpr std::size_t most_shown = 100;
  const Imported& imported = told.outcome.imported;
  std::string text =
      t.say("{}: {} records read, {} taken; figures of {}", told.file, counted(imported.tally.records_read()),
            counted(imported.tally.records_taken()), imported.as_of) +
      "\n";
  if (imported.dated_by_file)
    text += t.say("the file says no day: that of the file itself is taken; {} says another", "--as-of") + "\n";
  const std::vector<Tally::Reason> left_out = imported.tally.left_out();
  if (!left_out.empty()) text += "\n" + t.say("left out:") + "\n";
  for (const Tally::Reason& reason : left_out)
    text += fmt::format("  {:>12}  {}{}\n", counted(reason.records), t(reason.why),
                        reason.examples.empty() ? "" : ": " + printable(join(reason.examples)));
  text += "\n";
  const std::size_t prices = imported.prices().size();
  if (prices > 0)
    text += t.say("prices: {} new, {} changed, {} as they were", told.outcome.new_prices, told.outcome.changed_prices,
                  prices - told.outcome.new_prices - told.outcome.changed_prices) +
            "\n";
  if (!imported.offers.empty()) text += t.say("offers: {} of instances in regions", imported.offers.size()) + "\n";
  for (const auto& [region, instances] : told.outcome.no_longer_offered)
    text += t.say("{} known instances count as not offered in {} from now on: {}", instances.size(), region,
                  abridged(join(instances), most_shown)) +
            "\n";
  for (const auto& [name, table] : imported.instances)
    text += t.say("new instance: {} with {} × {}", name, table["accelerators"].dump(),
                  table["accelerator"].get<std::string>()) +
            "\n";
  for (const Message& each : imported.contradictions) text += t(each) + "\n";
  for (const Message& each : imported.unmade) text += t(each) + "\n";
  if (told.outcome.files.empty()) text += why_nothing_written(imported, t) + "\n";
  for (const FileText& file : told.outcome.files) text += t.say("written: {}", path_in(told.folder, file.path)) + "\n";
  return text;
}

std::string import_json(const ImportTold& told, const Translator& t) {
  const Imported& imported = told.outcome.imported;
  OrderedJson left_out = OrderedJson::array(), instances = OrderedJson::array(), contradictions = OrderedJson::array(),
              unmade = OrderedJson::array(), written = OrderedJson::array();
  for (const Tally::Reason& reason : imported.tally.left_out())
    left_out.push_back({{"why", t(reason.why)}, {"records", reason.records}, {"examples", reason.examples}});
  for (const auto& [name, table] : imported.instances) instances.push_back(name);
  for (const Message& each : imported.contradictions) contradictions.push_back(t(each));
  for (const Message& each : imported.unmade) unmade.push_back(t(each));
  for (const FileText& file : told.outcome.files) written.push_back(path_in(told.folder, file.path));
  const std::size_t prices = imported.prices().size();
  return catalog_json_text({{"kind", told.kind},
                            {"file", told.file},
                            {"as_of", imported.as_of},
                            {"dated_by_file", imported.dated_by_file},
                            {"source", imported.source},
                            {"records_read", imported.tally.records_read()},
                            {"records_taken", imported.tally.records_taken()},
                            {"left_out", left_out},
                            {"prices",
                             {{"new", told.outcome.new_prices},
                              {"changed", told.outcome.changed_prices},
                              {"unchanged", prices - told.outcome.new_prices - told.outcome.changed_prices}}},
                            {"offers", imported.offers.size()},
                            {"no_longer_offered", told.outcome.no_longer_offered},
                            {"new_instances", instances},
                            {"contradictions", contradictions},
                            {"prices_not_made", unmade},
                            {"written", written}});
}

std::string changes_text(const std::vector<CatalogChange>& changes, const std::string& folder, const Pen& pen) {
  const Translator& t = pen.translator;
  if (folder.empty()) return t.say("there is no folder of your own data") + "\n";
  if (changes.empty()) return t.say("{} changes nothing of what came with the program", folder) + "\n";
  Table table({{""},
               {t.say("of what")},
               {t.say("in region")},
               {t.say("figure of it")},
               {t.say("as it came"), Align::right},
               {t.say("as you have it"), Align::right},
               {"%", Align::right}});
  for (const CatalogChange& each : changes)
    table.add({told_change(each.change, t), each.name, each.region,
               each.figure.empty() ? told_kind(each, t) : each.figure, told_figure(each.shipped, each, t),
               told_figure(each.own, each, t), each.percent ? fmt::format("{:+.1f}", *each.percent) : ""});
  const auto count = [&](Change change) {
    return std::count_if(changes.begin(), changes.end(),
                         [&](const CatalogChange& each) { return each.change == change; });
  };
  return table.text(pen.style) + "\n" +
         t.say("{}: {} new, {} changed, {} gone, against what came with the program", folder, count(Change::added),
               count(Change::changed), count(Change::gone)) +
         "\n";
}

std::string changes_json(const std::vector<CatalogChange>& changes) {
  return catalog_json_text({{"changes", rows_of_changes(changes)}});
}

std::string changes_csv(const std::vector<CatalogChange>& changes) { return csv_of(rows_of_changes(changes)); }

std::string findings_text(const std::vector<CatalogFinding>& findings, const Pen& pen) {
  const Translator& t = pen.translator;
  if (findings.empty()) return t.say("no problems found") + "\n";
  std::string text;
  for (const CatalogFinding& each : findings)
    text += t(each.what) + "  " + pen.style.dim("(" + join(each.files) + ")") + "\n";
  return text + "\n" + t.say("{} found", findings.size()) + "\n";
}

std::string findings_json(const std::vector<CatalogFinding>& findings, const Translator& t) {
  OrderedJson rows = OrderedJson::array();
  for (const CatalogFinding& each : findings) rows.push_back({{"what", t(each.what)}, {"files", each.files}});
  return catalog_json_text({{"findings", rows}});
}

std::string sources_text(const FigureSources& sources, const Pen& pen) {
  const Translator& t = pen.translator;
  std::string text = pen.style.bold(sources.name);
  if (!sources.confidence.empty()) text += "  " + t.say("confidence {}", t.word(sources.confidence));
  text += "\n";
  std::vector<std::pair<std::string, std::string>> groups;  // where figures are from, their lines
  std::size_t widest = 0;
  for (const FigureSource& each : sources.figures) widest = std::max(widest, each.figure.size());
  for (const FigureSource& each : sources.figures) {
    const std::string from = each.file + ": " + each.source;
    auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& other) { return other.first == from; });
    if (group == groups.end()) group = groups.insert(group, {from, ""});
    group->second +=
        fmt::format("  {:<{}}  {}{}\n", each.figure, widest, each.value, each.as_of.empty() ? "" : "  " + each.as_of);
  }
  for (const auto& [from, lines] : groups) text += fmt::format("\n{}\n{}", from, lines);
  return text;
}

std::string sources_json(const FigureSources& sources) {
  OrderedJson rows = OrderedJson::array();
  for (const FigureSource& each : sources.figures)
    rows.push_back({{"figure", each.figure},
                    {"value", each.value},
                    {"as_of", each.as_of.empty() ? OrderedJson() : OrderedJson(each.as_of)},
                    {"source", each.source},
                    {"file", each.file}});
  return catalog_json_text({{"name", sources.name}, {"confidence", sources.confidence}, {"figures", rows}});
}

}  // namespace hakaru::cli
