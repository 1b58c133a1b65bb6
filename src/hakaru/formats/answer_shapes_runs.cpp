// Whole runs, how they are bought, how they scale; and why there is no answer.
#include "hakaru/formats/record_json.h"
#include "hakaru/training/purchase.h"

namespace hakaru::shape {
namespace {

std::vector<AnswerShape> of_a_run() {
  return {
      {"run_answer", "a whole run on machines that fail",
       joined({{{"instance", text(), "instance type"},
                {"instances", integer(), "how many instances"},
                {"accelerators", integer(), "ranks of the cluster"}},
               keys_of<RunEstimate>(),
               {{"band", by_name(of("figure_band")), "error bands of the run's figures, by key"},
                {"conditions", of("run_conditions"), "what was taken for it"},
                notes(),
                maybe({"purchase", of("purchase"), "ways to buy the instances, where asked for"})}})},
      shape_of<RunConditions>(),
      shape_of<Sourced>(),
      {"purchase",
       "ways to buy the instances",
       {{"spot_interruptions_per_hour", nullable(number()), "how often one spot instance is taken away"},
        {"data_set_usd", number(), "what keeping and moving its data set costs, on top of each"},
        {"pure", list(of("purchase_option")), "all instances alike"},
        {"asked", nullable(of("purchase_option")), "as asked"},
        {"best", nullable(of("purchase_option")), "the cheapest"}}},
      {"purchase_option", "a way to buy the instances",
       joined(keys_of<PurchaseOption>(),
              {{"block", nullable(of("capacity_block")), "the Capacity Block that holds its share, of those offered"},
               {"waits_s", number(), "until that starts, from when the run may begin"},
               notes()})},
      shape_of<BlockOffer>(),
      shape_of<PurchaseShare>(),
  };
}

std::vector<AnswerShape> of_scaling() {
  return {
      {"scale_train_answer",
       "strong or weak scaling",
       {{"sweep", one_of({"strong", "weak", "batch"}), "what grows"},
        {"curves", list(of("scaling_curve")), "one of each instance type"}}},
      {"scaling_curve",
       "one instance type",
       {{"instance", text(), "instance type"}, {"points", list(of("scaling_point")), "from few to many"}}},
      {"scaling_point",
       "the fastest plan of so many instances",
       {{"instances", integer(), "how many instances"},
        {"global_batch", integer(), "sequences (items) per step"},
        maybe({"accelerators", integer(), "ranks of the cluster"}),
        maybe({"layout", of("layout"), "how the model and its batch are split"}),
        maybe({"step_time_s", number(), "one optimizer step"}),
        maybe({"tokens_per_s", number(), "tokens of all ranks"}),
        maybe({"mfu", nullable(number()), "model FLOPs utilisation, 0 … 1"}),
        maybe({"duration_s", number(), "the whole run"}),
        maybe({"band", nullable(of("band")), "the error bands of these"}),
        {"speedup", nullable(number()), "beside the first point"},
        {"efficiency", nullable(number()), "speedup over what perfect scaling would give"},
        {"beside_first_instance", nullable(number()), "as fast as the first instance type, times"},
        {"why_not", nullable(text()), "why there is none"}}},
  };
}

}  // namespace

std::vector<AnswerShape> of_runs() {
  std::vector<AnswerShape> all{
      {"error", "instead of an answer", {{"error", of("reason"), "why there is no answer"}}},
      {"reason",
       "why there is no answer",
       {{"kind", one_of({"unsatisfiable", "bad_input", "internal", "cancelled"}), "what is wrong"},
        {"exit_status", integer(), "1: nothing satisfies; 2: bad input; 3: a defect; 4: cancelled"},
        {"message", text(), "what was found and what is accepted, in the language of the question"}}},
      {"sweep_answer", "the best plan of each of many scenarios", {}, any_shape({"swept", "swept_file"})},
      {"swept",
       "a sweep with its rows",
       {{"job", one_of({"train", "serve", "infer"}), "what is to be done"},
        {"scenarios", integer(), "scenarios in all"},
        {"with_plan", integer(), "of which have a plan"},
        {"rows", list(any_shape({"train_row", "serve_row", "infer_row"})), "one of each scenario"}}},
      {"swept_file",
       "a sweep, whose rows stand in its file",
       {{"file", text(), "the file of the rows"},
        {"scenarios", integer(), "scenarios in all"},
        {"kept", integer(), "rows that were there before"},
        {"made", integer(), "rows that were made"},
        {"made_with_plan", integer(), "of which have a plan"},
        elapsed(),
        {"scenarios_per_s", number(), "rows that were made a second"}}}};
  for (auto* const table : {of_a_run, of_scaling}) {
    for (AnswerShape& each : table()) all.push_back(std::move(each));
  }
  return all;
}

}  // namespace hakaru::shape
