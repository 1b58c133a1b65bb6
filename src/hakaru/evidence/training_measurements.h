// Measured training steps and training memory: what a row says was run, with the software's defaults (data/stacks.toml)
// where it is silent.
//
// Columns, beside those of measured_model.h: accelerator, machine, accelerators, tp, pp, vpp, cp, ep, dp, zero,
// sequence_parallel, recompute, micro_batch, global_batch, precision, finetune, lora_rank, lora_base, optimizer,
// flash_attention, software, encode_in_step, and other parts of a layout as layout_fields.h calls them (schedule,
// recompute_layers, …). software may be any: what is not known is as usual of its kind ([kinds] of stacks.toml).
// encode_in_step: 1, or `autocast` where the networks that encode are kept in fp32 and cast in each pass.
// seq_len may be a mean, taken to the nearest whole token. A layout of which tp, pp or dp is empty is left open:
// `layout` holds what is said.
#pragma once

#include "hakaru/evidence/measured_model.h"
#include "hakaru/hardware/catalog.h"
#include "hakaru/job/job.h"
#include "hakaru/job/offered_layouts.h"
#include "hakaru/job/software_stack.h"
#include "hakaru/parallel/layout.h"

namespace hakaru {

struct TrainingMeasurement {
  TrainingJob job;
  Cluster cluster;
  SoftwareStack stack;
  std::string version;           ///< "nemo-megatron nemo-26.06"; empty: not stated
  LayoutRequest request;         ///< what the row and the software's defaults fix
  std::optional<Layout> layout;  ///< where that is a whole layout
};

class TrainingMeasurements {
 public:
  /// `data` and `catalog` must outlive this.
  static Result<TrainingMeasurements> over(const DataFiles& data, const Catalog& catalog);

  /// A row that cannot be read is the error of its fields; one that names something unknown has a reason.
  Result<OrReason<TrainingMeasurement>> read(CsvFields& row);

 private:
  TrainingMeasurements(const DataFiles& data, const Catalog& catalog, SoftwareStacks stacks, OffersBySoftware offers,
                       HostUpdate host_update)
      : data_(&data),
        catalog_(&catalog),
        stacks_(std::move(stacks)),
        offers_(std::move(offers)),
        host_update_(std::move(host_update)),
        models_(data) {}
  OrReason<TrainingMeasurement> measurement(CsvFields& row);
  SoftwareStack stack_of(CsvFields& row, const Accelerator& accelerator);
  std::string family_of(CsvFields& row);
  OrReason<Cluster> cluster_of(CsvFields& row) const;
  OrReason<TrainingJob> job_of(CsvFields& row, const SoftwareStack& stack, const Accelerator& accelerator);

  const DataFiles* data_;
  const Catalog* catalog_;
  SoftwareStacks stacks_;
  OffersBySoftware offers_;
  HostUpdate host_update_;
  MeasuredModels models_;
  std::map<std::string, Result<PrecisionRecipe>> recipes_;
  std::map<std::string, Result<Optimizer>> optimizers_;
};

}  // namespace hakaru
