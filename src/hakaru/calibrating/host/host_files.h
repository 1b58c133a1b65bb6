// This machine in files that --data takes: an accelerator, an instance of it, and a calibration.
//
//   calibrations/host.toml   [all]     what oneDNN reaches with all cores, as frameworks run on CPUs; what was not
//                                      measured is as of other CPUs
//                            [traced]  what the traced step reaches, one thread, as shares of the same peaks
#pragma once

#include <string>
#include <vector>

#include "hakaru/calibrating/host/host_trial.h"

namespace hakaru {

struct HostFile {
  std::string path;  ///< within the folder: "accelerators/host.toml"
  std::string text;
};

/// `of_cpus`: for what was not measured. `date`: of the measurements, "2026-07-20".
std::vector<HostFile> host_files(const HostTrial& trial, const Calibration& of_cpus, const std::string& date);

}  // namespace hakaru
