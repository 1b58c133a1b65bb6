#include <array>

#include "hakaru/importing/machines/readers.h"
#include "hakaru/importing/machines/tool_text.h"

namespace hakaru {
namespace {

/// A form of a tool's output that states less than another form of the same tool.
struct OtherForm {
  std::string_view sign;    ///< stands in its text
  std::string_view called;  ///< what it is
  std::string_view wanted;
};
constexpr std::array other_forms{
    OtherForm{"NVSMI LOG", "nvidia-smi -q", "nvidia-smi -q -x"},
    OtherForm{"ROCm System Management Interface", "rocm-smi",
              "rocm-smi --showproductname --showmeminfo vram --showtopotype --json"},
    OtherForm{"NEURON", "neuron-ls", "neuron-ls --json-output"},
    OtherForm{"Thread(s) per core", "lscpu", "lscpu -J"},
};

constexpr std::string_view accepted_tools =
    "nvidia-smi -q -x, nvidia-smi topo -m, nvidia-smi nvlink -s, rocm-smi --json, amd-smi static --json, "
    "neuron-ls --json-output, hl-smi, lscpu -J, lstopo --of xml, ibstat, ibv_devinfo -v";

}  // namespace

Result<FoundMachine> read_machine_file(std::string_view text, const std::string& file) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const std::string_view content = trimmed(text);
  if (content.empty()) return bad_input("{}: the file is empty; accepted: what {} print", file, accepted_tools);
  if (content.front() == '<') return read_machine_xml(text, file);
  if (content.front() == '{' || content.front() == '[') return read_machine_json(text, file);
  if (is_hl_smi(content)) return read_hl_smi(content, file);
  if (is_nvidia_smi(content)) return read_nvidia_smi(content, file);
  if (is_topology_matrix(content)) return read_topology_matrix(text, file);
  if (is_nvlink_status(content)) return read_nvlink_status(text, file);
  if (is_adapter_list(content)) return read_adapter_list(text, file);
  if (is_device_csv(content)) return read_device_csv(text, file);
  for (const OtherForm& form : other_forms) {
    if (content.find(form.sign) != std::string_view::npos)
      return bad_input("{}: this is what {} prints; accepted: {}", file, form.called, form.wanted);
  }
  return bad_input("{}: printed by no tool that is read; accepted: what {} print", file, accepted_tools);
}

}  // namespace hakaru
