#include "hakaru/output/purchase_text.h"

#include <algorithm>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/formats/json.h"
#include "hakaru/formats/record_json.h"
#include "hakaru/output/plan_cells.h"

namespace hakaru {
namespace {

/// "48 on_demand + 16 spot"
std::string shares_of(const PurchaseOption& option, const Translator& t) {
  std::vector<std::string> parts;
  for (const PurchaseShare& share : option.shares)
    parts.push_back(fmt::format("{} {}", share.instances, t.name(name_of(share.kind))));
  return join(parts, " + ");
}

OrderedJson json_of(const PurchaseOption& option, const Translator& translator) {
  OrderedJson json = write_record(option);
  json["notes"] = OrderedJson::array();
  json["block"] = option.block ? write_record(*option.block) : OrderedJson();
  json["waits_s"] = option.waits_s;
  for (const Message& note : option.why_unknown) json["notes"].push_back(translator(note));
  return json;
}

}  // namespace

std::string purchase_text(const PurchaseAnswer& answer, const Pen& pen) {
  const Translator& t = pen.translator;
  const auto right = [](std::string heading) { return Table::Column{std::move(heading), Align::right}; };
  std::vector<Table::Column> columns{{t.say("bought")},       right(t.say("$/h")),  right(t.say("interruptions")),
                                     right(t.say("goodput")), right(t.say("time")), right(t.say("cost"))};
  const bool has_data = answer.data_usd > 0;
  if (has_data) columns.push_back(right(t.say("with its data set")));
  columns.push_back({""});
  Table table(columns);
  std::vector<Message> notes;
  const auto add = [&](const PurchaseOption& option, std::string remark) {
    if (option.block) {
      const std::string start = t.say("from {} on", option.block->starts_on);
      remark = remark.empty() ? start : fmt::format("{}; {}", remark, start);
      const Message block = told_of_block(*option.block);
      if (std::find(notes.begin(), notes.end(), block) == notes.end()) notes.push_back(block);
    }
    // A block is paid whole: its fee by the hour is no price of the run.
    std::vector<std::string> cells{shares_of(option, t),
                                   option.block ? "–" : money_or_dash(option.usd_per_h, t),
                                   option.interruptions ? fmt::format("{:.1f}", *option.interruptions) : "–",
                                   option.goodput ? in_percent(100 * *option.goodput) : "–",
                                   option.duration_s ? t.time(*option.duration_s) : "–",
                                   money_or_dash(option.cost_usd, t)};
    if (has_data) cells.push_back(option.cost_usd ? t.money(*option.cost_usd + answer.data_usd) : "–");
    cells.push_back(std::move(remark));
    table.add(std::move(cells));
    for (const Message& note : option.why_unknown) {
      if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    }
  };
  bool best_is_told = !answer.best;
  for (const PurchaseOption& option : answer.pure) {
    const bool is_best = answer.best && shares_of(option, t) == shares_of(*answer.best, t);
    best_is_told = best_is_told || is_best;
    add(option, is_best ? t.say("the cheapest") : "");
  }
  if (answer.asked) add(*answer.asked, t.say("as asked"));
  if (!best_is_told) add(*answer.best, t.say("the cheapest"));
  std::string text = pen.style.bold(t.say("ways to buy the instances")) + "\n" + table.text(pen.style);
  for (const Message& note : notes) text += t.say("note: {}", t(note)) + "\n";
  return text;
}

OrderedJson json_of(const PurchaseAnswer& answer, const Translator& translator) {
  OrderedJson json{{"spot_interruptions_per_hour", or_null(answer.spot_interruptions_per_h)},
                   {"data_set_usd", answer.data_usd},
                   {"pure", OrderedJson::array()},
                   {"asked", nullptr},
                   {"best", nullptr}};
  for (const PurchaseOption& option : answer.pure) json["pure"].push_back(json_of(option, translator));
  if (answer.asked) json["asked"] = json_of(*answer.asked, translator);
  if (answer.best) json["best"] = json_of(*answer.best, translator);
  return json;
}

}  // namespace hakaru
