#include "hakaru/launching/launch_sources.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/launching/dockerfile.h"
#include "hakaru/launching/launch_files.h"
#include "hakaru/launching/settings_file.h"
#include "hakaru/launching/shell/shell_flow.h"
#include "hakaru/launching/shell/shell_words.h"

namespace hakaru {
namespace {

constexpr std::uint64_t largest_launch_file = 1 << 20;

LaunchForm form_of(const std::string& path) {
  if (path.ends_with(".json")) return LaunchForm::json;
  if (path.ends_with(".toml")) return LaunchForm::toml;
  return path.ends_with(".yaml") || path.ends_with(".yml") ? LaunchForm::yaml : LaunchForm::flags;
}

/// The form of a text that has no name, by its first line that is neither empty nor a comment.
LaunchForm form_of_text(std::string_view text) {
  std::string_view line;
  while (!text.empty() && (line.empty() || line.starts_with('#'))) line = take_line(text);
  if (line.starts_with('{')) return LaunchForm::json;
  // Behind a key: " = " of TOML, ": " of YAML.
  const std::string_view key = line.substr(0, line.find_first_of(" :=[\"'$"));
  const std::string_view behind = line.substr(key.size());
  const bool is_heading = line.starts_with('[') && line.find_last_not_of(" \r") == line.rfind(']') &&
                          line.find(' ') == std::string_view::npos;
  if (is_heading || (!key.empty() && behind.starts_with(" = "))) return LaunchForm::toml;
  const bool is_key = line.starts_with('"')
                          ? line.find("\":") != std::string_view::npos
                          : !key.empty() && (behind.starts_with(": ") || behind == ":" || behind == ":\r");
  return is_key || line.starts_with("---") ? LaunchForm::yaml : LaunchForm::flags;
}

bool is_file(const std::string& path) {
  std::error_code error;
  return !path.empty() && std::filesystem::is_regular_file(path, error);
}

bool is_folder(const std::string& path) {
  std::error_code error;
  return !path.empty() && std::filesystem::is_directory(path, error);
}

std::string beside(const std::string& path, const std::string& name) {
  return (std::filesystem::path(path).parent_path() / name).string();
}

using Environment = std::map<std::string, std::string, std::less<>>;

/// Variables that an object of a manifest sets: `env` of a container, `environment` of a service, `envs` of a task, as
/// NAME: value, "NAME=value" or {name: NAME, value: value}.
Environment environment_of(const Json& object, Environment environment) {
  const auto text_of = [](const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.is_number() ? value.dump() : std::string();
  };
  for (const char* const key : {"env", "environment", "envs"}) {
    const auto named = object.find(key);
    if (named == object.end() || !named->is_structured()) continue;
    for (auto each = named->begin(); each != named->end(); ++each) {
      const std::string text = text_of(*each);
      if (named->is_object() && each->is_primitive())
        environment[each.key()] = text;
      else if (is_assignment(text))
        environment[text.substr(0, text.find('='))] = text.substr(text.find('=') + 1);
      else if (each->is_object() && each->contains("name") && (*each)["name"].is_string() && each->contains("value"))
        environment[(*each)["name"].get<std::string>()] = text_of((*each)["value"]);
    }
  }
  return environment;
}

/// `word` with each `$(NAME)` of the environment, as Kubernetes fills it in.
std::string filled_in(std::string_view word, const Environment& environment) {
  constexpr std::string_view opens = "$(";
  std::string made;
  for (std::size_t at = word.find(opens); at != std::string_view::npos; at = word.find(opens)) {
    const std::size_t end = word.find(')', at);
    if (end == std::string_view::npos) break;
    const auto known = environment.find(word.substr(at + opens.size(), end - at - opens.size()));
    const bool fits = known != environment.end() && made.size() + known->second.size() < largest_launch_file;
    made += word.substr(0, at);
    made += fits ? std::string_view(known->second) : word.substr(at, end + 1 - at);
    word.remove_prefix(end + 1);
  }
  return made + std::string(word);
}

void add_words(const Json& list, const Environment& environment, std::string& line) {
  if (list.is_string()) line += " " + filled_in(list.get_ref<const std::string&>(), environment);
  for (std::size_t i = 0; list.is_array() && i < list.size(); ++i) {
    if (list[i].is_string()) line += " " + shell_word(filled_in(list[i].get_ref<const std::string&>(), environment));
    if (list[i].is_number()) line += " " + list[i].dump();
  }
}

/// Lines of a shell that set the environment: NAME=value, quoted.
std::string as_settings(const Environment& environment) {
  std::string text;
  for (const auto& [name, value] : environment) {
    if (text.size() < largest_launch_file && is_assignment(name + "=")) text += name + "=" + shell_word(value) + "\n";
  }
  return text;
}

/// A manifest's commands, a line each: the lists of words of containers, lists of commands, and texts that are scripts.
void add_commands(const Json& tree, const Environment& outer, std::string& text) {
  if (tree.is_string() && tree.get_ref<const std::string&>().find('\n') != std::string::npos)
    text += as_settings(outer) + tree.get<std::string>() + "\n";
  if (!tree.is_structured()) return;
  const Environment environment = tree.is_object() ? environment_of(tree, outer) : outer;
  if (tree.is_object()) {
    std::string line;
    constexpr std::array keys{"image", "entryPoint", "entrypoint", "command", "args"};
    const bool has_words =
        std::any_of(keys.begin() + 1, keys.end(), [&](const char* key) { return tree.contains(key); });
    for (const char* const key : keys) {
      if (has_words && tree.contains(key)) add_words(tree[key], environment, line);
    }
    if (!line.empty()) text += as_settings(environment) + line + "\n";
    if (tree.contains("commands") && tree["commands"].is_array()) {
      text += as_settings(environment);
      for (const Json& each : tree["commands"]) {
        if (each.is_string() && each.get_ref<const std::string&>().find('\n') == std::string::npos)
          text += each.get<std::string>() + "\n";
      }
    }
  }
  for (const Json& each : tree) add_commands(each, environment, text);
}

/// Number of servers that a manifest starts: its first count of replicas; empty: it has none, or it follows the load.
std::optional<std::int64_t> replicas_in(const Json& tree) {
  if (tree.is_object() && !tree.contains("max_replicas")) {
    for (const char* const key : {"replicas", "min_replicas", "desiredCount"}) {
      if (tree.contains(key) && tree[key].is_number_unsigned()) return tree[key].get<std::int64_t>();
    }
  }
  if (!tree.is_structured()) return std::nullopt;
  for (const Json& each : tree) {
    if (const auto found = replicas_in(each)) return found;
  }
  return std::nullopt;
}

std::optional<LaunchRead> read_tree(const Json& tree, const LaunchPrograms& programs, const Accelerator* on) {
  std::string commands;
  const StatedSizes sizes = sizes_stated(tree, programs);
  add_commands(tree, sizes.variables, commands);
  std::optional<LaunchRead> read = read_command(commands, programs, on, sizes);
  if (!read) return read_settings_of(tree, programs);
  if (!programs.serves(read->program->name)) return read;
  read->servers = replicas_in(tree);
  const auto machines = read->said.find("machines");
  // Pods of a StatefulSet are the machines of its servers; LeaderWorkerSet and SkyPilot state these apart.
  if (read->servers && machines != read->said.end() && sizes.variables.empty()) {
    const Result<std::int64_t> each = parse_count(machines->second, "machines");
    if (each && *each > 1) read->servers = std::max<std::int64_t>(1, *read->servers / *each);
  }
  return read;
}

/// Number of servers that the manifest of a folder starts, of Kubernetes or else of SkyPilot; 0: none states it.
std::int64_t servers_of_folder(const std::string& folder) {
  for (const char* const name : {"serve.yaml", "service.yaml"}) {
    const std::string path = folder + "/" + name;
    const Result<std::string> text = is_file(path) ? read_file(path, largest_launch_file) : Result<std::string>("");
    const Result<Json> tree = text ? read_settings(*text, LaunchForm::yaml, path) : Result<Json>(Json());
    if (const auto servers = tree ? replicas_in(*tree) : std::nullopt) return *servers;
  }
  return 0;
}

/// The tp, pp and dp of the plan that `hakaru emit` put in a folder, of all its servers together; empty: not known.
std::optional<Layout> layout_planned(const std::string& folder) {
  const std::string path = folder + "/" + own_plan;
  const Result<std::string> text = is_file(path) ? read_file(path, largest_launch_file) : Result<std::string>("");
  const Result<Json> file = text ? parse_json(*text, path) : Result<Json>(Json());
  const Json::json_pointer place("/plans/0/layout");
  if (!file || !file->is_object() || !file->contains(place)) return std::nullopt;
  const Json& said = (*file)[place];
  for (const char* const key : {"tp", "pp", "dp"}) {
    if (!said.is_object() || !said.contains(key) || !said[key].is_number_unsigned()) return std::nullopt;
  }
  Layout layout;
  layout.tp = said["tp"];
  layout.pp = said["pp"];
  layout.dp = said["dp"];
  return layout;
}

/// The text that a manifest carries under the name of a file, as a ConfigMap does; null: none.
const std::string* text_within(const Json& tree, const std::string& name) {
  if (!tree.is_structured()) return nullptr;
  if (tree.is_object() && tree.contains(name) && tree[name].is_string())
    return &tree[name].get_ref<const std::string&>();
  for (const Json& each : tree) {
    if (const std::string* const found = text_within(each, name)) return found;
  }
  return nullptr;
}

/// Counts the servers of a folder, whose script starts one of them: by a manifest beside it, else by the plan.
void count_servers(const std::string& folder, LaunchRead& read) {
  if (const std::int64_t servers = servers_of_folder(folder); servers > 0)
    read.servers = servers;
  else
    read.planned = layout_planned(folder);
}

struct Place {
  std::string path;      ///< of the file that the launch was read of; empty: none
  std::string shown;     ///< as messages name it
  const Json& manifest;  ///< null: it is none
  bool reads_files = false;
  const std::map<std::string, std::string, std::less<>>& written;  ///< files that its script writes
};

/// Text that a script writes or a manifest carries under that name, or the file has; none: neither is there.
Result<std::optional<Json>> settings_in(const Place& place, const std::string& name, const std::string& file,
                                        LaunchForm form) {
  const std::string last = std::filesystem::path(name).filename().string();
  const std::string* within = text_within(place.manifest, last);
  for (const auto& [path, text] : place.written) {
    if (path == name || std::filesystem::path(path).filename() == last) within = &text;
  }
  if (within == nullptr && !(place.reads_files && is_file(file))) return std::optional<Json>();
  const Result<std::string> text =
      within != nullptr ? Result<std::string>(*within) : read_file(file, largest_launch_file);
  if (!text) return fail(text);
  Result<Json> tree = read_settings(*text, form, file);
  if (!tree) return fail(tree);
  return std::optional<Json>(std::move(*tree));
}

/// The error where `file` is named and is not there.
Error missing_file(const Place& place, const std::string& file) {
  return bad_input("{}: names the file {}, which is not there; accepted: one that is, or the command without it",
                   place.shown, file)
      .value();
}

/// The file of settings that a command names, or that lies beside its script; a manifest may carry it. Refuses one that
/// is named and is not there; where no file can be (another machine's, a container's), `read` has that it is unknown.
std::optional<Error> add_settings_beside(const Place& place, const LaunchPrograms& programs, LaunchRead& read) {
  const LaunchProgram* const settings = programs.find(read.program->settings);
  if (settings == nullptr) return std::nullopt;
  const bool is_named = !read.settings_file.empty();
  const bool is_open = read.settings_file.find('$') != std::string::npos;
  // Hydra calls its file without what it ends in, and may look in other folders.
  const bool is_hydras = is_named && settings->form == LaunchForm::yaml &&
                         !is_file(beside(place.path, read.settings_file)) &&
                         std::filesystem::path(read.settings_file).extension().empty();
  const std::string name = !is_named ? settings->file : read.settings_file + (is_hydras ? ".yaml" : "");
  const std::string file = is_named || !place.path.empty() ? beside(place.path, name) : "";
  const Result<std::optional<Json>> tree = settings_in(place, name, is_open ? "" : file, settings->form);
  if (!tree) return tree.error();
  if (*tree) {
    add_settings(**tree, *settings, programs, read);
  } else if (is_named && place.reads_files && !is_open && !is_hydras && place.manifest.is_null()) {
    return missing_file(place, file);
  } else if (is_named) {
    read.settings_unread = name;
  }
  return std::nullopt;
}

/// Content of a file that releases of some program have under that name; null: none has.
Result<Json> known_file(const LaunchPrograms& programs, const std::string& name) {
  for (const auto& [program, each] : programs.all()) {
    for (const auto& [file, said] : each.known_files) {
      if (name == file || name.ends_with("/" + file)) return read_settings(said, LaunchForm::toml, file);
    }
  }
  return Json();
}

/// The file of its own flags that a command names.
std::optional<Error> add_flags_beside(const Place& place, const LaunchPrograms& programs, LaunchRead& read) {
  const std::string name = read.flags_file;
  if (name.empty()) return std::nullopt;
  const bool is_open = name.find('$') != std::string::npos;
  const std::string file = is_file(beside(place.path, name)) ? beside(place.path, name) : name;
  const Result<std::optional<Json>> tree = settings_in(place, name, is_open ? "" : file, LaunchForm::yaml);
  if (!tree) return tree.error();
  if (*tree)
    add_settings(**tree, *read.program, programs, read);
  else if (place.reads_files && !is_open && place.manifest.is_null())
    return missing_file(place, file);
  else
    read.settings_unread = name;
  return std::nullopt;
}

/// A beginning that several flags have.
std::optional<Error> refuse_ambiguous(const Place& place, const LaunchPrograms&, LaunchRead& read) {
  if (read.ambiguous.empty()) return std::nullopt;
  const auto& [begun, flags] = *read.ambiguous.begin();
  return bad_input("{}: '{}' may be {}; accepted: one of them in full", place.shown, begun, join(flags)).value();
}

/// DeepSpeed's own file, which others' flags and settings name: what it says of sharding counts, not they. One that is
/// not there is refused as others are.
std::optional<Error> add_deepspeed_file(const Place& place, const LaunchPrograms& programs, LaunchRead& read) {
  const LaunchProgram* const deepspeed = programs.find("deepspeed-config");
  const auto named = read.said.find("deepspeed_file");
  if (deepspeed == nullptr || named == read.said.end()) return std::nullopt;
  const std::string name = named->second;
  const std::string file = is_file(beside(place.path, name)) ? beside(place.path, name) : name;
  Result<std::optional<Json>> tree = settings_in(place, name, file, deepspeed->form);
  if (!tree) return tree.error();
  if (!*tree) {
    const Result<Json> known = known_file(programs, name);
    if (!known) return known.error();
    if (known->is_object()) tree = std::optional<Json>(*known);
  }
  if (!*tree && place.reads_files && place.manifest.is_null() && name.find('$') == std::string::npos)
    return missing_file(place, file);
  if (!*tree) {
    read.settings_unread = read.settings_unread.empty() ? name : read.settings_unread + ", " + name;
    return std::nullopt;
  }
  for (const char* const what : {"zero", "offload_optimizer", "offload_weights"}) read.said.erase(what);
  add_settings(**tree, *deepspeed, programs, read);
  return std::nullopt;
}

}  // namespace

Result<LaunchRead> launch_named(const std::string& from, const std::string& key, const LaunchPrograms& programs,
                                bool reads_files, const Accelerator* on) {
  if (reads_files && is_folder(from)) {
    if (is_file(from + "/" + own_script)) {
      Result<LaunchRead> read = launch_named(from + "/" + own_script, key, programs, true, on);
      if (read && programs.serves(read->program->name)) count_servers(from, *read);
      return read;
    }
    std::vector<std::string> parts;
    for (const char* part : {prefill_part, decode_part}) {
      if (is_file(from + "/" + part + "/" + own_script)) parts.push_back(from + "/" + part);
    }
    if (!parts.empty())
      return bad_input("{}: servers that prefill and servers that decode have a folder each; accepted: {}", from,
                       join(parts));
    return bad_input("{}: has no {}; accepted: a folder that {} wrote", from, own_script, "hakaru emit");
  }
  const bool is_named = reads_files && from.find('\n') == std::string::npos && is_file(from);
  const bool is_text = !is_named && from.find_first_of(" \n") != std::string::npos;
  if (!is_text && !reads_files)
    return bad_input("{} names no file of this machine; accepted: a command, or the text of a file", key);
  const Result<std::string> text = is_text ? Result<std::string>(from) : read_file(from, largest_launch_file);
  if (!text) return fail(text);
  const std::string path = is_text ? "" : from;
  const std::string& shown = is_text ? key : path;
  for (const LaunchProgram* router : programs.routers()) {
    if (text->find(join(router->program, " ")) != std::string::npos)
      return bad_input("{}: starts {}, which only hands requests on; accepted: what starts the servers behind it",
                       shown, router->shown);
  }
  const LaunchForm form = is_text ? form_of_text(*text) : form_of(path);
  const bool is_tree = form != LaunchForm::flags;
  const Result<Json> tree = is_tree ? read_settings(*text, form, shown) : Result<Json>(Json());
  const std::optional<std::string> container = is_tree ? std::nullopt : command_of_dockerfile(*text);
  std::optional<LaunchRead> read =
      is_tree && tree ? read_tree(*tree, programs, on) : read_command(container ? *container : *text, programs, on);
  if (!tree && !read) return fail(tree);
  const bool starts_script = !path.empty() && text->find(own_script) != std::string::npos;
  if (!read && starts_script && std::filesystem::path(path).filename() != own_script &&
      is_file(beside(path, own_script)))
    return launch_named(beside(path, own_script), key, programs, reads_files, on);
  if (!read) {
    std::vector<std::string> known;
    for (const auto& [name, program] : programs.started_by_name()) {
      const std::string& starts = programs.program(program).shown;
      if (ranges::count(known, starts) == 0) known.push_back(starts);
    }
    return bad_input("{}: starts no program that is supported here ({}); put the question as flags: {} or {}", shown,
                     join(known), "hakaru plan train --model …", "hakaru plan serve --model …");
  }
  const Json none;
  const bool is_manifest = is_tree && tree && read->program->form == LaunchForm::flags;
  const std::map<std::string, std::string, std::less<>> written = std::move(read->files);
  const Place place{path, shown, is_manifest ? *tree : none, reads_files, written};
  for (const auto add : {add_flags_beside, refuse_ambiguous, add_settings_beside, add_deepspeed_file}) {
    if (std::optional<Error> error = add(place, programs, *read)) return tl::unexpected(std::move(*error));
  }
  return *read;
}

}  // namespace hakaru
