#include "hakaru/launching/read_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "hakaru/core/ranges.h"
#include "hakaru/launching/command_search.h"
#include "hakaru/launching/meant_words.h"
#include "hakaru/launching/settings_file.h"
#include "hakaru/launching/shell/shell_words.h"

namespace hakaru {
namespace {

/// The file of settings that a command names, behind the flag that `program` says it with or in its place.
std::string settings_named(const LaunchProgram& program, const LaunchPrograms& programs, const SaidFlags& flags) {
  const LaunchProgram* const settings = programs.find(program.settings);
  if (settings == nullptr) return "";
  for (const Words* words : {&program.program, &program.always, &program.emitted}) {
    for (std::size_t i = 1; i < words->size(); ++i) {
      if (!(*words)[i].ends_with("_CONFIG}") && (*words)[i] != settings->file) continue;
      if (!is_flag((*words)[i - 1])) return flags.positional();
      const auto found = flags.said().find((*words)[i - 1]);
      if (found != flags.said().end()) return found->second;
    }
  }
  return "";
}

/// Adds the environment to what is read; a value that is no number of devices is noted as unread.
void take_environment(Said set, const LaunchProgram& program, LaunchRead& read) {
  if (const auto devices = set.find("devices"); devices != set.end() && !count_of(set, "devices"))
    read.unread.push_back(program.variables.at("devices") + "=" + devices->second);
  if (read.settings_file.empty() && set.contains("settings")) read.settings_file = set["settings"];
  set.erase("settings");
  read.said.merge(set);
}

/// Accelerators in a list of them, "0,1" or "0-3", each by its number or its name; 0: all, or it does not say.
std::int64_t accelerators_in(std::string_view list) {
  constexpr std::int64_t most = 1'000'000;
  constexpr std::array all{"", "all", "none", "void", "-1"};
  if (ranges::count(all, list) > 0 || list.find('$') != std::string_view::npos) return 0;
  std::int64_t count = 0;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    const std::string_view each = list.substr(0, comma);
    const std::size_t dash = each.find('-');
    std::int64_t first = 0, last = 0;
    const char* const end = each.data() + each.size();
    const bool is_range = dash != std::string_view::npos && dash > 0 &&
                          std::from_chars(each.data(), each.data() + dash, first).ptr == each.data() + dash &&
                          std::from_chars(each.data() + dash + 1, end, last).ptr == end && last >= first && last < most;
    count += is_range ? last - first + 1 : each.empty() ? 0 : 1;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return count;
}

/// Takes fewer accelerators than are shown already.
void show(std::int64_t count, std::string words, LaunchRead& read) {
  if (count == 0 || (read.visible && *read.visible <= count)) return;
  read.visible = count;
  read.shows = std::move(words);
}

/// Reads what a container is given: "2", "device=0,1" in quotes or without.
void read_container(std::string given, LaunchRead& read) {
  constexpr std::string_view listed = "device=";
  std::erase_if(given, [](char letter) { return letter == '"' || letter == '\''; });
  const std::int64_t count = given.starts_with(listed) ? accelerators_in(std::string_view(given).substr(listed.size()))
                                                       : count_of({{"", given}}, "").value_or(0);
  show(count, "--gpus " + given, read);
}

/// Reads machines and ranks from the words before the program.
void read_launcher(const Words& before, const LaunchPrograms& programs, LaunchRead& read) {
  for (const std::string& name : programs.launchers()) {
    const LaunchProgram& launcher = programs.program(name);
    const std::optional<Start> start = start_of(launcher, before);
    if (!start) continue;
    SaidFlags flags(launcher, programs);
    flags.take(Words(before.begin() + static_cast<std::ptrdiff_t>(start->at + start->words), before.end()));
    Said said;
    understand(launcher, flags.said(), said);
    const bool starts_each = !read.devices && !read.ranks;  // else it starts launchers: torchrun behind srun
    if (const auto count = count_of(said, "devices"); count && starts_each) read.devices = count;
    if (const auto count = count_of(said, "machines"); count && !read.machines) read.machines = count;
    if (const auto count = count_of(said, "ranks"); count && starts_each) read.ranks = count;
    if (const auto given = said.find("visible"); given != said.end()) read_container(given->second, read);
    if (const auto open = said.find("machines"); open != said.end() && open->second.find('$') != std::string::npos)
      read.open_machines = open->second;
  }
}

/// Reads ranks from the program's own words, where its launcher says none.
void read_own_ranks(const LaunchPrograms& programs, LaunchRead& read) {
  if (programs.serves(read.program->name)) return;  // it tells of one server
  if (!read.devices) read.devices = count_of(read.said, "devices");
  if (!read.machines) read.machines = count_of(read.said, "machines");
  if (!read.ranks) read.ranks = count_of(read.said, "ranks");
}

/// "--swiglu" and "--normalization RMSNorm" of a list of such words, each flag with its value.
Words flags_of(const Words& words) {
  Words flags;
  for (const std::string& word : words) {
    if (is_flag(word) || flags.empty())
      flags.push_back(word);
    else
      flags.back() += " " + word;
  }
  return flags;
}

/// True if a flag, with its value where it has one, is said: "--normalization RMSNorm".
bool is_flag_said(const std::string& flag, const Said& said) {
  const std::size_t blank = flag.find(' ');
  Words words{flag.substr(0, blank)};
  if (blank != std::string::npos) words.push_back(flag.substr(blank + 1));
  return said_of(words, said).has_value();
}

/// The width of a feed-forward part that no flag says.
void add_usual_width(const UsualWidth& width, Said& shape) {
  const auto of = count_of(shape, width.of);
  if (width.key.empty() || !of || shape.contains(width.key)) return;
  shape[width.key] = std::to_string(*of * width.times / width.over / width.multiple_of * width.multiple_of);
}

/// Flags of the shape nearest to what is said, which lacks them; empty: too little is said of any.
Words lacking_of_shape(const LaunchPrograms& programs, const Said& said) {
  constexpr std::size_t enough = 3;  // keys: layers, hidden size, heads
  Words fewest;
  for (const auto& [type, shape] : programs.shapes()) {
    const auto is_in = [&](const auto& key) { return said.contains(key.second); };
    const auto is_there = [&](const std::string& flag) { return is_flag_said(flag, said); };
    if (static_cast<std::size_t>(std::count_if(shape.keys.begin(), shape.keys.end(), is_in)) < enough) continue;
    if (ranges::any_of(shape.not_with, is_there)) continue;
    Words lacking = flags_of(shape.always);
    std::erase_if(lacking, is_there);
    if (fewest.empty() || lacking.size() < fewest.size()) fewest = std::move(lacking);
  }
  return fewest;
}

/// The keys of a config.json that flags of Megatron-LM's shapes say.
void read_shape(const LaunchPrograms& programs, const Said& said, LaunchRead& read) {
  std::size_t most = 0;
  for (const auto& [type, shape] : programs.shapes()) {
    Said keys;
    for (const auto& [key, flag] : shape.keys) {
      const auto found = said.find(flag);
      const auto beside = shape.unread_without.find(key);
      const bool is_read = beside == shape.unread_without.end() || said.contains(beside->second);
      if (found != said.end() && is_read) keys[key] = found->second;
    }
    const auto has = [&](const std::string& flag) { return said.contains(flag); };
    const bool is_unasked = !shape.unasked_without.empty() && ranges::none_of(shape.unasked_without, has);
    const std::optional<std::size_t> always = is_unasked ? std::optional<std::size_t>(0) : said_of(shape.always, said);
    const bool is_other =
        ranges::any_of(shape.not_with, [&](const std::string& flag) { return is_flag_said(flag, said); });
    if (!always || is_other || keys.empty() || keys.size() + *always <= most) continue;
    most = keys.size() + *always;
    read.shape = std::move(keys);
    read.shape["model_type"] = type;
    for (const auto& [key, words] : shape.unless_true) read.shape[key] = said_of(words, said) ? "false" : "true";
    add_usual_width(shape.usual_width, read.shape);
  }
  if (read.shape.empty()) read.shape_lacks = lacking_of_shape(programs, said);
  if (read.shape.empty() || read.shape.contains("vocab_size")) return;
  const auto text_of = [&](const char* flag) {
    const auto found = said.find(flag);
    return found == said.end() ? "" : found->second;
  };
  read.tokenizer = text_of("--tokenizer-model");
  if (const std::string size = programs.vocabulary_of(text_of("--tokenizer-type")); !size.empty())
    read.shape["vocab_size"] = size;
}

LaunchRead read_started(const Started& started, const Words& slurm, const StatedSizes& sizes,
                        const LaunchPrograms& programs) {
  const LaunchProgram& program = started.program;
  LaunchRead read;
  read.program = &program;
  understand(program, started.flags.said(), read.said);
  read.unread = unread_of(started.flags, program);
  read.settings_file = settings_named(program, programs, started.flags);
  read.ambiguous = started.flags.ambiguous();
  const auto flags_file = started.flags.said().find(program.flags_file);
  if (!program.flags_file.empty() && flags_file != started.flags.said().end()) read.flags_file = flags_file->second;
  for (const std::string& word : started.flags.open_words()) {
    if (word.find('@') == std::string::npos && word.find('*') == std::string::npos) read.unset.push_back(word);
  }
  take_environment(started.set, program, read);
  for (const auto& [name, list] : started.visible) show(accelerators_in(list), fmt::format("{}={}", name, list), read);
  const std::size_t launched = program.starts_ranks ? started.words.size() : started.start.at;
  read_launcher(Words(started.words.begin(), started.words.begin() + static_cast<std::ptrdiff_t>(launched)), programs,
                read);
  read_launcher(slurm, programs, read);
  if (!programs.serves(program.name)) {
    if (!read.machines) read.machines = sizes.machines;
    if (!read.devices && !read.ranks) read.devices = sizes.devices;
  }
  read_own_ranks(programs, read);
  if (program.name == "megatron") read_shape(programs, started.flags.said(), read);
  return read;
}

}  // namespace

std::optional<LaunchRead> read_command(std::string_view text, const LaunchPrograms& programs, const Accelerator* on,
                                       const StatedSizes& sizes) {
  const Words slurm = asked_of_slurm(text);
  for (const bool every_branch : {false, true}) {
    CommandSearch search(programs, on);
    const StatedSizes stated = sizes_of_slurm(slurm, programs, sizes);
    ShellText shell{stated.variables, every_branch};
    each_command(text, shell, [&](const Words& words) { search.look_at(words); });
    if (!search.best()) continue;
    LaunchRead read = read_started(*search.best(), slurm, sizes, programs);
    read.files = std::move(shell.files);
    read.instance = stated.instance;
    read.features = stated.features;
    read.accelerator = stated.accelerator;
    for (const std::string& name : shell.unset) read.unset.push_back("$" + name);
    return read;
  }
  return on == nullptr ? std::nullopt : read_command(text, programs, nullptr, sizes);
}

std::optional<LaunchRead> read_settings_of(const Json& settings, const LaunchPrograms& programs) {
  const Said flat = flat_settings(settings);
  std::optional<LaunchRead> best;
  std::size_t best_fit = 1;  // one key alone is by chance
  for (const auto& [name, program] : programs.all()) {
    if (program.form == LaunchForm::flags) continue;
    SaidFlags flags(program, programs);
    flags.take(flat);
    if (flags.recognised() <= best_fit) continue;
    best_fit = flags.recognised();
    best.emplace();
    best->program = programs.with_settings(name);
    if (best->program == nullptr) best->program = &program;
    understand(program, flags.said(), best->said);
    best->unread = unread_of(flags, program);
    read_own_ranks(programs, *best);
  }
  return best;
}

namespace {

/// A file of flags: {"max-model-len": 4096} is --max-model-len=4096.
Words words_of(const Json& settings) {
  Words words;
  for (auto each = settings.begin(); settings.is_object() && each != settings.end(); ++each) {
    std::string value = as_text(*each);
    if (!each->is_null()) words.push_back("--" + each.key() + "=" + value);
  }
  return words;
}

}  // namespace

void add_settings(const Json& settings, const LaunchProgram& program, const LaunchPrograms& programs,
                  LaunchRead& read) {
  SaidFlags flags(program, programs);
  if (program.form == LaunchForm::flags)
    flags.take(words_of(settings));
  else
    flags.take(flat_settings(settings));
  Said meant;
  understand(program, flags.said(), meant);
  for (std::string& each : unread_of(flags, program)) {
    if (ranges::count(read.unread, each) == 0) read.unread.push_back(std::move(each));
  }
  read.ambiguous.insert(flags.ambiguous().begin(), flags.ambiguous().end());
  Said by_default;
  understand(*read.program, {}, by_default);  // what no word of the command said
  for (const auto& [what, value] : meant) {
    const auto found = read.said.find(what);
    const auto unasked = by_default.find(what);
    const bool was_not_said =
        found == read.said.end() || (unasked != by_default.end() && unasked->second == found->second);
    if (was_not_said) read.said.insert_or_assign(what, value);
  }
  read_own_ranks(programs, read);
}

}  // namespace hakaru
