// The commands that ask: flags become a question, its answer text, JSON or CSV.
#include <algorithm>
#include <filesystem>
#include <memory>

#include "../native/cores.h"
#include "../native/hub.h"
#include "../native/written_folder.h"
#include "../rank/launch.h"
#include "commands.h"
#include "hakaru/asking/asker.h"
#include "hakaru/asking/schema.h"
#include "hakaru/core/csv_table.h"
#include "hakaru/formats/plan_file.h"
#include "hakaru/output/plan_cells.h"
#include "question_flags.h"
#include "search_progress.h"

namespace hakaru::cli {
namespace {

struct AskedCommand {
  explicit AskedCommand(const Question& asked) : question(asked), flags(asked) {}
  const Question& question;
  QuestionFlags flags;
  std::string out;  ///< plans, whole
};

/// Refuses keys that a table has no place for.
std::optional<Error> refuse_beside_csv(const Question& question, const Json& keys) {
  for (const QuestionKey& key : question.keys) {
    const bool asked = keys.contains(key.name) && keys[key.name] != "false" && keys[key.name] != false;
    if (key.beside_rows && asked)
      return bad_input("{} and {} exclude each other; accepted: one of them", "--csv", flag_of(key.name)).value();
  }
  return std::nullopt;
}

Result<Asking> asking_of(Session& session) {
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const Result<const Catalog*> catalog = session.catalog();
  if (!catalog) return fail(catalog);
  return Asking{.data = **data,
                .catalog = **catalog,
                .translator = session.translator(),
                .today = today(),
                .executor = native::all_cores(),
                .run_ranks = rank_launcher(session.data_folder)};
}

/// The files that an answer is written to, by the keys that ask for them.
std::vector<std::string> outputs(const Question& question, const Json& keys) {
  std::vector<std::string> files;
  for (const QuestionKey& key : question.keys) {
    if (key.is_output && key.value == "FILE" && keys.contains(key.name))
      files.push_back(keys[key.name].get<std::string>());
  }
  return files;
}

/// The folder that an answer is written into, from before what it has is read.
Result<std::optional<native::WrittenFolder>> output_folder(const Question& question, const Json& keys) {
  for (const QuestionKey& key : question.keys) {
    if (!key.is_output || key.value != "DIR" || !keys.contains(key.name)) continue;
    Result<native::WrittenFolder> folder = native::WrittenFolder::open(keys[key.name].get<std::string>());
    if (!folder) return fail(folder);
    return std::optional(std::move(*folder));
  }
  return std::nullopt;
}

/// Writes the answer's files; the text that is returned names those outside a folder.
Result<std::string> write_outputs(const Answer& answer, const std::optional<native::WrittenFolder>& folder,
                                  const Json& keys, const Translator& t) {
  std::string told;
  std::vector<native::FolderFile> within_folder;
  for (const AnswerFile& file : answer.files) {
    if (!file.within.empty()) within_folder.push_back({file.within, file.text(), file.of_user});
  }
  if (folder) {
    if (const std::optional<Error> error = folder->write(within_folder, answer.files_of)) return tl::unexpected(*error);
  }
  for (const AnswerFile& file : answer.files) {
    if (!file.within.empty()) continue;
    const auto path = keys[file.key].get<std::string>();
    if (const std::optional<Error> error = write_file(path, file.text())) return tl::unexpected(*error);
    told += (told.empty() ? "\n" : "") +
            (file.opened_at.empty() ? t.say("written to {}", path)
                                    : t.say("written to {}; open it at {}", path, file.opened_at)) +
            "\n";
  }
  return told;
}

/// `place`: where the keys came from; `out`: a file for whole plans.
Result<std::string> answered(const Question& question, const Json& keys, const std::string& place,
                             const std::string& out, Session& session) {
  const Result<std::optional<native::WrittenFolder>> folder = output_folder(question, keys);
  if (!folder) return fail(folder);
  Result<Asking> asking = asking_of(session);
  if (!asking) return fail(asking);
  const std::optional<Error> beside = session.csv ? refuse_beside_csv(question, keys) : std::nullopt;
  if (beside) return tl::unexpected(*beside);
  std::vector<std::string> files = outputs(question, keys);
  files.push_back(out);
  if (const std::optional<Error> error = unwritable(files)) return tl::unexpected(*error);
  asking->place = place;
  const Translator& t = session.translator();
  std::optional<SearchProgress> searched;
  std::optional<ProgressLine> line;
  asking->watched = [&](const Scenario& scenario) { return searched.emplace(scenario, t).executor(); };
  asking->tell = [&](double, const std::function<Message()>& so_far) {
    if (!line) line.emplace(std::chrono::milliseconds(200));
    line->show([&] { return t(so_far()); });
    return true;
  };
  asking->show_predicted = [&](const std::function<std::string(const Pen&)>& text) {
    if (session.json || session.csv) return;
    line.reset();
    std::fputs(session.fitted(text(session.pen())).c_str(), stdout);
    std::fflush(stdout);
  };
  const Result<Answer> answer = answer_to(question, keys, *asking);
  line.reset();
  if (!answer) return fail(answer);
  session.status = answer->none ? 1 : 0;
  if (!out.empty()) {
    if (const std::optional<Error> error = write_file(out, json_text(answer->file()))) return tl::unexpected(*error);
  }
  Result<std::string> written = write_outputs(*answer, *folder, keys, t);
  if (!written) return written;
  if (session.json) return json_text(answer->json);
  if (session.csv && answer->unfinished) std::fputs(("hakaru: " + t(*answer->unfinished) + "\n").c_str(), stderr);
  if (session.csv) return csv_of(answer->rows);
  const std::string text = answer->text(session.pen());
  const bool is_plan = question.name.starts_with("plan");  // which tells it beside its price
  const std::string all = text + (is_plan ? "" : currency_note(text, session.teller())) + *written;
  return question.name == "emit" ? all : session.fitted(all);  // commands are there to be pasted
}

/// Puts what was typed under a key that the question has for something else under the key that is meant, and says so.
void read_as_meant(const Question& question, Json& keys, const Translator& t) {
  const auto move = [&](const char* typed, const char* meant) {
    keys[meant] = keys[typed];
    keys.erase(typed);
    const Message note = message("'{}' is read as '{}'", flag_of(typed), flag_of(meant));
    std::fputs(("hakaru: " + t(note) + "\n").c_str(), stderr);
  };
  const auto is_free = [&](const char* key) { return question.has(key) && !keys.contains(key); };
  if (question.job == "train" && keys.contains("context") && is_free("sequence_length") &&
      keys.value("algorithm", Json()) != "grpo")
    move("context", "sequence_length");
  const Json instances = keys.value("instances", Json());
  const bool several = instances.is_string() && instances.get<std::string>().find(',') != std::string::npos;
  if (several && is_free("counts")) move("instances", "counts");
}

Result<std::string> answered(const AskedCommand& command, Session& session) {
  std::optional<Currency> currency = session.teller().currency();
  Result<Json> keys =
      command.flags.keys([&](const std::string& amount) { return currency ? currency->in_dollars(amount) : amount; });
  if (currency) session.tell_in(std::move(*currency));  // it knows what was typed
  if (!keys) return fail(keys);
  read_as_meant(command.question, *keys, session.translator());
  if (command.flags.names_model()) {
    const auto model = (*keys)["model"].get<std::string>();
    const Message note = message("'{}' is read as '{}'", model, "--model " + model);
    std::fputs(("hakaru: " + session.translator()(note) + "\n").c_str(), stderr);
  }
  return answered(command.question, *keys, command.flags.place(), command.out, session);
}

/// The command of `question` below `above`.
CLI::App& add_question(CLI::App& above, const std::string& name, const Question& question, Session& session) {
  const Translator& t = session.translator();
  CLI::App& command = add_command(above, name, t.word(question.help));
  const auto state = std::make_shared<AskedCommand>(question);
  state->flags.add_to(command, session);
  if (question.has("whole"))
    command.add_option("-o", state->out, t.say("keep the plans, whole, in this file"))
        ->type_name("FILE")
        ->group("output");
  command.callback([state, &command, &session] {
    if (!command.get_subcommands().empty()) return;  // it is theirs
    session.command = [state, &session] { return answered(*state, session); };
  });
  return command;
}

Result<std::string> ask_file(const std::string& file, Session& session) {
  constexpr std::uint64_t largest_question_bytes = 1 << 26;  // a plan file may stand in it
  const Result<std::string> text = read_file(file, largest_question_bytes);
  if (!text) return fail(text);
  Result<Json> question = parse_json(*text, file);
  if (!question) return fail(question);
  const bool japanese = session.translator().language() == Language::japanese;
  if (japanese && question->is_object()) question->emplace("lang", "ja");
  const Result<const DataFiles*> data = session.data();  // it knows of which folder
  if (!data) return fail(data);
  const auto asker = Asker::open({.data_folder = session.data_folder,
                                  .today = today(),
                                  .model_folder = native::hub_models(native::Fetches::yes),
                                  .executor = native::all_cores,
                                  .run_ranks = rank_launcher(session.data_folder)});
  if (!asker) return fail(asker);
  if (question->is_object()) session.speak_as((*asker)->translator(*question));
  const Result<Answer> answer = (*asker)->answer(*question);
  if (!answer) return fail(answer);
  session.status = answer->none ? 1 : 0;
  return json_text(answer->json);
}

}  // namespace

CLI::App& add_questions(CLI::App& app, const std::string& word, const std::string& help, Session& session,
                        const std::vector<Question>& all) {
  const auto own = std::ranges::find(all, word, &Question::name);
  CLI::App& group = own == all.end() ? add_command(app, word, help) : add_question(app, word, *own, session);
  for (const Question& question : all) {
    if (question.name.starts_with(word + " "))
      add_question(group, question.name.substr(word.size() + 1), question, session);
  }
  return group;
}

Result<std::string> answered(const std::string& question, const Json& keys, Session& session) {
  return answered(*question_named(question), keys, "", "", session);
}

void add_ask_commands(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  CLI::App& command = add_command(app, "ask", t.say("any question, as JSON"));
  const auto file = std::make_shared<std::string>();
  command.add_option("FILE", *file, t.say("a question as JSON; - is standard input"))->type_name("")->group("question");
  command.callback([file, &session] {
    session.command = [file, &session]() -> Result<std::string> {
      session.json = true;
      if (file->empty()) return bad_input("{} is missing: {}", "FILE", "hakaru ask QUESTION.json");
      return ask_file(*file, session);
    };
  });
  CLI::App& schema = add_command(app, "schema", t.say("what may be asked and is answered as JSON, as JSON Schema"));
  const auto name = std::make_shared<std::string>();
  schema.add_option("QUESTION", *name, t.say("only this question (plan_serve)"))->type_name("")->group("question");
  schema.callback([name, &session] {
    session.command = [name]() -> Result<std::string> {
      if (name->empty()) return json_text(question_schema());
      const Result<OrderedJson> one = schema_of_question(*name);
      if (!one) return fail(one);
      return json_text(*one);
    };
  });
}

}  // namespace hakaru::cli
