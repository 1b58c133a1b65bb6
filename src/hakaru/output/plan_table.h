// Ranked plans, and plans side by side, as a table: a row for each answer.
#pragma once

#include <string>
#include <vector>

#include "hakaru/output/plan_text.h"
#include "hakaru/output/table.h"

namespace hakaru {

/// The columns that each kind of job adds behind the layout.
struct PlanColumns {
  std::vector<Table::Column> headings;
  std::vector<std::string> (*cells)(const Plan&, const Translator&);
};
PlanColumns columns_of(const Scenario& scenario, const Translator& t);

/// "measured", "that of h100-sxm", "none": on which runs a plan rests.
std::string evidence_cell(const Plan& plan, const Translator& t);
std::string price_cell(const Plan& plan, const Translator& t);
std::string ranked_table(const Scenario& scenario, const std::vector<Plan>& plans, const Pen& pen);

}  // namespace hakaru
