// A model as hakaru sees it: blocks of modules, in the order the data flows.
//
//   before   what runs once ahead of the layers: embeddings, vision towers          (first pipeline stage)
//   layers   the layers that pipeline parallelism divides; each is one of `layer_kinds`
//   after    final norm, output head                                                 (last pipeline stage)
//
// Parameters are unique parameters of the architecture class: a tied head once, no buffers, no multi-token-prediction
// layers.
// Worked example: Qwen2.5-7B-Instruct has 28 layers of one kind with 233,057,792 parameters each, an embedding
// and an untied head of 152,064 × 3,584 and a final norm of 3,584: 7,615,616,512.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hakaru/core/choice.h"
#include "hakaru/core/record.h"
#include "hakaru/core/result.h"
#include "hakaru/model/module.h"
#include "hakaru/numerics/data_type.h"

namespace hakaru {

/// Stream of tokens (positions) that a block runs over: so many of them for one item of the batch.
struct Stream {
  enum class Kind {
    sequence,  ///< the tokens of the job's sequence
    source,    ///< what an encoder reads once, ahead of the tokens that attend to it: a text, or, where `tokens` is not
               ///< 0, so many positions per item (the 1500 of Whisper's 30 s of audio)
    fixed,     ///< `tokens` per item, whatever the job (a text condition of 77 tokens)
    image      ///< (image_size / downsample)^dimensions positions of the job's picture, plus `tokens` (a class token)
  };
  Kind kind = Kind::sequence;
  std::int64_t tokens = 0;
  double downsample = 1;
  int dimensions = 2;
  bool operator==(const Stream&) const = default;

  /// True if the stream is a text, whose tokens context parallelism divides.
  bool is_text() const { return kind == Kind::sequence || (kind == Kind::source && tokens == 0); }
};

struct Block {
  std::string name;  ///< "embedding", "decoder layer (full attention, MoE)"
  Stream stream = {};
  std::vector<Module> modules = {};
  std::int64_t repeat = 1;  ///< equal copies, each with its own parameters
  std::int64_t runs = 1;    ///< times it runs per item with the same parameters
  bool as_layer = false;    ///< of those after the layers: its products, and what runs again, are a layer's
  bool condition = false;   ///< a tower that a text-only request does not run (vision, audio)
};

/// Kind of job that a model does; decides which commands accept it.
enum class Family { decoder, encoder, encoder_decoder, vision, diffusion };
template <>
inline constexpr auto choice_names<Family> = std::to_array<std::string_view>({"decoder", "encoder", "encoder_decoder",
                                                                              "vision", "diffusion"});

struct ParameterCounts {
  std::int64_t total = 0;
  std::int64_t active = 0;     ///< with only the experts that run for one token; embedding counted whole
  std::int64_t embedding = 0;  ///< tables of tokens, positions and token types, and the output head unless it is tied
};

template <>
inline constexpr auto record<ParameterCounts> =
    described("parameter_counts", "parameters of a model", field("total", &ParameterCounts::total, "all"),
              field("active", &ParameterCounts::active, "that one token passes"),
              field("embedding", &ParameterCounts::embedding, "of input and untied output tables"));

/// Cached bytes of one layer kind for one more token, and what it keeps per sequence whatever its length.
struct CacheLine {
  std::string kind;  ///< "full", "sliding", "compressed", "cross-attention", "recurrent state"
  std::int64_t layers = 0;
  double values_per_token = 0;          ///< per layer; sliding: while the window is not full
  std::int64_t window = 0;              ///< tokens after which a sliding layer stops growing; 0: never
  double state_bytes_per_sequence = 0;  ///< per layer
  /// Cross-attention: positions of the encoder's results that are kept whatever the sequence's length; 0 where the
  /// encoder reads the prompt.
  std::int64_t source_positions = 0;
  bool cross = false;  ///< keys and values of the encoder's results, not of the sequence's own tokens
};

struct PipelineNetwork;

struct Model {
  std::string name;          ///< "qwen2.5-7b-instruct"
  std::string architecture;  ///< its model_type or _class_name: "qwen2", "UNet2DConditionModel", "resnet"
  Family family = Family::decoder;
  std::vector<Block> before;
  std::vector<Block> layer_kinds;
  std::vector<int> layers;  ///< layer i is layer_kinds[layers[i]]
  std::vector<Block> after;

  std::int64_t hidden = 0;  ///< width that pipeline stages hand on
  std::int64_t heads = 0;   ///< attention heads of most layers: tensor parallelism must divide them
  std::int64_t kv_heads = 0;
  std::int64_t vocabulary = 0;
  std::int64_t experts = 0;               ///< routed experts of a MoE layer: expert parallelism must divide them
  std::int64_t max_positions = 0;         ///< longest sequence it was made for; 0: unknown
  std::int64_t default_image_size = 0;    ///< pixels along one side; 0: takes no image
  std::int64_t runs_per_item = 1;         ///< forward passes one item needs by default (diffusion steps × guidance)
  bool guided = false;                    ///< each of its steps runs with and without the text
  std::int64_t usual_prompt = 0;          ///< tokens of every prompt, unless the job says otherwise; 0: no usual length
  DataType stored_type = DataType::bf16;  ///< of most weights as published
  /// Types of the weights as published, where the description says (quantisation_config): experts apart from the rest.
  std::optional<DataType> stored_expert_type;
  std::optional<DataType> stored_cache_type;  ///< of the KV cache, where its quantisation says it
  std::string source;  ///< where its description came from: a file's path, or the source of a named model's facts
  std::string config;  ///< the description it was read from, as JSON: a plan file carries it along

  /// Counts from the model's own files (safetensors), when it was read from those: bytes by type, exact.
  struct Stored {
    std::int64_t parameters = 0;
    double bytes = 0;
    std::vector<std::pair<std::string, std::int64_t>> values_by_type;
  };
  std::optional<Stored> stored;

  std::vector<PipelineNetwork> besides;  ///< the other networks of its usual pipeline: text encoders, autoencoder
};

template <>
inline constexpr auto record<Model::Stored> =
    described("stored_tensors", "what a safetensors file holds",
              field("parameters", &Model::Stored::parameters, "values of all tensors"),
              field("bytes", &Model::Stored::bytes, "bytes of all tensors"),
              field("values_by_type", &Model::Stored::values_by_type, "values, by data type"));

/// A network that runs beside another for each item.
struct PipelineNetwork {
  Model model;
  std::int64_t runs = 1;    ///< per item
  std::int64_t tokens = 0;  ///< that it reads each time; 0: it takes the item's picture
  bool encodes = false;     ///< an autoencoder that also reads a picture, besides giving one
};

ParameterCounts count_parameters(const Model& model);
/// The same for variants, releases and number formats of a model: its layers, widths and heads. "28-3584-28-4-0"
std::string identity_of(const Model& model);

/// Refuses a model of which only the stored tensors are known (safetensors without a config.json): it can be weighed,
/// but it has no layers that could be timed or divided.
std::optional<Error> refuse_without_layers(const Model& model);

/// One line per kind of layer that keeps something for later tokens.
std::vector<CacheLine> cache_lines(const Model& model);
/// bf16 KV bytes for one token over the whole model, unlimited window, compressed form for MLA with index keys, without
/// cross-attention.
/// Qwen2.5-7B: 2 × 28 layers × 4 heads × 128 × 2 bytes = 57,344.
double kv_cache_bytes_per_token(const Model& model);
/// Cached values (to be multiplied by their type's bytes) of one sequence of `tokens`, windows respected. Each token of
/// a prompt that is encoded is cached once, by cross-attention, and each of the answer by self-attention.
double cached_values(const Model& model, std::int64_t tokens);
/// Bytes of recurrent state of one sequence (fp32 state, bf16 convolution tail), whatever its length.
double state_bytes_per_sequence(const Model& model);

/// Positions of the encoder's results whose keys and values each sequence keeps, whatever its length (Whisper: 1500).
std::int64_t source_positions(const Model& model);
/// bf16 bytes of those. Whisper large-v3: 32 layers × 2 × 1,280 × 1,500 × 2 bytes = 245,760,000.
double cross_cache_bytes_per_sequence(const Model& model);

/// True if positions are rows of a learnt table: beyond them there are none.
bool has_position_table(const Model& model);

/// True if the model's prompt goes to an encoder, so that its decoder starts from nothing (T5).
bool encodes_its_prompt(const Model& model);

/// Calls `visit(block, copies)` for every distinct block: before, each layer kind with how many layers are of it,
/// after.
template <typename Visit>
void for_each_block(const Model& model, Visit&& visit) {
  for (const Block& block : model.before) visit(block, block.repeat);
  for (std::size_t kind = 0; kind < model.layer_kinds.size(); ++kind) {
    std::int64_t layers = 0;
    for (const int layer : model.layers) layers += layer == static_cast<int>(kind) ? 1 : 0;
    visit(model.layer_kinds[kind], layers * model.layer_kinds[kind].repeat);
  }
  for (const Block& block : model.after) visit(block, block.repeat);
}

}  // namespace hakaru
