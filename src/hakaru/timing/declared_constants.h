// Everything that is declared of the constants of a kind: data/training_constants.toml, data/serving_constants.toml,
// data/inference_constants.toml, one table for each, all in it:
//
//   [tensor_exposed]
//   cause = "software"                                 # a caused constant (caused_constants.h): how it is fitted to
//   centre = 0.6                                       # all rows at once
//   …
//   fit = { place = 6, lower = 0.05, upper = 4 }       # how it is fitted to the rows of one accelerator
//   update = { spread = 0.4, lower = 0.02, upper = 8 } # how far own runs move it
//
// Worked example: read_declared_constants(data, "training_constants.toml")->fitted.front() is gemm_efficiency, in place
// 1. Limits: bounds of fits, of updates and of causes differ where fits were made with such; they are not made one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hakaru/timing/caused_constants.h"

namespace hakaru {

/// A constant of a calibration, and what a fit to the rows of one accelerator may make of it.
struct TunedConstant {
  std::string name;
  double Calibration::*member = nullptr;
  std::string unit, meaning;
  double lower = 0, upper = 0;
  bool of_kernels = false;   ///< only where kernels were not measured one at a time
  bool of_versions = false;  ///< only of a version of its software
  std::int64_t place = 0;    ///< among those that are fitted
};

/// The same for own runs, which move it from where it stands.
struct MovedConstant {
  std::string name;
  double Calibration::*member = nullptr;
  double spread = 0, lower = 0, upper = 0;
  bool complement = false;  ///< what is moved is 1 less it
};

struct DeclaredConstants {
  std::vector<CausedConstant> caused;
  std::vector<TunedConstant> fitted,
      fitted_eager;  ///< by their places; eager: software that runs operations one by one
  std::vector<MovedConstant> moved;
};

/// `path`: "training_constants.toml".
Result<DeclaredConstants> read_declared_constants(const DataFiles& data, std::string_view path);

/// `tables` of such a file without what fits and own runs alone go by: no plan rests on that.
void cut_to_causes(Json& tables);

}  // namespace hakaru
