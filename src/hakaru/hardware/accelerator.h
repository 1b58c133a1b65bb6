// One accelerator: the device that a framework sees as one rank. Figures are per rank, dense, and every one of them is
// in data/accelerators/*.toml with its source. A chip of several ranks is divided evenly: Trainium1 has two
// NeuronCores, 32 GiB and 820 GB/s, so one `neuroncore-v2` has 16 GiB and 410 GB/s.
//
//   [a100-sxm-80gb]
//   memory_gib = 80                        # exactly one of memory_gib, memory_gb, memory_mib
//   memory_bandwidth_gb_per_s = 2039
//   tflops = { bf16 = 312, fp32 = 19.5 }   # native types; for integers, tera-operations
//   emulated = { fp8 = "bf16" }            # stored so, multiplied as bf16 at bf16's rate
//   link_gb_per_s = 300                    # one way: half of the 600 GB/s that is advertised
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/choice.h"
#include "hakaru/core/fields.h"
#include "hakaru/core/result.h"
#include "hakaru/numerics/data_type.h"

namespace hakaru {

enum class AcceleratorKind { gpu, neuroncore, gaudi, tpu, cpu, fpga, other };
template <>
inline constexpr auto choice_names<AcceleratorKind> = std::to_array<std::string_view>({"gpu", "neuroncore", "gaudi",
                                                                                       "tpu", "cpu", "fpga", "other"});

/// Support of an accelerator for a data type.
enum class Support {
  native,    ///< multiplied as such
  emulated,  ///< works, through another type's units, at the stated rate
  cast       ///< silently computed as another type (Inferentia1 runs fp32 as bf16)
};
template <>
inline constexpr auto choice_names<Support> = std::to_array<std::string_view>({"native", "emulated", "cast"});

struct Rate {
  double flops_per_s = 0;  ///< dense peak
  Support support = Support::native;
  DataType computed_as = DataType::fp32;  ///< for emulated and cast: what really runs

  /// The same; empty: the type itself.
  std::optional<DataType> becomes() const {
    return support == Support::native ? std::nullopt : std::optional(computed_as);
  }
};

namespace hardware_ranges {

inline constexpr NumberRange counts{0, 1e8}, bytes{1, 1e18}, bytes_per_s{1e3, 1e18}, flops_per_s{1e6, 1e20};
inline constexpr NumberRange of_engines{1e-9, 1e18};

}  // namespace hardware_ranges

template <>
inline constexpr auto record<Rate> =
    described("rate", "a peak of one data type",
              field("flops_per_s", &Rate::flops_per_s, hardware_ranges::flops_per_s, "peak performance").or_null(),
              field("support", &Rate::support, "how it is computed").listed(),
              field("computed_as", &Rate::becomes, "the data type that it becomes").if_any());

/// The engines inside a NeuronCore, which all work at the same time. Figures are per physical core; a rank has `cores`.
struct Engines {
  int cores = 1;                   ///< physical cores of one rank
  double array = 0;                ///< rows and columns of the tensor engine's multipliers
  double longest_moving = 0;       ///< columns that one instruction of the tensor engine moves through the array
  double least_moving_cycles = 0;  ///< least cycles of one such instruction, for however few columns
  double tensor_clock_hz = 0;
  double vector_values_per_s = 0;  ///< one operand
  double scalar_values_per_s = 0;
  double buffer_bytes = 0;     ///< SBUF
  double dma_bytes_per_s = 0;  ///< between memory and SBUF

  /// Multiply-adds count two: 2 · 128² · 2.8 GHz = 91.75 TFLOP/s.
  double tensor_flops_per_s() const { return 2 * cores * array * array * tensor_clock_hz; }
};

template <>
inline constexpr auto record<Engines> = described(
    "engines", "engines of a NeuronCore", field("cores", &Engines::cores, {1, 64}, "physical cores of one rank"),
    field("array", &Engines::array, hardware_ranges::of_engines, "rows and columns of the tensor engine"),
    field("longest_moving", &Engines::longest_moving, hardware_ranges::of_engines,
          "columns that one instruction moves"),
    field("least_moving_cycles", &Engines::least_moving_cycles, hardware_ranges::of_engines,
          "that it takes, however few they are"),
    field("tensor_clock_hz", &Engines::tensor_clock_hz, hardware_ranges::of_engines, "clock of the tensor engine"),
    field("vector_values_per_s", &Engines::vector_values_per_s, hardware_ranges::of_engines, "of the vector engine"),
    field("scalar_values_per_s", &Engines::scalar_values_per_s, hardware_ranges::of_engines, "of the scalar engine"),
    field("buffer_bytes", &Engines::buffer_bytes, hardware_ranges::of_engines, "SBUF").real(),
    field("dma_bytes_per_s", &Engines::dma_bytes_per_s, hardware_ranges::of_engines, "between memory and SBUF"));

struct Accelerator {
  std::string name;                  ///< "a100-sxm-80gb", "neuroncore-v2"
  std::vector<std::string> aliases;  ///< "a100-80gb", "a100-80"
  std::string vendor;
  std::string chip;  ///< the package: "Trainium", "A100 SXM4 80GB"
  AcceleratorKind kind = AcceleratorKind::gpu;
  int year = 0;
  int ranks_per_chip = 1;
  double memory_bytes = 0;  ///< device memory of one rank; for a CPU the instance's
  double memory_bandwidth_bytes_per_s = 0;
  std::map<DataType, Rate> rates;  ///< absent: not supported (or unpublished)
  int compute_units = 0;           ///< SMs, CUs, tensor engines, cores; 0: unknown
  int threads_per_core = 0;        ///< of a CPU, whose rented unit (vCPU) is a thread; 0: not a CPU
  double cache_bytes = 0;          ///< last-level cache; 0: unknown
  double clock_hz = 0;
  std::optional<Engines> engines;    ///< of a NeuronCore whose engines are published
  std::string link;                  ///< "NVLink3", "NeuronLink-v2"
  double link_bytes_per_s = 0;       ///< one way, one rank, to its neighbours within the instance; 0: none
  double host_link_bytes_per_s = 0;  ///< one way, one rank, to its host's memory; 0: unknown
  std::optional<double> power_w;     ///< of one rank; nothing published: empty, and energy is null
  bool stochastic_rounding = false;
  bool collective_engine = false;     ///< communicates beside compute without taking its cores
  bool fixed_shapes = false;          ///< compiled ahead for fixed shapes
  bool fuses_decoders_alone = false;  ///< its training software has a kernel of fused attention for decoders alone
  bool pads_heads = false;            ///< its stack pads attention heads up to a multiple of the tensor parallel degree
  int largest_zero_stage = 3;         ///< that its stack shards to
  bool inference_only = false;
  std::vector<std::int64_t> tensor_parallel_degrees;  ///< the only degrees allowed; empty: any
  /// Model architectures (model_type) that the vendor lists as ready to train and to run; empty: whatever the framework
  /// runs. One that is missing can be ported (months of work): it earns a warning, not a refusal.
  std::vector<std::string> training_architectures;
  std::vector<std::string> inference_architectures;
  std::string confidence;  ///< "high", "medium", "low": of its figures
  std::string source;
  std::string notes;

  /// The rate for `type`, or null when unsupported.
  const Rate* rate(DataType type) const {
    const auto found = rates.find(type);
    return found == rates.end() ? nullptr : &found->second;
  }
};

template <>
inline constexpr auto record<Accelerator> = described(
    "accelerator", "the device that a framework sees as one rank",
    field("accelerator", &Accelerator::name, "its name").as(TextKind::name),
    field("aliases", &Accelerator::aliases, "other names of it"),
    field("vendor", &Accelerator::vendor, "who makes it").or_null(),
    field("chip", &Accelerator::chip, "the package").or_null(),
    field("kind", &Accelerator::kind, "gpu, neuroncore, gaudi, tpu, cpu, fpga, other"),
    field("year", &Accelerator::year, hardware_ranges::counts, "when it came out").or_null(),
    field("ranks_per_chip", &Accelerator::ranks_per_chip, {1, 1000}, "ranks of one package"),
    field("memory_bytes", &Accelerator::memory_bytes, hardware_ranges::bytes, "memory of one rank"),
    field("memory_bandwidth_bytes_per_s", &Accelerator::memory_bandwidth_bytes_per_s, hardware_ranges::bytes_per_s,
          "bandwidth of its memory")
        .or_null(),
    field("data_types", &Accelerator::rates, "peaks, by data type"),
    field("compute_units", &Accelerator::compute_units, hardware_ranges::counts, "SMs, CUs, tensor engines, cores")
        .or_null(),
    field("threads_per_core", &Accelerator::threads_per_core, hardware_ranges::counts, "of a CPU").or_null(),
    field("cache_bytes", &Accelerator::cache_bytes, hardware_ranges::bytes, "last-level cache").or_null().real(),
    field("clock_hz", &Accelerator::clock_hz, {1e3, 1e12}, "clock").or_null(),
    field("engines", &Accelerator::engines, "of a NeuronCore"),
    field("link", &Accelerator::link, "link to its neighbours").or_null(),
    field("link_bytes_per_s", &Accelerator::link_bytes_per_s, hardware_ranges::bytes_per_s,
          "one way, within the instance")
        .or_null(),
    field("host_link_bytes_per_s", &Accelerator::host_link_bytes_per_s, hardware_ranges::bytes_per_s,
          "one way, to the host's memory")
        .or_null()
        .newer(),
    field("power_w", &Accelerator::power_w, {1e-3, 1e6}, "power of one rank"),
    field("stochastic_rounding", &Accelerator::stochastic_rounding, "whether it rounds so in hardware"),
    field("collective_engine", &Accelerator::collective_engine, "whether it communicates without taking its cores"),
    field("fixed_shapes", &Accelerator::fixed_shapes, "whether its programs are compiled ahead for fixed shapes"),
    field("pads_heads", &Accelerator::pads_heads, "whether its stack pads attention heads"),
    field("fuses_decoders_alone", &Accelerator::fuses_decoders_alone,
          "whether its stack fuses the attention of decoders alone")
        .newer(),
    field("largest_zero_stage", &Accelerator::largest_zero_stage, {0, 3}, "ZeRO stage that its stack shards to"),
    field("tensor_parallel_degrees", &Accelerator::tensor_parallel_degrees, hardware_ranges::counts,
          "the only degrees allowed; empty: any"),
    field("inference_only", &Accelerator::inference_only, "whether it cannot train"),
    field("training_architectures", &Accelerator::training_architectures,
          "that its vendor lists as ready to train; empty: any"),
    field("inference_architectures", &Accelerator::inference_architectures,
          "that its vendor lists as ready to run; empty: any"),
    field("confidence", &Accelerator::confidence, "how sure the figures are (high, medium, low)").or_null(),
    field("source", &Accelerator::source, "who says so").or_null(),
    field("notes", &Accelerator::notes, "what else is to be known").or_null());

/// One table of data/accelerators/*.toml. `file` is for messages.
Result<Accelerator> read_accelerator(const Json& table, const std::string& name, const std::string& file);

/// The part of `accelerator` (a CPU's socket) that an instance gets when it rents `share` of it: rates, bandwidths,
/// cores, cache and power in proportion. c6i.xlarge: 4 of the 64 threads of a socket, 1/16 of its 7.17 TFLOP/s.
Accelerator share_of(const Accelerator& accelerator, double share);

}  // namespace hakaru
