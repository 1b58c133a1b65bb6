#include "hakaru/measuring/scripts.h"

#include <algorithm>

#include "hakaru/core/embedded.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/launching/launch_files.h"

namespace hakaru {
namespace {

constexpr double ms = 1e-3, us = 1e-6;
constexpr const char* start_of_script =
    "set -euo pipefail\ncd \"$(dirname \"$0\")\"\n# shellcheck source=/dev/null\n. ./settings.sh\n";

std::string head_of(const std::vector<std::string>& said) {
  std::string text = "#!/usr/bin/env bash\n";
  for (const std::string& line : said) text += comment(line);
  return text + start_of_script;
}

std::string needs_of(const Command& command, const std::vector<ScriptVariable>& variables) {
  std::string text;
  for (const ScriptVariable& each : variables) {
    const bool used = std::any_of(command.begin(), command.end(), [&](const Word& word) {
      return word.variable.substr(0, word.variable.find('[')) == each.name;
    });
    if (used && !each.may_be_empty) text += "need " + each.name + "\n";
  }
  return text;
}

/// The part of settings.sh that all runs share.
std::string settings_text(const std::vector<ScriptVariable>& variables, const Translator& t) {
  std::string text =
      "# shellcheck shell=bash disable=SC2016,SC2034\n" + comment(t.say("What the runs need: fill in what is empty."));
  for (const ScriptVariable& each : variables) {
    const bool open = each.value.empty() && !each.may_be_empty;
    text += "\n" + comment((open ? t.say("FILL IN: {}", t(each.what)) : t(each.what)));
    text += each.is_list ? each.name + "=()\n"
                         : fmt::format("[ -n \"${{{0}:-}}\" ] || {0}={1}\n", each.name, shell_word(each.value));
  }
  return text + "\n" +
         fmt::format(
             "need() {{\n  [ -n \"${{!1:-}}\" ] || {{\n    printf '%s: %s\\n' \"$1\" {} >&2\n    exit 2\n  }}\n}}\n",
             shell_word(t.say("is empty; fill it in within settings.sh")));
}

std::string script_of(const MeasuringRun& run, const Measuring& measuring, const Plan& plan, const Translator& t) {
  std::string text = head_of({fmt::format("{}: {}", run.name, t(run.why)),
                              t.say("expected: {}; {} on {} × {}", expected_text(run, t), t.time(run.seconds),
                                    run.instances, plan.cluster.instance().name)});
  text += needs_of(run.command, measuring.variables);
  text += fmt::format("mkdir -p {}\n", results_folder);
  const std::string log = fmt::format("{}/{}", results_folder, shell_word(run.log));
  const bool adds = run.on_each_machine || !run.says.empty();  // to what others write, or it has written itself
  if (!run.says.empty())
    text += fmt::format("printf '%s\\n' {} | tee {}{}\n", shell_word(run.says), run.on_each_machine ? "-a " : "", log);
  text += in_script(run.command);
  if (!run.log.empty()) text += fmt::format(" 2>&1 | tee {}{}", adds ? "-a " : "", log);
  return text + "\n";
}

std::string server_script(const MeasuredServer& server, const Measuring& measuring, const Plan& plan,
                          const Translator& t) {
  return head_of({t.say("the server: one replica of the plan, {}", in_short(plan.layout))}) +
         needs_of(server.command, measuring.variables) + "exec " + in_script(server.command) + "\n";
}

/// Waits until the server answers; ends it at the end.
std::string start_of_server(const Translator& t) {
  return fmt::format(
      "mkdir -p {0}\n"
      "if curl -fsS -o /dev/null \"$URL/health\" 2>/dev/null; then\n"
      "  printf '%s: %s\\n' \"$URL\" {1}\n"
      "else\n"
      "  bash server.sh >{0}/server.log 2>&1 &\n"
      "  server=$!\n"
      "  end_server() {{\n    if kill -0 \"$server\" 2>/dev/null; then kill \"$server\"; fi\n  }}\n"
      "  trap end_server EXIT\n"
      "  until curl -fsS -o /dev/null \"$URL/health\" 2>/dev/null; do\n"
      "    kill -0 \"$server\" 2>/dev/null || {{\n      printf '%s\\n' {2} >&2\n      exit 1\n    }}\n"
      "    sleep 5\n"
      "  done\n"
      "fi\n",
      results_folder, shell_word(t.say("a server answers already, and is measured")),
      shell_word(t.say("the server has ended: {} says why", "results/server.log")));
}

std::string line_of(const MeasuringRun& run, const Translator& t) {
  const std::string script = shell_word(run.name + ".sh");
  if (run.on_each_machine)
    return fmt::format(
        "if [ -n \"${{SLURM_JOB_ID:-}}\" ]; then\n  srun --nodes={0} --ntasks-per-node=1 bash {1}\nelse\n  printf "
        "'%s\\n' "
        "{2}\nfi\n",
        run.instances, script,
        shell_word(t.say("on each of {} machines at once: bash {}", run.instances, run.name + ".sh")));
  if (run.is_collective && run.instances > 1) return fmt::format("[ -z \"$HOSTS\" ] || bash {}\n", script);
  return "bash " + script + "\n";
}

std::string run_all(const Measuring& measuring, const Translator& t) {
  std::string text = head_of({t.say("All runs, {} in all.", t.time(measuring.seconds()))});
  if (measuring.server) text += start_of_server(t);
  for (const MeasuringRun& run : measuring.runs) text += line_of(run, t);
  for (const Command& command : measuring.then)
    text += fmt::format("printf '%s\\n' {}\n", shell_word(t.say("then: {}", as_typed(command))));
  return text;
}

std::string readme(const Measuring& measuring, const Plan& plan, const Translator& t) {
  std::string text = "# " + t.say("Measuring a plan") + "\n\n" +
                     t.say("The plan: {} × {}, {}. It lies beside this as plan.json.", plan.cluster.instances,
                           plan.cluster.instance().name, in_short(plan.layout)) +
                     "\n\n1. " +
                     (measuring.calls_python ? t.say("Fill in call.py: how one batch is run.")
                                             : t.say("Fill in what is empty in settings.sh.")) +
                     "\n2. `bash run-all.sh`\n3. " + t.say("Make constants of what was measured, and plan with them:") +
                     "\n\n```\n";
  for (const Command& command : measuring.then) text += as_typed(command) + "\n";
  text += "hakaru plan … --data my-data\n```\n\n| " + t.say("what to run") + " | " + t.say("why") + " | " +
          t.say("expected") + " | " + t.say("time") + " |\n|---|---|---|---|\n";
  for (const MeasuringRun& run : measuring.runs)
    text += fmt::format("| {} | {} | {} | {} |\n", run.name, t(run.why), expected_text(run, t), t.time(run.seconds));
  text += "\n" + t.say("Times are predicted; starting, loading and compiling come on top.") + "\n";
  for (const MeasuringRun& run : measuring.runs) {
    if (!run.on_each_machine) continue;
    text +=
        "\n" +
        t.say(
            "Runs on several machines are started on each of them at once (under Slurm run-all.sh does); where these "
            "share no folder, the last machine's log is the one to take.") +
        "\n";
    break;
  }
  for (const Message& note : measuring.notes) text += "\n" + t.say("note: {}", t(note)) + "\n";
  return text;
}

/// Text of a file that came with the program; "": there is none.
std::string text_of(std::string_view path) {
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path == path) return std::string(file.text);
  }
  return {};
}

}  // namespace

std::string expected_text(const MeasuringRun& run, const Translator& t) {
  std::vector<std::string> parts;
  const auto within = [&](const std::string& key, double unit) -> std::string {
    const auto band = ranges::find(run.bands, key, &FigureBand::key);
    if (band == run.bands.end()) return "";
    return " " + t.say("({} to {})", t.time(unit * band->ends.low), t.time(unit * band->ends.high));
  };
  for (const auto& [key, value] : run.expected) {
    if (key == "ttft_ms") parts.push_back("TTFT " + t.time(ms * value) + within(key, ms));
    if (key == "tpot_ms") parts.push_back("TPOT " + t.time(ms * value) + within(key, ms));
    if (key == "output_tokens_per_s")
      parts.push_back(t.say("{} output tokens/s", with_separators(std::llround(value))));
    if (key == "step_time_s") parts.push_back(t.say("{} a step", t.time(value)) + within(key, 1));
    if (key == "mfu" && value > 0) parts.push_back("MFU " + in_percent(100 * value));
    if (key == "time_us") parts.push_back(t.time(us * value));
    if (key == "latency_ms") parts.push_back(t.say("{} a call", t.time(ms * value)) + within(key, ms));
    if (key == "items_per_s")
      parts.push_back(t.say("{} items/s", value < kilo ? three(value) : with_separators(std::llround(value))));
  }
  return join(parts);
}

std::vector<ScriptFile> scripts_of(const Measuring& measuring, const Plan& plan, const std::string& plan_file,
                                   const Translator& translator) {
  std::vector<ScriptFile> files{{"README.md", readme(measuring, plan, translator)},
                                {"plan.json", plan_file},
                                {"settings.sh", settings_text(measuring.variables, translator), OfUser::kept},
                                {"run-all.sh", run_all(measuring, translator)}};
  if (measuring.server) files.push_back({"server.sh", server_script(*measuring.server, measuring, plan, translator)});
  if (measuring.server) files.insert(files.end(), measuring.server->files.begin(), measuring.server->files.end());
  for (const MeasuringRun& run : measuring.runs) {
    files.push_back({run.name + ".sh", script_of(run, measuring, plan, translator)});
    files.insert(files.end(), run.files.begin(), run.files.end());
  }
  if (measuring.calls_python) {
    files.push_back({"time_calls.py", text_of("launch/time_calls.py")});
    files.push_back({"call.py", text_of("launch/call.py"), OfUser::kept});
  }
  return files;
}

}  // namespace hakaru
