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
  double gemm_efficiency = 0;                  ///< share of the dense peak that large products reach under load
  double narrow_gemm_efficiency = 0;           ///< the same for products of types of 8 bits and fewer
  double attention_efficiency = 0;             ///< the same for fused attention
  double convolution_efficiency = 0;
  double memory_efficiency = 0;      ///< share of memory bandwidth that streaming reaches
  double small_gemm_tokens = 0;      ///< rows of a tile: fewer rows cost as much as this many
  double launch_s = 0;               ///< least time of one kernel
  double layer_overhead_s = 0;       ///< framework time per layer and pass (training by ElementwiseRuns::eager: per 100
                                     ///< kernels), behind a busier device
  double iteration_overhead_s = 0;   ///< framework time per optimizer step, decode iteration or inference call
  double collective_efficiency = 0;  ///< share of link bandwidth that large messages reach, within an instance
  double network_efficiency = 0;     ///< the same between instances
  double compute_overlap = 0;        ///< share of data-parallel communication that hides behind compute (0 … 1)
  double tensor_exposed = 1;         ///< time that a step waits for a tensor-parallel collective, over its time alone
  double expert_exposed = 1;         ///< the same for the exchange of tokens between experts
  double expert_overhead_s = 0;      ///< per layer of experts and pass: waiting for how many tokens each one gets
  double captured_step = 1;          ///< share of the host's times left where steps or layers are CUDA graphs
  double host_jitter = 0;            ///< growth of the framework's time with the hosts that wait for each other
  double straggling = 0;             ///< growth of a step for each doubling of the instances
  double loss_bytes_per_logit = 0;   ///< moved by the loss and its gradient for each value of the output head
  double sequence_overhead_s = 0;    ///< of a serving iteration, per running sequence: sampling, detokenising
  double prompt_layer_overhead_s = 0;  ///< per layer, of a serving iteration with prompts: kernels launched one by one
  double direct_sum_s = 0;             ///< latency of an engine's own all-reduce for short messages; 0: it has none
  double expert_slowdown = 1;          ///< routed experts' products over the form of single products
  double decode_slowdown = 1;          ///< kernels of an iteration that decodes, over what they take alone
  double prompt_slowdown = 1;          ///< the same of an iteration with prompts
  double expert_hit_s = 0;             ///< of each product of an expert that has rows: its tiles begin anew
  double attention_slowdown = 1;       ///< attention of an engine's batches, over single kernels, beside these
  double gather_slowdown = 1;          ///< rows moved into experts' blocks and back, over their bytes at full bandwidth
  double burst_share = 0;              ///< of a full burst that a request waits at the start of a closed loop
  double first_wave_s = 0;         ///< of the first requests of a closed loop beside their prompts, in the mean of all
  double first_token_s = 0;        ///< of a request outside iterations: HTTP, tokenising, handing over
  double generation_wait = 0;      ///< generations over concurrency that a request waits for its prefill
  double unseen_prompt_share = 1;  ///< of a benchmark's prompts, what no cache of prefixes holds already
  double limit_share = 0.5;        ///< of a benchmark's latency limit that the median of its requests takes
  double arrival_share = 1;        ///< items per second with random arrivals over those of full batches
  /// How the software of training moves tokens to their experts.
  std::shared_ptr<const SoftwareDispatch> dispatch = std::make_shared<SoftwareDispatch>();
  /// How it runs elementwise operations.
  std::shared_ptr<const ElementwiseRuns> elementwise = std::make_shared<ElementwiseRuns>();
  std::shared_ptr<const KernelCalibration> kernels = std::make_shared<KernelCalibration>();
  std::string
      kernels_of;  ///< the accelerator whose kernels they are, when that is another one; empty: its own, or none
  using Sources = std::map<std::string, std::string, std::less<>>;
  std::shared_ptr<const Sources> sources = std::make_shared<Sources>();  ///< of each constant, by its name above

  /// Where the constant called `name` comes from; empty when unknown.
  std::string source_of(std::string_view constant) const;
};

/// The constants above by name, with what they may be: how a calibration file is read and listed.
struct CalibrationConstant {
  std::string_view name;
  double Calibration::*member;
  double max;
  std::optional<double> otherwise;  ///< where no file has it; empty: files must have it
  double min = 0;                   ///< above 0: of what rates are multiplied with, and times divided by
};
const std::vector<CalibrationConstant>& calibration_constants();
/// The one of that name; null: there is none.
const CalibrationConstant* calibration_constant(std::string_view name);

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
  /// That of a use ("training", "serving", "inference") with a software stack, or with the first of a group of them
  /// that it was measured with ("decoders", "others", "inference": [stacks] of relatives.toml): of this accelerator,
  /// else of its nearest relative that was measured with the stack, else the constants of the use. Without its own:
  /// what a fit of its own sets out from. `version`: "vllm 0.12.0", where that has constants of its own beside those of
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
  static Result<Calibration> read_use(const Parsed& parsed, std::string_view accelerator, std::string_view use);

  const DataFiles& data_;
  std::map<std::string, std::optional<Parsed>, std::less<>> files_;
  std::map<CausedUse, std::vector<CausedConstant>> caused_constants_;  ///< read when the first software is asked for
};

/// The table of the release that people call `version`, as it is called or by a word of it ("26.06" of "nemo-26.06"):
/// of several, that which begins most like what they called the software. "": none is.
std::string release_called(const std::map<std::string, std::string>& releases, std::string_view version,
                           std::string_view typed);

/// `Calibrations(data).find(accelerator, use)`.
Result<Calibration> find_calibration(const DataFiles& data, const Accelerator& accelerator, std::string_view use);

}  // namespace hakaru
