// Machines and ranks that the platform of a launch states, beside its command: Kubernetes' manifests, tasks of SkyPilot,
// lines #SBATCH. They are the variables that it sets, and what its launcher takes from there.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/fields.h"
#include "hakaru/launching/launch_programs.h"
#include "hakaru/launching/said_flags.h"

namespace hakaru {

/// Sizes that the platform of a launch states.
struct StatedSizes {
  std::map<std::string, std::string, std::less<>> variables = {};  ///< of its environment, with their values
  std::optional<std::int64_t> machines = {}, devices = {};         ///< that its launcher takes from there
  std::string instance = {};               ///< the type of machine that it asks for; empty: it names none
  std::vector<std::string> features = {};  ///< wanted of Slurm's nodes; one may be their accelerator or type
  std::string accelerator = {};            ///< as it is named there: "h100"; empty: it is not
};

/// Reads the sizes that a manifest's platform states by its keys.
StatedSizes sizes_stated(const Json& manifest, const LaunchPrograms& programs);

/// Words of srun for the lines `#SBATCH` of a job.
Words asked_of_slurm(std::string_view text);
/// Name of the accelerator in what a platform is asked for: "h100" of "gpu:h100:8"; empty: it has none.
std::string accelerator_named(std::string_view asked);
/// `sizes`, and the environment of a job of Slurm by those words.
StatedSizes sizes_of_slurm(const Words& slurm, const LaunchPrograms& programs, StatedSizes sizes);

}  // namespace hakaru
