// The commands, one function for each group: adds its flags to `app`, and what to do when it is chosen to the session.
#pragma once

#include <CLI/CLI.hpp>

#include "hakaru/asking/question.h"
#include "session.h"

namespace hakaru::cli {

/// Adds the questions whose name is `word` or begins with it; `help`: of the word where they are several. Gives
/// the command of the word.
CLI::App& add_questions(CLI::App& app, const std::string& word, const std::string& help, Session& session,
                        const std::vector<Question>& all = questions());
/// The answer to the question of that name with those keys, in the form asked for.
Result<std::string> answered(const std::string& question, const Json& keys, Session& session);
/// Questions as JSON, and their schema.
void add_ask_commands(CLI::App& app, Session& session);
/// The questions for other programs: MCP and HTTP.
void add_service_commands(CLI::App& app, Session& session);
/// Two plans side by side, under compare.
void add_compare_plans(CLI::App& compare, Session& session);
/// The best plan of each of many scenarios.
void add_sweep_command(CLI::App& app, Session& session);
/// The commands of hakaru-data; hakaru itself passes them on.
void add_data_commands(CLI::App& app, Session& session);
/// The user's own data, and the clouds' files that it is made of.
void add_catalog_commands(CLI::App& app, Session& session);
/// Commands for the user's own machines, under catalog: add, remove.
void add_machine_commands(CLI::App& catalog, Session& session);
void add_completion_command(CLI::App& app, Session& session);

/// A command with its line of help; flags that it does not know are tried on the commands above it.
CLI::App& add_command(CLI::App& app, const std::string& name, const std::string& help);

/// One screen about hakaru.
std::string main_help(const Translator& translator);
/// The flags of a command, group by group.
std::string help_of(const CLI::App& command, bool all, const Pen& pen);

/// "bash", "zsh" or "fish": a completion script made from the commands themselves.
Result<std::string> completion_script(const CLI::App& app, const std::string& shell);

}  // namespace hakaru::cli
