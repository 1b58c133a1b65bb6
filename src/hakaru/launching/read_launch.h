// Launch files and pasted command lines, read back into what they say, by the tables that they are written from.
//
//   const auto read =
//       read_command("torchrun --nproc-per-node 8 pretrain_gpt.py --tensor-model-parallel-size 4 …", programs);
//   read->said.at("tp");   // "4"
//   read->devices;         // 8
// A text is read by the command in it that starts a known program, in a script or a manifest. A file of settings (JSON,
// TOML, YAML) is read by the program that most of its settings belong to. meant_words.h has what its flags mean.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/fields.h"
#include "hakaru/launching/launch_programs.h"
#include "hakaru/launching/stated_sizes.h"
#include "hakaru/parallel/layout.h"

namespace hakaru {

struct LaunchRead {
  const LaunchProgram* program = nullptr;                      ///< of the LaunchPrograms that it was read with
  std::map<std::string, std::string, std::less<>> said = {};   ///< what → value: "tp" → "4", "zero" → "1"
  std::map<std::string, std::string, std::less<>> shape = {};  ///< keys of a config.json that flags say
  std::vector<std::string> shape_lacks = {};  ///< words without which the shape that flags say is none of the tables'
  std::string tokenizer = {};  ///< that a shape without the size of its vocabulary goes with; empty: none is said
  std::optional<std::int64_t> devices = {}, machines = {}, ranks = {};  ///< by its launcher
  std::optional<std::int64_t> visible = {};  ///< accelerators of a machine that the program is shown; empty: all
  std::string shows = {};                    ///< the words that say so: "CUDA_VISIBLE_DEVICES=0,1"
  std::string open_machines = {};            ///< as a launcher has them, where that is a variable: "$SLURM_NNODES"
  std::optional<std::int64_t> servers = {};  ///< that a manifest starts
  std::optional<Layout> planned = {};        ///< of all servers together, by the plan beside their script
  std::string settings_file = {};            ///< that the command names; empty: none
  std::string settings_unread = {};          ///< the same, where what it says is not known
  std::string instance = {};                 ///< the type of machine that its platform is asked for; empty: none
  std::vector<std::string> features = {};    ///< wanted of Slurm's nodes; one may be their accelerator or type
  std::string accelerator = {};              ///< as its platform names it: "h100"; empty: it does not
  std::vector<std::string> unread = {};      ///< flags that no table knows, and values that none has
  std::map<std::string, std::vector<std::string>> ambiguous = {};  ///< beginnings of flags → all that begin so
  std::string flags_file = {};                                 ///< of its flags, that the command names; empty: none
  std::map<std::string, std::string, std::less<>> files = {};  ///< that its script writes: name → text
  std::vector<std::string> unset = {};  ///< variables that nothing sets, where what they decide is left out
};

/// Reads a command, or a script that has one; empty: none starts a known program. Among programs that start by
/// the same words it takes the one that runs `on` that accelerator; null: the accelerator is not known.
std::optional<LaunchRead> read_command(std::string_view text, const LaunchPrograms& programs,
                                       const Accelerator* on = nullptr, const StatedSizes& sizes = {});

/// Reads a file of settings; empty: no program has settings like these.
std::optional<LaunchRead> read_settings_of(const Json& settings, const LaunchPrograms& programs);

/// Adds the values of a file of settings that the command does not say.
void add_settings(const Json& settings, const LaunchProgram& program, const LaunchPrograms& programs, LaunchRead& read);

}  // namespace hakaru
