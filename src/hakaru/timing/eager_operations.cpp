#include "hakaru/timing/eager_operations.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hakaru/core/real.h"

namespace hakaru {
namespace {

constexpr NumberRange of_one_value{.min = 0, .max = 1e3};
constexpr NumberRange of_host_s{.min = 0, .max = 1};

/// Costs around elementwise operations, under the names of the tables.
constexpr std::pair<const char*, EagerPasses EagerOperations::*> around[] = {
    {"attention", &EagerOperations::attention},
    {"product", &EagerOperations::product},
    {"bias", &EagerOperations::bias},
    {"rows", &EagerOperations::rows},
    {"same_rows", &EagerOperations::same_rows},
    {"weight", &EagerOperations::weight},
    {"inputs", &EagerOperations::inputs},
    {"results", &EagerOperations::results},
    {"convolution_bias", &EagerOperations::convolution_bias},
    {"gathered", &EagerOperations::gathered},
    {"adapter", &EagerOperations::adapter},
    {"adapter_casts", &EagerOperations::adapter_casts}};

/// Over `costs`: what the table leaves out stays.
std::optional<Error> read_costs(const Json& table, const std::string& file, const std::string& name,
                                EagerOperations& costs) {
  Fields fields(table, file, "eager." + name);
  const auto take = [&](const std::string& key, EagerPasses& passes) {
    if (!fields.has(key)) return;
    Fields each(fields.value(key), file, "eager." + name + "." + key);
    const auto figure = [&](std::string_view part) { return each.number_or(part, 0, of_one_value); };
    passes = {figure("forward_bytes"), figure("backward_bytes"), figure("forward_kernels"), figure("backward_kernels"),
              figure("tensors")};
    each.refuse_unknown();
    if (each.error()) fields.refuse(key, "what is not understood", "a table of bytes and kernels");
  };
  constexpr std::size_t first = static_cast<std::size_t>(MemoryWork::other) + 1;
  for (std::size_t work = first; work < memory_works; ++work)
    take(std::string(name_of(static_cast<MemoryWork>(work))), costs.elementwise.at(work));
  for (const auto& [key, cost] : around) take(key, costs.*cost);
  fields.text("source");
  fields.refuse_unknown();
  return fields.error();
}

/// Walks a block's operators in their order: which rows a product has depends on what came before it.
class Passes {
 public:
  Passes(const EagerOperations& costs, double value_bytes) : costs_(costs), value_bytes_(value_bytes) {}

  void run(const Gemm& gemm) {
    const double rows = gemm.groups * gemm.m * real(gemm.k);
    const bool same = last_ && last_->m == gemm.m && last_->k == gemm.k && last_->groups == gemm.groups;
    if (same) {
      add(sum_, costs_.same_rows, rows);
    } else if (behind_norm_) {
      add(sum_, costs_.rows, rows);
    }
    if (gemm.weights) add(sum_, costs_.weight, gemm.groups * real(gemm.n) * real(gemm.k));
    if (gemm.bias) add(sum_, costs_.bias, gemm.groups * gemm.m * real(gemm.n));
    add(sum_, costs_.product, 0);
    last_ = gemm;
    behind_norm_ = false;
  }

  void run(const MemoryOperator& op) {
    const bool norm =
        op.work == MemoryWork::rms_norm || op.work == MemoryWork::layer_norm || op.work == MemoryWork::plain_norm;
    behind_norm_ = norm || (behind_norm_ && op.work == MemoryWork::other);
    last_.reset();
    if (op.work == MemoryWork::other) {
      const double bytes = value_bytes_ * (op.values_read + op.values_written);
      constexpr double both_gradients = 2;
      add(sum_, {bytes, both_gradients * bytes, 1, both_gradients}, 1);
      return;
    }
    add(sum_, costs_.elementwise.at(static_cast<std::size_t>(op.work)), op.values_written);
  }

  void run(const AttentionOperator& op) {
    add(sum_, costs_.attention, op.batch * op.query_tokens * real(op.heads) * real(op.value_dim));
    last_.reset();
    behind_norm_ = false;
  }

  void run(const ConvolutionOperator& op) {
    add(sum_, costs_.inputs, op.input_positions * real(op.in));
    add(sum_, costs_.results, op.positions * real(op.out));
    if (op.bias) add(sum_, costs_.convolution_bias, op.positions * real(op.out));
    add(sum_, costs_.weight, real(op.in) * real(op.out) * real(op.kernel) / real(op.groups));
    last_.reset();
    behind_norm_ = false;
  }

  void run(const RecurrenceOperator&) { add(sum_, costs_.product, 0); }

  EagerPasses sum() const { return sum_; }

 private:
  const EagerOperations& costs_;
  double value_bytes_;
  EagerPasses sum_;
  std::optional<Gemm> last_;  ///< the product just before
  bool behind_norm_ = true;   ///< a block's first rows come as its last norm, or the block before, leaves them
};

}  // namespace

Result<ElementwiseRuns> elementwise_runs(const Json& table, const std::string& file, const std::string& software) {
  static const Json nothing = Json::object();
  const Json& all = table.contains("software") ? table["software"] : nothing;
  ElementwiseRuns runs;
  if (!all.contains(software)) return runs;
  Fields fields(all[software], file, "software." + software);
  runs.fuses = fields.boolean_or("fuses", false);
  runs.eager = fields.boolean_or("eager", false);
  runs.module_hooks = fields.boolean_or("module_hooks", false);
  runs.source = fields.text("source");
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  if (!runs.eager) return runs;
  const Json& eager = table.contains("eager") ? table["eager"] : nothing;
  Fields of_all(eager, file, "eager");
  runs.kernels_of_layer_overhead = of_all.number("kernels_of_layer_overhead", {.min = 1, .max = 1e6});
  runs.host_of_gradient = of_all.number_or("host_of_gradient", 0, of_one_value);
  runs.host_of_update = of_all.number_or("host_of_update", 0, of_one_value);
  runs.inference_layer_overhead_s = of_all.number("inference_layer_overhead_s", of_host_s);
  runs.inference_iteration_overhead_s = of_all.number("inference_iteration_overhead_s", of_host_s);
  runs.host_source = of_all.text("host_source");
  if (of_all.error()) return tl::unexpected(*of_all.error());
  if (auto error = read_costs(eager.value("wide", nothing), file, "wide", runs.wide)) return tl::unexpected(*error);
  runs.pictures = runs.wide;
  if (auto error = read_costs(eager.value("pictures", nothing), file, "pictures", runs.pictures))
    return tl::unexpected(*error);
  if (auto error = read_costs(eager.value("narrow", nothing), file, "narrow", runs.narrow))
    return tl::unexpected(*error);
  runs.inference = runs.narrow;
  if (auto error = read_costs(eager.value("inference", nothing), file, "inference", runs.inference))
    return tl::unexpected(*error);
  return runs;
}

void add(EagerPasses& sum, const EagerPasses& cost, double values) {
  sum.forward_bytes += values * cost.forward_bytes;
  sum.backward_bytes += values * cost.backward_bytes;
  sum.forward_kernels += cost.forward_kernels;
  sum.backward_kernels += cost.backward_kernels;
  sum.tensors += cost.tensors;
}

EagerPasses eager_passes(const std::vector<Operator>& operators, const EagerOperations& costs, double value_bytes) {
  Passes passes(costs, value_bytes);
  for (const Operator& op : operators) std::visit([&](const auto& kind) { passes.run(kind); }, op.kind);
  return passes.sum();
}

double host_excess_s(double device_s, double host_s) {
  const double longer_s = std::max(device_s, host_s);
  if (longer_s <= 0) return 0;
  const double share = std::min(device_s, host_s) / longer_s, squared = share * share, fourth = squared * squared;
  return longer_s * std::sqrt(std::sqrt(std::sqrt(1 + fourth * fourth))) - device_s;
}

bool has_convolutions(const std::vector<Operator>& operators) {
  return std::any_of(operators.begin(), operators.end(),
                     [](const Operator& op) { return std::holds_alternative<ConvolutionOperator>(op.kind); });
}

}  // namespace hakaru
