#include "hakaru/output/rule_text.h"

#include "hakaru/core/text.h"
#include "hakaru/output/explanation.h"

namespace hakaru {
namespace {

std::string verdict(double needed_bytes, double capacity_bytes, const Translator& t) {
  return needed_bytes <= capacity_bytes ? t.say("fits") : t.say("does not fit");
}

/// A device sold as "16 GB" holds 16 GiB: read either way the rule may come out differently, so both are said.
std::string verdicts(double rule_bytes, double detailed_bytes, const Accelerator& accelerator, const Translator& t) {
  const double size = std::round(accelerator.memory_bytes / gibi);
  std::string text = t.say("One {} read as {} GB (10⁹ bytes each): the rule's {}: {}.", accelerator.name,
                           fmt::format("{:.0f}", size), in_gb(rule_bytes), verdict(rule_bytes, size * giga, t)) +
                     "\n";
  text += t.say("Read as {} (2³⁰ bytes each, {}), as the device has it: {}.", in_gib(accelerator.memory_bytes),
                in_gb(accelerator.memory_bytes), verdict(rule_bytes, accelerator.memory_bytes, t)) +
          "\n";
  return text +
         t.say("The detailed estimate below is {}: {}.", in_gb(detailed_bytes),
               verdict(detailed_bytes, accelerator.memory_bytes, t)) +
         "\n";
}

/// What the detailed estimate counts and the rule has no line for.
std::string left_out(const MemoryBreakdown& detailed, const Translator& t) {
  std::vector<std::string> parts;
  const auto add = [&](std::string_view name, double bytes) {
    if (bytes >= mega) parts.push_back(fmt::format("{} {}", t.word(name), in_gb(bytes)));
  };
  add("optimizer", detailed.optimizer_bytes);
  add("buffers", detailed.buffers_bytes);
  add("reserve", detailed.reserve_bytes);
  if (parts.empty()) return "";
  return t.say("What the rule leaves out, or counts less of: {}.", join(parts)) + "\n";
}

/// The smallest instance whose accelerators together hold it, sharded over all of them.
std::string instance_that_holds(double needed_bytes, const Accelerator& accelerator,
                                const std::vector<Instance>& instances, const std::string& family,
                                const Translator& t) {
  const Instance* best = nullptr;
  for (const Instance& each : instances) {
    const bool holds = (family.empty() || each.family == family) && each.accelerator.name == accelerator.name &&
                       each.accelerator.memory_bytes * each.accelerators >= needed_bytes;
    if (holds && (best == nullptr || each.accelerators < best->accelerators)) best = &each;
  }
  if (best == nullptr) return "";
  return t.say("Split over all its accelerators it fits on {}: {} × {} = {}.", best->name, best->accelerators,
               in_gib(best->accelerator.memory_bytes), in_gib(best->accelerator.memory_bytes * best->accelerators)) +
         "\n";
}

}  // namespace

std::string rule_text(const RuleOfThumb& rule, const MemoryBreakdown& detailed, const Accelerator& accelerator,
                      const std::vector<Instance>& instances, const std::string& family, const Pen& pen) {
  const Translator& t = pen.translator;
  Explanation explanation(t, pen.style);
  Terms lines = rule.lines;
  lines.push_back({"total", "", rule.total_bytes, "bytes", ""});
  explanation.add(t.say("rule of thumb"), lines);
  return explanation.text() + "\n" + verdicts(rule.total_bytes, detailed.total_bytes(), accelerator, t) +
         left_out(detailed, t) + instance_that_holds(rule.total_bytes, accelerator, instances, family, t);
}

}  // namespace hakaru
