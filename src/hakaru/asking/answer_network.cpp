#include "hakaru/asking/answers.h"
#include "hakaru/asking/network_keys.h"
#include "hakaru/core/quantities.h"
#include "hakaru/output/network_text.h"
#include "hakaru/timing/collective_timer.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_seeds = 1'000'000'000;

struct AskedNetwork {
  std::string instance;
  bool flow = true;
  NetworkQuestion question;
};

Result<AskedNetwork> read_network(const Json& keys, const Asking& asking) {
  KeyReader reader(keys, asking.place);
  for (const char* needed : {"on", "instances", "operation", "bytes"}) {
    if (!reader.has(needed)) return bad_input("{} is missing; it is needed for this job", reader.shown(needed));
  }
  AskedNetwork asked;
  asked.instance = reader.text("on").value_or("");
  NetworkQuestion& question = asked.question;
  const std::string operation = reader.one_of("operation", {"all_reduce", "all_to_all"}).value_or("all_reduce");
  question.operation = operation == "all_reduce" ? Operation::all_reduce : Operation::all_to_all;
  question.instances = reader.count("instances", 2, most_instances(question.operation)).value_or(2);
  question.bytes = reader.parsed<double>("bytes", parse_bytes).value_or(1);
  asked.flow = reader.one_of("network", {"closed", "flow"}).value_or("flow") == "flow";
  read_network_keys(reader, question);
  question.seed = static_cast<std::uint64_t>(reader.count("seed", 0, most_seeds).value_or(1));
  if (reader.error()) return tl::unexpected(*reader.error());
  return asked;
}

}  // namespace

Result<Answer> network_answer(const Json& keys, const Asking& asking) {
  const Result<AskedNetwork> asked = read_network(keys, asking);
  if (!asked) return fail(asked);
  const Result<Instance> instance = asking.catalog.instance(asked->instance);
  if (!instance) return fail(instance);
  const Result<Calibration> calibration = Calibrations(asking.data).find_training(instance->accelerator, "decoders");
  if (!calibration) return fail(calibration);
  const Result<NetworkConstants> constants = read_network_constants(asking.data);
  if (!constants) return fail(constants);

  const NetworkQuestion& question = asked->question;
  Result<FlowAnswer> flow = simulate_network(question, *instance, *constants, calibration->network_efficiency);
  if (!flow) return fail(flow);
  NetworkReport report{question, *instance, 0, flow->closed, std::nullopt};
  const std::int64_t ranks = instance->accelerators;
  report.collective_s = CollectiveTimer(*instance, *calibration)
                            .time_s(question.operation, question.bytes, {ranks * question.instances, ranks, 1});
  if (asked->flow) report.flow = *flow;
  Answer answer;
  answer.json = json_of(report, asking.translator);
  answer.rows = OrderedJson::array({answer.json});
  answer.text = [asked = *asked, machine = *instance, report](const Pen& pen) {
    return network_text({asked.question, machine, report.collective_s, report.closed, report.flow}, pen);
  };
  return answer;
}

}  // namespace hakaru
