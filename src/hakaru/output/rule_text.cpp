#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/output/answer_texts.h"
#include "hakaru/output/explanation.h"

namespace hakaru {
namespace {

/// Sentence on the memory that the detailed estimate counts and the rule has no line for; "": none.
std::string left_out(const RuleOfThumb& rule, const MemoryBreakdown& detailed, const Translator& t) {
  std::vector<std::string> parts;
  const auto add = [&](std::string_view name, double bytes) {
    if (bytes >= mega) parts.push_back(fmt::format("{} {}", t.word(name), in_gb(bytes)));
  };
  if (rule.is_training()) {
    add("buffers", detailed.buffers_bytes);
  } else {
    add("activations", detailed.activations_bytes);
  }
  add("reserve", detailed.reserve_bytes);
  if (parts.empty()) return "";
  return t.say("What the rule leaves out: {}.", join(parts)) + "\n";
}

/// The smallest instance whose accelerators together hold it, sharded over all of them.
std::string instance_that_holds(double needed_bytes, const Instance& machine, const std::vector<Instance>& instances,
                                const Translator& t) {
  const Instance* best = nullptr;
  for (const Instance& each : instances) {
    const bool holds = (machine.family.empty() || each.family == machine.family) &&
                       each.accelerator.name == machine.accelerator.name &&
                       each.accelerator.memory_bytes * each.accelerators >= needed_bytes;
    if (holds && (best == nullptr || each.accelerators < best->accelerators)) best = &each;
  }
  if (best == nullptr) return "";
  return t.say("Split over all its accelerators it fits on {}: {} × {} = {}.", best->name, best->accelerators,
               in_gib(best->accelerator.memory_bytes), in_gib(best->accelerator.memory_bytes * best->accelerators)) +
         "\n";
}

}  // namespace

std::string rule_text(const RuleOfThumb& rule, const MemoryBreakdown& detailed, const Instance& machine,
                      const std::vector<Instance>& instances, const Pen& pen) {
  const Translator& t = pen.translator;
  Explanation explanation(t, pen.style);
  Terms lines = rule.lines;
  lines.push_back({"total", "", rule.total_bytes, "bytes", ""});
  explanation.add(t.say("rule of thumb"), lines);
  std::string text = explanation.text() + "\n";
  const Machine judged{machine.name, machine.accelerators, machine.accelerator.memory_bytes};
  for (const Message& sentence : judge(rule, judged, detailed).sentences) text += t(sentence) + "\n";
  return text + left_out(rule, detailed, t) + instance_that_holds(rule.total_bytes, machine, instances, t);
}

}  // namespace hakaru
