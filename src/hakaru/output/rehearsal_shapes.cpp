#include <fmt/format.h>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/formats/record_json.h"
#include "hakaru/output/answer_texts.h"
#include "hakaru/output/table.h"

namespace hakaru {
namespace {

OrderedJson json_of_count(const char* name, const ShapeCount& count) {
  OrderedJson json{{"shapes", name}};
  json.update(write_record(count));
  return json;
}

}  // namespace

OrderedJson json_of(const SequenceShapes& shapes) {
  OrderedJson rows = OrderedJson::array({json_of_count("lengths", shapes.without)});
  if (!shapes.buckets.empty()) rows.push_back(json_of_count("buckets", shapes.with));
  return {{"sequences", shapes.sequences}, {"buckets", shapes.buckets}, {"shapes", rows}};
}

std::string shapes_text(const SequenceShapes& shapes, const Pen& pen) {
  const Translator& t = pen.translator;
  Table table({{t.say("shapes")},
               {t.say("graphs"), Align::right},
               {t.say("padding, tokens"), Align::right},
               {t.say("of all tokens"), Align::right},
               {t.say("sequences tried"), Align::right},
               {t.say("their shapes"), Align::right},
               {t.say("compilations"), Align::right}});
  const auto add = [&](const std::string& name, const ShapeCount& count) {
    table.add({name, with_separators(count.graphs), with_separators(count.padding),
               fmt::format("{:.1f} %", 100 * count.padding_share()), with_separators(count.tried),
               with_separators(count.expected), with_separators(count.compiled)});
  };
  add(t.say("every length"), shapes.without);
  std::vector<std::string> buckets;
  for (const std::int64_t bucket : shapes.buckets) buckets.push_back(std::to_string(bucket));
  if (!buckets.empty()) add(t.say("buckets {}", join(buckets)), shapes.with);
  return t.say("{} sequences, {} tokens.", with_separators(shapes.sequences), with_separators(shapes.without.tokens)) +
         "\n\n" + table.text(pen.style);
}

}  // namespace hakaru
