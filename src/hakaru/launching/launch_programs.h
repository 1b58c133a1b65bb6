// The programs that train, serve and measure, and how each is told what to do: data/launch/*.toml, whose README.md says
// what their keys are. What is told, "tp" or "recompute", is called the same for all of them; the words are each one's.
//
//   CommandMaker maker(programs, programs.program("vllm-serve"), LaunchPurpose::running);
//   maker.tell("tp", "8");        // --tensor-parallel-size 8
//   maker.command();
#pragma once

#include <map>
#include <optional>

#include "hakaru/core/data_files.h"
#include "hakaru/core/fields.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/result.h"
#include "hakaru/hardware/accelerator.h"
#include "hakaru/launching/command.h"

namespace hakaru {

/// Tests of collectives, on GPUs and on NeuronCores.
inline constexpr std::string_view nccl_tests = "nccl-tests", nccom_test = "nccom-test";

/// The form in which a program takes its settings: words of its command, or a file.
enum class LaunchForm { flags, json, toml, yaml };

/// Ends the name of a choice that is written where adapters are trained: "precision.bf16-of-adapters".
inline constexpr std::string_view of_adapters = "-of-adapters";

/// The use that a command is made for: a measurement, or a run.
enum class LaunchPurpose { measuring, running };

/// Words of a program, or its refusal, where all of `when` holds of a plan: "zero.3", "tp" (above 1), "not X".
struct ConditionalWords {
  std::vector<std::string> when;
  std::vector<std::string> words;  ///< written behind all others, "{machines}" the plan's value
  std::string because;             ///< of plans that it refuses: why
  std::string part;                ///< likewise: what to plan otherwise, "tp"; empty: no layout helps
  std::string instead;             ///< likewise: what it takes
};

struct LaunchProgram {
  std::string name, shown;
  LaunchForm form = LaunchForm::flags;
  std::string file;      ///< of a form that is a file: its usual name
  std::string settings;  ///< the program whose file goes with its command; empty: none
  std::vector<std::string> program, always, environment;
  std::vector<std::string>
      also_started;  ///< other words that start it: "python3 -m vllm.entrypoints.openai.api_server"
  std::vector<std::string> several_machines;             ///< said besides where a server spans several
  std::vector<std::string> followers;                    ///< likewise, on all but the first (${FOLLOWER_ARGS[@]})
  std::vector<std::string> environment_apart;            ///< "NAME=value" where it prefills or decodes alone
  std::vector<std::string> environment_of_gpu_machines;  ///< likewise, where it trains on several of GPUs
  /// Words of a router for each server, whose address is ${url} (${WORKER_ARGS[@]}).
  std::vector<std::string> prefill_worker, decode_worker;
  std::vector<std::string> runs_on;            ///< kinds of accelerator, makers, names of them; empty: any
  std::vector<std::string> families;           ///< of models that it is for; empty: any
  std::string stack;                           ///< of data/stacks.toml, whose defaults it has; empty: none's
  std::vector<std::string> measured, emitted;  ///< besides `always`: where it is measured, in launch files
  std::map<std::string, std::string, std::less<>> flags;
  std::map<std::string, std::vector<std::string>, std::less<>> choices;
  std::multimap<std::string, std::vector<std::string>, std::less<>> reads;  ///< like choices, of what others write
  std::multimap<std::string, std::string, std::less<>> read_flags;          ///< like flags, likewise
  std::map<std::string, std::string, std::less<>> also;                     ///< other spellings of flags
  /// Variables of the environment, read back: "devices" → "NGPU", "settings" → the one that has its file's name.
  std::map<std::string, std::string, std::less<>> variables;
  std::vector<std::string> no_matter;  ///< flags that neither memory nor time depends on; "--lr*": all that begin so
  /// Files that its releases have, by their names → what they say, as TOML: "deepspeed_configs/zero2.json".
  std::map<std::string, std::string, std::less<>> known_files;
  std::vector<std::string> tells;   ///< of a script of any name: it is this where one of them is said; empty: any flag
  std::vector<std::string> others;  ///< flags that its parser has besides, by which beginnings are ambiguous
  std::string flags_file;           ///< of its flags: what says the name of a file of them; empty: none does
  std::map<std::string, std::string, std::less<>> since, until;  ///< of flags that not all of `versions` have
  std::string versions, looked_up;                               ///< the releases whose sources were read, and when
  std::vector<ConditionalWords> last;                            ///< words that must stand behind all others
  std::vector<ConditionalWords> refused;                         ///< what it has words for, and does not run
  bool tp_is_of_all = false;        ///< where experts are spread over replicas, its tp counts the ranks of all
  bool settings_are_flags = false;  ///< "--training.steps" over its file's training.steps: read back
  bool says_ones = false;           ///< a recipe of the user's may have others: degrees of 1 are said too
  bool says_once = false;           ///< its file says what its command has no words for, and nothing else
  bool abbreviates = false;         ///< its parser takes beginnings of flags, where they are no other's
  bool starts_ranks = false;        ///< by itself: no launcher stands before it
  bool fills_machine = false;       ///< a server whose tp is not said shards over all accelerators of its machine
  bool unmeasured = false;          ///< a server of which no speed is measured here
  bool limits_are_of_all = false;   ///< there its sequences and batched tokens are those of all
  std::string source;
};

bool runs_on(const LaunchProgram& program, const Accelerator& accelerator);
/// True if the program is for a family of models, by its name.
bool is_for(const LaunchProgram& program, std::string_view family);

/// `take(choice, words)` of all that say one, those that are read alone too.
template <typename Take>
void each_choice(const LaunchProgram& program, const Take& take) {
  for (const auto& [choice, words] : program.choices) take(choice, words);
  for (const auto& [choice, words] : program.reads) take(choice, words);
}

/// The programs of an engine: the server, the client that asks it, and the router before servers that prefill and
/// decode apart ("": not known).
struct EnginePrograms {
  std::string server, client, router;
  std::int64_t port = 8000;
  std::string on;  ///< the kind of accelerator that it is called so on; empty: on any
};

/// Width of a feed-forward part whose flag is left out: `of` another key × times / over, a multiple of `multiple_of`.
struct UsualWidth {
  std::string key, of;  ///< keys of a config.json; empty: the model's own reader has it
  std::int64_t times = 1, over = 1, multiple_of = 1;
};

/// Flags of pretrain_gpt.py that say the shape of a model.
struct ModelShape {
  std::vector<std::string> always;
  std::vector<std::string> not_with;  ///< words, "--swiglu": where one of them is said, it is another shape
  UsualWidth usual_width;
  bool is_read_alone = false;                             ///< no launch is written by it
  std::vector<std::string> unasked_without;               ///< flags where none of which is said `always` is so unasked
  std::vector<std::pair<std::string, std::string>> keys;  ///< of its config.json → flags
  std::map<std::string, std::string, std::less<>>
      missing_like;  ///< key → the one whose value it has where it is missing
  std::map<std::string, std::string, std::less<>>
      unread_without;  ///< key → the switch without which the program leaves its flag unread
  std::vector<std::pair<std::string, std::vector<std::string>>> unless_true;
  /// The scaling of the rotation by its config.json ("llama3") → words, "${factor}" a number that stands there.
  std::map<std::string, std::vector<std::string>, std::less<>> scaled_rotation;
};

/// Checkpoints whose weights are quantised in square blocks, of which a rank's part of a matrix must be a multiple.
struct BlockQuantised {
  std::int64_t block = 0;
  std::vector<std::string> programs;  ///< that refuse other parts
  std::vector<std::string> names;     ///< in lower case; "qwen/qwen3*-fp8": all that begin and end so
};

/// Environment that a platform gives to programs, by the sizes that its file states.
struct LaunchEnvironment {
  /// Size ("machines", "devices" that a launcher starts, "accelerators" of each) → where its manifest says it:
  /// "trainer.numNodes" anywhere in it, ".num_nodes" at its top, "Replicas.*.replicas" all of them together.
  std::map<std::string, std::string, std::less<>> stated;
  std::map<std::string, std::string, std::less<>> variables;     ///< NAME → what it holds of these, or a number
  std::vector<std::string> instance_labels, accelerator_labels;  ///< keys anywhere in its manifest that name these
  bool sets_launcher = false;                                    ///< torchrun takes machines and devices from there
};

class LaunchPrograms {
 public:
  static Result<LaunchPrograms> read(const DataFiles& data);

  /// The program of that name, which must be one that the data name.
  const LaunchProgram& program(const std::string& name) const { return programs_.at(name); }
  /// Null: none.
  const EnginePrograms* of_engine(std::string_view engine) const;
  /// "": none.
  std::string of_stack(std::string_view stack, bool adapters) const;
  std::vector<std::string> stacks(bool adapters) const;
  const std::map<std::string, LaunchProgram, std::less<>>& all() const { return programs_; }
  /// Names that people use → the program: "torchtitan", "nxd".
  const std::map<std::string, std::string, std::less<>>& started_by_name() const { return started_; }
  /// The engine's programs of which `program` is the server; null: it is no server.
  const EnginePrograms* served_by(std::string_view program) const;
  /// The name that people use for a program, where `name` is that, or an engine of data/engines or software of
  /// data/stacks.toml; "": it is none of them.
  std::string called(std::string_view name) const;
  /// The routers of all engines, which stand before servers that prefill and decode apart.
  std::vector<const LaunchProgram*> routers() const;
  bool serves(std::string_view program) const { return served_by(program) != nullptr; }
  /// The engine that it serves for on that kind of accelerator, the first by name; "": it is no server.
  std::string engine_of(std::string_view program, std::string_view kind) const;
  /// True if commands may start the program: it has a name in [for], is a stack's, serves, or is read back alone.
  bool starts(std::string_view program) const;
  /// The program that goes with the file of settings of that name; null: none.
  const LaunchProgram* with_settings(std::string_view settings) const;
  /// Names of the programs that start ranks: torchrun, srun.
  const std::vector<std::string>& launchers() const { return launchers_; }
  /// Variables that show a program a part of its machine's accelerators.
  const std::vector<std::string>& visible() const { return visible_; }
  const std::map<std::string, ModelShape, std::less<>>& shapes() const { return shapes_; }
  /// Environments of platforms, by their names.
  const std::map<std::string, LaunchEnvironment, std::less<>>& environments() const { return environments_; }
  /// True if models of that kind come with code of their own, which only is run where that is trusted.
  bool brings_code(std::string_view model_type) const { return ranges::count(own_code_, model_type) > 0; }
  /// True if models of that kind have layers that predict further tokens.
  bool drafts_itself(std::string_view model_type) const { return ranges::count(own_drafts_, model_type) > 0; }
  /// The side of the blocks that `program` must not cut in a checkpoint of that name; 0: it may cut anywhere.
  std::int64_t block_kept_by(std::string_view program, std::string_view checkpoint) const;
  /// True if the program, or its file, makes models of that model_type; a program without words for kinds makes any.
  bool makes(const LaunchProgram& program, std::string_view model_type) const;
  /// By a tokenizer's name, as --tokenizer-type has it, the size of its vocabulary; "": not known.
  std::string vocabulary_of(std::string_view tokenizer) const;
  /// Null: no program of that name.
  const LaunchProgram* find(std::string_view name) const;
  const ModelShape* shape_of(std::string_view model_type) const;

 private:
  std::optional<Error> read_table(const Json& table, const std::string& file);
  std::optional<Error> unknown_program(const std::string& place) const;

  std::map<std::string, LaunchProgram, std::less<>> programs_;
  std::map<std::string, EnginePrograms, std::less<>> engines_;
  std::map<std::string, std::string, std::less<>> stacks_, adapters_, started_, vocabularies_;
  std::map<std::string, ModelShape, std::less<>> shapes_;
  std::map<std::string, LaunchEnvironment, std::less<>> environments_;
  BlockQuantised block_quantised_;
  std::vector<std::string> launchers_, visible_, own_drafts_, own_code_, read_alone_;
};

/// Puts a command together, and the file of settings that goes with it.
class CommandMaker {
 public:
  /// `programs` and `program`, one of them, must outlive this.
  CommandMaker(const LaunchPrograms& programs, const LaunchProgram& program, LaunchPurpose purpose,
               Command before = {});

  /// By its choice of that value, else by its flag; false: it has neither.
  bool tell(const std::string& what, const std::string& value) { return tell(what, Word{value}); }
  bool tell(const std::string& what, const Word& value);
  /// By its choice alone.
  bool chooses(const std::string& what, const std::string& value);
  /// The same; what it has neither for is kept, as "zero 2".
  void must_tell(const std::string& what, const std::string& value);
  void add(const Command& words) { words_.insert(words_.end(), words.begin(), words.end()); }

  /// With what is always said behind.
  Command command() const;
  /// "path.to.key=value" of the file that goes with it; empty: none does.
  Command settings() const { return settings_ == nullptr ? Command{} : with_usual(*settings_, in_file_); }
  const LaunchProgram* settings_program() const { return settings_; }
  const LaunchProgram& program() const { return *program_; }
  const std::vector<std::string>& unsaid() const { return unsaid_; }
  /// The refusal of the program, or its file, that holds of all that was said; null: there is none.
  const ConditionalWords* refused() const;
  /// The value that was said; empty: none was.
  std::string told_of(const std::string& what) const;

 private:
  bool holds(const ConditionalWords& together) const;
  bool told(const std::string& what, const Word& value, bool choice_alone);
  Command with_usual(const LaunchProgram& program, Command words) const;

  const LaunchProgram* program_;
  const LaunchProgram* settings_;  ///< null: no file goes with it
  LaunchPurpose purpose_;
  Command words_, in_file_;
  std::vector<std::string> unsaid_;
  std::map<std::string, std::string, std::less<>> all_told_;
};

}  // namespace hakaru
