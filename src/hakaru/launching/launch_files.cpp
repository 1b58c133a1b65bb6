#include "hakaru/launching/launch_files.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/real.h"
#include "hakaru/core/text.h"
#include "hakaru/launching/settings_file.h"
#include "hakaru/parallel/layout.h"

namespace hakaru {
namespace {

constexpr const char* start_of_script = "set -euo pipefail\ncd \"$(dirname \"${BASH_SOURCE[0]}\")\"\n";

/// A loop over the addresses of `list`, of each of which the router is told `words`, ${url} among them.
std::string told_of_each(const char* list, const std::vector<std::string>& words) {
  std::string said;
  for (const std::string& word : words)
    said += (said.empty() ? "" : " ") + (word == "${url}" ? "\"$url\"" : shell_word(word));
  return fmt::format("for url in \"${{{}[@]}}\"; do WORKER_ARGS+=({}); done\n", list, said);
}

/// Lines that set a variable before the command where the user has not: to the plan's value, or a refusal naming it.
std::string setting_of(const ScriptVariable& variable, const LaunchProgram& program, const Translator& t) {
  if (variable.name == "FOLLOWER_ARGS") {
    std::string words;
    for (const std::string& word : program.followers) words += (words.empty() ? "" : " ") + shell_word(word);
    return comment(t(variable.what)) +
           fmt::format("FOLLOWER_ARGS=()\n[ \"$NODE_RANK\" = 0 ] || FOLLOWER_ARGS=({})\n", words);
  }
  if (variable.name == "WORKER_ARGS")
    return comment(t(variable.what)) + "WORKER_ARGS=()\n" + told_of_each("PREFILL_URLS", program.prefill_worker) +
           told_of_each("DECODE_URLS", program.decode_worker);
  const std::string needed = shell_word(t.say("set {}: {}", variable.name, t(variable.what)));
  if (variable.is_list) {
    std::string list =
        comment(t(variable.what)) + fmt::format("# shellcheck disable=SC2206\n{0}=(${{{0}:-}})\n", variable.name);
    if (variable.may_be_empty) return list;
    return list + fmt::format("((${{#{}[@]}})) || {{\n  printf '%s\\n' {} >&2\n  exit 2\n}}\n", variable.name, needed);
  }
  if (!variable.value.empty() || variable.may_be_empty)
    return comment(t(variable.what)) +
           fmt::format("{0}=${{{0}:-}}\n[ -n \"${0}\" ] || {0}={1}\n", variable.name, shell_word(variable.value));
  return fmt::format("[ -n \"${{{0}:-}}\" ] || {{\n  printf '%s\\n' {1} >&2\n  exit 2\n}}\n", variable.name, needed);
}

std::string commented(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += comment(line);
  return text;
}

/// A name that DNS, Slurm and clouds take; `part` stands at its end, however long the first is.
std::string dns_name(std::string_view wanted, const std::string& part) {
  constexpr std::size_t longest_of_all = 40;
  const std::string end = part.empty() ? "" : "-" + part;
  const std::size_t longest = longest_of_all - end.size();
  std::string name;
  for (const char letter : lower_case(wanted)) {
    const bool fits = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
    if (fits)
      name += letter;
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  name = name.substr(0, longest);
  while (name.ends_with('-')) name.pop_back();
  const bool starts_well = !name.empty() && std::isalpha(static_cast<unsigned char>(name.front())) != 0;
  return (starts_well ? name : "hakaru-" + name) + end;
}

/// Stand where no image, and no region is known.
constexpr const char *image_to_replace = "IMAGE_REPLACE", *region_to_replace = "REGION_REPLACE";

/// Adds the accelerators that a pod of `ranks` asks for; of NeuronCores the devices that have as many cores.
void add_resource(const Instance& instance, std::int64_t ranks, Holes& holes) {
  const AcceleratorKind kind = instance.accelerator.kind;
  if (kind == AcceleratorKind::neuroncore) {
    const std::int64_t cores = std::max<std::int64_t>(1, instance.accelerator.ranks_per_chip);
    holes["neuron"] = "1";
    holes["visible"] = "NEURON_RT_VISIBLE_CORES";
    holes["accelerator_resource"] = "aws.amazon.com/neuron";
    holes["accelerator_count"] = std::to_string((ranks + cores - 1) / cores);
  } else if (kind == AcceleratorKind::gaudi) {
    holes["visible"] = "HABANA_VISIBLE_MODULES";
  } else if (kind == AcceleratorKind::gpu) {
    holes["gpu"] = "1";
    holes["visible"] = "CUDA_VISIBLE_DEVICES";
    holes[lower_case(instance.accelerator.vendor)] = "1";
    holes["accelerator_resource"] = instance.accelerator.vendor == "AMD" ? "amd.com/gpu" : "nvidia.com/gpu";
    holes["accelerator_count"] = std::to_string(ranks);
  }
}

/// The conditions of platforms.toml, each a hole that has a value where it holds.
void add_conditions(std::int64_t instances, std::int64_t spans, std::int64_t share, Holes& holes) {
  holes[instances > 1 ? "several_instances" : "one_instance"] = "1";
  if (spans > 1) holes["server_spans_instances"] = "1";
  if (share > 1) holes["servers_share_instance"] = "1";
}

/// `replicas`: of the plan, which holds its load at its peak.
void add_serving(const ServingFigures& figures, const Launch& launch, std::int64_t replicas, Holes& holes) {
  const auto in_ms = [](double seconds) { return fmt::format("{:.4g}", 1e3 * seconds); };
  if (launch.speed) {
    holes["alpha_ms"] = in_ms(launch.speed->alpha_s);
    holes["beta_ms"] = in_ms(launch.speed->beta_s);
    holes["gamma_ms"] = in_ms(launch.speed->gamma_s);
    holes["delta_ms"] = in_ms(launch.speed->delta_s);
  }
  holes["min_replicas"] = "1";
  holes["max_replicas"] = std::to_string(replicas);
  if (figures.max_num_seqs > 0) holes["max_batch"] = std::to_string(figures.max_num_seqs);
  holes["running_requests"] = std::to_string(std::max<std::int64_t>(1, figures.batch));
  const auto rate = [&](double requests_per_s) {
    holes["replica_requests_per_s"] = fmt::format("{:.3g}", requests_per_s);
  };
  rate(figures.requests_per_s / real(std::max<std::int64_t>(1, replicas)));  // at it all of the plan's servers run
  holes["ttft_ms"] = fmt::format("{:.0f}", 1e3 * launch.ttft_limit_s.value_or(figures.ttft_s));
  holes["tpot_ms"] = fmt::format("{:.0f}", 1e3 * launch.tpot_limit_s.value_or(figures.tpot_s));
  if (!figures.scaling) return;
  holes["min_replicas"] = std::to_string(figures.scaling->least);
  holes["max_replicas"] = std::to_string(figures.scaling->most);
  holes["running_requests"] = fmt::format("{:.0f}", std::max(1.0, figures.scaling->requests_each));
  // Little's law; where the mean is not known, by the plan's percentile: too many servers rather than too few.
  const double request_s = figures.scaling->mean_request_s.value_or(figures.scaling->request_s);
  if (request_s > 0) rate(figures.scaling->requests_each / request_s);
}

/// Disk of a machine: the weights of each of its servers, a fifth more, and an image.
std::int64_t disk_gb(double weights_bytes, std::int64_t servers) {
  constexpr double more = 1.2, image_gb = 60, least_gb = 500, step_gb = 100, giga = 1e9;
  const double needed = more * weights_bytes / giga * real(servers) + image_gb;
  return std::llround(std::ceil(std::max(needed, least_gb) / step_gb) * step_gb);
}

/// The router's service has the name that the server has elsewhere, and finds the parts by theirs.
void add_names(const Launch& launch, const std::string& part, Holes& holes) {
  const std::string model = launch.model.substr(launch.model.rfind('/') + 1);
  holes["name"] = dns_name(model, part == router_part ? "" : part);
  holes["prefill_name"] = dns_name(model, prefill_part);
  holes["decode_name"] = dns_name(model, decode_part);
}

/// `longest_s`: of a run, which is not to be ended before.
Holes holes_of(const Launch& launch, const LaunchCommandOf& command, const Plan& plan, const Platforms& platforms,
               double longest_s) {
  const Instance& instance = plan.cluster.instance();
  const std::int64_t per_instance = std::max(1, instance.accelerators);
  const bool trains = plan.training() != nullptr;
  const bool routes = command.part == router_part;
  const std::int64_t of_server = routes ? launch.commands.front().accelerators : command.accelerators;
  const std::int64_t of_one = trains ? per_instance : std::min(of_server, per_instance);
  const std::int64_t spans = trains ? plan.cluster.instances : (of_server + per_instance - 1) / per_instance;
  const std::int64_t share = std::max<std::int64_t>(1, per_instance / of_one);
  const std::int64_t instances =
      trains || routes || command.part.empty() ? plan.cluster.instances : (command.servers * spans + share - 1) / share;
  const std::string what = trains ? "train" : routes ? "route" : "serve";
  const bool has_region = plan.price && PriceBook::is_place(plan.price->region);
  Holes holes{{"what", what},
              {what, "1"},
              {"engine", launch.program->name},
              {"shown", launch.program->shown},
              {launch.program->name, "1"},
              {"model", launch.model},
              {"instance_type", platforms.spelled(instance.name)},
              {"family", instance.family},
              {"instances", std::to_string(instances)},
              {"accelerators_per_instance", std::to_string(per_instance)},
              {"accelerators_per_server", std::to_string(of_one)},
              {"servers_per_instance", std::to_string(share)},
              {"instances_per_server", trains ? "" : std::to_string(spans)},
              {"replicas", trains ? "" : std::to_string(command.servers)},
              {"vcpu", instance.vcpu > 0 ? std::to_string(instance.vcpu) : ""},
              {"cloud", instance.cloud},
              {instance.cloud, "1"},
              {"region", has_region ? plan.price->region : region_to_replace},
              {"port", launch.port > 0 ? std::to_string(launch.port) : ""}};
  for (const std::string& list : platforms.lists_with(instance.name)) holes[list] = "1";
  add_names(launch, trains ? what : command.part, holes);
  add_resource(instance, of_one, holes);
  add_conditions(instances, trains ? 1 : spans, trains ? 1 : share, holes);
  // The KV cache of parts that are apart goes over the network too, of each server over its share of it.
  const bool crosses = spans > 1 || (!command.part.empty() && plan.cluster.instances > 1);
  if (const std::int64_t interfaces = platforms.efa_interfaces(instance.name); interfaces >= share && crosses)
    holes["efa_interfaces"] = std::to_string(routes ? interfaces : interfaces / share);
  if (ranges::any_of(launch.variables, [](const auto& each) { return each.name == "MODEL" && each.value.empty(); }))
    holes["weights_open"] = "1";
  if (!command.part.empty()) holes["apart"] = holes[command.part] = "1";
  holes["disk_gb"] = std::to_string(disk_gb(launch.published_bytes, trains ? 1 : share));
  if (instance.host_memory_bytes > 0) holes["memory_gib"] = fmt::format("{:.0f}", instance.host_memory_bytes / gibi);
  if (const auto duration_s = plan.duration_s())
    holes["hours"] = fmt::format("{:.0f}", std::ceil(std::max(*duration_s, longest_s) / seconds_per_hour) + 1);
  if (const ServingFigures* const figures = plan.serving()) add_serving(*figures, launch, command.servers, holes);
  if (plan.costs.usd_per_h && !trains && command.servers > 0)
    holes["usd_per_h_of_replica"] =
        fmt::format("{:.2f}", *plan.costs.usd_per_h * real(of_server) / real(per_instance * plan.cluster.instances));
  if (launch.fewest_servers > 0 && command.part.empty()) {
    holes["fewest_replicas"] = std::to_string(launch.fewest_servers);
    holes["fewest_accelerators"] = std::to_string(launch.fewest_servers * command.accelerators);
  }
  return holes;
}

std::string folder_of(const LaunchCommandOf& command) { return command.part.empty() ? "" : command.part + "/"; }

/// True if `text` gives a value to `variable`, as shells and manifests do: HEAD=…, name: HEAD, "name": "HEAD".
bool gives_value(std::string_view text, const std::string& variable) {
  for (const std::string& manifest :
       {"name: " + variable + "\n", "name: " + variable + "{{", "\"name\": \"" + variable + '"'}) {
    if (text.find(manifest) != std::string_view::npos) return true;
  }
  for (std::size_t at = text.find(variable + "="); at != std::string_view::npos;
       at = text.find(variable + "=", at + 1)) {
    const char before = at == 0 ? '\n' : text[at - 1];
    if (std::isalnum(static_cast<unsigned char>(before)) == 0 && before != '_') return true;
  }
  return false;
}

/// True if only a start of scripts by hand needs the variable: the files of each platform set it, or, where only the
/// router uses it, have a router that takes no script.
bool is_said_by_hand(const std::string& variable, const Launch& launch, const std::vector<const Platform*>& platforms) {
  const bool of_router_alone = ranges::none_of(launch.commands, [&](const LaunchCommandOf& each) {
    return each.part != router_part && uses(each.command, variable);
  });
  const auto is_told = [&](const PlatformFile& file) {
    return (of_router_alone && ranges::count(file.of.jobs, "route") > 0) || gives_value(file.text, variable);
  };
  return !platforms.empty() &&
         ranges::all_of(platforms, [&](const Platform* platform) { return ranges::any_of(platform->files, is_told); });
}

/// Lines on the variables that only the user knows, with the place of each; empty: there are none.
std::string to_be_set(const Launch& launch, const std::vector<const Platform*>& platforms, const Translator& t) {
  std::string text;
  const auto file_with = [&](const std::string& name) {
    const auto of =
        ranges::find_if(launch.commands, [&](const LaunchCommandOf& each) { return uses(each.settings, name); });
    return of->settings_form->file;
  };
  for (const ScriptVariable& each : launch.variables) {
    if (!each.value.empty() || (each.may_be_empty && !each.is_list) || is_made_by_script(each.name)) continue;
    const auto used_in = [&](Command LaunchCommandOf::*words) {
      return ranges::any_of(launch.commands, [&](const LaunchCommandOf& of) { return uses(of.*words, each.name); });
    };
    if (used_in(&LaunchCommandOf::command))
      text += (is_said_by_hand(each.name, launch, platforms)
                   ? t.say("- `{}`, where {} is started by hand: {}", each.name, own_script, t(each.what))
                   : fmt::format("- `{}`: {}", each.name, t(each.what))) +
              "\n";
    if (used_in(&LaunchCommandOf::settings))
      text += fmt::format("- `FILL_IN_{}`, {}: {}\n", each.name, file_with(each.name), t(each.what));
  }
  return text;
}

/// Lines on the flags that are said and that not all of the releases have; empty: there are none.
std::string releases_needed(const Launch& launch, const Translator& t) {
  std::string text;
  std::vector<const LaunchProgram*> programs;  // of the router too
  for (const LaunchCommandOf& each : launch.commands) {
    for (const LaunchProgram* const program : {each.program, each.settings_form}) {
      if (program != nullptr && ranges::count(programs, program) == 0) programs.push_back(program);
    }
  }
  for (const LaunchProgram* const program : programs) {
    const auto is_said = [&](const std::string& flag) {
      return ranges::any_of(launch.commands, [&](const LaunchCommandOf& of) {
        const auto says = [&](const Word& word) {
          const std::string& start = word.variable.empty() ? word.text : word.before;
          return start == flag || (flag.ends_with('=') && start.starts_with(flag));
        };
        return ranges::any_of(of.command, says) || ranges::any_of(of.settings, says);
      });
    };
    for (const auto& [flag, release] : program->since) {
      if (is_said(flag)) text += t.say("- `{}`: {} and later", flag, release) + "\n";
    }
    for (const auto& [flag, release] : program->until) {
      if (is_said(flag)) text += t.say("- `{}`: up to {}", flag, release) + "\n";
    }
  }
  return text;
}

/// Lines on the checks of a platform's files; a check that names a file stands once for each file written by that name.
std::string checks_of(const Platform& platform, const std::vector<ScriptFile>& files, const Translator& t) {
  std::string text;
  const auto tell = [&](const std::string& check) {
    text += t.say("- {}, to see that its files are right: `{}`", platform.shown, check) + "\n";
  };
  for (const std::string& check : platform.checks) {
    const auto named = ranges::find_if(
        platform.files, [&](const PlatformFile& own) { return check.find(own.name) != std::string::npos; });
    if (named == platform.files.end()) {
      tell(check);
      continue;
    }
    for (const ScriptFile& file : files) {
      if (file.name == named->name || file.name.ends_with("/" + named->name))
        tell(std::string(check).replace(check.find(named->name), named->name.size(), file.name));
    }
  }
  for (const std::string& kind : platform.kinds_of_controllers) {
    const auto has_it = [&](const ScriptFile& file) { return file.text.find("kind: " + kind) != std::string::npos; };
    if (ranges::any_of(files, has_it)) text += t.say("- a cluster knows {} once its controller is there", kind) + "\n";
  }
  return text;
}

std::string readme_of(const Launch& launch, const LaunchText& told, const std::vector<ScriptFile>& files,
                      const Translator& t) {
  // True if a file has the placeholder `what`, since its value is not known.
  const auto is_open = [&](const char* what) {
    return ranges::any_of(files, [&](const ScriptFile& file) { return file.text.find(what) != std::string::npos; });
  };
  std::string text = "# " + t.say("Running a plan with {}", launch.program->shown) + "\n\n";
  for (const std::string& line : told.head) text += "- " + printable(line) + "\n";
  const auto add = [&](const std::string& title, const std::string& part) {
    if (!part.empty()) text += "\n## " + title + "\n\n" + part;
  };
  std::string start;
  for (const LaunchCommandOf& each : launch.commands)
    start += t.say("- on a machine itself: `bash {}`", folder_of(each) + own_script) + "\n";
  for (const Platform* platform : told.platforms) start += checks_of(*platform, files, t);
  add(t.say("Start"), start);
  std::string fill_in = to_be_set(launch, told.platforms, t);
  if (!fill_in.empty() && !told.platforms.empty())
    fill_in += "\n" +
               t.say(
                   "Slurm takes variables of your shell along; ssh, containers and SageMaker do not: write them "
                   "into {} there.",
                   own_script) +
               "\n";
  if (is_open(region_to_replace))
    fill_in = t.say("- `{}`: where the machines are, since the plan's price names no region", region_to_replace) +
              "\n" + fill_in;
  if (is_open(image_to_replace))
    fill_in = t.say("- `{}`: an image for these accelerators that holds bash and the program ({})", image_to_replace,
                    launch.program->shown) +
              "\n" + fill_in;
  add(t.say("Set these before"), fill_in);
  add(t.say("Releases of {}", launch.program->shown), releases_needed(launch, t));
  add(t.say("Measure it, and come back"), "```\nhakaru measure plan.json -o runs\nhakaru calibrate …\n```\n");
  for (const Message& note : launch.notes) text += "\n" + t.say("note: {}", t(note)) + "\n";
  return text;
}

/// Words of torchrun that a launcher in its place says by itself: each with its value.
constexpr std::string_view rendezvous[]{"--rdzv-backend", "--rdzv-id", "--rdzv-endpoint"};

/// Started by `launcher` in the place of torchrun; nothing where it is not torchrun that starts it.
std::optional<LaunchCommandOf> started_by(const std::vector<std::string>& launcher, LaunchCommandOf command) {
  if (command.program->starts_ranks) return std::nullopt;
  const auto torchrun = ranges::find(command.command, "torchrun", &Word::text);
  if (torchrun == command.command.end()) return std::nullopt;
  Command words(command.command.begin(), torchrun);
  for (const std::string& word : launcher) words.push_back({word});
  for (auto word = torchrun + 1; word != command.command.end(); ++word) {
    if (word->text == "--standalone") continue;
    if (ranges::count(rendezvous, word->text) == 0)
      words.push_back(*word);
    else
      ++word;
  }
  command.command = std::move(words);
  return command;
}

/// Why `platform` does not run the plan, or nothing.
std::optional<Error> refusal_of(const Platform& platform, const Platforms& platforms, const Instance& instance,
                                const Holes& holes) {
  if (!platform.cloud.empty() && platform.cloud != instance.cloud)
    return unsatisfiable("{} runs on machines of {} alone, and {} is none; accepted: {}", platform.shown,
                         platform.cloud, instance.name,
                         "--for " + join(platforms.names_that_run(holes, instance.cloud)))
        .value();
  for (const PlatformRefusal& each : platform.refused) {
    if (holds(each.of, holes))
      return unsatisfiable("{} cannot run this plan: {}", platform.shown, each.because).value();
  }
  if (platform.in_container && !holes.contains("accelerator_resource"))
    return unsatisfiable("{} cannot run this plan: {}", platform.shown,
                         "no resource of containers is known for " + instance.accelerator.name)
        .value();
  return std::nullopt;
}

/// The files of one command, all in its folder.
Result<std::vector<ScriptFile>> files_of(const LaunchCommandOf& command, const Launch& launch, const Plan& plan,
                                         const Platforms& platforms, const LaunchText& told, const Translator& t) {
  const std::string folder = folder_of(command);
  Holes holes = holes_of(launch, command, plan, platforms, told.longest_s.value_or(0));
  holes.insert(told.users.begin(), told.users.end());
  holes["script"] = launch_script(command, launch, told.head, t);
  holes["head"] = commented(told.short_head);
  std::vector<ScriptFile> files{{folder + own_script, holes["script"]}};
  if (const LaunchProgram* const form = command.settings_form; form != nullptr) {
    const bool takes_comments = form->form != LaunchForm::json;
    holes["settings_name"] = form->file;
    holes["settings"] =
        (takes_comments ? commented(told.head) : "") + settings_text(settings_tree(command.settings), form->form);
    files.push_back({folder + form->file, holes["settings"]});
  }
  for (const Platform* platform : told.platforms) {
    const Instance& instance = plan.cluster.instance();
    if (std::optional<Error> refusal = refusal_of(*platform, platforms, instance, holes))
      return tl::unexpected(std::move(*refusal));
    const auto its_name = platform->clouds.find(instance.cloud);
    holes["cloud_there"] = its_name == platform->clouds.end() ? "" : its_name->second;
    if (!platform->launcher.empty()) {
      const auto started = started_by(platform->launcher, command);
      if (!started)
        return unsatisfiable("{} cannot run this plan: {}", platform->shown,
                             "its operator starts what torchrun starts elsewhere, which this program is not");
      holes["script"] = launch_script(*started, launch, told.head, t);
    } else {
      holes["script"] = files.front().text;
    }
    const std::string image = platforms.image_for(*platform, holes);
    const bool is_open = image.empty() && platform->in_container;
    holes["image"] = is_open ? image_to_replace : image;
    holes["image_open"] = is_open ? "1" : "";
    bool has_file = false;
    for (const PlatformFile& each : platform->files) {
      if (!holds(each.of, holes)) continue;
      has_file = true;
      ScriptFile file{(each.of_all_parts ? "" : folder) + each.name, filled(each.text, holes, quoting_of(each.name))};
      const auto there = ranges::find(files, file.name, &ScriptFile::name);
      if (there == files.end())
        files.push_back(std::move(file));
      else if (there->text != file.text)  // ParallelCluster's job is Slurm's
        return unsatisfiable("{}: another platform writes {} too; accepted: each by itself", platform->shown,
                             file.name);
    }
    if (!has_file && command.part != router_part)
      return unsatisfiable("{} has no files for a plan like this one; accepted: {}", platform->shown,
                           "--for " + join(platforms.names_that_run(holes, instance.cloud)));
  }
  return files;
}

}  // namespace

std::string comment(const std::string& text) { return "# " + printable(text) + "\n"; }

std::string releases_of(const LaunchProgram& program, const Translator& t) {
  constexpr std::string_view until = " to ";
  const std::string& all = program.versions;
  const std::size_t at = all.find(until);
  const bool is_range = at != std::string::npos && all.find(until, at + 1) == std::string::npos;
  const std::string shown = is_range ? t.say("{} to {}", all.substr(0, at), all.substr(at + until.size())) : all;
  return t.say("words of {} {} (looked up {})", program.shown, shown, program.looked_up);
}

std::string launch_script(const LaunchCommandOf& command, const Launch& launch, const std::vector<std::string>& head,
                          const Translator& t) {
  std::string text = "#!/usr/bin/env bash\n" + commented(head);
  if (command.program != launch.program) text += comment(releases_of(*command.program, t));
  text += start_of_script;
  for (const ScriptVariable& each : launch.variables) {
    if (uses(command.command, each.name)) text += setting_of(each, *command.program, t);
  }
  return text + "exec " + in_script(command.command) + "\n";
}

Result<std::vector<ScriptFile>> launch_files(const Launch& launch, const Plan& plan, const Platforms& platforms,
                                             const LaunchText& told, const Translator& t) {
  std::vector<ScriptFile> files{{"README.md", ""}, {own_plan, told.plan_file}};
  for (const LaunchCommandOf& command : launch.commands) {
    Result<std::vector<ScriptFile>> own = files_of(command, launch, plan, platforms, told, t);
    if (!own) return own;
    std::move(own->begin(), own->end(), std::back_inserter(files));
  }
  files.front().text = readme_of(launch, told, files, t);
  return files;
}

}  // namespace hakaru
