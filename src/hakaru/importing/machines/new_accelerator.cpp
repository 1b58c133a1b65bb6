#include "hakaru/importing/machines/new_accelerator.h"

#include "hakaru/core/quantities.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/importing/machines/product_names.h"
#include "hakaru/importing/machines/toml_lines.h"

namespace hakaru {
namespace {

/// True if an earlier `catalog add` wrote a file of this name.
bool is_own(const std::string& name, const DataFiles& data) { return !data.under(accelerator_place(name)).empty(); }

std::optional<Error> unstated(const StatedAccelerator& figures) {
  std::vector<std::string> missing;
  if (!figures.memory_bytes) missing.emplace_back("--accelerator-memory");
  if (!figures.memory_bandwidth_bytes_per_s) missing.emplace_back("--memory-bandwidth");
  if (figures.flops_per_s.empty()) missing.emplace_back("--tflops");
  if (missing.empty()) return std::nullopt;
  return bad_input("an accelerator that is not known needs {} too", join(missing)).value();
}

std::string rates_toml(const StatedAccelerator& figures) {
  std::vector<std::string> parts;
  for (const auto& [type, flops_per_s] : figures.flops_per_s)
    parts.push_back(fmt::format("{} = {:.6g}", name_of(type), flops_per_s / tera));
  return "{ " + join(parts) + " }";
}

/// "NVLink4" of nvlink-4: by this name its kind of link is known.
std::string link_name(const StatedMachine& stated) {
  const std::string links = lower_case(stated.links.value_or(""));
  constexpr std::string_view nvlink = "nvlink";
  if (!links.starts_with(nvlink)) return "links of its own";
  const std::size_t digit = links.find_first_of("0123456789");
  return digit == std::string::npos ? "NVLink" : "NVLink" + links.substr(digit, 1);
}

/// The tools' name of the product, where all devices have one name; else `otherwise`.
std::string product_of(const CombinedMachine& found, const std::string& otherwise) {
  return found.devices && found.devices->value.size() == 1 ? found.devices->value.front().product : otherwise;
}

}  // namespace

Result<FileText> new_accelerator(const CombinedMachine& found, const StatedMachine& stated, const Catalog& catalog,
                                 const DataFiles& data) {
  if (!stated.accelerator)
    return bad_input("{} describe an accelerator: {} names it", "--accelerator-memory --memory-bandwidth --tflops",
                     "--accelerator");
  const std::string name = lower_case(*stated.accelerator);
  if (std::optional<Error> error = unfit_new_name(name)) return tl::unexpected(std::move(*error));
  const Result<Accelerator> known = catalog.accelerator(name);
  if (known && !(known->name == name && is_own(name, data)))
    return bad_input("{} is known, with figures of its own: {}; accepted: another name, or no figures",
                     *stated.accelerator, known->source);
  const StatedAccelerator& figures = *stated.figures;
  if (std::optional<Error> error = unstated(figures)) return tl::unexpected(std::move(*error));
  const std::string product = product_of(found, *stated.accelerator);
  TomlLines lines;
  lines.add("vendor", quoted_toml(maker_of(product)), "");
  lines.add("chip", quoted_toml(product), found.devices ? found.devices->source : "--accelerator");
  lines.add("kind", "\"gpu\"", "");
  lines.add("memory_gib", fmt::format("{:.6g}", *figures.memory_bytes / gibi), "--accelerator-memory");
  lines.add("memory_bandwidth_gb_per_s", fmt::format("{:.6g}", *figures.memory_bandwidth_bytes_per_s / giga),
            "--memory-bandwidth");
  lines.add("tflops", rates_toml(figures), "--tflops");
  if (figures.link_bytes_per_s) {
    lines.add("link", quoted_toml(link_name(stated)), "");
    lines.add("link_gb_per_s", fmt::format("{:.6g}", *figures.link_bytes_per_s / giga), "--link-bandwidth");
  }
  if (figures.power_w) lines.add("power_w", fmt::format("{:.6g}", *figures.power_w), "--accelerator-power");
  return FileText{accelerator_place(name),
                  fmt::format("# Made by hakaru catalog add on {}; behind each figure, where it is from.\n[{}]\n{}"
                              "confidence = \"low\"\nsource = {}\n",
                              stated.as_of, toml_key(name), lines.text(),
                              quoted_toml(fmt::format("stated by its owner, {}", stated.as_of)))};
}

}  // namespace hakaru
