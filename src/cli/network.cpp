// hakaru network --on INSTANCE --instances N --operation O --bytes B: a collective between instances in closed form,
// and simulated connection by connection.
#include <memory>

#include "commands.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/output/json.h"
#include "hakaru/output/network_text.h"
#include "hakaru/timing/collective_timer.h"
#include "network_flags.h"

namespace hakaru::cli {
namespace {

constexpr double most_message_bytes = 1e18;
constexpr std::int64_t most_seeds = 1'000'000'000;

struct AskedNetwork {
  std::string instance;
  bool flow = true;
  NetworkQuestion question;
};

Result<AskedNetwork> read_network(const Json& keys) {
  KeyReader reader(keys, "");
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
  if (question.bytes < 1 || question.bytes > most_message_bytes)
    reader.refuse(bad_input("{} is {}; accepted: {} … {}", "--bytes", question.bytes, 1, most_message_bytes));
  asked.flow = reader.one_of("network", {"closed", "flow"}).value_or("flow") == "flow";
  read_network_flags(reader, question);
  question.seed = static_cast<std::uint64_t>(reader.count("seed", 0, most_seeds).value_or(1));
  if (reader.error()) return tl::unexpected(*reader.error());
  return asked;
}

Result<std::string> run(const NamedFlags& flags, Session& session) {
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const Result<const Catalog*> catalog = session.catalog();
  if (!catalog) return fail(catalog);
  const Result<AskedNetwork> asked = read_network(flags.keys());
  if (!asked) return fail(asked);
  const Result<Instance> instance = (*catalog)->instance(asked->instance);
  if (!instance) return fail(instance);
  const Result<Calibration> calibration = Calibrations(**data).find_training(instance->accelerator, "decoders");
  if (!calibration) return fail(calibration);
  const Result<NetworkConstants> constants = read_network_constants(**data);
  if (!constants) return fail(constants);

  const NetworkQuestion& question = asked->question;
  Result<FlowAnswer> flow = simulate_network(question, *instance, *constants, calibration->network_efficiency);
  if (!flow) return fail(flow);
  NetworkReport report{question, *instance, 0, flow->closed, std::nullopt};
  const std::int64_t ranks = instance->accelerators;
  report.collective_s = CollectiveTimer(*instance, *calibration)
                            .time_s(question.operation, question.bytes, {ranks * question.instances, ranks, 1});
  if (asked->flow) report.flow = *flow;
  const OrderedJson json = json_of(report, session.translator());
  if (session.json) return json_text(json);
  if (session.csv) return csv_of(OrderedJson::array({json}));
  return network_text(report, session.pen());
}

}  // namespace

void add_network_command(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  CLI::App& command = add_command(app, "network", t.say("a collective between instances, connection by connection"));
  const auto flags = std::make_shared<NamedFlags>();
  const auto add = [&](const char* key, const char* type, const char* group, const std::string& help) {
    flags->add(command, key, type, group, help);
  };
  add("on", "INSTANCE", "job", t.say("instance type"));
  add("instances", "COUNT", "job", t.say("how many instances"));
  add("operation", "all_reduce|all_to_all", "job", t.say("what they do with each other"));
  add("bytes", "BYTES", "job", t.say("the message, as nccl-tests counts it (1GB)"));
  add("network", "closed|flow", "network", t.say("closed form only, or connections too (default flow)"));
  add_network_flags(*flags, command, t);
  add("seed", "N", "network", t.say("of the hashes that choose paths (default 1)"));
  command.callback([flags, &session] { session.command = [flags, &session] { return run(*flags, session); }; });
}

}  // namespace hakaru::cli
