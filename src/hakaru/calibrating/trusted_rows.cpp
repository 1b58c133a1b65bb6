#include "hakaru/calibrating/trusted_rows.h"

namespace hakaru {

Result<double> weight_by_trust(const CsvFields& fields, const CsvTable& table, const CsvTable::Row& row,
                               double medium) {
  const std::string trust = fields.text_or("trust", "high");
  if (trust == "high") return 1.0;
  if (trust == "medium") return medium;
  if (trust == "low") return 0.0;
  return bad_input("{}: line {}: '{}' is '{}'; accepted: {}", table.file, row.line, "trust", trust,
                   "high, medium, low");
}

Result<std::vector<Message>> take_trusted_rows(const CsvTable& table,
                                               const std::function<Result<LeftOut>(const TrustedRow& row)>& take,
                                               double medium) {
  std::vector<Message> left_out;
  for (const CsvTable::Row& row : table.rows) {
    CsvFields fields(table, row);
    const Result<double> trust = weight_by_trust(fields, table, row, medium);
    if (!trust) return fail(trust);
    Result<LeftOut> why = *trust == 0 ? LeftOut(message("its trust is low")) : take({row, fields, *trust});
    if (!why) return fail(why);
    if (*why) left_out.push_back(std::move(**why));
  }
  if (table.rows.empty()) return bad_input("{}: has columns and no rows", table.file);
  if (left_out.size() == table.rows.size())
    return because(bad_input("{}: no row can be used", table.file), left_out.front());
  return left_out;
}

}  // namespace hakaru
