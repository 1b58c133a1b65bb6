// What is known of models, machines and prices, and what fits where.
#include "hakaru/formats/shape_types.h"

namespace hakaru::shape {
namespace {

OrderedJson names() { return list(text()); }

AnswerKey source() { return {"source", nullable(text()), "who says so"}; }
AnswerKey remarks() { return {"notes", nullable(text()), "what else is to be known"}; }
AnswerKey confidence() { return {"confidence", nullable(text()), "how sure the figures are (high, medium, low)"}; }

AnswerShape of_an_accelerator() {
  return {"accelerator",
          "the device that a framework sees as one rank",
          {{"accelerator", text(), "its name"},
           {"aliases", names(), "other names of it"},
           {"vendor", nullable(text()), "who makes it"},
           {"chip", nullable(text()), "the package"},
           {"kind", text(), "gpu, neuroncore, gaudi, tpu, cpu, fpga, other"},
           {"year", nullable(integer()), "when it came out"},
           {"ranks_per_chip", integer(), "ranks of one package"},
           {"memory_bytes", number(), "memory of one rank"},
           {"memory_bandwidth_bytes_per_s", nullable(number()), "bandwidth of its memory"},
           {"data_types", by_name(of("rate")), "peaks, by data type"},
           {"compute_units", nullable(integer()), "SMs, CUs, tensor engines, cores"},
           {"threads_per_core", nullable(integer()), "of a CPU"},
           {"cache_bytes", nullable(number()), "last-level cache"},
           {"clock_hz", nullable(number()), "clock"},
           {"engines", nullable(of("engines")), "of a NeuronCore"},
           {"link", nullable(text()), "link to its neighbours"},
           {"link_bytes_per_s", nullable(number()), "one way, within the instance"},
           {"host_link_bytes_per_s", nullable(number()), "one way, to the host's memory"},
           {"power_w", nullable(number()), "power of one rank"},
           {"stochastic_rounding", truth(), "whether it rounds so in hardware"},
           {"collective_engine", truth(), "whether it communicates without taking its cores"},
           {"fixed_shapes", truth(), "whether its programs are compiled ahead for fixed shapes"},
           {"pads_heads", truth(), "whether its stack pads attention heads"},
           {"fuses_decoders_alone", truth(), "whether its stack fuses the attention of decoders alone"},
           {"largest_zero_stage", integer(), "ZeRO stage that its stack shards to"},
           {"tensor_parallel_degrees", list(integer()), "the only degrees allowed; empty: any"},
           {"inference_only", truth(), "whether it cannot train"},
           {"training_architectures", names(), "that its vendor lists as ready to train; empty: any"},
           {"inference_architectures", names(), "that its vendor lists as ready to run; empty: any"},
           confidence(),
           source(),
           remarks()}};
}

AnswerShape of_an_instance() {
  return {"instance",
          "a machine one rents or owns",
          {{"instance", text(), "its name"},
           {"family", text(), "instance family"},
           {"cloud", nullable(text()), "who rents it out"},
           {"accelerators", integer(), "ranks of one machine"},
           {"idle_accelerators", integer(), "of which are left idle"},
           {"vcpu", integer(), "virtual processors"},
           {"host_memory_bytes", nullable(number()), "memory of the host"},
           {"local_storage_bytes", number(), "disks of its own"},
           {"within", of("interconnect"), "between its accelerators"},
           {"between", of("interconnect"), "to other machines"},
           {"fabric", text(), "none, ethernet, bypass"},
           {"efa_generation", nullable(integer()), "of AWS's network"},
           {"largest_cluster", nullable(integer()), "most machines of one network"},
           {"slice_of", nullable(text()), "the machine that it is a slice of"},
           {"rentable_alone", truth(), "whether one can be rented alone"},
           {"published_from", nullable(text()), "first date of its figures"},
           {"published_until", nullable(text()), "last date of its figures"},
           confidence(),
           source(),
           remarks(),
           {"accelerator", of("accelerator"), "the device that a framework sees as one rank"}}};
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
           source(),
           maybe({"stored", of("stored_tensors"), "what its safetensors file holds"})}};
}

std::vector<AnswerShape> of_parts() {
  return {
      {"rate",
       "a peak of one data type",
       {{"flops_per_s", nullable(number()), "peak performance"},
        {"support", one_of({"native", "emulated", "cast"}), "how it is computed"},
        maybe({"computed_as", text(), "the data type that it becomes"})}},
      {"engines",
       "engines of a NeuronCore",
       {{"cores", integer(), "physical cores of one rank"},
        {"array", number(), "rows and columns of the tensor engine"},
        {"longest_moving", number(), "columns that one instruction moves"},
        {"least_moving_cycles", number(), "that it takes, however few they are"},
        {"tensor_clock_hz", number(), "clock of the tensor engine"},
        {"vector_values_per_s", number(), "of the vector engine"},
        {"scalar_values_per_s", number(), "of the scalar engine"},
        {"buffer_bytes", number(), "SBUF"},
        {"dma_bytes_per_s", number(), "between memory and SBUF"}}},
      {"interconnect",
       "links between devices or machines",
       {{"name", nullable(text()), "its name"},
        {"topology", text(), "how it is wired"},
        {"bytes_per_s", nullable(number()), "bandwidth, one way"},
        {"latency_s", nullable(number()), "latency"},
        {"in_switch_reduction", truth(), "whether switches add up"}}},
      {"parameter_counts",
       "parameters of a model",
       {{"total", integer(), "all"},
        {"active", integer(), "that one token passes"},
        {"embedding", integer(), "of input and untied output tables"}}},
      {"stored_tensors",
       "what a safetensors file holds",
       {{"parameters", integer(), "values of all tensors"},
        {"bytes", number(), "bytes of all tensors"},
        {"values_by_type", by_name(integer()), "values, by data type"}}},
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
      {"fitting_model",
       "a model on the fewest accelerators that hold it",
       {{"model", text(), "its name"},
        {"parameters", integer(), "counted exactly"},
        {"weights_bytes", number(), "weights"},
        {"tp", integer(), "tensor parallel degree"},
        {"longest_context", integer(), "longest sequence that there is room for, in tokens"},
        {"largest_batch", integer(), "most sequences of batch_context tokens"},
        {"batch_context", integer(), "tokens of each of those"},
        {"widest", of("served_split"), "the same on the most accelerators"}}},
      {"served_split",
       "a split by tensor parallelism",
       {{"tp", integer(), "tensor parallel degree"},
        {"longest_context", integer(), "longest sequence that there is room for, in tokens"},
        {"largest_batch", integer(), "most sequences of batch_context tokens"}}},
      {"misfit",
       "a model that does not fit",
       {{"model", text(), "its name"},
        {"needed_bytes", number(), "what it needs"},
        {"lacking_bytes", number(), "more than may be filled"}}},
      {"memory_answer",
       "what one device must hold",
       {{"device", of("device"), "what one device holds"},
        {"capacity_bytes", nullable(number()), "memory of the device"},
        {"headroom_bytes", nullable(number()), "memory that must stay free"},
        {"fits", nullable(truth()), "whether it fits; null: no device was named"},
        {"layout", of("layout"), "how the model and its batch are split"},
        maybe({"one_device", of("memory"), "the same without a split, where one was looked for"}),
        maybe({"why_not", nullable(text()), "why no split fits the instance"}),
        maybe({"rule_of_thumb", of("rule_of_thumb"), "the rule of thumb beside it, where asked for"})}},
      {"rule_of_thumb",
       "the rule of thumb",
       {{"lines", list(of("term")), "its arithmetic"}, {"total_bytes", number(), "all of it"}}},
  };
}

}  // namespace

std::vector<AnswerShape> of_catalogue() {
  std::vector<AnswerShape> all{
      of_an_accelerator(),
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
