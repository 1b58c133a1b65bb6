#include "hakaru/launching/launch_keys.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

#include "hakaru/core/from_chars.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/real.h"
#include "hakaru/core/text.h"
#include "hakaru/launching/launch_files.h"

namespace hakaru {
namespace {

constexpr std::int64_t largest_count = 1'000'000'000, largest_degree = 1'000'000;

/// Takes what was read, by its names.
class SaidWords {
 public:
  explicit SaidWords(const LaunchRead& read) : read_(read) {}

  bool has(std::string_view what) const { return read_.said.contains(what); }
  std::string text(std::string_view what) const {
    const auto found = read_.said.find(what);
    return found == read_.said.end() ? "" : found->second;
  }
  /// Not said, or left to the program.
  bool leaves_open(std::string_view what) const {
    constexpr std::array left_open{"", "None", "null", "auto", "-1"};
    return ranges::count(left_open, text(what)) > 0;
  }
  /// Empty: left open. What is no whole number is kept as a mistake.
  std::optional<std::int64_t> count(std::string_view what) {
    if (leaves_open(what)) return std::nullopt;
    const std::string said = text(what);
    std::int64_t value = 0;
    for (const char letter : std::string_view(said).substr(0, said.size() - (unit_of(said) > 1 ? 1 : 0))) {
      if (letter < '0' || letter > '9' || value > largest_count) {
        refuse(what, said);
        return std::nullopt;
      }
      value = 10 * value + (letter - '0');
    }
    return value * unit_of(said);
  }
  std::int64_t count_or_one(std::string_view what) { return std::max<std::int64_t>(1, count(what).value_or(1)); }
  /// A count of ranks or of sequences, 1 where none is said; refuses 0, and more than largest_degree.
  std::int64_t degree(std::string_view what) {
    const std::int64_t value = count(what).value_or(1);
    if (value >= 1 && value <= largest_degree) return value;
    refuse(what, text(what));
    return 1;
  }
  /// Empty: not said.
  std::optional<double> number(std::string_view what) {
    const std::string said = text(what);
    double value = 0;
    const auto [end, error] = from_chars(said.data(), said.data() + said.size(), value);
    const bool is_number = error == std::errc() && end == said.data() + said.size();
    if (is_number && value > 0 && value <= real(largest_degree)) return value;
    if (!said.empty()) refuse(what, said);
    return std::nullopt;
  }
  /// Empty: not said, or no share.
  std::optional<double> share(std::string_view what) const {
    const std::string said = text(what);
    double value = 0;
    const auto [end, error] = from_chars(said.data(), said.data() + said.size(), value);
    const bool is_number = error == std::errc() && end == said.data() + said.size();
    return is_number && value > 0 && value <= 1 ? std::optional(value) : std::nullopt;
  }
  bool is_true(std::string_view what) const { return text(what) == "true"; }
  void refuse(std::string_view what, const std::string& said) {
    if (error_) return;
    error_ =
        said.find('$') == std::string::npos
            ? bad_input("{}: '{}' is said as '{}'; accepted: a whole number", read_.program->shown, what, said).value()
            : bad_input(
                  "{}: '{}' is said as '{}', which only a run shows; accepted: a whole number, or a line "
                  "before it that sets its variables",
                  read_.program->shown, what, said)
                  .value();
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  /// vLLM's: 130k is 130,000 tokens, 128K 131,072.
  static std::int64_t unit_of(const std::string& said) {
    if (said.size() < 2) return 1;
    return said.back() == 'k' ? 1000 : said.back() == 'K' ? 1024 : 1;
  }
  const LaunchRead& read_;
  std::optional<Error> error_;
};

/// Chunks of all stages as Megatron-Core writes them: "Et*3|(tt|)*29,m|L" are 32, those in brackets as often as it
/// says.
std::int64_t chunks_in(std::string_view layers) {
  std::int64_t bars = 0, within = 0;
  bool in_brackets = false;
  for (std::size_t at = 0; at < layers.size(); ++at) {
    if (layers[at] == '|') ++(in_brackets ? within : bars);
    if (layers[at] == '(') in_brackets = true, within = 0;
    if (layers[at] != ')') continue;
    std::int64_t times = 1;
    if (layers.substr(at + 1).starts_with('*'))
      std::from_chars(layers.data() + at + 2, layers.data() + layers.size(), times);
    bars += std::clamp<std::int64_t>(times, 0, largest_degree) * within;
    in_brackets = false;
  }
  return std::min(bars + 1, largest_degree);
}

std::int64_t chunks_said(SaidWords& said, const LaunchContext& context, std::int64_t pp) {
  if (said.has("layers_of_chunks")) return std::max<std::int64_t>(1, chunks_in(said.text("layers_of_chunks")) / pp);
  if (const auto chunks = said.count("chunks")) return std::max<std::int64_t>(1, *chunks);
  const auto layers = said.count("layers_of_a_chunk");
  if (!layers || *layers < 1 || context.layers < 1) return 1;
  return std::max<std::int64_t>(1, context.layers / (pp * *layers));
}

std::int64_t machines_of(const LaunchRead& read, const LaunchContext& context) {
  return read.machines.value_or(std::max<std::int64_t>(1, context.machines));
}

/// All of them; 0: not known.
std::int64_t ranks_of(const LaunchRead& read, const LaunchContext& context) {
  return read.ranks.value_or(read.devices.value_or(context.per_instance) * machines_of(read, context));
}

/// dp of all ranks, which tp, pp and cp must divide.
Result<std::int64_t> data_parallel(const LaunchRead& read, std::int64_t ranks, std::int64_t split) {
  if (ranks == 0) return 1;
  if (ranks % split != 0)
    return bad_input("{}: {} ranks cannot be divided by tp · pp · cp = {}", read.program->shown, ranks, split);
  return ranks / split;
}

/// Sequences of a count in tokens, which some programs take; empty: not said.
std::optional<std::int64_t> sequences_in_tokens(SaidWords& said, std::string_view what) {
  const std::optional<std::int64_t> tokens = said.count(what), length = said.count("sequence_length");
  if (!tokens || !length || *length == 0) return std::nullopt;
  return std::max<std::int64_t>(1, *tokens / *length);
}

/// Sequences that a rank takes at once; some programs count those of a device, of which tp · pp · cp share a sequence.
std::int64_t local_batch_said(SaidWords& said, std::int64_t split) {
  if (const auto sequences = sequences_in_tokens(said, "micro_batch_tokens"))
    return *sequences * said.degree("pipeline_micro_batches");
  const std::optional<double> of_a_device = said.number("micro_batch_of_a_device");
  if (!of_a_device) return said.degree("micro_batch");
  return std::max<std::int64_t>(1, std::llround(*of_a_device * real(split)));
}

/// Sequences of a pipeline's pass; some programs take all of a rank's sequences, which their stages divide further.
std::int64_t piped_micro_batch(SaidWords& said, std::int64_t local) {
  if (said.count("pipeline_micro_batch")) return said.degree("pipeline_micro_batch");
  return std::max<std::int64_t>(1, local / said.degree("pipeline_micro_batches"));
}

/// Sequences of a step: as they are said, else the product of `factors`.
std::int64_t global_batch_said(SaidWords& said, const std::array<std::int64_t, 3>& factors) {
  if (said.count("global_batch")) return said.degree("global_batch");
  if (const auto sequences = sequences_in_tokens(said, "global_batch_tokens")) return *sequences;
  double product = 1;
  for (const std::int64_t factor : factors) product *= real(factor);
  if (product <= real(largest_count)) return factors[0] * factors[1] * factors[2];
  said.refuse("global_batch", fmt::format("{:.0f}", product));
  return 1;
}

/// Keys that decide a step's time or memory and that are not said.
std::vector<std::string> assumed_of_training(const SaidWords& said, std::int64_t dp) {
  std::vector<std::string> assumed;
  for (const char* what : {"sequence_length", "micro_batch", "precision", "optimizer", "recompute", "zero", "steps"}) {
    const bool matters = what != std::string_view("zero") || dp > 1;
    const bool otherwise = (what == std::string_view("micro_batch") &&
                            (said.has("micro_batch_of_a_device") || said.has("micro_batch_tokens"))) ||
                           (what == std::string_view("steps") && said.has("samples"));
    if (matters && !otherwise && said.leaves_open(what)) assumed.emplace_back(what);
  }
  return assumed;
}

/// The value of "replicas" by which ranks of a machine share the states, and each machine has the same.
constexpr std::string_view one_on_each_machine = "machines";

/// Replicas of what `ranks` of a stage shard: one where nothing says so; as many as ranks shard nothing.
void add_replicas(SaidWords& said, std::int64_t machines, std::int64_t ranks, Json& keys) {
  const std::string_view what = said.has("dp_replicate") ? "dp_replicate" : "replicas";
  const bool of_machines = said.text(what) == one_on_each_machine;
  const std::int64_t replicas = of_machines ? machines : said.degree(what);
  if (replicas == 1 || keys["zero"] == "0") return;
  if (replicas == ranks)
    keys["zero"] = "0";
  else
    keys["dp_replicate"] = replicas;
}

Result<LaunchKeys> training_keys(const LaunchRead& read, const LaunchContext& context, const SoftwareStacks& stacks) {
  SaidWords said(read);
  const SoftwareStack* const stack = stacks.find(read.program->stack);
  Json keys;
  const std::int64_t tp = said.degree("tp"), pp = said.degree("pp"), cp = said.degree("cp");
  const std::int64_t ranks = ranks_of(read, context);
  const Result<std::int64_t> dp = data_parallel(read, ranks, tp * pp * cp);
  if (!dp) return fail(dp);
  const std::int64_t vpp = chunks_said(said, context, pp);
  keys["tp"] = tp;
  keys["pp"] = pp;
  keys["cp"] = cp;
  keys["ep"] = said.degree("ep");
  keys["dp"] = *dp;
  keys["vpp"] = vpp;
  const bool unasked = read.program->choices.contains("etp.1");  // what the program does, not what its words say
  const bool spreads = said.degree("ep") > 1 && said.degree("ep") % tp == 0;
  if (const auto etp = said.count("etp"); etp && *etp != tp && (spreads || !unasked)) keys["etp"] = *etp;
  const std::int64_t local = local_batch_said(said, tp * pp * cp);
  keys["micro_batch"] = pp > 1 ? piped_micro_batch(said, local) : local;
  const std::int64_t accumulated = said.degree("accumulation");
  keys["global_batch"] = global_batch_said(said, {local, accumulated, *dp});
  const std::string recompute = said.has("recompute") ? said.text("recompute")
                                : stack != nullptr    ? std::string(name_of(stack->recompute))
                                                      : "none";
  const std::int64_t recomputed = said.count_or_one("recompute_layers");
  keys["recompute"] = recompute == "full" && recomputed > 1 ? fmt::format("full/{}", recomputed) : recompute;
  keys["zero"] = said.has("zero") ? said.text("zero") : std::to_string(stack != nullptr ? stack->zero : 0);
  add_replicas(said, machines_of(read, context), *dp * cp, keys);
  keys["sequence_parallel"] = tp > 1 && (said.has("sequence_parallel") ? said.is_true("sequence_parallel")
                                                                       : stack != nullptr && stack->sequence_parallel);
  if (pp > 1)
    keys["schedule"] = said.has("schedule") && vpp == 1 ? said.text("schedule") : vpp > 1 ? "interleaved-1f1b" : "1f1b";
  if (cp > 1 && said.has("context_parallel")) keys["context_parallel"] = said.text("context_parallel");
  for (const char* what : {"first_stage_layers", "last_stage_layers", "mtp_layers", "sequence_length", "lora_rank"}) {
    if (const auto count = said.count(what); count && *count > 0) keys[what] = *count;
  }
  for (const char* what :
       {"expert_overlap", "captured_step", "offload_optimizer", "offload_weights", "offload_activations"})
    keys[what] = said.has(what) && said.text(what) != "false";
  for (const char* what : {"precision", "optimizer", "lora_base", "expert_capacity", "algorithm"}) {
    const bool is_no_capacity = what == std::string_view("expert_capacity") &&
                                said.text(what).find_first_not_of("0.") == std::string::npos;  // 0.0
    if (said.has(what) && !is_no_capacity) keys[what] = said.text(what);
  }
  if (read.machines)
    keys["instances"] = *read.machines;
  else if (context.per_instance > 0)
    keys["instances"] = (ranks + context.per_instance - 1) / context.per_instance;
  if (stack != nullptr) keys["software"] = stack->name;
  for (const char* what : {"steps", "samples"}) {
    if (const auto count = said.count(what); count && *count > 0) keys[what] = *count;
  }
  if (said.error()) return tl::unexpected(*said.error());
  LaunchKeys made{keys};
  made.assumed = assumed_of_training(said, *dp);
  if (said.is_true("paged"))
    made.notes.push_back(message(
        "its optimizer's states are paged: some move to the host where memory is short; predicted as not paged"));
  return made;
}

/// Refuses ranks of one server that do not fit on its stated machines; notes ranks that fill fewer machines.
std::optional<Error> compare_machines(const LaunchRead& read, const LaunchContext& context, std::int64_t ranks,
                                      std::int64_t machines, std::vector<Message>& notes) {
  if (machines <= 1 || context.per_instance == 0) return std::nullopt;
  const std::int64_t each = (ranks + machines - 1) / machines;
  const std::int64_t filled = (ranks + context.per_instance - 1) / context.per_instance;
  if (each > context.per_instance)
    return bad_input("{}: {} ranks on {} machines are {} on each; {} has {}", read.program->shown, ranks, machines,
                     each, context.instance, context.per_instance)
        .value();
  if (filled < machines)
    notes.push_back(
        message("one server is said to have {} machines; its {} ranks are predicted on {}", machines, ranks, filled));
  return std::nullopt;
}

Result<LaunchKeys> serving_keys(const LaunchRead& read, const LaunchContext& context, const LaunchPrograms& programs) {
  SaidWords said(read);
  LaunchKeys made;
  Json& keys = made.keys;
  const LaunchProgram& program = *read.program;
  const bool each = said.text("attention") == "of_each_replica";
  const std::int64_t replicas = said.degree("replicas");
  const bool fills = program.fills_machine && !said.has("tp") && context.per_instance > 0;
  const std::int64_t ranks =
      fills ? std::min<std::int64_t>(context.per_instance, read.visible.value_or(context.per_instance))
            : said.degree("tp");
  const auto attention = program.choices.find("attention.of_each_replica");
  const bool is_unasked = attention != program.choices.end() && attention->second.empty();
  const bool divides = each && program.tp_is_of_all && !(is_unasked && replicas == 1);
  const std::int64_t spread = divides ? (replicas > 1 ? replicas : ranks) : replicas;
  keys["tp"] = divides ? std::max<std::int64_t>(1, ranks / spread) : ranks;
  keys["pp"] = said.degree("pp");
  const std::int64_t servers = std::clamp<std::int64_t>(read.servers.value_or(1), 1, largest_degree);
  keys["dp"] = spread * servers;
  // A plan that was edited away from its script says nothing of it.
  if (const auto& plan = read.planned; plan && keys["tp"] == plan->tp && keys["pp"] == plan->pp && plan->dp > spread) {
    keys["dp"] = std::min(plan->dp, largest_degree);
    made.notes.push_back(message("{} servers, as {} beside it says", plan->dp / spread, own_plan));
  }
  const double all = real(keys["tp"].get<std::int64_t>()) * real(keys["pp"].get<std::int64_t>()) *
                     real(keys["dp"].get<std::int64_t>());
  if (context.per_instance > 0 && all <= real(largest_count))
    keys["instances"] = std::llround(std::ceil(all / real(context.per_instance)));
  const std::int64_t experts = said.has("experts")               ? said.degree("experts")
                               : said.is_true("expert_parallel") ? ranks * (divides ? 1 : replicas)
                                                                 : 1;
  // Over the ranks of a tensor group too, a rank holds as many of their bytes as where they are cut there.
  keys["ep"] = std::gcd(experts, spread);
  made.experts_over = experts;
  const bool replicas_are_apart = program.tp_is_of_all && !divides;  // engines of their own, each with all experts
  if (!said.has("experts") && !said.is_true("expert_parallel") && !replicas_are_apart) made.experts_cut = spread;
  for (const char* what : {"context"}) {
    if (const auto count = said.count(what); count && *count > 0) keys[what] = *count;
  }
  for (const char* what : {"weights", "kv_cache"}) {
    if (said.has(what)) keys[what] = said.text(what);
  }
  if (!keys.contains("context")) made.assumed.emplace_back("context");
  constexpr double most_free = 0.95;  // that the key takes
  if (const auto share = said.share("memory_share"))
    keys["headroom"] = fmt::format("{:g}%", 100 * std::min(most_free, 1 - *share));
  if (const auto sequences = said.count("sequences"))
    keys["max_num_seqs"] = std::max<std::int64_t>(1, *sequences / (divides && program.limits_are_of_all ? spread : 1));
  if (const auto tokens = said.count("batched_tokens"); tokens && *tokens > 0)
    keys["max_num_batched_tokens"] =
        std::max<std::int64_t>(1, *tokens / (divides && program.limits_are_of_all ? spread : 1));
  keys["engine"] = programs.engine_of(program.name, context.kind);
  if (program.unmeasured)
    made.notes.push_back(
        message("no speed of {} is measured here: predicted as engines that batch continuously are", program.shown));
  const std::int64_t of_one = keys["tp"].get<std::int64_t>() * keys["pp"].get<std::int64_t>() * spread;
  const std::int64_t machines = said.degree("machines");
  if (said.error()) return tl::unexpected(*said.error());
  if (auto error = compare_machines(read, context, of_one, machines, made.notes))
    return tl::unexpected(std::move(*error));
  return made;
}

/// "llama3-8B" of a family and its flavor; empty: none is said, or it is left open.
std::string model_said(const std::map<std::string, std::string, std::less<>>& said) {
  std::string model;
  for (const char* part : {"model", "model_flavor"}) {
    const auto found = said.find(part);
    if (found == said.end()) continue;
    if (found->second.find("${") != std::string::npos || found->second.starts_with("FILL_IN_")) return "";
    model += (model.empty() ? "" : "-") + found->second;
  }
  return model;
}

}  // namespace

Result<LaunchKeys> keys_of(const LaunchRead& read, const LaunchContext& context, const LaunchPrograms& programs,
                           const SoftwareStacks& stacks) {
  Result<LaunchKeys> made = programs.serves(read.program->name) ? serving_keys(read, context, programs)
                                                                : training_keys(read, context, stacks);
  if (!made) return made;
  if (!read.unset.empty()) {
    std::vector<std::string> names = read.unset;
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    made->notes.push_back(message("nothing sets {}: read as a shell does, which takes it for empty", join(names)));
  }
  if (const std::string model = model_said(read.said); !model.empty()) made->keys["model"] = model;
  return made;
}

}  // namespace hakaru
