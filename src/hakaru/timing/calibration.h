// The constants that turn peaks into what is achieved: one file per accelerator and software stack in
// data/calibrations/. Read here; fitted elsewhere. An accelerator without a file of its own takes its nearest
// relative's, and every prediction that rests on it says so.
//
//   accelerator = "h100-sxm"
//   [all]        # constants of every use
//   memory_efficiency = { value = 0.87, source = "…" }
//   [training]   # constants of one use, instead of those in [all]
//   stack = "Megatron-Core"
//
// data/calibrations/training/by_cause.toml and data/calibrations/serving/by_cause.toml hold the constants of software
// by what causes them (caused_constants.h). data/calibrations/training/*.toml and serving/*.toml, which people fit to
// their own accelerator, hold all of them for software (of data/stacks.toml, of data/engines), and stand instead:
//
//   accelerator = "h100-sxm"
//   [pytorch-fsdp]
//   source = "40 rows of training.csv …"
//   gemm_efficiency = 0.74
//
// A table ["vllm 0.12.0"] beside that of an engine holds what that version has otherwise.
//
// Beside them lie the constants of kernels and collectives that were measured one at a time (kernel_calibration.h).
// Those say how a kernel's time depends on its shape; an efficiency above, what share of the peak a large one reaches
// in a use.
//
// data/calibrations/relatives.toml names the relative of an accelerator, and of a kind of accelerator that it does not
// know.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/core/fields.h"
#include "hakaru/hardware/accelerator.h"
#include "hakaru/timing/eager_operations.h"
#include "hakaru/timing/kernel_calibration.h"
#include "hakaru/timing/token_dispatch.h"

namespace hakaru {

struct CalibrationConstant;
struct CausedConstant;
struct SoftwareOn;
enum class CausedUse;

struct Calibration {
  std::string name;                ///< "a100-sxm-80gb training (Megatron-LM, PyTorch FSDP)"
  std::string relative_of;         ///< the accelerator it was made for, when that is another one; empty: its own
  std::string stack;               ///< the software whose fitted step constants are in it; empty: none
  std::string stack_of;            ///< the accelerator on which that was measured; empty: on none like this
  bool of_kernels = false;         ///< they are of kernels that were published, not fitted to steps
  bool of_other_software = false;  ///< than was asked for, of which it is a relative
  std::string release;             ///< of the software, that was asked for and is in it; empty: none
  std::string unmeasured_release;  ///< that was asked for; empty: none
  std::vector<std::string> measured_releases;  ///< of the software, where that one was not
  std::string own_file;                        ///< of the user, that has those constants; empty: the program's
  // Constants, as they are where no file has them; docs/internals/timing.md explains each, calibration_constants.h names
  // them.
  double gemm_efficiency = 0, narrow_gemm_efficiency = 0, attention_efficiency = 0, convolution_efficiency = 0,
         memory_efficiency = 0, small_gemm_tokens = 0;
  double launch_s = 0, layer_overhead_s = 0, iteration_overhead_s = 0;
  double collective_efficiency = 0, network_efficiency = 0, compute_overlap = 0;
  double tensor_exposed = 1, expert_exposed = 1, expert_overhead_s = 0;
  double captured_step = 1, host_jitter = 0, straggling = 0, loss_bytes_per_logit = 0;
  double sequence_overhead_s = 0, prompt_layer_overhead_s = 0, direct_sum_s = 0;
  double expert_slowdown = 1, decode_slowdown = 1, prompt_slowdown = 1;
  double expert_hit_s = 0, attention_slowdown = 1, gather_slowdown = 1;
  double burst_share = 0, first_wave_s = 0, first_token_s = 0, generation_wait = 0;
  double unseen_prompt_share = 1, limit_share = 0.5, arrival_share = 1;
  /// Ways in which training software moves tokens to their experts.
  std::shared_ptr<const SoftwareDispatch> dispatch = std::make_shared<SoftwareDispatch>();
  /// Ways in which the software runs elementwise operations.
  std::shared_ptr<const ElementwiseRuns> elementwise = std::make_shared<ElementwiseRuns>();
  std::shared_ptr<const KernelCalibration> kernels = std::make_shared<KernelCalibration>();
  std::string
      kernels_of;  ///< the accelerator whose kernels they are, when that is another one; empty: its own, or none
  using Sources = std::map<std::string, std::string, std::less<>>;
  std::shared_ptr<const Sources> sources = std::make_shared<Sources>();  ///< of each constant, by its name above

  /// Source of `constant`; empty: unknown.
  std::string source_of(std::string_view constant) const;
};

/// The calibrations of data/, each file read once.
class Calibrations {
 public:
  /// `data` must outlive this.
  explicit Calibrations(const DataFiles& data);
  Calibrations(Calibrations&&) noexcept;
  ~Calibrations();

  /// The calibration for an accelerator in a use ("training", "serving", "inference", "operators": kernels alone on an
  /// idle device), its own or its nearest relative's.
  Result<Calibration> find(const Accelerator& accelerator, std::string_view use);
  /// Why a file is that of no accelerator: nobody would read it.
  std::optional<Error> of_nobody(const std::vector<Accelerator>& known);
  /// Bare: without what was fitted to software, by its causes or to one accelerator. Without: without a file of the
  /// accelerator's own.
  enum class Own { with, without, bare };
  /// The calibration of a use ("training", "serving", "inference") with a software stack, or with the first measured
  /// one of a group of stacks ("decoders", "others", "inference": [stacks] of relatives.toml): of this accelerator,
  /// else of its nearest relative that was measured with the stack, else the constants of the use. Without its own:
  /// the start of a fit of its own. `version`: "vllm 0.12.0", where that has constants of its own beside those of
  /// the stack. `kind`: of the software ([kinds] of stacks.toml), whose constants unknown software has.
  Result<Calibration> find_stack(const Accelerator& accelerator, std::string_view use, const std::string& stack,
                                 Own own = Own::with, const std::string& version = "", const std::string& kind = "");
  /// Releases of an engine, or of training software, that have constants of their own: what follows one of `names` in
  /// the names of their tables ("0.12.0" of "vllm 0.12.0"), with those.
  Result<std::map<std::string, std::string>> releases_of(const Accelerator& accelerator, std::string_view use,
                                                         const std::vector<std::string>& names);
  /// The files that were read so far, by their places in data/.
  std::vector<std::string> files_read() const;
  /// `accelerator` and its relatives (relatives.toml), the nearest first.
  Result<std::vector<std::string>> line_of(const Accelerator& accelerator);
  Result<Calibration> find_training(const Accelerator& accelerator, const std::string& stack, Own own = Own::with,
                                    const std::string& version = "", const std::string& kind = "") {
    return find_stack(accelerator, "training", stack, own, version, kind);
  }

 private:
  struct Parsed {
    std::string file;
    Json table;
  };
  /// A file that was found, and the accelerator that it is of.
  struct Found {
    std::string accelerator;
    const Parsed* parsed = nullptr;  ///< null: there is none
  };
  Result<const Parsed*> parsed(const std::string& path);
  Result<std::string> relative_of(const Accelerator& accelerator, std::string_view name);
  Result<Found> nearest(const Accelerator& accelerator, const std::string& folder);
  Result<bool> has_kernels_of_its_own(const Accelerator& accelerator);
  Result<KernelCalibration> kernels(const Accelerator& accelerator, std::string& kernels_of);
  Result<std::vector<std::string>> stacks_of(const Accelerator& accelerator, std::string_view use,
                                             const std::string& stack_or_group);
  Result<bool> add_stack(Calibration& calibration, const Accelerator& accelerator, std::string_view use,
                         const std::string& stack, const std::string& version, Own own);
  std::optional<Error> add_dispatch(Calibration& calibration, const Accelerator& accelerator,
                                    const std::string& software);
  std::optional<Error> add_elementwise(Calibration& calibration, const std::string& software);
  /// The tables of constants by their causes of a use; null: it has none.
  Result<const Parsed*> causes_of(CausedUse use);
  Result<std::string> nearest_stack(const Accelerator& accelerator, const std::vector<std::string>& stacks);
  Result<bool> is_measured(const Accelerator& accelerator, std::string_view use, const std::string& stack);
  std::optional<Error> add_causes(Calibration& calibration, CausedUse use, const SoftwareOn& on);
  Result<Calibration> read_use(const Parsed& parsed, std::string_view accelerator, std::string_view use);
  std::optional<Error> read_constants();

  const DataFiles& data_;
  std::map<std::string, std::optional<Parsed>, std::less<>> files_;
  std::vector<CalibrationConstant> constants_;                         ///< read when the first file is
  std::map<CausedUse, std::vector<CausedConstant>> caused_constants_;  ///< read when the first software is asked for
};

/// `Calibrations(data).find(accelerator, use)`.
Result<Calibration> find_calibration(const DataFiles& data, const Accelerator& accelerator, std::string_view use);

}  // namespace hakaru
