#include "hakaru/launching/stated_sizes.h"

#include <algorithm>
#include <set>

#include "hakaru/core/text.h"
#include "hakaru/launching/meant_words.h"
#include "hakaru/launching/shell/shell_words.h"

namespace hakaru {
namespace {

/// The size `what` among those that are stated; empty: they do not say.
std::string size_of(std::string_view what, const Said& stated) {
  if (const auto found = stated.find(what); found != stated.end()) return found->second;
  if (what.find_first_not_of("0123456789") == std::string_view::npos) return std::string(what);
  const auto machines = count_of(stated, "machines");
  if (what == "ranks" && machines) return std::to_string(*machines * count_of(stated, "devices").value_or(1));
  const auto each = count_of(stated, "accelerators");
  return what == "all_accelerators" && machines && each ? std::to_string(*machines * *each) : "";
}

void set_variables(const LaunchEnvironment& environment, const Said& stated, StatedSizes& sizes) {
  for (const auto& [name, what] : environment.variables) {
    if (std::string value = size_of(what, stated); !value.empty()) sizes.variables.emplace(name, std::move(value));
  }
}

/// The sum of all that a path reaches in a tree, each 1 where it has no number; 0: nothing.
std::int64_t sum_at(const Json& tree, std::string_view path) {
  if (path.empty()) {
    if (tree.is_string()) {  // "H100:8"
      const std::string& text = tree.get_ref<const std::string&>();
      return count_of({{"", text.substr(text.rfind(':') + 1)}}, "").value_or(0);
    }
    if (tree.is_object() && tree.size() > 0) {  // {H200: 8, "H100:8": null}: one of them
      std::set<std::int64_t> counts;
      for (auto each = tree.begin(); each != tree.end(); ++each)
        counts.insert(sum_at(each->is_null() ? Json(each.key()) : *each, ""));
      return counts.size() == 1 ? *counts.begin() : 0;
    }
    return tree.is_number_unsigned() ? std::min<std::int64_t>(tree.get<std::int64_t>(), 1'000'000) : 0;
  }
  if (!tree.is_object()) return 0;
  const std::size_t dot = path.find('.');
  const std::string key(path.substr(0, dot));
  const std::string_view rest = dot == std::string_view::npos ? "" : path.substr(dot + 1);
  if (key != "*") return tree.contains(key) ? sum_at(tree[key], rest) : 0;
  std::int64_t sum = 0;
  for (const Json& each : tree) sum += std::max<std::int64_t>(1, sum_at(each, rest));
  return sum;
}

/// Name of the accelerator that a path from the top of a tree reaches: "H100:8", {H100: 8}; empty: none.
std::string name_at(const Json& tree, std::string_view path) {
  if (!tree.is_object() || !path.starts_with('.')) return "";
  const std::string_view rest = path.substr(1);
  const std::size_t dot = rest.find('.');
  const std::string key(rest.substr(0, dot));
  if (!tree.contains(key)) return "";
  const Json& found = tree[key];
  if (dot != std::string_view::npos) return name_at(found, rest.substr(dot));
  if (found.is_string()) return accelerator_named(found.get_ref<const std::string&>());
  if (!found.is_object() || found.empty()) return "";
  const bool is_named = found.contains("name") && found["name"].is_string();
  return accelerator_named(is_named ? found["name"].get<std::string>() : found.begin().key());
}

/// The same wherever in a tree the path begins, at its top where it begins with a dot.
std::int64_t sum_within(const Json& tree, std::string_view path) {
  if (path.starts_with('.')) return sum_at(tree, path.substr(1));
  if (const std::int64_t sum = sum_at(tree, path); sum > 0) return sum;
  if (!tree.is_structured()) return 0;
  for (const Json& each : tree) {
    if (const std::int64_t sum = sum_within(each, path); sum > 0) return sum;
  }
  return 0;
}

/// Text under one of `labels` anywhere in a tree, as a key's value or as Kubernetes' {key, operator: In, values}; empty:
/// there is none.
std::string labelled(const Json& tree, const std::vector<std::string>& labels) {
  if (!tree.is_structured()) return "";
  for (const std::string& label : labels) {
    if (!tree.is_object()) break;
    if (const auto found = tree.find(label); found != tree.end() && found->is_string()) return *found;
    const auto key = tree.find("key"), values = tree.find("values");
    const bool is_asked = key != tree.end() && *key == label && tree.value("operator", Json("In")) == "In";
    if (is_asked && values != tree.end() && values->is_array() && !values->empty() && values->front().is_string())
      return values->front();
  }
  for (const Json& each : tree) {
    if (std::string found = labelled(each, labels); !found.empty()) return found;
  }
  return "";
}

}  // namespace

std::string accelerator_named(std::string_view asked) {
  constexpr std::string_view digits = "0123456789";
  std::string name;
  while (!asked.empty()) {
    const std::size_t colon = std::min(asked.find(':'), asked.size());
    const std::string_view part = asked.substr(0, colon);
    if (part != "gpu" && part.find_first_not_of(digits) != std::string_view::npos) name = part;
    asked.remove_prefix(std::min(colon + 1, asked.size()));
  }
  return name;
}

Words asked_of_slurm(std::string_view text) {
  constexpr std::string_view start = "#SBATCH ";
  Words words{"srun"};
  while (!text.empty()) {
    std::string_view line = take_line(text);
    if (!line.starts_with(start)) continue;
    line.remove_prefix(start.size());
    for (const Words& each : commands_in(line)) words.insert(words.end(), each.begin(), each.end());
  }
  return words.size() > 1 ? words : Words{};
}

StatedSizes sizes_of_slurm(const Words& slurm, const LaunchPrograms& programs, StatedSizes sizes) {
  const auto environment = programs.environments().find("slurm");
  const LaunchProgram* const srun = programs.find("srun");
  if (slurm.empty() || srun == nullptr || environment == programs.environments().end()) return sizes;
  SaidFlags flags(*srun, programs);
  flags.take(Words(slurm.begin() + 1, slurm.end()));
  Said stated;
  understand(*srun, flags.said(), stated);
  stated.emplace("machines", "1");
  const auto wanted = flags.said().find("--constraint");
  for (std::string_view rest = wanted == flags.said().end() ? "" : std::string_view(wanted->second); !rest.empty();) {
    const std::size_t end = std::min(rest.find_first_of("&|,*()[]"), rest.size());
    if (end > 0) sizes.features.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  for (std::size_t at = 1; at < slurm.size(); ++at) {  // all of the job's, which says nothing of a machine's
    constexpr std::string_view all = "--gpus=";
    if (slurm[at].starts_with(all)) sizes.accelerator = accelerator_named(slurm[at].substr(all.size()));
    if (slurm[at - 1] == "--gpus" || slurm[at - 1] == "-G") sizes.accelerator = accelerator_named(slurm[at]);
  }
  if (const auto kind = stated.find("accelerators"); kind != stated.end()) {  // h100:8
    if (sizes.accelerator.empty()) sizes.accelerator = accelerator_named(kind->second);
    kind->second = kind->second.substr(kind->second.rfind(':') + 1);
  }
  set_variables(environment->second, stated, sizes);
  return sizes;
}

StatedSizes sizes_stated(const Json& manifest, const LaunchPrograms& programs) {
  StatedSizes sizes;
  for (const auto& [name, environment] : programs.environments()) {
    if (sizes.instance.empty()) sizes.instance = labelled(manifest, environment.instance_labels);
    if (sizes.accelerator.empty()) sizes.accelerator = labelled(manifest, environment.accelerator_labels);
    Said stated;
    for (const auto& [what, path] : environment.stated) {
      if (const std::int64_t sum = sum_within(manifest, path); sum > 0) stated[what] = std::to_string(sum);
      if (what == "accelerators" && sizes.accelerator.empty()) sizes.accelerator = name_at(manifest, path);
    }
    if (stated.empty()) continue;
    set_variables(environment, stated, sizes);
    if (!environment.sets_launcher) continue;
    sizes.machines = count_of(stated, "machines");
    sizes.devices = count_of(stated, "devices");
  }
  return sizes;
}

}  // namespace hakaru
