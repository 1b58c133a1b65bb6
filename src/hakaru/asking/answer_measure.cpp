#include <filesystem>
#include <memory>

#include "hakaru/asking/answers.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/measuring/scripts.h"
#include "hakaru/output/answer_texts.h"
#include "hakaru/output/changed_constants.h"
#include "hakaru/output/question_text.h"
#include "hakaru/tracing/digest.h"

namespace hakaru {
namespace {

struct MeasuredPlan {
  SavedPlan saved;
  Measuring measuring;
  std::string folder;  ///< that scripts go to; empty: none
};

std::string measured_text(const MeasuredPlan& made, const Pen& pen) {
  const Translator& t = pen.translator;
  const Plan& plan = made.saved.plan;
  std::string text =
      question_of(made.saved.scenario, pen) + "\n" +
      t.say("On {} × {}, {}.", plan.cluster.instances, plan.cluster.instance().name, in_short(plan.layout)) + "\n\n" +
      measuring_text(made.measuring, pen);
  if (!made.saved.changed_constants.empty()) text += "\n" + changed_constants_text(made.saved, t);
  if (!made.folder.empty())
    return text + "\n" + t.say("written to {}; {} says what to do", made.folder, "README.md") + "\n";
  if (pen.style.in_shell) text += "\n" + t.say("Next: add {} to write these runs as scripts", "-o DIR") + "\n";
  return text;
}

/// "2" of "plan.json#2".
std::string reference_to(const Json& keys) {
  const std::string shown = shown_plan(keys);
  const std::size_t hash = shown.rfind('#');
  return hash == std::string::npos ? "plan.json" : "plan.json" + shown.substr(hash);
}

/// Folders of models stay what they are wherever the scripts lie.
void make_folders_absolute(Measuring& measuring) {
  namespace fs = std::filesystem;
  std::error_code error;
  const auto whole = [&](const std::string& folder) { return fs::weakly_canonical(folder, error).string(); };
  for (Command& command : measuring.then) {
    for (std::size_t i = 1; i < command.size(); ++i) {
      std::string& word = command[i].text;
      if (command[i - 1].text == "--model" && fs::is_directory(word, error)) word = whole(word);
    }
  }
  for (const ScriptVariable& each : measuring.variables) {
    if (each.name != "MODEL" || !fs::is_directory(each.value, error)) continue;
    measuring.set("MODEL", whole(each.value));
    return;
  }
}

/// Another plan has other runs, whose scripts and results would be taken for these.
std::string digest_of_runs(const Measuring& measuring) {
  tracing::Digest digest;
  const auto add = [&](const std::string& name, const Command& command) {
    digest.add(std::string_view(name));
    digest.add(std::string_view(in_script(command)));
  };
  if (measuring.server) add("server", measuring.server->command);
  for (const MeasuringRun& run : measuring.runs) add(run.name, run.command);
  for (const ScriptVariable& each : measuring.variables) digest.add(std::string_view(each.value));
  return digest.text();
}

}  // namespace

std::vector<QuestionKey> measure_keys() {
  QuestionKey out{"out", "output", "DIR", "write the runs as scripts into this folder"};
  out.place = "-o";
  out.is_output = true;
  return {plan_key(), out};
}

Result<Answer> measure_answer(const Json& keys, const Asking& asking) {
  Result<SavedPlan> saved = asked_plan(keys, "hakaru measure FILE[#RANK]", asking);
  if (!saved) return fail(saved);
  if (auto error = refuse_to_run(*saved, shown_plan(keys))) return tl::unexpected(std::move(*error));
  Result<Measuring> measuring =
      runs_worth_making(saved->scenario, saved->plan, saved->constants_in(asking.data), reference_to(keys));
  if (!measuring) return fail(measuring);
  if (asking.reads_files) make_folders_absolute(*measuring);
  const std::string folder = keys.contains("out") && keys["out"].is_string() ? keys["out"].get<std::string>() : "";
  const std::shared_ptr<const MeasuredPlan> made(new MeasuredPlan{std::move(*saved), std::move(*measuring), folder});
  Answer answer;
  answer.json = json_of(made->measuring, asking.translator);
  answer.rows = answer.json["runs"];
  add_changed_constants(answer.json, made->saved);
  answer.text = [made](const Pen& pen) { return measured_text(*made, pen); };
  if (!keys.contains("out")) return answer;
  const std::vector<ScriptFile> files =
      scripts_of(made->measuring, made->saved.plan, made->saved.file, asking.translator);
  answer.files_of = "measure " + digest_of_runs(made->measuring);
  for (const ScriptFile& file : files)
    answer.files.push_back({"out", [text = file.text] { return text; }, {}, file.name, file.of_user});
  return answer;
}

}  // namespace hakaru
