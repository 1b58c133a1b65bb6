#include "hakaru/asking/asker.h"

#include <atomic>
#include <chrono>
#include <exception>

#include "hakaru/timing/calibration.h"

namespace hakaru {
namespace {

/// `executor`, watched; `share` is what of the search has been done, and outlives it.
Executor watched(Executor executor, const AskingWatch& watch, std::atomic<double>& share) {
  executor.watch.stopped = watch.stopped;
  executor.watch.looked_at = [&](std::int64_t, double more) {
    double before = share.load(std::memory_order_relaxed);
    while (!share.compare_exchange_weak(before, before + more, std::memory_order_relaxed)) {
    }
    watch.progress(std::min(1.0, before + more));
  };
  return executor;
}

}  // namespace

Asker::Asker(Options options, DataFiles data, Catalog catalog)
    : options_(std::move(options)), data_(std::move(data)), catalog_(std::move(catalog)) {}

Result<std::unique_ptr<const Asker>> Asker::open(Options options) {
  Result<DataFiles> data = options.data_folder.empty() ? DataFiles() : DataFiles::with_folder(options.data_folder);
  if (!data) return fail(data);
  Result<Catalog> catalog = read_catalog(*data);
  if (!catalog) return fail(catalog);
  if (options.model_folder) data->find_models_by(options.model_folder);
  return std::unique_ptr<const Asker>(new Asker(std::move(options), std::move(*data), std::move(*catalog)));
}

const Translator& Asker::translator(const Json& question) const {
  const bool japanese = question.is_object() && question.contains("lang") && question["lang"] == "ja";
  if (!japanese) return english_;
  std::call_once(reads_japanese_, [&] { japanese_ = Translator(Language::japanese, data_); });
  return japanese_;
}

Result<Answer> Asker::answer(const Json& question, const AskingWatch& watch) const {
  if (question.is_object() && question.contains("lang") && question["lang"] != "en" && question["lang"] != "ja")
    return bad_input("question: 'lang' is {}; accepted: en, ja", question["lang"].dump());
  std::atomic<double> share = 0;
  const Executor executor = watched(options_.executor(), watch, share);
  return hakaru::ask(question, Asking{.data = data_,
                                      .catalog = catalog_,
                                      .translator = translator(question),
                                      .today = options_.today,
                                      .reads_files = options_.reads_files,
                                      .executor = executor,
                                      .tell =
                                          [&](double done, const std::function<Message()>&) {
                                            watch.progress(std::min(1.0, done));
                                            return !watch.stopped();
                                          },
                                      .watched = [&](const Scenario&) -> const Executor& { return executor; },
                                      .run_ranks = options_.run_ranks});
}

Reply Asker::ask(std::string_view question, const AskingWatch& watch) const {
  const Result<Json> json = parse_json(question, "question");
  if (!json) return {ReplyStatus::bad_input, error_json(json.error(), english_)};
  return reply_to(*json, watch);
}

Reply Asker::reply_to(const Json& question, const AskingWatch& watch) const {
  try {
    const Result<Answer> answered = answer(question, watch);
    if (watch.stopped()) return {ReplyStatus::cancelled, reason_json("cancelled", ReplyStatus::cancelled, "cancelled")};
    if (!answered) return {status_of(answered.error()), error_json(answered.error(), translator(question))};
    return {answered->none ? ReplyStatus::unsatisfiable : ReplyStatus::answered, json_text(answered->json)};
  } catch (const std::exception& error) {
    // A defect: expected failures are values.
    return {ReplyStatus::internal, reason_json("internal", ReplyStatus::internal, error.what())};
  }
}

Result<Catalog> read_catalog(const DataFiles& data) {
  Result<Catalog> catalog = Catalog::read(data);
  if (!catalog) return catalog;
  if (const std::optional<Error> error = Calibrations(data).of_nobody(catalog->accelerators()))
    return tl::unexpected(*error);
  return catalog;
}

ReplyStatus status_of(const Error& error) {
  return error.kind == ErrorKind::unsatisfiable ? ReplyStatus::unsatisfiable : ReplyStatus::bad_input;
}

std::string reason_json(std::string_view kind, ReplyStatus status, const std::string& reason) {
  OrderedJson json;
  json["error"] = {{"kind", kind}, {"exit_status", static_cast<int>(status)}, {"message", reason}};
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

std::string error_json(const Error& error, const Translator& translator) {
  const char* const kind = error.kind == ErrorKind::unsatisfiable ? "unsatisfiable" : "bad_input";
  return reason_json(kind, status_of(error), translator(error));
}

std::string today() {
  const auto day = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

}  // namespace hakaru
