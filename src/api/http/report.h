// Plans as a page of one file that opens anywhere: the page's own views (web/src/report.tsx) over figures that lie in
// the same file.
#pragma once

#include <string>
#include <vector>

#include "hakaru/asking/asker.h"

namespace hakaru::api {

/// Report of files of plan -o, FILE or FILE#RANK each; `asker` reads them. `page`: report.html as it was built.
Result<std::string> report_of(const std::vector<std::string>& plans, const Asker& asker, const std::string& page,
                              Language language);

}  // namespace hakaru::api
