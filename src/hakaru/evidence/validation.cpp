#include "hakaru/evidence/validation.h"

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr double percent = 100;
constexpr std::string_view series = "series";

std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t comma = text.find(',');
    parts.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

/// The value that a row is grouped by.
std::string value_of(const CsvTable& table, const CsvTable::Row& row, const std::string& column) {
  const CsvFields fields(table, row);
  if (column != series || table.column(series)) return fields.text_or(column, "");
  const std::string id = fields.text_or("id", "");
  return id.substr(0, id.find('-'));
}

std::string group_of(const CsvTable& table, const CsvTable::Row& row, const std::vector<std::string>& columns) {
  std::vector<std::string> parts;
  parts.reserve(columns.size());
  for (const std::string& column : columns) parts.push_back(column + "=" + value_of(table, row, column));
  return join(parts, ",");
}

/// The error of columns that errors cannot be grouped by; empty: they can.
std::optional<Error> cannot_group(const CsvTable& table, const std::vector<std::string>& columns) {
  for (const std::string& column : columns) {
    if (std::optional<Error> missing = table.without({column == series && !table.column(series) ? "id" : column}))
      return missing;
  }
  return std::nullopt;
}

}  // namespace

double Prediction::error_pct() const { return percent * (predicted / measured - 1); }

Result<std::vector<std::string>> parse_columns(std::string_view text, std::string_view flag) {
  std::vector<std::string> columns = parts_of(text);
  for (const std::string& column : columns) {
    if (column.empty())
      return bad_input("{} is '{}'; accepted: names of columns such as accelerator,dtype", flag, text);
  }
  return columns;
}

Result<std::vector<std::string>> parse_trust(std::string_view text, std::string_view name) {
  static const std::vector<std::string> accepted{"high", "medium", "low"};
  std::vector<std::string> trust = parts_of(text);
  for (const std::string& word : trust) {
    if (std::find(accepted.begin(), accepted.end(), word) == accepted.end())
      return bad_input("{} is '{}'; accepted: some of {}", name, text, join(accepted, ","));
  }
  return trust;
}

Result<std::vector<ValidatedRow>> rows_to_validate(const CsvTable& table, const ValidationOptions& options,
                                                   const std::vector<std::string>& usual) {
  const std::vector<std::string>& columns = options.group_by.empty() ? usual : options.group_by;
  if (const std::optional<Error> error = cannot_group(table, columns)) return tl::unexpected(*error);
  if (!options.trust.empty()) {
    if (const std::optional<Error> error = table.without({"trust"})) return tl::unexpected(*error);
  }
  std::vector<ValidatedRow> rows;
  for (std::size_t at = 0; at < table.rows.size(); ++at) {
    const CsvTable::Row& row = table.rows[at];
    const CsvFields fields(table, row);
    const std::string trust = fields.text_or("trust", "");
    const bool trusted =
        options.trust.empty() || std::find(options.trust.begin(), options.trust.end(), trust) != options.trust.end();
    if (!trusted && !row.malformed) continue;
    ValidatedRow validated;
    validated.id = fields.text_or("id", "");
    validated.line = row.line;
    validated.group = group_of(table, row, columns);
    validated.at = at;
    rows.push_back(std::move(validated));
  }
  return rows;
}

Result<Validation> validated(const CsvTable& table, std::vector<ValidatedRow> rows, const ValidationOptions& options,
                             const PredictRow& predict) {
  for (ValidatedRow& row : rows) {
    CsvFields fields(table, table.rows[row.at]);
    Result<OrReason<std::vector<Prediction>>> found = predict(fields);
    if (fields.error()) {
      if (options.strict || !fields.unreadable()) return tl::unexpected(*fields.error());
      row.unreadable = true;
      row.skipped_because = *fields.unreadable();
      continue;
    }
    if (!found) return fail(found);
    if (*found) {
      row.predictions = std::move(**found);
    } else {
      row.skipped_because = found->error();
    }
  }
  return validation_of(std::move(rows));
}

double percentile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - std::floor(place)) * (values[above] - values[below]);
}

ValidationSummary summary_of(const std::vector<const ValidatedRow*>& rows) {
  constexpr double median = 0.5, ninetieth = 0.9;
  ValidationSummary summary;
  std::vector<double> errors, absolute;
  std::size_t banded = 0, covered = 0;
  for (const ValidatedRow* row : rows) {
    ++summary.count;
    ++(row->predictions.empty() ? summary.skipped : summary.predicted);
    for (const Prediction& prediction : row->predictions) {
      errors.push_back(prediction.error_pct());
      absolute.push_back(std::abs(errors.back()));
      if (!prediction.low || !prediction.high) continue;
      ++banded;
      if (*prediction.low <= prediction.measured && prediction.measured <= *prediction.high) ++covered;
    }
  }
  if (errors.empty()) return summary;
  summary.mape_pct = std::accumulate(absolute.begin(), absolute.end(), 0.0) / static_cast<double>(absolute.size());
  summary.median_ape_pct = percentile(absolute, median);
  summary.p90_ape_pct = percentile(absolute, ninetieth);
  summary.bias_pct = percentile(errors, median);
  if (banded > 0) summary.band_coverage_pct = percent * static_cast<double>(covered) / static_cast<double>(banded);
  return summary;
}

Validation validation_of(std::vector<ValidatedRow> rows) {
  Validation validation;
  validation.rows = std::move(rows);
  std::vector<const ValidatedRow*> all;
  std::map<std::string, std::vector<const ValidatedRow*>> by_group;
  for (const ValidatedRow& row : validation.rows) {
    all.push_back(&row);
    by_group[row.group].push_back(&row);
  }
  validation.summary = summary_of(all);
  for (const auto& [key, members] : by_group) validation.groups.push_back({key, summary_of(members)});
  return validation;
}

}  // namespace hakaru
