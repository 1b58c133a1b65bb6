// Text of an update with own runs: the reading of each log, errors before, after and held back, constants that
// moved.
#pragma once

#include <string>
#include <vector>

#include "hakaru/calibrating/logs/logged_rows.h"
#include "hakaru/calibrating/logs/updates.h"
#include "hakaru/formats/json.h"
#include "hakaru/output/plan_text.h"

namespace hakaru {

struct UpdateAnswer {
  std::vector<ReadLog> logs;
  Updates updates;
  std::vector<std::string> files;  ///< that are written; empty: none
  std::string folder;
  std::vector<Message> dropped;  ///< evidence that the folder had
};

OrderedJson json_of(const UpdateAnswer& answer);
std::string update_text(const UpdateAnswer& answer, const Pen& pen);

}  // namespace hakaru
