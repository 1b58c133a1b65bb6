// Ranked plans, and plans side by side, as a table: a row for each answer.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hakaru/output/plan_text.h"
#include "hakaru/output/table.h"

namespace hakaru {

/// A column of plans: its heading, and its cell of each.
struct PlanColumn {
  Table::Column heading;
  std::function<std::string(const Plan&)> cell;
};
using PlanColumns = std::vector<PlanColumn>;

/// Figures that each kind of job adds behind the layout.
PlanColumns columns_of(const Scenario& scenario, const Translator& t);
std::vector<Table::Column> headings_of(const PlanColumns& columns);
std::vector<std::string> cells_of(const PlanColumns& columns, const Plan& plan);

/// "measured", "similar: h100-sxm", "none": on which runs a plan rests. `names_it`: says what is similar.
std::string evidence_cell(const Plan& plan, const Translator& t, bool names_it = true);
std::string price_cell(const Plan& plan, const Translator& t);
std::string ranked_table(const Scenario& scenario, const std::vector<Plan>& plans, const Pen& pen);

}  // namespace hakaru
