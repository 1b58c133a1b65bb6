#include "hakaru/importing/machines/stated_words.h"

#include "hakaru/core/quantities.h"
#include "hakaru/hardware/price_rows.h"

namespace hakaru {
namespace {

constexpr double network_bits_of_byte = 8;
constexpr std::int64_t most_ranks_stated = 1 << 16;
constexpr std::int64_t most_vcpu_stated = 1 << 20;
constexpr double most_w_stated = 1e5;

/// Reads words one after the other and keeps the first reason why one cannot be.
class Reading {
 public:
  /// The value that `parse` reads; empty: not stated, or refused.
  template <typename Value>
  std::optional<Value> read(const std::string& text, std::string_view name,
                            Result<Value> (*parse)(std::string_view, std::string_view)) {
    if (text.empty()) return std::nullopt;
    return keep(parse(text, name));
  }

  template <typename Value>
  std::optional<Value> keep(Result<Value> value) {
    if (value) return std::move(*value);
    refuse(value.error());
    return std::nullopt;
  }

  std::optional<std::int64_t> whole(const std::string& text, std::string_view name, std::int64_t most) {
    const std::optional<std::int64_t> value = read(text, name, parse_count);
    if (!value || (*value >= 1 && *value <= most)) return value;
    refuse(bad_input("{} is {}; accepted: 1 … {}", name, *value, most).value());
    return std::nullopt;
  }

  std::optional<double> above_zero(std::optional<double> value, std::string_view name, double most) {
    if (!value || (*value > 0 && *value <= most)) return value;
    refuse(bad_input("{} is {}; accepted: more than 0, at most {}", name, *value, most).value());
    return std::nullopt;
  }

  void refuse(const Error& error) {
    if (!error_) error_ = error;
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  std::optional<Error> error_;
};

/// "3200Gb/s" of a machine, or "8x400Gb/s" of its adapters.
Result<double> parse_network_bit_per_s(std::string_view text, std::string_view name) {
  std::int64_t adapters = 1;
  std::string_view each = text;
  const std::size_t times = text.find('x');
  if (times != std::string_view::npos) {
    const Result<std::int64_t> count = parse_count(text.substr(0, times), name);
    if (!count || *count < 1) return bad_input("{} is '{}'; accepted: 3200Gb/s, 8x400Gb/s", name, text);
    adapters = *count;
    each.remove_prefix(times + 1);
  }
  const Result<double> bytes_per_s = parse_bandwidth_bytes_per_s(each, name);
  if (!bytes_per_s) return bad_input("{} is '{}'; accepted: 3200Gb/s, 8x400Gb/s", name, text);
  return *bytes_per_s * network_bits_of_byte * static_cast<double>(adapters);
}

/// "bf16=989,fp32=67": tera-operations a second, dense.
Result<std::vector<std::pair<DataType, double>>> parse_rates(std::string_view text, std::string_view name) {
  std::vector<std::pair<DataType, double>> rates;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view part = rest.substr(0, comma);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    const std::size_t equals = std::min(part.find('='), part.size());
    const Result<DataType> type = parse_data_type(part.substr(0, equals));
    const Result<double> tera_per_s = parse_number(part.substr(std::min(equals + 1, part.size())), name);
    if (!type || !tera_per_s || *tera_per_s <= 0)
      return bad_input("{} is '{}'; accepted: data types and their dense TFLOP/s, bf16=989,fp8=1979", name, text);
    rates.emplace_back(*type, *tera_per_s * tera);
  }
  return rates;
}

/// A power in watts: "700W", "700".
Result<double> parse_watts(std::string_view text, std::string_view name) {
  if (text.ends_with('W')) text.remove_suffix(1);
  return parse_number(text, name);
}

/// "$12.5/h", "12.5"
Result<double> parse_usd_per_h(std::string_view text, std::string_view name) {
  constexpr std::string_view unit = "/h";
  if (text.ends_with(unit)) text.remove_suffix(unit.size());
  return parse_money_usd(text, name);
}

std::optional<StatedAccelerator> read_figures(const MachineWords& words, Reading& reading) {
  const bool is_stated = !(words.accelerator_memory + words.memory_bandwidth + words.tflops + words.link_bandwidth +
                           words.accelerator_power)
                              .empty();
  if (!is_stated) return std::nullopt;
  StatedAccelerator figures;
  constexpr double most_bytes = 1e15;
  const auto positive = [&](const std::string& text, const char* name, auto* parse, double most) {
    return reading.above_zero(reading.read<double>(text, name, parse), name, most);
  };
  figures.memory_bytes = positive(words.accelerator_memory, "--accelerator-memory", parse_bytes, most_bytes);
  figures.memory_bandwidth_bytes_per_s =
      positive(words.memory_bandwidth, "--memory-bandwidth", parse_bandwidth_bytes_per_s, most_bytes);
  figures.link_bytes_per_s =
      positive(words.link_bandwidth, "--link-bandwidth", parse_bandwidth_bytes_per_s, most_bytes);
  figures.power_w = positive(words.accelerator_power, "--accelerator-power", parse_watts, most_w_stated);
  if (!words.tflops.empty()) {
    if (auto rates = reading.keep(parse_rates(words.tflops, "--tflops"))) figures.flops_per_s = std::move(*rates);
  }
  return figures;
}

std::optional<Purchase> read_bought(const MachineWords& words, Reading& reading) {
  const std::optional<double> usd = reading.read<double>(words.purchase, "--purchase", parse_money_usd);
  const std::optional<double> years = reading.read<double>(words.years, "--years", parse_number);
  const std::optional<double> usd_per_kwh = reading.read<double>(words.power, "--power", parse_usd_per_kwh);
  if (words.purchase.empty() && !words.years.empty())
    reading.refuse(bad_input("{} needs {}", "--years", "--purchase").value());
  if (words.purchase.empty() && !words.power.empty())
    reading.refuse(bad_input("{} needs {}", "--power", "--purchase").value());
  if (!words.purchase.empty() && words.years.empty())
    reading.refuse(bad_input("{} needs {}", "--purchase", "--years").value());
  if (!words.purchase.empty() && !words.price.empty())
    reading.refuse(bad_input("{} and {} exclude each other; accepted: one of them", "--price", "--purchase").value());
  if (years && (*years < fewest_years_owned || *years > most_years_owned))
    reading.refuse(
        bad_input("{} is {}; accepted: {} … {}", "--years", *years, fewest_years_owned, most_years_owned).value());
  if (!usd || !years) return std::nullopt;
  return Purchase{*usd, *years, usd_per_kwh};
}

std::optional<std::string> stated_text(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace

Result<StatedMachine> read_stated(const std::string& name, const MachineWords& words, const std::string& today) {
  constexpr double most_host_bytes = 1e15;
  Reading reading;
  StatedMachine stated;
  stated.name = name;
  stated.accelerator = stated_text(words.accelerator);
  stated.figures = read_figures(words, reading);
  stated.accelerators = reading.whole(words.accelerators, "--accelerators", most_ranks_stated);
  stated.links = stated_text(words.links);
  stated.network_bit_per_s = reading.read<double>(words.network, "--network", parse_network_bit_per_s);
  stated.fabric = stated_text(words.fabric);
  stated.host_memory_bytes =
      reading.above_zero(reading.read<double>(words.memory, "--memory", parse_bytes), "--memory", most_host_bytes);
  stated.vcpu = reading.whole(words.vcpu, "--vcpu", most_vcpu_stated);
  stated.usd_per_h =
      reading.above_zero(reading.read<double>(words.price, "--price", parse_usd_per_h), "--price", largest_usd_per_h);
  stated.purchase = read_bought(words, reading);
  stated.as_of =
      words.as_of.empty() ? today : reading.read<std::string>(words.as_of, "--as-of", parse_date).value_or("");
  if (stated.as_of > today)  // its price would be newer than any of a later day until then
    reading.refuse(
        bad_input("{} is {}, which is to come; accepted: {} or a day before it", "--as-of", stated.as_of, today)
            .value());
  if (reading.error()) return tl::unexpected(*reading.error());
  return stated;
}

}  // namespace hakaru
