#include "hakaru/model/architectures.h"
#include "hakaru/model/diffusion_parts.h"
#include "hakaru/model/registry.h"

namespace hakaru {

void set_sampling(Model& model, Fields& config, const Sampling& defaults) {
  constexpr std::int64_t most_steps = 100000;
  const std::int64_t steps = config.integer_or("steps", defaults.steps, {.min = 1, .max = most_steps});
  model.guided = config.boolean_or("guided", defaults.guided);
  model.runs_per_item = steps * (model.guided ? 2 : 1);
}

void add_vector_embedding(Modules& modules, const std::string& name, std::int64_t in, std::int64_t hidden) {
  modules.push_back(item_linear(name + "_1", in, hidden));
  modules.push_back(item_linear(name + "_2", hidden, hidden));
}

std::vector<ArchitectureReader> diffusion_readers() {
  return {{"UNet2DConditionModel", read_unet_condition},
          {"AutoencoderKL", read_autoencoder},
          {"FluxTransformer2DModel", read_flux},
          {"SD3Transformer2DModel", read_stable_diffusion_3},
          {"HunyuanDiT2DModel", read_hunyuan_dit}};
}

}  // namespace hakaru
