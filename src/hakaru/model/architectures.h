// The readers of encoders, vision and diffusion models, one for each architecture. A family's list of them
// (encoder_readers() and so on, registry.h) says under which names a description asks for them.
#pragma once

#include <string>

#include "hakaru/core/fields.h"
#include "hakaru/model/model.h"

namespace hakaru {

// Text encoders: the bare model with its pooler; a classifier where the key `classes` asks for one.
Result<Model> read_bert(const Json& config, const std::string& file);  ///< also RoBERTa and XLM-RoBERTa
Result<Model> read_distilbert(const Json& config, const std::string& file);
Result<Model> read_albert(const Json& config, const std::string& file);
Result<Model> read_modernbert(const Json& config, const std::string& file);
Result<Model> read_elmo(const Json& config, const std::string& file);

// Encoder and decoder.
Result<Model> read_t5(const Json& config, const std::string& file);  ///< also mT5, UMT5 and Switch Transformers
Result<Model> read_whisper(const Json& config, const std::string& file);

// Vision transformers.
Result<Model> read_vit(const Json& config, const std::string& file);
Result<Model> read_clip(const Json& config, const std::string& file);  ///< both towers
Result<Model> read_clip_text(const Json& config, const std::string& file);
Result<Model> read_clip_vision(const Json& config, const std::string& file);
Result<Model> read_perceiver(const Json& config, const std::string& file);

// Diffusion.
Result<Model> read_unet_condition(const Json& config, const std::string& file);
Result<Model> read_autoencoder(const Json& config, const std::string& file);
Result<Model> read_flux(const Json& config, const std::string& file);
Result<Model> read_stable_diffusion_3(const Json& config, const std::string& file);
Result<Model> read_hunyuan_dit(const Json& config, const std::string& file);

Result<Model> read_perceptron(const Json& config, const std::string& file);  ///< "mlp"

// Convolutional networks.
Result<Model> read_resnet(const Json& config, const std::string& file);
Result<Model> read_retinanet(const Json& config, const std::string& file);
Result<Model> read_vgg(const Json& config, const std::string& file);
Result<Model> read_yolov5(const Json& config, const std::string& file);
Result<Model> read_layer_table(const Json& config, const std::string& file);  ///< "convolutional"

}  // namespace hakaru
