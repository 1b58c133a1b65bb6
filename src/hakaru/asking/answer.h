// The surroundings of a question and its answer: the same for a shell, a program, a service.
//
//   const Asking asking{data, catalog, translator};
//   const Result<Answer> answer = ask(Json{{"question", "fit"}, {"machine", "g6e.xlarge"}}, asking);
//   answer->json;       // {"instance": "g6e.xlarge", "models": [...]}
//   answer->text(pen);  // the same as people read it
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "hakaru/core/data_files.h"
#include "hakaru/core/files.h"
#include "hakaru/formats/json.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/output/plan_text.h"
#include "hakaru/planning/plan/executor.h"

namespace hakaru {

struct RankOutcomes;
struct RanksWork;

/// The surroundings of a question. Data, catalog and the translator of sentences in JSON must outlive the answer.
struct Asking {
  const DataFiles& data;
  const Catalog& catalog;
  const Translator& translator;
  std::string today = {};   ///< a date; "": old prices are not marked
  bool reads_files = true;  ///< whether a question may name files of this machine
  std::string place = {};   ///< what messages call where keys came from; "": a command line, keys are flags
  Executor executor = {};   ///< of what is searched to its end
  /// Told how much of work that is no search is done; whether to go on.
  std::function<bool(double share, const std::function<Message()>& so_far)> tell =
      [](double, const std::function<Message()>&) { return true; };
  /// Told, as text, what stands before the answer is known: a prediction, ahead of the run that shows how good it is.
  std::function<void(const std::function<std::string(const Pen&)>& text)> show_predicted =
      [](const std::function<std::string(const Pen&)>&) {};
  /// The executor of a search that may end with what it has; the scenario outlives it.
  std::function<Executor(const Scenario&)> watched = [](const Scenario&) { return Executor(); };

  /// Runs the ranks of a rehearsal (rehearsing/ranks_work.h); empty: no processes are started here.
  std::function<Result<RankOutcomes>(const RanksWork& work)> run_ranks = {};

  /// As read_scenario has the place.
  std::string scenario_name() const { return place.empty() ? "command line" : place; }
};

/// A file that an answer may also be written as.
struct AnswerFile {
  std::string key;  ///< of the question, that asks for it
  std::function<std::string()> text;
  std::string opened_at = {};        ///< a page that shows it
  std::string within = {};           ///< where in the folder that was asked for; the text tells of it
  OfUser of_user = OfUser::refused;  ///< of such a file
};

struct Answer {
  OrderedJson json;
  OrderedJson rows;                             ///< as a table
  std::function<std::string(const Pen&)> text;  ///< as people read it
  std::function<OrderedJson()> file = {};       ///< plans, to be kept and read back; empty: nothing is
  std::vector<AnswerFile> files = {};           ///< those that were asked for
  std::string files_of = {};                    ///< what a folder of them is of, which has no others
  std::optional<Message> unfinished = {};       ///< why there may be better; rows do not say
  bool none = false;                            ///< to "which can": none; of a rehearsal: it does not agree
};

}  // namespace hakaru
