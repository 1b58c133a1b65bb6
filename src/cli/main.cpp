// hakaru on the command line: understands the arguments, runs one command, writes its text or its error.
//
// Exit status: 0 done; 1 nothing satisfies the constraints; 2 bad input, one line on standard error. Under --json the
// reason also stands on standard output, as an object.
#include <array>
#include <csignal>
#include <cstdio>

#include "../native/program.h"
#include "commands.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/formats/plan_file.h"
#include "synonyms.h"

namespace hakaru::cli {
namespace {

void add_everything(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  app.set_help_flag();
  app.allow_extras();
  app.require_subcommand(0, 1);  // a word behind a command is none: hakaru schema fit
  app.add_flag("-h,--help", session.help, t.say("show the flags"));
  app.add_flag("--help-all", session.help_all, t.say("show all flags"));
  app.add_flag("--version", session.version, t.say("show the version"));
  app.add_flag("--json", session.json, t.say("answer as JSON"));
  app.add_flag("--csv", session.csv, t.say("answer as CSV"));
  app.add_flag("--wide", session.wide, t.say("everything of a text, however wide"));
  app.add_option("--lang", session.language, t.say("language of the answer"))->type_name("en|ja");
  app.add_option("--data", session.data_folder, t.say("a folder laid over the data that came with the program"))
      ->type_name("DIR");
  app.add_option("--currency", session.currency,
                 t.say("amounts in texts in this currency; JSON and CSV stay in dollars"))
      ->type_name("CODE");
  app.add_option("--exchange-rate,--rate", session.exchange_rate, t.say("how much of it a US dollar is worth (155)"))
      ->type_name("NUMBER");
  app.add_option("--tax", session.tax, t.say("consumption tax, told beside (10%)"))->type_name("PERCENT");
  add_questions(app, "plan", t.say("rank instances, counts and layouts for a job"), session);
  CLI::App& compare =
      add_questions(app, "compare", t.say("instances side by side on the same job, or two plans"), session);
  add_compare_plans(compare, session);
  add_questions(app, "explain", "", session);
  add_questions(app, "run", "", session);
  add_questions(app, "emit", "", session);
  add_questions(app, "measure", "", session);
  add_questions(app, "scale", t.say("the same job on more and more instances"), session);
  add_sweep_command(app, session);
  add_questions(app, "network", "", session);
  add_questions(app, "simulate", t.say("a plan, event by event"), session);
  add_questions(app, "rehearse", "", session);
  add_questions(app, "fit", "", session);
  add_questions(app, "memory", t.say("what one device must hold"), session);
  add_questions(app, "validate", t.say("predictions beside your measurements"), session);
  add_questions(app, "model", t.say("parameters, bytes and KV cache of a model"), session);
  add_ask_commands(app, session);
  add_service_commands(app, session);
  add_questions(app, "instance", t.say("the machines that can be rented or owned"), session);
  add_questions(app, "accelerator", t.say("the devices that a framework sees as one rank"), session);
  add_questions(app, "price", t.say("prices with region, date and source"), session);
  add_data_commands(app, session);
}

/// The innermost command that was named.
const CLI::App& chosen(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

std::vector<std::string> commands_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* each : command.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(each->get_name());
  return names;
}

/// Flags of `command` itself.
std::vector<std::string> own_flags_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// Every flag that may stand after `command`: its own and those that stand anywhere, not those of a question above it.
std::vector<std::string> flags_of(const CLI::App& command, const CLI::App& app) {
  std::vector<std::string> names = own_flags_of(command);
  for (std::string& name : own_flags_of(app)) {
    if (ranges::count(names, name) == 0) names.push_back(std::move(name));
  }
  return names;
}

/// Flags that a question above `command` took, being none of its own: `plan train --users` of `plan --from`. The rate
/// of a currency goes where it belongs.
std::vector<std::string> strayed(const CLI::App& command, const CLI::App& app, Session& session) {
  std::vector<std::string> flags;
  for (const CLI::App* above = command.get_parent(); above != nullptr && above != &app; above = above->get_parent()) {
    for (const CLI::Option* const option : above->get_options()) {
      if (option->count() == 0 || !option->nonpositional()) continue;
      const bool of_currency = option->check_lname("rate") && !session.currency.empty();
      if (of_currency && session.exchange_rate.empty()) {
        session.exchange_rate = option->results().front();
      } else {
        flags.push_back(option->get_name());
      }
    }
  }
  return flags;
}

struct JobOfCommand {
  std::string_view command;
  std::string_view what;  ///< it plans
};
constexpr std::array jobs_of_commands{JobOfCommand{"serve", "a service"}, JobOfCommand{"train", "a training run"},
                                      JobOfCommand{"infer", "batches of items"}};

/// The flag `typed` of the command of another job beside `command`: `plan infer --rate` of plan serve.
std::optional<Message> of_other_job(const std::string& typed, const CLI::App& command) {
  const CLI::App* const above = command.get_parent();
  if (above == nullptr) return std::nullopt;
  for (const JobOfCommand& job : jobs_of_commands) {
    for (const CLI::App* each :
         above->get_subcommands([&](const CLI::App* one) { return one->get_name() == job.command; })) {
      const std::string own = own_flag(typed, own_flags_of(*each));
      if (!own.empty() && each != &command)
        return message("'{}' is not a flag of {}; for {}: hakaru {} {} … {}", typed, command.get_name(), job.what,
                       above->get_name(), each->get_name(), own);
    }
  }
  return std::nullopt;
}

/// Adds the commands below `app` that have the flag, other than `but`: "hakaru run".
void add_commands_with(const std::string& flag, const CLI::App& app, const std::string& path, const CLI::App& but,
                       std::vector<std::string>& commands) {
  for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; })) {
    const std::string name = path + " " + each->get_name();
    if (each != &but && ranges::count(own_flags_of(*each), flag) > 0) commands.push_back(name);
    add_commands_with(flag, *each, name, but, commands);
  }
}

/// The commands that take the flag `typed`, which `command` does not: --checkpoint-interval of hakaru run.
std::optional<Message> of_other_command(const std::string& typed, const CLI::App& command, const CLI::App& app) {
  constexpr std::size_t most_commands = 3;
  std::string flag = typed;
  std::replace(flag.begin(), flag.end(), '_', '-');
  std::vector<std::string> commands;
  add_commands_with(flag, app, "hakaru", command, commands);
  if (commands.empty()) {
    const std::string other = flag_elsewhere(flag);
    if (other.empty()) return std::nullopt;
    flag = other;
    add_commands_with(flag, app, "hakaru", command, commands);
  }
  if (commands.empty()) return std::nullopt;
  if (commands.size() > most_commands) commands.resize(most_commands);
  return message("'{}' is not a flag of {}; commands with {}: {}", typed, command.get_name(), flag, join(commands));
}

tl::unexpected<Error> not_understood(const std::string& word, const CLI::App& command, const CLI::App& app) {
  if (word.starts_with("-")) {
    const std::string flag = word.substr(0, word.find('='));
    std::optional<Message> otherwise = asked_otherwise(flag, own_flags_of(command));
    if (!otherwise) otherwise = of_other_job(flag, command);
    if (!otherwise && flag == "--model" && command.get_name() == "compare")
      otherwise = message("'{}' is not a flag of {}; say {}", flag, command.get_name(),
                          "hakaru compare serve|train --model NAME --instance A --instance B");
    if (!otherwise && !command.get_options().empty()) otherwise = of_other_command(flag, command, app);
    if (otherwise) return tl::unexpected(Error{ErrorKind::bad_input, std::move(*otherwise)});
    const std::vector<std::string> parts = commands_of(command);
    if (!parts.empty() && command.get_options().empty())
      return bad_input("{} needs one of: {}", command.get_name(), join(parts));
    std::vector<std::string> flags = flags_of(command, app);
    std::erase(flags, flag);  // a currency's --rate
    return bad_input("'{}' is not a flag of {}; nearest: {}", flag, command.get_name(),
                     join(nearest_names(flag, flags), " "));
  }
  const std::vector<std::string> names = commands_of(command);
  if (names.empty() && command.get_name() == "list" && ranges::count(commands_of(*command.get_parent()), "show") > 0)
    return bad_input("'{}' is one word too many for {}; one alone: hakaru {} show {}", word, command.get_name(),
                     command.get_parent()->get_name(), word);
  if (command.get_name() == "emit")
    return bad_input("'{}' is one word too many; say: {}", word, "hakaru emit PLAN --for NAME");
  if (names.empty()) return bad_input("'{}' is one word too many for {}", word, command.get_name());
  std::vector<std::string> jobs = names;
  std::erase_if(jobs, [](const std::string& name) {
    return ranges::find(jobs_of_commands, std::string_view(name), &JobOfCommand::command) == jobs_of_commands.end();
  });
  if (!jobs.empty() && word.find_first_of("0123456789/") != std::string::npos)  // as models are called
    return bad_input("'{}' is not a command of {}; of a model say: hakaru {} {} {}", word, command.get_name(),
                     command.get_name(), join(jobs, "|"), word);
  return bad_input("'{}' is not a command of {}; nearest: {}", word, command.get_name(),
                   join(nearest_names(word, names)));
}

/// All words that mean nothing; a value behind a flag that is none says nothing more.
std::optional<Error> all_not_understood(const std::vector<std::string>& words, const CLI::App& command,
                                        const CLI::App& app) {
  std::optional<Error> error;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const bool is_value = error && !words[at].starts_with("-") && words[at - 1].starts_with("-");
    if (words[at] == "--" || is_value) continue;
    const Error found = not_understood(words[at], command, app).value();
    if (error && error->message == found.message) continue;
    if (error) error->also.push_back(found.message);
    if (!error) error = found;
  }
  return error;
}

/// Refuses `scale serve …`: the loads become a sweep of the same keys, ready to be pasted.
std::optional<Error> scale_of_service(const std::vector<std::string>& arguments) {
  const bool asks =
      arguments.size() >= 2 && arguments[0] == "scale" && (arguments[1] == "serve" || arguments[1] == "infer");
  if (!asks) return std::nullopt;
  std::vector<std::string> base{fmt::format("job = \"{}\"", arguments[1])}, grid;
  for (std::size_t at = 2; at < arguments.size(); ++at) {
    const std::string& word = arguments[at];
    const bool is_flag = word.starts_with("--");
    std::string key = is_flag ? word.substr(2, word.find('=') - 2) : "model";
    std::replace(key.begin(), key.end(), '-', '_');
    std::string value = word;
    if (is_flag) value = word.find('=') != std::string::npos ? word.substr(word.find('=') + 1) : "";
    if (is_flag && value.empty() && at + 1 < arguments.size() && !arguments[at + 1].starts_with("--"))
      value = arguments[++at];
    if (value.empty()) value = "true";
    std::string quoted = "\"" + value + "\"";
    for (std::size_t comma = quoted.find(','); comma != std::string::npos; comma = quoted.find(',', comma + 4))
      quoted.replace(comma, 1, "\", \"");
    const bool is_list = value.find(',') != std::string::npos;
    (is_list ? grid : base).push_back(key + " = " + (is_list ? "[" + quoted + "]" : quoted));
  }
  if (grid.empty()) grid.emplace_back(R"(rate = ["1/s", "5/s", "20/s"])");
  const std::string command =
      fmt::format(R"(printf 'base = {{{}}}\ngrid = {{{}}}\n' | hakaru sweep -)", join(base), join(grid));
  return bad_input("'{}' is not a command of scale, which is of training; many loads in one table: {}", arguments[1],
                   command)
      .value();
}

/// CLI11 names the flag first: "--tp: 1 required N missing".
tl::unexpected<Error> wrongly_used(const CLI::ParseError& error) {
  const std::string text = error.what();
  return bad_input("{} takes exactly one value", text.substr(0, text.find(':')));
}

/// A value that is empty would be taken for one that was not given.
std::optional<Error> empty_value(const std::vector<std::string>& arguments) {
  for (std::size_t at = 0; at < arguments.size() && arguments[at] != "--"; ++at) {
    const std::string& word = arguments[at];
    const std::size_t equals = word.find('=');
    const bool empty_flag = word.starts_with("-") && equals != std::string::npos && equals + 1 == word.size();
    if (!word.empty() && !empty_flag) continue;
    const bool of_flag = word.empty() && at > 0 && arguments[at - 1].starts_with("-");
    const std::string name = empty_flag ? word.substr(0, equals) : of_flag ? arguments[at - 1] : "''";
    return bad_input("{} is empty; accepted: a value, or leave it out", name).value();
  }
  return std::nullopt;
}

Result<std::string> answer(CLI::App& app, Session& session) {
  const CLI::App& command = chosen(app);
  if (session.version) return fmt::format("hakaru {}\n", program_version());
  std::vector<std::string> words = app.remaining(true);
  for (std::string& flag : strayed(command, app, session)) words.push_back(std::move(flag));
  if (const std::optional<Error> error = all_not_understood(words, command, app)) return tl::unexpected(*error);
  if (!session.language.empty()) {
    if (const Result<Language> language = parse_language(session.language); !language) return fail(language);
  }
  if (session.help || session.help_all || &command == &app)
    return session.fitted(&command == &app ? main_help(session.translator())
                                           : help_of(command, session.help_all, session.pen()));
  const std::vector<std::string> names = commands_of(command);
  if (!names.empty() && !session.command) return bad_input("{} needs one of: {}", command.get_name(), join(names));
  if (const Result<void> stated = session.state_currency(); !stated) return fail(stated);
  if (session.json && session.csv)
    return bad_input("{} and {} exclude each other; accepted: one of them", "--json", "--csv");
  return session.command();
}

int run(const std::vector<std::string>& arguments) {
  Session session(arguments);
  CLI::App app("", "hakaru");
  add_everything(app, session);
  if (const std::optional<Error> empty = empty_value(arguments)) return tell(tl::unexpected(*empty), session);
  try {
    // CLI11 takes its words from the back.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    return tell(wrongly_used(error), session);
  }
  std::vector<Message> read_as;
  const CLI::App& command = chosen(app);
  const KnownWords known{own_flags_of(command), commands_of(command)};
  const std::vector<std::string> understood = in_own_words(arguments, app.remaining(true), known, read_as);
  if (!read_as.empty()) {
    for (const Message& each : read_as) std::fputs(("hakaru: " + session.translator()(each) + "\n").c_str(), stderr);
    return run(understood);
  }
  if (std::optional<Error> scaled = scale_of_service(arguments))
    return tell(tl::unexpected(std::move(*scaled)), session);
  if (!session.program.empty()) return tell(native::become(session.program, arguments), session);
  return tell(answer(app, session), session);
}

}  // namespace
}  // namespace hakaru::cli

int main(int count, char** values) {
  hakaru::cli::hold_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return hakaru::cli::run({values + 1, values + count});
  } catch (const std::exception& error) {
    // A defect: expected failures are values.
    std::fprintf(stderr, "hakaru: internal error: %s\n", error.what());
    return 3;
  }
}
