// Answers of simulations: steps, services, networks.
#include "hakaru/formats/record_json.h"
#include "hakaru/serving/fleet/fleet.h"
#include "hakaru/serving/fleet/serving_bill.h"
#include "hakaru/timing/network_flow.h"
#include "hakaru/training/simulation.h"

namespace hakaru::shape {
namespace {

std::vector<AnswerShape> of_steps_and_networks() {
  return {
      {"simulate_train_answer", "one step, event by event",
       joined(keys_of<SimulatedStep>(),
              {{"step_time_closed_form_s", number(), "the same in closed form"},
               {"events", integer(), "events that were simulated"},
               elapsed(),
               {"band", by_name(of("figure_band")), "error bands of the step"},
               {"network", one_of({"closed", "flow"}), "how collectives between instances were timed"},
               {"lost_by_bucket_s", number(), "to connections that meet, of every bucket of gradients"},
               constants_changed(),
               maybe({"trace", text(), "the timeline, for Perfetto or Chrome, where the question asks for it"})})},
      {"network_answer",
       "a collective between instances",
       {{"instance", text(), "instance type"},
        {"instances", integer(), "how many instances"},
        {"operation", one_of({"all_reduce", "all_to_all"}), "what they do with each other"},
        {"bytes", number(), "bytes of the message"},
        {"paths", one_of({"one", "spray"}), "each connection by one path, or over many"},
        {"delivery", one_of({"in-order", "out-of-order"}), "of sprayed packets"},
        {"stack", one_of({"kernel", "bypass"}), "TCP in the kernel, or past it"},
        {"oversubscription", number(), "bandwidth of a leaf switch downward over upward"},
        {"seed", integer(), "of the hashes that choose paths"},
        {"closed", of("closed_network"), "in closed form"},
        {"flow", nullable(of("network_flow")), "connection by connection; null: closed form only"},
        {"differences", list(text()), "why the two are not alike"}}},
      {"closed_network", "a collective in closed form",
       joined({{"collective_s", number(), "with what happens within instances"}}, keys_of<NetworkTime>())},
      shape_of<FlowAnswer>(),
  };
}

AnswerShape of_a_simulated_service() {
  return {
      "simulate_serve_answer", "a replica or a fleet under traffic",
      joined(
          {{{"requests", integer(), "requests that ended"},
            {"simulated_s", number(), "from the first arrival to the last end"},
            elapsed(),
            {"ttft_s", of("percentiles"), "time to first token"},
            {"tpot_s", of("percentiles"), "time per output token"},
            {"itl_s", of("percentiles"), "time between tokens"},
            {"e2e_s", of("percentiles"), "a whole request"},
            {"requests_per_s", number(), "requests of the whole service"},
            {"input_tokens", integer(), "tokens of all prompts"},
            {"output_tokens", integer(), "tokens of all answers"},
            {"output_tokens_per_s", number(), "tokens that are answered, of the whole service"},
            {"goodput_requests_per_s", nullable(number()), "requests within the limits; null: none were given"},
            {"kv_use_peak", number(), "most of the KV cache in use, 0 … 1"}},
           keys_of<ServingSimulation>(),
           {{"percentile_error_pct", number(), "the resolution of percentiles"},
            {"policy", text(), "how its scheduler forms batches"},
            {"max_num_seqs", integer(), "most sequences of an iteration"},
            {"max_num_batched_tokens", integer(), "most tokens of an iteration"},
            {"batch_buckets", nullable(list(integer())), "compiled batches of decoding; null: no shapes are compiled"},
            {"sequence_buckets", nullable(list(integer())), "compiled lengths; null: no shapes are compiled"},
            {"prefill_batch", nullable(integer()), "prompts prefilled together; null: no shapes are compiled"},
            {"replicas", integer(), "replicas of the service"},
            {"replicas_simulated", integer(), "of which were simulated"},
            {"router", nullable(text()), "which replica a request goes to; null: one replica with its share"},
            {"scaling", nullable(of("simulated_scaling")), "the fleet, where it follows its load"},
            {"sessions", nullable(of("simulated_sessions")), "conversations, where they were asked for"},
            {"prefix_cache", nullable(of("prefix_cache")), "what stayed cached between turns"},
            {"sustained_requests_per_s", nullable(number()),
             "the highest rate that keeps the limits, where asked for"}},
           keys_of<ServingBill>(),
           {{"means", of("mean_latencies"), "the same latencies, in the mean"},
            {"band", by_name(of("figure_band")), "error bands of the mean latencies, and of rates of a closed loop"},
            constants_changed(),
            maybe({"trace", text(), "the timeline, for Perfetto or Chrome, where the question asks for it"}),
            maybe({"series", text(), "queue, batch and KV use over time as CSV, where the question asks for it"})}})};
}

}  // namespace

std::vector<AnswerShape> of_simulations() {
  std::vector<AnswerShape> all = of_steps_and_networks();
  all.push_back(of_a_simulated_service());
  all.push_back({"percentiles",
                 "of all requests; null: there was none",
                 {{"p50", nullable(number()), "50th percentile"},
                  {"p90", nullable(number()), "90th percentile"},
                  {"p95", nullable(number()), "95th percentile"},
                  {"p99", nullable(number()), "99th percentile"}}});
  all.push_back({"mean_latencies",
                 "of all requests; null: there was none",
                 {{"ttft_s", nullable(number()), "time to first token"},
                  {"tpot_s", nullable(number()), "time per output token"},
                  {"itl_s", nullable(number()), "time between tokens"},
                  {"e2e_s", nullable(number()), "a whole request"}}});
  all.push_back({"simulated_scaling", "a fleet that followed its load",
                 joined({{{"min_replicas", integer(), "fewest replicas"},
                          {"max_replicas", integer(), "most replicas"},
                          {"scale_at", number(), "requests in flight that each replica should have"},
                          {"tolerance", number(), "deviation from it that changes nothing"},
                          {"interval_s", number(), "between two looks at the load"},
                          {"let_go_after_s", number(), "of less load, before replicas go"},
                          {"warm_up_s", number(), "until a new replica serves"},
                          {"warm_up", list(of("term")), "the same, part by part"}},
                         keys_of<ScalingRecord>(),
                         {{"instance_hours", nullable(number()), "instances, summed over time"},
                          {"looks", list(of("scaling_look")), "at the load, at most 300 of them, evenly chosen"}}})});
  all.push_back(shape_of<ScalingRecord::Look>());
  all.push_back({"simulated_sessions",
                 "conversations",
                 {{"begun", integer(), "conversations that began"},
                  {"cut_short", integer(), "of which outgrew the context"},
                  {"turns", list(integer()), "fewest and most turns of one"},
                  {"think_s", number(), "between an answer and the next turn"},
                  {"system_prompt_tokens", integer(), "that all begin with"}}});
  all.push_back(
      {"prefix_cache", "what stayed cached between turns",
       joined(keys_of<PrefixCounts>(), {{"host_blocks", integer(), "blocks that the host's memory has room for"},
                                        {"load_block_s", number(), "loading one block from the host"}})});
  return all;
}

}  // namespace hakaru::shape
