// ELMo (Peters et al. 2018, arXiv 1802.05365 §3): a network over the characters of each word, then layers of two LSTMs,
// one a direction, whose cells are projected back to the width between layers.
//
//   one LSTM      (hidden + hidden) × 4 cells + 4 cells, then cells × hidden
//   characters    a convolution of each width 1, 2, … over their embeddings, highway layers, a projection
//
// Limit: the matrices of a recurrence are counted as those of all tokens at once; steps that wait for each other take
// longer.
#include <numeric>
#include <utility>

#include "hakaru/model/architectures.h"
#include "hakaru/model/transformer_parts.h"

namespace hakaru {
namespace {

Block characters_of_a_word(Fields& config, const std::vector<std::int64_t>& filters) {
  const std::int64_t width = width_in(config, "char_embedding_size");
  Block block{.name = "characters", .stream = {}, .modules = {}};
  block.modules.push_back({"char_embedding", Embedding{width_in(config, "char_vocab_size"), width, false}});
  for (std::size_t at = 0; at < filters.size(); ++at) {
    const auto span = static_cast<std::int64_t>(at) + 1;
    block.modules.push_back(linear(fmt::format("char_conv_{}", at), span * width, filters[at]));
  }
  return block;
}

Block highways(std::int64_t width, std::int64_t layers, std::int64_t hidden) {
  Block block{.name = "highways", .stream = {}, .modules = {}};
  for (std::int64_t layer = 0; layer < layers; ++layer) {
    block.modules.push_back(linear(fmt::format("highway_{}", layer), width, 2 * width));
    block.modules.push_back(gated_activation("gate", width));
  }
  block.modules.push_back(linear("projection", width, hidden));
  return block;
}

Block recurrent_layer(std::int64_t hidden, std::int64_t cells) {
  constexpr std::int64_t gates = 4;
  Block block{.name = "bidirectional LSTM", .stream = {}, .modules = {}};
  for (const char* const direction : {"forward", "backward"}) {
    block.modules.push_back(linear(fmt::format("{}_gates", direction), 2 * hidden, gates * cells));
    block.modules.push_back(elementwise("cells", gates * cells, cells));
    block.modules.push_back(linear(fmt::format("{}_projection", direction), cells, hidden, false));
  }
  block.modules.push_back(residual(2 * hidden));
  return block;
}

}  // namespace

Result<Model> read_elmo(const Json& json, const std::string& file) {
  Fields config(json, file);
  const std::vector<std::int64_t> filters = config.integers("char_filters", {.min = 1, .max = widest});
  Model model;
  model.architecture = "elmo";
  model.family = Family::encoder;
  model.hidden = width_in(config, "hidden_size");
  model.heads = model.kv_heads = 1;
  model.vocabulary = width_in(config, "char_vocab_size");
  model.max_positions = config.integer_or("max_position_embeddings", 512, {.min = 1, .max = longest_table});
  model.stored_type = stored_type_in(config);
  Block characters = characters_of_a_word(config, filters);
  characters.runs = width_in(config, "max_characters");
  model.before.push_back(std::move(characters));
  const std::int64_t width = std::accumulate(filters.begin(), filters.end(), std::int64_t{0});
  model.before.push_back(highways(width, layers_in(config, "highway_layers"), model.hidden));
  add_layers(model, recurrent_layer(model.hidden, width_in(config, "cell_size")),
             layers_in(config, "num_hidden_layers"));
  return finished(std::move(model), config);
}

}  // namespace hakaru
