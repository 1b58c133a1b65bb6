// Functions that the answers of several questions share.
#pragma once

#include "hakaru/asking/question.h"
#include "hakaru/formats/plan_file.h"

namespace hakaru {

/// Most models of one question: each is read, and looked for on the machine.
constexpr std::size_t most_models_fitted = 100;

/// Keys of several questions.
QuestionKey plan_key();
QuestionKey names_key();
QuestionKey timeline_key();

/// Shows timelines in Chrome's trace event format.
inline constexpr const char* timeline_viewer = "https://ui.perfetto.dev";

/// Names alone, a line each.
Answer names_answer(const std::vector<std::string>& names);

/// Refuses what would be read of this machine, where nothing is.
std::optional<Error> refuse_files(const std::vector<QuestionKey>& known, const Json& keys, const Asking& asking);

/// A key as messages name it: "--top", or "question: 'top'".
std::string shown_key(std::string_view key, const Asking& asking);

/// The plan that `keys` has: FILE or FILE#RANK, or a plan file itself, whose best is meant.
Result<SavedPlan> asked_plan(const Json& keys, std::string_view usage, const Asking& asking);
/// The same; refuses one that is not of training.
Result<SavedPlan> asked_training_plan(const Json& keys, std::string_view usage, const Asking& asking);

/// Refuses a plan of training that is more than passes of one sequence for the next token (DPO, GRPO, MTP), or whose
/// experts are not chosen evenly.
std::optional<Error> refuse_to_run(const SavedPlan& saved, const std::string& plan);

/// An instance, or the usual machine of an accelerator.
Result<Instance> whole_machine(const std::string& name, const Catalog& catalog);

/// Replaces a model that the name of a checkpoint says to be quantised, "Qwen/Qwen3-32B-AWQ", by the one that it was
/// made of, kept so unless `keys` say how; `keeps_weights`: the question asks how weights are kept. Empty: it is no
/// such name.
std::optional<Message> read_quantised_name(Json& keys, bool keeps_weights, const DataFiles& data);

/// As messages name it: "plan.json#2".
std::string shown_plan(const Json& keys);

}  // namespace hakaru
