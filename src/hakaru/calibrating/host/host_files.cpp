#include "hakaru/calibrating/host/host_files.h"

#include <map>

#include "hakaru/core/fields.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/timing/calibration_constants.h"

namespace hakaru {
namespace {

/// The text in quotes, as TOML has it.
std::string quoted(const std::string& text) {
  return Json(printable(text)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// "AMD" and "EPYC 9354"; "host" where it is one word.
std::pair<std::string, std::string> maker_and_chip(const std::string& processor) {
  const std::size_t blank = processor.find(' ');
  if (blank == std::string::npos) return {"host", processor};
  return {processor.substr(0, blank), processor.substr(blank + 1)};
}

std::string source_of(const HostMachine& machine, const std::string& date) {
  return fmt::format("measured on {} by hakaru calibrate host, {}", machine.processor, date);
}

std::string accelerator_text(const HostMachine& machine, const std::string& source) {
  const auto [maker, chip] = maker_and_chip(machine.processor);
  return fmt::format(
      "# Made by hakaru calibrate host: this machine, all its cores.\n"
      "[host]\n"
      "vendor = {}\n"
      "chip = {}\n"
      "kind = \"cpu\"\n"
      "memory_bandwidth_gb_per_s = {:.5g}\n"
      "tflops = {{ fp32 = {:.5g} }}\n"
      "emulated = {{ tf32 = \"fp32\", bf16 = \"fp32\", fp16 = \"fp32\", fp8 = \"fp32\", mxfp8 = \"fp32\", int8 = "
      "\"fp32\", uint8 = \"fp32\", int4 = \"fp32\", nf4 = \"fp32\", mxfp4 = \"fp32\", nvfp4 = \"fp32\" }}\n"
      "compute_units = {}\n"
      "threads_per_core = 1\n"
      "usual_machine = \"host\"\n"
      "confidence = \"medium\"\n"
      "source = {}\n"
      "notes = \"Products of fp32 by oneDNN and memory read or copied, all cores at once. Narrower "
      "types were not measured: they are taken to run as fp32.\"\n",
      quoted(maker), quoted(chip), machine.memory_bytes_per_s() / giga, machine.product_flops_per_s / tera,
      machine.cores, quoted(source));
}

std::string instance_text(const HostMachine& machine, const std::string& source) {
  return fmt::format(
      "# Made by hakaru calibrate host.\n"
      "[host]\n"
      "family = \"host\"\n"
      "accelerator = \"host\"\n"
      "accelerators = 1\n"
      "vcpu = {}\n"
      "memory_gib = {:.5g}\n"
      "confidence = \"medium\"\n"
      "source = {}\n",
      machine.cores, machine.memory_bytes / gibi, quoted(source));
}

using Constants = std::map<std::string_view, std::pair<double, std::string>>;

std::string table_text(std::string_view name, const Constants& constants) {
  std::string text = fmt::format("\n[{}]\n", name);
  for (const auto& [constant, figure] : constants)
    text += fmt::format("{} = {{ value = {:.5g}, source = {} }}\n", constant, figure.first, quoted(figure.second));
  return text;
}

/// Constants of frameworks: efficiencies that oneDNN reaches, and those of other CPUs where nothing was measured.
Constants of_frameworks(const HostMachine& machine, const Calibration& of_cpus, const std::string& source) {
  Constants constants;
  for (const auto& [name, member] : calibration_members) {
    if (const auto known = of_cpus.sources->find(name); known != of_cpus.sources->end())
      constants[name] = {of_cpus.*member, "of other CPUs: " + known->second};
  }
  const std::string products = "products of layers by oneDNN, " + source;
  constants["gemm_efficiency"] = {machine.product_efficiency, products};
  constants["narrow_gemm_efficiency"] = {machine.product_efficiency, "run as fp32; " + products};
  constants["convolution_efficiency"] = {machine.product_efficiency, "not measured apart; " + products};
  constants["attention_efficiency"] = {machine.head_efficiency, "products of a head by oneDNN, " + source};
  constants["memory_efficiency"] = {machine.read_bytes_per_s / machine.memory_bytes_per_s(),
                                    "memory read, beside read or copied, " + source};
  constants["small_gemm_tokens"] = {1, "not measured: rows that oneDNN does not pad"};
  return constants;
}

Constants of_traced(const HostTrial& trial, const std::string& source) {
  const Calibration traced = traced_calibration(trial.constants, trial.machine);
  Constants constants;
  const auto add = [&](std::string_view name, const std::string& what) {
    constants[name] = {traced.*calibration_member(name), what + ", one thread, " + source};
  };
  add("gemm_efficiency", "products of many rows");
  add("narrow_gemm_efficiency", "run as fp32");
  add("convolution_efficiency", "that of products");
  add("attention_efficiency", "attention over prompts");
  add("memory_efficiency", "products of one row");
  add("small_gemm_tokens", "products of one row are timed by their bytes");
  add("launch_s", "an operation that takes next to nothing");
  add("iteration_overhead_s", "a step of such operations");
  return constants;
}

}  // namespace

std::vector<HostFile> host_files(const HostTrial& trial, const Calibration& of_cpus, const std::string& date) {
  const std::string source = source_of(trial.machine, date);
  const std::string calibration = "# Made by hakaru calibrate host.\naccelerator = \"host\"\n" +
                                  table_text("all", of_frameworks(trial.machine, of_cpus, source)) +
                                  table_text("traced", of_traced(trial, source));
  return {{"accelerators/host.toml", accelerator_text(trial.machine, source)},
          {"instances/host.toml", instance_text(trial.machine, source)},
          {"calibrations/host.toml", calibration}};
}

}  // namespace hakaru
