#include "hakaru/calibrating/logs/run_facts.h"

namespace hakaru {

UpdatedRun run_facts(CsvFields& row, const Model& model, const Layout& layout, double accelerators) {
  UpdatedRun run;
  run.id = row.text_or("id", std::to_string(row.line()));
  run.model = model.name;
  run.model_kind = model.experts > 0                                                            ? "moe"
                   : model.family == Family::decoder || model.family == Family::encoder_decoder ? "dense"
                                                                                                : name_of(model.family);
  run.identity =
      fmt::format("{}-{}-{}-{}-{}", model.layers.size(), model.hidden, model.heads, model.kv_heads, model.experts);
  run.parts = layout.tp > 1 ? "tp" : "";
  run.accelerators = accelerators;
  return run;
}

}  // namespace hakaru
