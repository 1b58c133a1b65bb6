// Text of --help: one screen about hakaru, and the flags of each command.
#include <array>

#include "commands.h"
#include "hakaru/core/data_files.h"
#include "hakaru/core/fields.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/output/table.h"

namespace hakaru::cli {
namespace {

constexpr std::string_view program_word = "hakaru ";  // in front of each command's path

/// Flags that most questions need; a command with many has the others in --help-all.
constexpr std::array asked_most{"model",     "tokens",  "items",    "batch",     "rate",        "users",
                                "context",   "ttft",    "tpot",     "weights",   "precision",   "lora-rank",
                                "algorithm", "offline", "instance", "instances", "accelerator", "accelerators",
                                "region",    "price",   "deadline", "budget",    "objective",   "confidence"};
constexpr std::size_t many_flags = 25;

bool is_asked_most(const CLI::Option& option) {
  return option.get_lnames().empty() || option.get_positional() ||
         ranges::any_of(asked_most, [&](const char* flag) { return option.check_lname(flag); });
}

/// A flag and what it does, in two columns.
std::string flag_line(const std::string& flag, const std::string& help, const Style& style) {
  constexpr int flag_columns = 32, indent = 2;
  const std::string behind(static_cast<std::size_t>(indent + flag_columns), ' ');
  std::string text = std::string(indent, ' ') + flag;
  const int gap = flag_columns - display_width(flag);
  text += gap > 0 ? std::string(static_cast<std::size_t>(gap), ' ') : "\n" + behind;
  std::string rest = style.wide ? help : wrapped(help, style.columns - flag_columns - indent);
  for (std::size_t at = rest.find('\n'); at != std::string::npos; at = rest.find('\n', at + 1))
    rest.replace(at + 1, indent, behind);  // a line that was wrapped is indented by two
  return text + rest + "\n";
}

/// "--tp N", "FILE, --scenario FILE", "-o FILE".
std::string shown(const CLI::Option& option) {
  std::vector<std::string> names;
  if (option.get_positional()) names.push_back(option.get_name(true));
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  const std::string type = option.get_positional() ? "" : option.get_type_name();
  return join(names) + (type.empty() ? "" : " " + type);
}

std::string usage(const CLI::App& command) {
  std::string path = command.get_name();
  for (const CLI::App* above = command.get_parent(); above != nullptr; above = above->get_parent())
    path.insert(0, above->get_name() + " ");
  return path;
}

/// Calls of a command by its path, "plan serve"; none where data/examples.toml has none.
std::vector<std::string> examples_of(const std::string& path) {
  for (const DataFiles::File& file : DataFiles().under("examples.toml")) {
    const Result<Json> calls = parse_toml(file.text, file.name);
    if (calls && calls->contains(path)) return (*calls)[path].get<std::vector<std::string>>();
  }
  return {};
}

}  // namespace

CLI::App& add_command(CLI::App& app, const std::string& name, const std::string& help) {
  CLI::App* const command = app.add_subcommand(name, help);
  command->set_help_flag();
  command->fallthrough();
  command->allow_extras();
  return *command;
}

std::string main_help(const Translator& translator) {
  return translator.say(
      "hakaru: does it fit, on which machine, how many, split how, how long, how much\n"
      "usage: hakaru COMMAND [FLAGS]        (hakaru COMMAND --help shows the flags)\n"
      "\n"
      "  plan train|serve|infer      rank instances, counts and layouts for a job\n"
      "  compare JOB | PLAN PLAN     instances on one job, or two plans, side by side\n"
      "  explain, run PLAN[#RANK]    the arithmetic behind a plan; days, money, CO2e\n"
      "  emit, measure PLAN[#RANK]   files that run it; the runs that tell most\n"
      "  scale train, network        a job on more and more instances; a collective\n"
      "  simulate train|serve PLAN   one step, or requests, event by event\n"
      "  rehearse PLAN[#RANK]        training in miniature, by real processes\n"
      "  sweep FILE                  scenarios by the million, into one table\n"
      "  memory train|serve, fit MACHINE   what a device must hold; what one can serve\n"
      "  validate [KIND FILE], calibrate KIND FILE   measurements; constants\n"
      "  model show|list             parameters, bytes and KV cache of a model\n"
      "  instance|accelerator list|show, price list, catalog   machines, prices; yours\n"
      "  page, report PLAN...        all this in a browser; plans as one HTML file\n"
      "  ask, schema, mcp, serve-api   questions as JSON, MCP, HTTP; completion SHELL\n"
      "\n"
      "everywhere: --json --csv --wide --lang en|ja --data DIR --help --version\n"
      "            --currency JPY --exchange-rate 155 --tax 10%\n"
      "\n"
      "examples:\n"
      "  hakaru plan serve --model qwen2.5-7b-instruct --context 8k\n"
      "  hakaru plan train --model llama-2-7b --tokens 10B --family trn1 -o plan.json\n");
}

std::string help_of(const CLI::App& command, bool all, const Pen& pen) {
  const Translator& t = pen.translator;
  std::string text = pen.style.bold(usage(command)) + ": " + command.get_description() + "\n";
  const std::vector<const CLI::App*> subcommands = command.get_subcommands([](const CLI::App*) { return true; });
  if (!subcommands.empty()) {
    text += "\n";
    std::size_t width = 12;
    for (const CLI::App* each : subcommands) width = std::max(width, each->get_name().size() + 2);
    for (const CLI::App* each : subcommands)
      text += fmt::format("  {:<{}}{}\n", each->get_name(), width, each->get_description());
  }
  std::vector<const CLI::Option*> options = command.get_options();
  const std::size_t of_all = options.size();
  if (!all && of_all > many_flags)
    std::erase_if(options, [](const CLI::Option* each) { return !is_asked_most(*each); });
  std::string group;
  for (const CLI::Option* option : options) {
    if (option->get_group() != group) {
      group = option->get_group();
      text += "\n" + pen.style.bold(t.word(group)) + "\n";
    }
    text += flag_line(shown(*option), option->get_description(), pen.style);
  }
  if (options.size() < of_all)
    text += "\n" + t.say("{} more flags: {} --help-all", of_all - options.size(), usage(command)) + "\n";
  const std::vector<std::string> examples = examples_of(usage(command).substr(program_word.size()));
  if (!examples.empty()) text += "\n" + pen.style.bold(t.say("examples")) + "\n";
  for (const std::string& example : examples) text += fmt::format("  {}\n", example);
  if (!command.get_footer().empty()) text += "\n" + command.get_footer() + "\n";
  return text + "\n" +
         t.say(
             "everywhere: --json --csv --wide --lang en|ja --data DIR --help --version\n"
             "            --currency JPY --exchange-rate 155 --tax 10%") +
         "\n";
}

}  // namespace hakaru::cli
