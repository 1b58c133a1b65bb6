// Who answers what, for question.cpp, and what they share.
#pragma once

#include "hakaru/asking/question.h"
#include "hakaru/formats/plan_file.h"

namespace hakaru {

Result<Answer> plan_answer(const Json& keys, const Asking& asking);
Result<Answer> compare_answer(const Json& keys, const Asking& asking);
Result<Answer> explain_answer(const Json& keys, const Asking& asking);
Result<Answer> scale_answer(const Json& keys, const Asking& asking);
Result<Answer> network_answer(const Json& keys, const Asking& asking);
Result<Answer> fit_answer(const Json& keys, const Asking& asking);
Result<Answer> memory_answer(const Json& keys, const Asking& asking);
Result<Answer> model_answer(const Json& keys, const Asking& asking);
Result<Answer> models_answer(const Json& keys, const Asking& asking);

Result<Answer> compare_plans_answer(const Json& keys, const Asking& asking);
Result<Answer> compare_peaks_answer(const Json& keys, const Asking& asking);
Result<Answer> run_answer(const Json& keys, const Asking& asking);
Result<Answer> simulate_train_answer(const Json& keys, const Asking& asking);
Result<Answer> simulate_serve_answer(const Json& keys, const Asking& asking);
Result<Answer> rehearse_answer(const Json& keys, const Asking& asking);
Result<Answer> validate_operators_answer(const Json& keys, const Asking& asking);
Result<Answer> validate_training_answer(const Json& keys, const Asking& asking);
Result<Answer> validate_memory_answer(const Json& keys, const Asking& asking);
Result<Answer> validate_serving_answer(const Json& keys, const Asking& asking);
Result<Answer> validate_inference_answer(const Json& keys, const Asking& asking);
Result<Answer> instances_answer(const Json& keys, const Asking& asking);
Result<Answer> instance_answer(const Json& keys, const Asking& asking);
Result<Answer> accelerators_answer(const Json& keys, const Asking& asking);
Result<Answer> accelerator_answer(const Json& keys, const Asking& asking);
Result<Answer> sweep_answer(const Json& keys, const Asking& asking);
Result<Answer> prices_answer(const Json& keys, const Asking& asking);

std::vector<QuestionKey> run_keys();
std::vector<QuestionKey> simulate_train_keys();
std::vector<QuestionKey> simulate_serve_keys();
std::vector<QuestionKey> rehearse_keys();
std::vector<QuestionKey> sweep_keys();

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

/// As messages name it: "plan.json#2".
std::string shown_plan(const Json& keys);

/// What the file that `text` names holds, or `text` itself where it has lines.
Result<std::string> file_or_text(const std::string& text, std::uint64_t most_bytes);
/// As messages name it.
std::string name_of_file(const std::string& text);

}  // namespace hakaru
