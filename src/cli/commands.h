// The commands, one function for each group: adds its flags to `app`, and what to do when it is chosen to the session.
#pragma once

#include <CLI/CLI.hpp>

#include "session.h"

namespace hakaru::cli {

/// The questions (hakaru/asking/question.h) whose name is `word` or begins with it; `help`: of the word where they are
/// several. Gives the command of the word.
CLI::App& add_questions(CLI::App& app, const std::string& word, const std::string& help, Session& session);
/// Questions as JSON, and their schema.
void add_ask_commands(CLI::App& app, Session& session);
/// Two plans side by side, under compare.
void add_compare_plans(CLI::App& compare, Session& session);
/// Specifications side by side, under compare.
void add_compare_peaks_command(CLI::App& compare, Session& session);
/// Days, money, energy and emissions of a plan's run, failures and checkpoints counted.
void add_run_command(CLI::App& app, Session& session);
/// A plan, event by event.
void add_simulate_commands(CLI::App& app, Session& session);
/// The best plan of each of many scenarios.
void add_sweep_command(CLI::App& app, Session& session);
/// A plan in miniature, by real processes.
void add_rehearse_command(CLI::App& app, Session& session);
/// A replica of a serving plan under traffic, under simulate.
void add_simulate_serve_command(CLI::App& simulate, Session& session);
/// Measurements beside predictions.
void add_validate_commands(CLI::App& app, Session& session);
/// Constants from measurements.
void add_calibrate_commands(CLI::App& app, Session& session);
void add_catalog_commands(CLI::App& app, Session& session);
void add_completion_command(CLI::App& app, Session& session);

/// A command with its line of help; flags that it does not know are tried on the commands above it.
CLI::App& add_command(CLI::App& app, const std::string& name, const std::string& help);

/// One screen about hakaru.
std::string main_help(const Translator& translator);
/// The flags of a command, group by group.
std::string help_of(const CLI::App& command, const Pen& pen);

/// "bash", "zsh" or "fish": a completion script made from the commands themselves.
Result<std::string> completion_script(const CLI::App& app, const std::string& shell);

}  // namespace hakaru::cli
