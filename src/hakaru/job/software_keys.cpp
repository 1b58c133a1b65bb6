#include "hakaru/job/software_keys.h"

#include <algorithm>
#include <utility>

#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

/// True if `known` begins with the first 3 letters of `name`, or contains a word of it of at least 4 letters. A name
/// near by its letters alone is often something else.
bool is_like(std::string_view known, std::string_view name) {
  constexpr std::size_t start = 3, word = 4;
  if (known.substr(0, start) == name.substr(0, start)) return true;
  for (std::size_t from = 0; from < name.size();) {
    const std::size_t to = std::min(name.find('-', from), name.size());
    if (to - from >= word && known.find(name.substr(from, to - from)) != std::string_view::npos) return true;
    from = to + 1;
  }
  return false;
}

/// Why constants are those of a kind of software.
Message note_of_kind(const std::string& name, const SoftwareStack& stack, const std::vector<std::string>& of_kind) {
  std::vector<std::string> nearest = nearest_names(name, of_kind);
  std::erase_if(nearest, [&](const std::string& each) { return !is_like(each, name); });
  if (nearest.empty())
    return message("software '{}' is not known: constants are those usual of its kind, {}", name, stack.kind);
  return message("software '{}' is not known (nearest: {}): constants are those usual of its kind, {}", name,
                 join(nearest), stack.kind);
}

/// The accelerators of the hardware that is named; empty: none is.
std::vector<Accelerator> named_accelerators(KeyReader& reader, const Catalog& catalog) {
  std::vector<Accelerator> named;
  for (const std::string& name : reader.list("instance")) {
    if (const Result<Instance> instance = catalog.machine(name)) named.push_back(instance->accelerator);
  }
  const std::vector<std::string> families = reader.list("family");
  for (const Instance& each : catalog.instances()) {
    if (ranges::count(families, each.family) > 0) named.push_back(each.accelerator);
  }
  for (const std::string& name : reader.list("accelerator")) {
    const Result<std::vector<std::string>> those = catalog.accelerators_named(name);
    for (const std::string& each : those ? *those : std::vector<std::string>{})
      named.push_back(*catalog.accelerator(each));
  }
  return named;
}

/// The line of products that all of these are of, "geforce"; "": they are of several, or there are none.
std::string line_of_products(const std::vector<Accelerator>& accelerators) {
  const auto line_of = [](const Accelerator& each) { return lower_case(each.chip.substr(0, each.chip.find(' '))); };
  const std::string line = accelerators.empty() ? "" : line_of(accelerators.front());
  const auto is_of_another = [&](const Accelerator& each) { return line_of(each) != line; };
  return ranges::any_of(accelerators, is_of_another) ? "" : line;
}

/// Software that is taken unasked for a decoder on GPUs, and the part of the job that the usual one's program has no
/// words for; empty: the usual.
std::pair<std::string, std::string> software_unasked(KeyReader& reader, const Catalog& catalog,
                                                     const SoftwareStacks& stacks, const TrainingJob& job) {
  const std::vector<Accelerator> named = named_accelerators(reader, catalog);
  const auto is_other = [](const Accelerator& each) { return each.kind != AcceleratorKind::gpu; };
  if (job.model.family != Family::decoder || ranges::any_of(named, is_other)) return {};
  std::vector<std::string> words{"optimizer." + job.optimizer.name, "products." + line_of_products(named)};
  const bool is_one_of_several = reader.list("precision").size() > 1;  // planned for the same software
  if (!is_one_of_several) words.push_back("precision." + job.recipe.name);
  if (job.lora && job.lora->base) words.insert(words.begin(), fmt::format("lora_base.{}", name_of(*job.lora->base)));
  for (const std::string& word : words) {
    if (std::string stack = stacks.unasked(word); !stack.empty()) return {std::move(stack), word};
  }
  return {};
}

}  // namespace

void read_software(KeyReader& reader, ScenarioSources& sources, TrainingJob& job) {
  std::optional<std::string> name = reader.text("software");
  std::string cause;  // the option for which unasked software is taken
  if (!name && sources.stacks()) {
    auto [unasked, word] = software_unasked(reader, sources.catalog(), *sources.stacks(), job);
    if (!unasked.empty()) name = std::move(unasked);
    if (!word.empty() && !word.starts_with("products.")) cause = "--" + word.replace(word.find('.'), 1, " ");
    std::replace(cause.begin(), cause.end(), '_', '-');
  }
  if (!name) return;
  std::string version;
  const std::size_t at = name->find('@');
  if (at != std::string::npos) {
    version = name->substr(at + 1);
    name->resize(at);
    if (version.empty() || name->empty())
      reader.refuse(bad_input("{} is '{}'; accepted: NAME or NAME@VERSION", reader.shown("software"),
                              reader.text("software").value_or("")));
  }
  const Result<SoftwareStacks>& stacks = sources.stacks();
  if (!stacks) {
    reader.refuse(fail(stacks));
    return;
  }
  if (stacks->find(*name) == nullptr && stacks->serves(*name)) {
    reader.refuse(bad_input("{} is '{}', which serves models and trains none; accepted: {}", reader.shown("software"),
                            *name, join(stacks->names())));
    return;
  }
  const std::string typed = *name;
  if (const SoftwareStack* const release = stacks->find(*name + "-" + version);
      release != nullptr && !version.empty()) {  // a release that stands here under its own name
    *name = release->name;
    version.clear();
  }
  const auto is_split = [&](std::string_view degree) { return reader.has(degree) && reader.text(degree) != "1"; };
  const bool sharded = reader.has("zero") && reader.text("zero") == "3";
  SoftwareStack stack = stacks->find_or_like(*name, {is_split("tp") || is_split("pp") || is_split("ep"),
                                                     sharded ? 3 : 0, job.model.family == Family::decoder});
  if (!stack.plans_as.empty()) stack = *stacks->find(stack.plans_as);
  JobSoftware& software = job.software;
  software = {.constants = stack.constants,
              .version = version,
              .kind = stack.kind,
              .asked = stack.name,
              .typed = typed,
              .is_relative = stacks->is_relative(*name),
              .devices = stacks->devices()};
  if (!stack.like.empty())
    software.note = note_of_kind(*name, stack, stacks->names(stack.kind));
  else if (letters_and_digits(lower_case(*name)) != letters_and_digits(stack.name))
    software.note = message("software '{}' is predicted as {}", *name, stack.name);
  else if (!cause.empty())
    software.note = message("planned for {}, as the usual software has no option for {}; {} names another", stack.name,
                            cause, "--software");
  if (!stack.like.empty() && !stack.devices.empty()) software.devices[stack.name] = stack.devices;
  job.offers.ask_for(stack.like.empty() ? stack.name : stack.like, stack.constants);
  for (const auto& [maker, other] : stack.makers) software.of_makers[maker] = stacks->find(other)->constants;
  job.flash_attention = stack.flash_attention;
  job.logit_bytes = stack.logit_bytes;
  job.selective_keeps_products = stack.selective_keeps_products;
  job.eager = stack.eager;
}

}  // namespace hakaru
