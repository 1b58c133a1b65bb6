// Answers of the commands of `hakaru catalog`, as text for people and as JSON.
#pragma once

#include <string>
#include <vector>

#include "hakaru/importing/catalog_check.h"
#include "hakaru/importing/catalog_diff.h"
#include "hakaru/importing/figure_sources.h"
#include "hakaru/importing/importer.h"
#include "hakaru/output/plan_text.h"

namespace hakaru::cli {

struct ImportTold {
  const ImportOutcome& outcome;
  std::string kind, file, folder;
};
std::string import_text(const ImportTold& told, const Pen& pen);
std::string import_json(const ImportTold& told, const Translator& t);

/// `folder`: the user's; "": there is none.
std::string changes_text(const std::vector<CatalogChange>& changes, const std::string& folder, const Pen& pen);
std::string changes_json(const std::vector<CatalogChange>& changes);
std::string changes_csv(const std::vector<CatalogChange>& changes);

std::string findings_text(const std::vector<CatalogFinding>& findings, const Pen& pen);
std::string findings_json(const std::vector<CatalogFinding>& findings, const Translator& t);

std::string sources_text(const FigureSources& sources, const Pen& pen);
std::string sources_json(const FigureSources& sources);

}  // namespace hakaru::cli
