#include "hakaru/launching/variables.h"

#include <algorithm>

#include "hakaru/core/ranges.h"
#include "hakaru/core/real.h"
#include "hakaru/model/read.h"

namespace hakaru {
namespace {

/// "meta-llama/Llama-3.1-8B" of "Hugging Face meta-llama/Llama-3.1-8B, config.json".
std::string name_at_hugging_face(std::string_view source) {
  constexpr std::string_view start = "Hugging Face ";
  if (!source.starts_with(start)) return {};
  source.remove_prefix(start.size());
  const std::string_view name = source.substr(0, source.find_first_of(", "));
  return name.find('/') == std::string_view::npos ? "" : std::string(name);
}

}  // namespace

double published_bytes(const Model& model) {
  if (model.stored) return model.stored->bytes;
  const ParameterCounts counts = count_parameters(model);
  const double linear = bytes_per_value(model.stored_expert_type.value_or(model.stored_type));
  return real(counts.total - counts.embedding) * linear +
         real(counts.embedding) * std::max(linear, bytes_per_value(DataType::bf16));
}

std::string folder_of_config(std::string_view source) {
  constexpr std::string_view end = "/config.json";
  if (source == end.substr(1)) return ".";
  return source.ends_with(end) ? std::string(source.substr(0, source.size() - end.size())) : "";
}

std::string weights_of(const Model& model) {
  std::string name = name_at_hugging_face(model.source);
  if (name.empty() && model.source.find(asked_as_shape) != std::string::npos) return "";
  if (name.empty()) name = folder_of_config(model.source);
  if (name.empty()) name = model.name;
  return name.starts_with('-') ? "./" + name : name;  // no flag
}

namespace {

struct KnownVariable {
  std::string_view name;
  Message what;
  std::string_view usual = {};  ///< its value where nobody says
  bool is_list = false;
};

/// The variables of data/launch, and those of measuring.
const std::vector<KnownVariable>& known_variables() {
  static const std::vector<KnownVariable> all{
      {"MODEL", message("the weights: a name at Hugging Face, or a folder")},
      {"PORT", message("where it listens")},
      {"URL", message("where the server listens")},
      {"HEAD", message("the first machine's name or address, which the others reach")},
      {"NODE_RANK", message("the number of this machine, 0 of the first"), "0"},
      {"FOLLOWER_ARGS", message("said on all machines but the first"), {}, true},
      {"HOST_IP", message("this machine's address, which the others reach")},
      {"SIDE_CHANNEL_PORT", message("where servers agree on transfers of the KV cache, each of a machine at its own"),
       "5600"},
      {"PREFILL_URLS", message("where prefilling servers listen, such as http://10.0.0.1:8000"), {}, true},
      {"DECODE_URLS", message("where decoding servers listen, likewise"), {}, true},
      {"PREFILL_ADDRESSES", message("prefilling servers, as a list: [\"10.0.0.1:8000\", \"10.0.0.2:8000\"]")},
      {"DECODE_ADDRESSES", message("decoding servers, likewise")},
      {"WORKER_ARGS", message("said of each server"), {}, true},
      {"BOOTSTRAP_URL", message("where prefilling servers are found")},
      {"MEGATRON", message("the folder of Megatron-LM")},
      {"MODEL_ARGS", message("flags of pretrain_gpt.py that say the model's shape"), {}, true},
      {"MEGATRON_BRIDGE", message("the folder of Megatron Bridge")},
      {"RECIPE", message("the recipe of Megatron Bridge for this model")},
      {"MODULE", message("the module of torchtitan that holds the configuration, such as llama3")},
      {"CONFIG", message("the configuration of torchtitan for this model, such as llama3_8b")},
      {"MODEL_NAME", message("the model as torchtitan calls it, such as llama3")},
      {"FLAVOR", message("its size as torchtitan calls it, such as 8B")},
      {"TRAIN_SCRIPT", message("your script around Hugging Face's Trainer")},
      {"TRAIN_ARGS", message("its other arguments: model, data set"), {}, true},
      {"DATA", message("the data set, as the program takes it")},
      {"DATA_ARGS", message("what names the data set; without it the recipe's own"), {}, true},
      {"DATA_TYPE", message("how the data set is read, such as chat_template or alpaca")},
      {"TOKENIZER", message("the tokenizer: a name at Hugging Face, or a folder")},
      {"CHECKPOINTS", message("the folder of checkpoints"), "checkpoints"},
      {"LEARNING_RATE", message("the learning rate")},
      {"PRETRAINED", message("the weights to start from")},
      {"OFFLOADED_LAYERS", message("layers whose activations lie in the host's memory, at most all but one")},
      {"NXDT", message("the folder of NxD Training")},
      {"CONFIG_JSON", message("the model's config.json")},
      {"MAXTEXT", message("the folder of MaxText")},
      {"MAXTEXT_MODEL", message("the model as MaxText calls it, such as llama3.1-8b")},
      {"RUN_NAME", message("the run's name"), "hakaru"},
      {"OUTPUT", message("the folder or bucket that it writes to")},
      {"NCCL_TESTS", message("the folder that holds all_reduce_perf and the others")},
      {"HOSTS", message("a file with the names of the machines, a line each")},
      {"MPI_ARGS", message("further arguments of mpirun"), {}, true}};
  return all;
}

}  // namespace

ScriptVariable script_variable(const std::string& name, std::string value) {
  const auto known = ranges::find(known_variables(), name, &KnownVariable::name);
  if (known == known_variables().end()) return {name, std::move(value), message("your own")};
  ScriptVariable made{name, value.empty() ? std::string(known->usual) : std::move(value), known->what};
  made.is_list = known->is_list;
  constexpr std::string_view needed[]{"MODEL_ARGS", "PREFILL_URLS", "DECODE_URLS"};
  made.may_be_empty = known->is_list && ranges::count(needed, name) == 0;
  return made;
}

namespace {

std::string name_in(const Word& word) { return word.variable.substr(0, word.variable.find('[')); }

/// The variables that the script makes another one of; empty: none.
std::vector<std::string> made_of(std::string_view name) {
  return name == "WORKER_ARGS" ? std::vector<std::string>{"PREFILL_URLS", "DECODE_URLS"} : std::vector<std::string>{};
}

}  // namespace

bool is_made_by_script(std::string_view name) { return name == "FOLLOWER_ARGS" || name == "WORKER_ARGS"; }

bool uses(const Command& command, const std::string& name) {
  return ranges::any_of(command, [&](const Word& word) {
    return name_in(word) == name || ranges::count(made_of(name_in(word)), name) > 0;
  });
}

void add_variables(const Command& command, std::vector<ScriptVariable>& variables) {
  for (const Word& word : command) {
    const std::string name = name_in(word);
    const auto add = [&](const std::string& each, const std::string& value) {
      if (!each.empty() && ranges::count(variables, each, &ScriptVariable::name) == 0)
        variables.push_back(script_variable(each, value));
    };
    for (const std::string& part : made_of(name)) add(part, "");
    add(name, word.text);
  }
}

}  // namespace hakaru
