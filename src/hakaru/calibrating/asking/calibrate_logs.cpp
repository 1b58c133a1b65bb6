#include "hakaru/calibrating/asking/calibrate_logs.h"

#include <algorithm>
#include <memory>

#include "hakaru/calibrating/asking/update_text.h"
#include "hakaru/calibrating/logs/own_files.h"
#include "hakaru/calibrating/logs/update_collectives.h"

namespace hakaru {
namespace {

/// Rows of other accelerators than `name` are left out.
void keep_accelerator(CsvTable& table, const std::string& name, const Catalog& catalog) {
  std::erase_if(table.rows, [&](const CsvTable::Row& row) {
    const CsvFields fields(table, row);
    const Result<Accelerator> accelerator = catalog.accelerator(fields.text_or("accelerator", ""));
    return accelerator && accelerator->name != name;
  });
}

/// The updates to write; fails, with the key `out`, where all are worse than the standing constants.
Result<std::vector<const PairUpdate*>> worth_writing(const Updates& updates, const std::string& file) {
  std::vector<const PairUpdate*> written;
  for (const PairUpdate& pair : updates.pairs) {
    if (!pair.is_worse()) written.push_back(&pair);
  }
  if (!written.empty()) return written;
  std::vector<Message> why;
  for (const PairUpdate& pair : updates.pairs) why.push_back(*why_not_written(pair));
  return tl::unexpected(
      Error{ErrorKind::bad_input, message("{}: nothing to write; leave -o out", file), std::move(why), "out"});
}

/// `updates` of the rows in `read`; `model`: a file of data beside what is written, if its path is not empty.
Result<Answer> answer_of_updates(const LogsAsk& asked, const LoggedRows& read, Updates updates,
                                 const std::pair<std::string, std::string>& model, const DataFiles& data) {
  const auto told = std::make_shared<UpdateAnswer>();
  told->logs = read.logs;
  told->folder = asked.folder;
  told->updates = std::move(updates);
  Answer answer;
  if (!asked.folder.empty()) {
    const Result<std::vector<const PairUpdate*>> written = worth_writing(told->updates, read.table.file);
    if (!written) return fail(written);
    Result<OwnFiles> files = own_files(*written, asked.folder, data);
    if (!files) return fail(files);
    told->dropped = std::move(files->dropped);
    if (!model.first.empty()) files->texts.insert(model);
    for (const auto& [within, text] : files->texts) {
      told->files.push_back(within);
      const OfUser of_user = within == model.first ? OfUser::refused : OfUser::taken_in;
      answer.files.push_back({"out", [kept = text] { return kept; }, {}, within, of_user});
    }
  }
  if (asked.rows) answer.files.push_back({"rows", [table = read.table] { return csv_text(table); }});
  answer.json = json_of(*told);
  answer.rows = OrderedJson::array();
  for (const auto& pair : answer.json["pairs"]) {
    for (const auto& figure : pair["figures"]) answer.rows.push_back(figure);
  }
  answer.text = [told](const Pen& pen) { return update_text(*told, pen); };
  return answer;
}

}  // namespace

Result<Answer> answer_with_logs(const LogsAsk& asked, LoggedJob job, const Json& keys, const Asking& asking) {
  KeyReader reader(keys, asking.place);
  const Result<LoggedContext> context = read_context(reader, job, asking);
  if (!context) return fail(context);
  Result<LoggedRows> read = read_logged_rows(asked.files, job, *context);
  if (!read) return fail(read);
  if (!asked.accelerator.empty()) keep_accelerator(read->table, asked.accelerator, asking.catalog);
  Result<Updates> updates = job == LoggedJob::training ? update_training(read->table, asking.catalog, context->data)
                                                       : update_serving(read->table, asking.catalog, context->data);
  if (!updates) return fail(updates);
  return answer_of_updates(asked, *read, std::move(*updates), {context->model_path, context->model_text},
                           context->data);
}

Result<Answer> answer_with_collectives(const LogsAsk& asked, const LoggedRows& read, const Accelerator& accelerator,
                                       const Asking& asking) {
  Result<Updates> updates = update_collectives(read.table, accelerator, asking.catalog, asking.data);
  if (!updates) return fail(updates);
  return answer_of_updates(asked, read, std::move(*updates), {}, asking.data);
}

std::vector<QuestionKey> log_keys(LoggedJob job) {
  constexpr const char* group = "what logs do not say";
  std::vector<QuestionKey> keys{
      {"plan", group, "PLAN", "the plan that was run, FILE or FILE#RANK; a log that says otherwise is refused"},
      {"model", group, "MODEL", "a known name, a config.json, its folder, or -"},
      {"instance", group, "NAME", "instance type"}};
  for (const ContextKey& key : context_keys(job)) keys.push_back({key.key, group, key.value, key.help});
  QuestionKey rows{"rows", "Options", "FILE", "keep what the logs say as rows of measurements, CSV as for validate"};
  rows.is_output = true;
  keys.push_back(rows);
  return keys;
}

std::string key_of_logs(const Json& keys, LoggedJob job) {
  for (const QuestionKey& key : log_keys(job)) {
    if (key.name != "rows" && keys.contains(key.name) && !keys[key.name].is_null()) return key.name;
  }
  return "";
}

}  // namespace hakaru
