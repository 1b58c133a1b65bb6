// Shapes of facts on models, machines and prices, and of machines that fit.
#include "hakaru/formats/record_json.h"
#include "hakaru/hardware/instance.h"
#include "hakaru/memory/rule_of_thumb.h"
#include "hakaru/model/model.h"
#include "hakaru/planning/machine_fit.h"

namespace hakaru::shape {
namespace {

OrderedJson names() { return list(text()); }

AnswerShape of_an_instance() {
  AnswerShape shape = shape_of<Instance>();
  shape.keys.push_back({"accelerator", of("accelerator"), "the device that a framework sees as one rank"});
  return shape;
}

/// As plan files keep it.
AnswerShape of_kept_hardware() {
  return {"hardware", "a machine one rents or owns",
          joined({{"format_version", integer(), "version of the format"}}, of_an_instance().keys)};
}

AnswerShape of_a_model() {
  return {"model",
          "what a model is made of",
          {{"model", text(), "its name"},
           {"architecture", text(), "model_type of its config.json"},
           {"family", text(), "decoder, encoder, encoder_decoder, vision, diffusion, …"},
           {"layers", integer(), "layers"},
           {"parameters", of("parameter_counts"), "counted exactly"},
           {"weights_bytes", by_name(number()), "of all weights, by data type"},
           {"kv_cache_bytes_per_token", number(), "for bf16"},
           {"state_bytes_per_sequence", number(), "of recurrent layers"},
           {"cross_cache_bytes_per_sequence", number(), "of attention to an encoder"},
           {"stored_type", text(), "data type of its file"},
           {"max_positions", nullable(integer()), "its longest sequence, in tokens"},
           {"source", nullable(text()), "who says so"},
           maybe({"stored", of("stored_tensors"), "what its safetensors file holds"})}};
}

std::vector<AnswerShape> of_parts() {
  return {
      shape_of<Rate>(),
      shape_of<Engines>(),
      shape_of<Interconnect>(),
      shape_of<ParameterCounts>(),
      shape_of<Model::Stored>(),
      {"listed_model",
       "a model that is known by name",
       {{"model", text(), "its name"},
        {"architecture", text(), "model_type of its config.json"},
        {"family", text(), "decoder, encoder, encoder_decoder, vision, diffusion, …"},
        {"parameters", integer(), "counted exactly"}}},
  };
}

std::vector<AnswerShape> of_what_fits() {
  return {
      {"fit_answer",
       "what one machine can serve",
       {{"instance", text(), "instance type"},
        {"accelerator", text(), "accelerator of the instances"},
        {"accelerators", integer(), "ranks of one machine"},
        {"memory_bytes", number(), "memory of all its devices"},
        {"usable_bytes", number(), "of which may be filled"},
        {"models", list(of("fitting_model")), "that fit, the largest first"},
        {"do_not_fit", list(of("misfit")), "and that do not"}}},
      {"fitting_model", "a model on the fewest accelerators that hold it",
       joined({{{"model", text(), "its name"},
                {"parameters", integer(), "counted exactly"},
                {"weights_bytes", number(), "weights"}},
               keys_of<ServedSplit>(),
               {{"batch_context", integer(), "tokens of each of those"},
                {"widest", of("served_split"), "the same on the most accelerators"}}})},
      shape_of<ServedSplit>(),
      shape_of<ModelFit>(),
      {"memory_answer",
       "what one device must hold",
       {{"device", of("device"), "what one device holds"},
        {"capacity_bytes", nullable(number()), "memory of the device"},
        {"headroom_bytes", nullable(number()), "memory that must stay free"},
        {"fits", nullable(truth()), "whether it fits; null: no device was named"},
        {"layout", of("layout"), "how the model and its batch are split"},
        maybe({"one_device", of("memory"), "the layout that was asked for, where it does not fit"}),
        maybe({"why_not", nullable(text()), "why no split fits the instance"}),
        maybe({"rule_of_thumb", of("rule_of_thumb"), "the rule of thumb beside it, where asked for"})}},
      shape_of<RuleOfThumb>(),
  };
}

}  // namespace

std::vector<AnswerShape> of_catalogue() {
  std::vector<AnswerShape> all{
      shape_of<Accelerator>(),
      of_an_instance(),
      of_kept_hardware(),
      of_a_model(),
      {"model_list_answer", "models, or their names", {}, any_of({list(of("listed_model")), names()})},
      {"instance_list_answer", "instances, or their names", {}, any_of({list(of("instance")), names()})},
      {"instance_show_answer", "one instance, in a list", {}, list(of("instance"))},
      {"accelerator_list_answer", "accelerators, or their names", {}, any_of({list(of("accelerator")), names()})},
      {"accelerator_show_answer", "one accelerator, in a list", {}, list(of("accelerator"))},
      {"price_list_answer", "prices", {}, list(of("price"))}};
  for (auto* const table : {of_parts, of_what_fits}) {
    for (AnswerShape& each : table()) all.push_back(std::move(each));
  }
  return all;
}

}  // namespace hakaru::shape
