#include "hakaru/importing/importer.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "hakaru/core/csv_table.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

const std::vector<std::string>& price_columns() {
  static const std::vector<std::string> names{"instance", "region", "kind", "usd_per_h", "as_of", "source", "note"};
  return names;
}

/// The user's own file at `path`, as a table of `columns`; an empty one where there is none.
Result<CsvTable> own_table(const DataFiles& data, const std::string& path, const std::vector<std::string>& columns) {
  for (const DataFiles::File& file : data.under(path)) {
    if (file.path != path) continue;
    Result<CsvTable> table = parse_csv(file.text, file.name);
    if (!table) return table;
    if (std::optional<Error> missing = table->without(columns)) return tl::unexpected(std::move(*missing));
    if (table->columns == columns) return table;
    return bad_input("{}: line 1: other columns than an import writes; accepted: {}", file.name, join(columns));
  }
  CsvTable none;
  none.file = path;
  none.columns = columns;
  return none;
}

/// "98.32", the shortest that reads back to it.
std::string price_text(double usd_per_h) { return fmt::format("{}", usd_per_h); }

Result<FileText> prices_file(const DataFiles& data, std::string_view kind, ImportOutcome& outcome) {
  const std::string path = fmt::format("prices/imported/{}.csv", kind);
  Result<CsvTable> table = own_table(data, path, price_columns());
  if (!table) return fail(table);
  using Key = std::tuple<std::string, std::string, std::string, std::string>;  // instance, region, kind, day
  std::map<Key, std::vector<std::string>> rows;
  for (const CsvTable::Row& row : table->rows)
    rows[{row.cells[0], row.cells[1], row.cells[2], row.cells[4]}] = row.cells;
  for (const Price& price : outcome.imported.prices()) {
    const std::string kind_name(name_of(price.kind));
    const Key key{price.instance, price.region, kind_name, price.as_of};
    std::vector<std::string> cells{price.instance, price.region, kind_name, price_text(price.usd_per_h),
                                   price.as_of,    price.source, price.note};
    const auto there = rows.find(key);
    if (there == rows.end())
      ++outcome.new_prices;
    else if (there->second[3] != cells[3])
      ++outcome.changed_prices;
    rows[key] = std::move(cells);
  }
  table->rows.clear();
  for (auto& [key, cells] : rows) table->rows.push_back({.line = 0, .cells = std::move(cells)});
  return FileText{path, csv_text(*table)};
}

Result<FileText> offers_file(const DataFiles& data, std::string_view kind, const Imported& imported) {
  const std::string path = fmt::format("availability/imported/{}.csv", kind);
  Result<CsvTable> table = own_table(data, path, {"instance", "region", "as_of", "source"});
  if (!table) return fail(table);
  std::set<std::string> regions;
  for (const auto& [region, instance] : imported.offers) regions.insert(region);
  std::erase_if(table->rows, [&](const CsvTable::Row& row) { return regions.contains(row.cells[1]); });
  for (const auto& [region, instance] : imported.offers)
    table->rows.push_back({.line = 0, .cells = {instance, region, imported.as_of, imported.source}});
  std::sort(table->rows.begin(), table->rows.end(),
            [](const CsvTable::Row& left, const CsvTable::Row& right) { return left.cells < right.cells; });
  return FileText{path, csv_text(*table)};
}

/// The file of Capacity Blocks, for each instance and region those of the newest day: an offer is valid for hours.
Result<FileText> blocks_file(const DataFiles& data, std::string_view kind, const Imported& imported) {
  const std::string path = fmt::format("capacity_blocks/imported/{}.csv", kind);
  Result<CsvTable> table = own_table(
      data, path, {"instance", "region", "instances", "hours", "starts_on", "usd_upfront", "as_of", "source"});
  if (!table) return fail(table);
  for (const BlockOffer& block : imported.blocks)
    table->rows.push_back(
        {.line = 0,
         .cells = {block.instance, block.region, fmt::format("{}", block.instances), price_text(block.hours),
                   block.starts_on, price_text(block.usd), block.as_of, block.source}});
  constexpr std::size_t as_of = 6;
  std::map<std::pair<std::string, std::string>, std::string> newest;
  for (const CsvTable::Row& row : table->rows) {
    std::string& day = newest[{row.cells[0], row.cells[1]}];
    day = std::max(day, row.cells[as_of]);
  }
  std::set<std::vector<std::string>> kept;
  for (CsvTable::Row& row : table->rows) {
    if (row.cells[as_of] == newest[{row.cells[0], row.cells[1]}]) kept.insert(std::move(row.cells));
  }
  table->rows.clear();
  for (const std::vector<std::string>& cells : kept) table->rows.push_back({.line = 0, .cells = cells});
  return FileText{path, csv_text(*table)};
}

Result<FileText> instances_file(const DataFiles& data, std::string_view kind, const Imported& imported) {
  const std::string path = fmt::format("instances/imported/{}.toml", kind);
  Json tables = Json::object();
  for (const DataFiles::File& file : data.under(path)) {
    if (file.path != path) continue;
    Result<Json> read = parse_toml(file.text, file.name);
    if (!read) return fail(read);
    tables = std::move(*read);
  }
  for (const auto& [name, table] : imported.instances) {
    tables[name] = table;
    tables[name]["source"] = fmt::format("{}, {}", imported.source, imported.as_of);
  }
  return FileText{path, toml_text(tables)};
}

/// A folder in which it lies is read from then on: what is written must be what can be read.
Result<Catalog> catalog_after(const std::vector<FileText>& files, const DataFiles& data) {
  std::map<std::string, std::string> texts;
  for (const FileText& file : files) texts[file.path] = file.text;
  const Result<DataFiles> with = data.with_texts(texts, {}, "import:");
  if (!with) return fail(with);
  return Catalog::read(*with);
}

/// Instances that are not offered with the imported list but were not known to be missing before, by region.
std::map<std::string, std::vector<std::string>> no_longer_offered(const Imported& imported, const Catalog& before,
                                                                  const Catalog& after) {
  std::map<std::string, std::vector<std::string>> gone;
  std::set<std::string> regions;
  for (const auto& [region, instance] : imported.offers) regions.insert(region);
  for (const std::string& region : regions) {
    for (const Instance& each : after.instances()) {
      const bool is_of_cloud = !after.availability().as_of(each.cloud, region).empty();
      if (is_of_cloud && after.availability().of(each, region) == Offer::not_offered &&
          before.availability().of(each, region) != Offer::not_offered)
        gone[region].push_back(each.name);
    }
  }
  return gone;
}

/// The reason why no reader can read the file: compressed, or empty; empty: none.
std::optional<Error> why_unreadable(ByteSource& source, const std::string& kind) {
  constexpr char first_of_gzip = '\x1F';
  const Result<char> first = source.first_byte();
  if (!first) return first.error();
  if (*first == first_of_gzip)
    return bad_input("{}: is compressed (gzip); accepted: what gunzip makes of it", source.name()).value();
  if (*first == '\0')
    return bad_input("{}: nothing in it to import; accepted: a file of {} that has records", source.name(), kind)
        .value();
  return std::nullopt;
}

}  // namespace

const std::vector<ImportKind>& import_kinds() {
  static const std::vector<ImportKind> kinds{
      {"aws-price-list", read_aws_price_list,
       message("AmazonEC2's bulk offer, index.json or index.csv, or AmazonSageMaker's index.json")},
      {"aws-savings-plans", read_aws_savings_plans,
       message("describe-savings-plans-offering-rates, or a bulk offer of Savings Plans")},
      {"aws-spot-history", read_aws_spot_history, message("describe-spot-price-history"), true},
      {"aws-capacity-blocks", read_aws_capacity_blocks, message("describe-capacity-block-offerings"), true},
      {"aws-offerings", read_aws_offerings, message("describe-instance-type-offerings: what exists where"), true},
      {"aws-instance-types", read_aws_instance_types, message("describe-instance-types: figures of instances")},
      {"azure-prices", read_azure_prices, message("Azure's retail prices, JSON, page by page")},
      {"gcp-skus", read_gcp_skus, message("the SKUs of Google's Cloud Billing Catalog, JSON, page by page")},
      {"oci-prices", read_oci_prices, message("OCI's price list, JSON")},
      {"skypilot", read_skypilot, message("a cloud's vms.csv of SkyPilot's catalogue")},
      {"gpuhunt", read_gpuhunt, message("a catalogue of gpuhunt, CSV")}};
  return kinds;
}

Result<const ImportKind*> import_kind(std::string_view name) {
  std::vector<std::string> names;
  for (const ImportKind& kind : import_kinds()) {
    if (kind.name == name) return &kind;
    names.emplace_back(kind.name);
  }
  return bad_input("'{}' is not a kind of file; accepted: {}", name, join(names));
}

Result<ImportOutcome> import_source(ByteSource& source, const ImportRequest& request, const Catalog& catalog,
                                    const DataFiles& data, const std::string& today) {
  const Result<const ImportKind*> kind = import_kind(request.kind);
  if (!kind) return fail(kind);
  if (request.as_of > today)  // it would be newer than all that is imported until then
    return bad_input("{} is {}, which is to come; accepted: {} or a day before it", "--as-of", request.as_of, today);
  if (std::optional<Error> error = why_unreadable(source, request.kind)) return tl::unexpected(std::move(*error));
  ImportOutcome outcome;
  Imported& imported = outcome.imported;
  const ImportContext context{.catalog = catalog, .data = data, .region = request.region};
  if (std::optional<Error> error = (*kind)->read(source, context, imported)) return tl::unexpected(std::move(*error));
  imported.leave_out_implausible(catalog);
  if (imported.tally.records_read() == 0)
    return bad_input("{}: nothing in it to import; accepted: a file of {} that has records", source.name(),
                     request.kind);
  if (imported.as_of > today)
    return bad_input("{}: its figures are of {}, which is to come; accepted: {} or a day before it", source.name(),
                     imported.as_of, today);
  if (!request.as_of.empty() && !imported.as_of.empty() && request.as_of != imported.as_of)
    return bad_input("{} is {}, but {} says itself of which day its figures are; accepted: {}, or no {}", "--as-of",
                     request.as_of, source.name(), imported.as_of, "--as-of");
  if (imported.as_of.empty()) imported.as_of = request.as_of;
  imported.complete(source.written_on().empty() ? today : source.written_on());
  const auto keep = [&](Result<FileText> file) -> std::optional<Error> {
    if (!file) return file.error();
    if (file->text.size() > largest_table_bytes)
      return bad_input("{}: would grow to {} bytes; accepted: {}, so older prices must be taken out of it", file->path,
                       file->text.size(), largest_table_bytes)
          .value();
    outcome.files.push_back(std::move(*file));
    return std::nullopt;
  };
  std::optional<Error> error;
  if (!imported.prices().empty()) error = keep(prices_file(data, request.kind, outcome));
  if (!error && !imported.offers.empty()) error = keep(offers_file(data, request.kind, imported));
  if (!error && !imported.blocks.empty()) error = keep(blocks_file(data, request.kind, imported));
  if (!error && !imported.instances.empty()) error = keep(instances_file(data, request.kind, imported));
  if (error) return tl::unexpected(std::move(*error));
  const Result<Catalog> after = catalog_after(outcome.files, data);
  if (!after) return fail(after);
  outcome.no_longer_offered = no_longer_offered(imported, catalog, *after);
  return outcome;
}

}  // namespace hakaru
