#include "hakaru/asking/rehearsing/rehearsal_ask.h"

#include <unistd.h>

#include <charconv>
#include <memory>

#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"

namespace hakaru {
namespace {

constexpr std::int64_t most_ranks = 8, most_steps = 100'000;

/// As people type it, and as messages tell it: "'none'".
std::optional<std::int64_t> number(KeyReader& reader, const char* key, std::int64_t least, std::int64_t most) {
  const std::optional<std::string> text = reader.text(key);
  if (!text) return std::nullopt;
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error == std::errc() && stop == text->data() + text->size() && value >= least && value <= most) return value;
  reader.refuse(bad_input("{} is '{}'; accepted: {} … {}", reader.shown(key), *text, least, most));
  return std::nullopt;
}

}  // namespace

Result<RehearsalAsk> read_rehearsal(KeyReader& reader) {
  RehearsalAsk asked;
  asked.ranks = number(reader, "ranks", 1, most_ranks).value_or(asked.ranks);
  asked.steps = number(reader, "steps", 1, most_steps).value_or(asked.steps);
  asked.seed = static_cast<std::uint64_t>(number(reader, "seed", 0, INT64_MAX).value_or(1));
  asked.core_bytes = static_cast<std::int64_t>(reader.parsed<double>("core_memory", parse_bytes).value_or(0));
  asked.precision = reader.text("precision").value_or(asked.precision);
  asked.network = reader.text("network").value_or("");
  asked.scale = reader.text("scale").value_or("");
  asked.text = reader.text("text").value_or("");
  asked.cache = reader.text("cache").value_or("");
  asked.compared_precisions = join(reader.texts("compare_precision"), ",");
  asked.sequence_lengths = join(reader.texts("sequence_lengths"), ",");
  asked.buckets = join(reader.texts("buckets"), ",");
  asked.traced = reader.has("trace");
  if (reader.error()) return tl::unexpected(*reader.error());
  return asked;
}

Result<void> check_room(const Miniature& miniature, const KeyReader& reader) {
  constexpr std::int64_t most_values = INT32_MAX;  // MPI counts no more of one message
  double bytes = 0;
  std::int64_t values = 0;
  for (std::int64_t rank = 0; rank < miniature.layout.ranks(); ++rank) {
    const Expected expected = expected_of(miniature, RankPlace::of(rank, miniature.layout));
    bytes += static_cast<double>(expected.estimate_bytes());
    values = std::max(values, static_cast<std::int64_t>(static_cast<double>(expected.weights_bytes) /
                                                        bytes_per_value(miniature.job.recipe.weights)));
  }
  bytes *= 2;  // the one alone holds as much as all replicas, at most
  const double room = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  if (bytes > room)
    return bad_input("the miniature takes about {} and this machine has {}; accepted: a smaller {}, or fewer {}",
                     in_gib(bytes), in_gib(room), reader.named("scale"), reader.named("ranks"));
  if (values > most_values)
    return bad_input("the miniature has {} parameters on one rank; accepted: at most {}", values, most_values);
  return {};
}

std::function<bool()> told_steps(const Asking& asking, std::int64_t steps) {
  return [&asking, steps, done = std::make_shared<std::int64_t>(0)] {
    const std::int64_t before = (*done)++;
    return asking.tell(static_cast<double>(before) / static_cast<double>(steps), [before, steps] {
      return message("{} of {} steps on one rank", with_separators(before), with_separators(steps));
    });
  };
}

}  // namespace hakaru
