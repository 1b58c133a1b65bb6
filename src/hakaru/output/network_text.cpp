#include "hakaru/output/network_text.h"

#include "hakaru/core/quantities.h"
#include "hakaru/formats/record_json.h"

namespace hakaru {
namespace {

/// Nearer than this, two times are the same.
constexpr double agreement = 0.005;

std::string path_words(const NetworkQuestion& question) {
  if (question.paths == Paths::one) return "one each";
  return question.delivery == Delivery::in_order ? "spray, in order" : "spray, out of order";
}

Message load_sentence(const NetworkQuestion& question, const FlowAnswer& flow) {
  const std::string load = three(flow.fullest_uplink);
  if (question.paths == Paths::one) {
    return message(
        "one path each: hashes put as many connections on one uplink as would need {}× its bandwidth, and the last of "
        "them ends last",
        load);
  }
  if (question.delivery == Delivery::in_order) {
    return message(
        "sprayed, in order: packets are dealt evenly over paths, the fullest uplink is asked for {}× its bandwidth, "
        "and "
        "each message waits for its slowest path",
        load);
  }
  return message("sprayed, out of order: packets go where there is room; uplinks are asked for {}× their bandwidth",
                 load);
}

}  // namespace

std::vector<Message> differences_of(const NetworkReport& report) {
  std::vector<Message> differences;
  if (!report.flow) return differences;
  const NetworkQuestion& question = report.question;
  const FlowAnswer& flow = *report.flow;
  differences.push_back(load_sentence(question, flow));
  if (question.oversubscription > 1) {
    differences.push_back(message("leaf switches have {}× less bandwidth towards spines than towards instances",
                                  three(question.oversubscription)));
  }
  if (question.stack == Stack::kernel) {
    differences.push_back(message("through the kernel a message takes {}, not {}", in_time(flow.message_s),
                                  in_time(report.instance.between.latency_s)));
  }
  if (flow.slowed_by_stack) {
    differences.push_back(message("the sockets of a connection reach less than its port carries"));
  }
  if (std::abs(flow.last_s / flow.closed.total_s() - 1) <= agreement) {
    differences.push_back(message("nothing waits for anything else: both agree within 0.5 %"));
  }
  if (flow.simulated_ports < flow.ports) {
    differences.push_back(message("{} of the {} ports of an instance are simulated, the others are like them",
                                  flow.simulated_ports, flow.ports));
  }
  return differences;
}

std::string network_text(const NetworkReport& report, const Pen& pen) {
  const Translator& t = pen.translator;
  const NetworkQuestion& question = report.question;
  std::string text = t.say("{} of {} over {} × {}", name_of(question.operation), in_gb(question.bytes),
                           question.instances, report.instance.name);
  if (report.flow) {
    text += t.say(": {} ports each, {} leaf switches of {} uplinks; paths: {}", report.flow->ports, report.flow->leaves,
                  report.flow->uplinks, path_words(question));
  }
  Table table({{""}, {t.say("time"), Align::right}, {"×", Align::right}, {""}});
  const double closed_s = report.closed.total_s();
  const double longest_s = std::max(closed_s, report.flow ? report.flow->last_s : 0);
  const auto add = [&](const std::string& name, double seconds) {
    table.add({name, t.time(seconds), fmt::format("{:.2f}", seconds / closed_s), bar(seconds / longest_s, 20)});
  };
  add(t.say("closed form, between instances"), closed_s);
  if (report.flow) {
    add(t.say("connection by connection, mean"), report.flow->mean_s);
    add("p50", report.flow->p50_s);
    add("p99", report.flow->p99_s);
    add(t.say("the last: the collective"), report.flow->last_s);
  }
  text += "\n\n" + table.text(pen.style) + "\n";
  for (const Message& difference : differences_of(report)) text += "- " + t(difference) + "\n";
  text += "- " +
          t.say(
              "with what happens within instances, and by trees where those are faster, the closed form of the "
              "collective is {}",
              t.time(report.collective_s)) +
          "\n";
  if (report.flow) {
    text += "- " +
            t.say(
                "how switches are wired is assumed: two tiers, instances dealt to leaves in turn; nobody "
                "publishes it") +
            "\n";
  }
  return text;
}

OrderedJson json_of(const NetworkReport& report, const Translator& translator) {
  const NetworkQuestion& question = report.question;
  OrderedJson json{{"instance", report.instance.name},
                   {"instances", question.instances},
                   {"operation", name_of(question.operation)},
                   {"bytes", in_bytes(question.bytes)},
                   {"paths", question.paths == Paths::one ? "one" : "spray"},
                   {"delivery", question.delivery == Delivery::in_order ? "in-order" : "out-of-order"},
                   {"stack", question.stack == Stack::kernel ? "kernel" : "bypass"},
                   {"oversubscription", question.oversubscription},
                   {"seed", question.seed},
                   {"closed", {{"collective_s", report.collective_s}}},
                   {"flow", report.flow ? write_record(*report.flow) : OrderedJson()},
                   {"differences", OrderedJson::array()}};
  json["closed"].update(write_record(report.closed));
  for (const Message& difference : differences_of(report)) json["differences"].push_back(translator(difference));
  return json;
}

}  // namespace hakaru
