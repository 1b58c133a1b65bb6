// One reader for each form in which a tool tells of a machine: its text, or why that is none of it.
//
//   Result<FoundMachine> found = read_machine_file(text, "smi.xml");   // told by its content
//
// Texts are from outside: they may be cut off, of another tool, or made to do harm. XML is read by pugixml, which
// expands no entity of a DOCTYPE; one that declares any is refused, as is what is nested deeper than anything real.
#pragma once

#include "hakaru/core/fields.h"
#include "hakaru/importing/machines/found_machine.h"

namespace hakaru {

inline constexpr std::uint64_t largest_machine_file_bytes = 16 << 20;

/// Reads a file of any tool, recognised by its content; for a file of none the error lists the accepted tools.
Result<FoundMachine> read_machine_file(std::string_view text, const std::string& file);

/// XML of `nvidia-smi -q -x` and of `lstopo --of xml`.
Result<FoundMachine> read_machine_xml(std::string_view text, const std::string& file);
/// JSON of `lscpu -J`, `neuron-ls --json-output`, `rocm-smi --json` and `amd-smi static --json`.
Result<FoundMachine> read_machine_json(std::string_view text, const std::string& file);
Result<FoundMachine> read_lscpu(const Json& tree, const std::string& file);
Result<FoundMachine> read_neuron_ls(const Json& tree, const std::string& file);
Result<FoundMachine> read_rocm_smi(const Json& tree, const std::string& file);
Result<FoundMachine> read_amd_smi(const Json& tree, const std::string& file);

/// The matrix of `nvidia-smi topo -m`.
bool is_topology_matrix(std::string_view text);
Result<FoundMachine> read_topology_matrix(std::string_view text, const std::string& file);
/// `nvidia-smi nvlink -s`.
bool is_nvlink_status(std::string_view text);
Result<FoundMachine> read_nvlink_status(std::string_view text, const std::string& file);
/// The table that `hl-smi` draws.
bool is_hl_smi(std::string_view text);
Result<FoundMachine> read_hl_smi(std::string_view text, const std::string& file);
/// The table that `nvidia-smi` draws.
bool is_nvidia_smi(std::string_view text);
Result<FoundMachine> read_nvidia_smi(std::string_view text, const std::string& file);
/// CSV of `hl-smi -Q …` and `nvidia-smi --query-gpu=…`: a line of names, `name` and `memory.total` among them.
bool is_device_csv(std::string_view text);
Result<FoundMachine> read_device_csv(std::string_view text, const std::string& file);
/// `ibstat`, `ibv_devinfo` (with -v: speeds).
bool is_adapter_list(std::string_view text);
Result<FoundMachine> read_adapter_list(std::string_view text, const std::string& file);

}  // namespace hakaru
