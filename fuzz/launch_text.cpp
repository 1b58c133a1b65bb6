// Launch files and pasted commands from anyone: scripts, manifests, files of settings in JSON, TOML and YAML, cut off
// or written into each other.
#include <algorithm>

#include "hakaru/core/yaml.h"
#include "hakaru/launching/launch_keys.h"
#include "hakaru/launching/read_launch.h"
#include "hakaru/launching/settings_file.h"
#include "hakaru/launching/shell/shell_words.h"
#include "told.h"

namespace {

using namespace hakaru;

const LaunchPrograms& programs() {
  static const LaunchPrograms all = LaunchPrograms::read(DataFiles()).value();
  return all;
}

const SoftwareStacks& stacks() {
  static const SoftwareStacks all = SoftwareStacks::read(DataFiles()).value();
  return all;
}

/// Traps unless what was read makes keys of a scenario, or a reason.
void try_keys(const LaunchRead& read) {
  if (read.program == nullptr) __builtin_trap();
  for (const auto& [what, value] : read.said) {
    if (what.empty()) __builtin_trap();
  }
  const LaunchContext context{.per_instance = 8, .layers = 32, .machines = 2};
  const Result<LaunchKeys> made = keys_of(read, context, programs(), stacks());
  if (!told(made)) return;
  for (const char* degree : {"tp", "pp", "dp", "ep"}) {
    if (made->keys[degree].get<std::int64_t>() < 1) __builtin_trap();
  }
}

void try_settings(std::string_view text, LaunchForm form) {
  const Result<Json> settings = read_settings(text, form, "settings");
  if (!told(settings)) return;
  if (const auto read = read_settings_of(*settings, programs())) try_keys(*read);
  if (auto command = read_command("deepspeed train.py --deepspeed ds.json --bf16", programs())) {
    add_settings(*settings, programs().program("deepspeed-config"), programs(), *command);
    try_keys(*command);
  }
}

/// A word that is quoted comes back as it is.
void try_word(std::string text) {
  std::erase(text, '\0');
  const auto commands = commands_in("run " + shell_word(text));
  if (commands.size() != 1 || commands.front().size() != 2 || commands.front()[1] != text) __builtin_trap();
  nlohmann::ordered_json tree{{"text", text}};
  const Result<Json> read = parse_yaml(yaml_text(tree), "tree");
  if (!told(read) || !(*read)["text"].is_string()) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto& words : commands_in(text)) {
    if (words.empty()) __builtin_trap();
  }
  static const Accelerator core{.name = "neuroncore-v3", .kind = AcceleratorKind::neuroncore};
  for (const Accelerator* on : {static_cast<const Accelerator*>(nullptr), &core}) {
    if (const auto read = read_command(text, programs(), on)) try_keys(*read);
  }
  for (const LaunchForm form : {LaunchForm::json, LaunchForm::toml, LaunchForm::yaml}) try_settings(text, form);
  try_word(std::string(text));
  return 0;
}
