#include "hakaru/traffic/named_traffic.h"

#include <algorithm>
#include <cmath>

#include "hakaru/core/fields.h"
#include "hakaru/core/text.h"
#include "hakaru/traffic/length_mix.h"

namespace hakaru {
namespace {

constexpr std::int64_t requests_of_traffic = 1000;
constexpr std::int64_t stride = 619;  // 1,000 over the golden section, made prime
constexpr double whole_percent = 100;

/// At `share` of all, on straight lines between `tokens` at `percent`.
std::int32_t quantile(const std::vector<double>& percent, const std::vector<std::int64_t>& tokens, double share) {
  const double at = whole_percent * share;
  const auto above = std::upper_bound(percent.begin() + 1, percent.end() - 1, at);
  const auto right = static_cast<std::size_t>(above - percent.begin()), left = right - 1;
  const double part = (at - percent[left]) / (percent[right] - percent[left]);
  const auto low = static_cast<double>(tokens[left]), high = static_cast<double>(tokens[right]);
  return static_cast<std::int32_t>(std::lround(low + part * (high - low)));
}

std::vector<double> levels(Fields& fields) {
  std::vector<double> percent;
  const Json& list = fields.value("percent");
  for (const Json& each : list.is_array() ? list : Json::array()) {
    if (each.is_number()) percent.push_back(each.get<double>());
  }
  const bool rises = std::adjacent_find(percent.begin(), percent.end(), std::greater_equal<>()) == percent.end();
  if (percent.size() != list.size() || percent.size() < 2 || percent.front() != 0 || percent.back() != whole_percent ||
      !rises)
    fields.refuse("percent", list.dump(), "rising numbers, from 0 to 100");
  return percent;
}

std::vector<std::int64_t> rising_tokens(Fields& fields, std::string_view key, std::size_t count) {
  std::vector<std::int64_t> tokens = fields.integers(key, {1, std::int64_t{1} << 30});
  if (tokens.size() != count || !std::is_sorted(tokens.begin(), tokens.end()))
    fields.refuse(key, fmt::format("[{}]", fmt::join(tokens, ", ")), fmt::format("{} numbers that do not fall", count));
  return tokens;
}

Result<std::vector<Request>> read_traffic(const Json& table, const std::string& name, const std::string& file) {
  Fields fields(table, file, name);
  fields.text("what");
  fields.text("source");
  const std::vector<double> percent = levels(fields);
  const std::vector<std::int64_t> prompts = rising_tokens(fields, "prompt_tokens", percent.size());
  const std::vector<std::int64_t> answers = rising_tokens(fields, "answer_tokens", percent.size());
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  std::vector<Request> requests;
  const auto middle = [](std::int64_t number) {
    return (static_cast<double>(number) + 0.5) / static_cast<double>(requests_of_traffic);
  };
  for (std::int64_t number = 0; number < requests_of_traffic; ++number)
    requests.push_back({0, quantile(percent, prompts, middle(number)),
                        quantile(percent, answers, middle(number * stride % requests_of_traffic))});
  return requests;
}

}  // namespace

Result<std::vector<Request>> named_traffic(const DataFiles& data, std::string_view name, std::string_view key) {
  if (name.find(':') != std::string_view::npos) {
    const Result<std::vector<MixedKind>> kinds = parse_mix(name, key);
    return kinds ? requests_of(*kinds) : Result<std::vector<Request>>(fail(kinds));
  }
  std::vector<std::string> names;
  for (const DataFiles::File& file : data.under("traffic.toml")) {
    const Result<Json> table = parse_toml(file.text, file.name);
    if (!table) return fail(table);
    for (const auto& [known, traffic] : table->items()) {
      if (known == name) return read_traffic(traffic, known, file.name);
      names.push_back(known);
    }
  }
  return bad_input("{} is '{}'; accepted: {}", key, name, join(names));
}

}  // namespace hakaru
