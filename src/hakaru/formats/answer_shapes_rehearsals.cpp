// A plan in miniature, by real processes, beside what was predicted.
#include "hakaru/formats/record_json.h"
#include "hakaru/rehearsal/comparison.h"
#include "hakaru/rehearsal/sequence_shapes.h"

namespace hakaru::shape {
namespace {

/// A loss that grew beyond all bounds is null.
OrderedJson losses() { return list(nullable(number())); }

AnswerShape of_a_rehearsal() {
  return {"rehearsal",
          "a plan in miniature",
          {{"ranks", integer(), "processes"},
           {"network", text(), "kind of the miniature"},
           {"agrees", truth(), "whether all compared is as predicted"},
           {"differences", list(text()), "what is not"},
           {"memory", list(of("rehearsed_memory")), "bytes held, by rank and component"},
           {"collectives", list(of("rehearsed_collective")), "bytes sent in a step, by all ranks"},
           {"compilations", integer(), "programs that a rank compiled, at most"},
           {"loaded_programs", integer(), "programs that were found compiled"},
           {"store_troubles", list(of("store_trouble")), "why programs could not be kept"},
           {"loss", losses(), "after each step"},
           {"loss_of_one_rank", losses(), "the same of one rank alone"},
           {"gradients", list(of("rehearsed_gradients")), "beside those of one rank alone"},
           {"estimated_with_fused_kernels_bytes", list(number()), "what the plan's estimate says, by rank"},
           {"layout", of("layout"), "how the model and its batch are split"},
           {"scaled", list(of("scaled_size")), "what was made smaller"},
           maybe({"trace", text(), "the timeline, for Perfetto or Chrome, where the question asks for it"})}};
}

}  // namespace

std::vector<AnswerShape> of_rehearsals() {
  return {of_a_rehearsal(),
          {"rehearse_answer",
           "a plan in miniature, precisions compared, or shapes counted",
           {},
           any_shape({"rehearsal", "rehearsed_precisions", "sequence_shapes"})},
          {"rehearsed_memory",
           "bytes of a component",
           {{"rank", integer(), "process"},
            {"component", text(), "weights, gradients, optimizer, activations, peak"},
            {"predicted_bytes", integer(), "as predicted"},
            {"executed_bytes", integer(), "as executed"}}},
          {"rehearsed_collective",
           "what a group sent",
           {{"group", text(), "ranks that communicate"},
            {"operation", text(), "what they do with each other"},
            {"predicted_bytes", integer(), "as predicted"},
            {"executed_bytes", integer(), "as executed"},
            {"predicted_messages", integer(), "as predicted"},
            {"executed_messages", integer(), "as executed"}}},
          {"store_trouble",
           "why a program could not be kept",
           {{"rank", integer(), "process"}, {"what", text(), "what went wrong"}}},
          shape_of<ComparedGradients>(),
          shape_of<MadeSmaller>(),
          {"rehearsed_precisions",
           "number formats compared",
           {{"precisions", list(of("rehearsed_precision")), "one run each"},
            {"plan", of("planned_precision"), "the plan's own"}}},
          {"rehearsed_precision",
           "a run in one number format",
           {{"precision", text(), "its name"},
            {"last_loss", nullable(number()), "after the last step"},
            {"loss", losses(), "after each step"},
            {"device_bytes", number(), "of the plan's fullest device, were it in this format"}}},
          {"planned_precision",
           "the plan's own number format",
           {{"precision", text(), "its name"}, {"device_bytes", number(), "of the plan's fullest device"}}},
          {"sequence_shapes",
           "graphs that sequences of different lengths need",
           {{"sequences", integer(), "how many"},
            {"buckets", list(integer()), "lengths that they are padded to"},
            {"shapes", list(of("shape_count")), "with every length, and with buckets"}}},
          {"shape_count", "graphs and padding",
           joined({{"shapes", one_of({"lengths", "buckets"}), "what decides a shape"}}, keys_of<ShapeCount>())}};
}

}  // namespace hakaru::shape
