// Facts about a machine from one file that a tool printed, before anything is known of its accelerators.
//
// Every part is there only where the file tells it: nvidia-smi knows its GPUs and not their host, lscpu the host and
// not its memory. Nothing is taken for granted here; `combined_machine` lays several files together, and
// `describe_machine` finds the accelerator that they mean.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/message.h"

namespace hakaru {

/// Devices that are called the same.
struct FoundDevices {
  std::string product = {};                  ///< as the tool calls it: "NVIDIA H100 80GB HBM3", "HL-225"
  int count = 0;                             ///< devices of that name
  int ranks_per_device = 1;                  ///< NeuronCores of one
  std::optional<double> memory_bytes = {};   ///< of one device
  std::optional<double> power_limit_w = {};  ///< that one is held to
  std::optional<int> pcie_generation = {};   ///< the most that the device and its slot can do
  std::optional<int> pcie_lanes = {};
  bool is_partitioned = false;  ///< MIG is on
  bool is_in_fabric = false;    ///< it has joined a fabric of NVSwitches
};

/// The path between two devices.
enum class Path : std::uint8_t {
  nvlink,  ///< by as many links as told, a switch between or not
  xgmi,
  pcie,     ///< within one socket: PIX, PXB, PHB, NODE
  sockets,  ///< over the processors' own link: SYS
};

/// Between all pairs of devices.
struct FoundPaths {
  struct Pair {
    int first = 0, second = 0;
    Path path = Path::pcie;
    int links = 0;  ///< of NVLink
  };
  int devices = 0;
  std::vector<Pair> pairs = {};
  bool tells_nvlink = true;  ///< false: paths over PCIe alone, as `nvidia-smi topo -mp` prints
};

/// NVLinks that are up, of one device.
struct FoundLinks {
  int devices = 0;
  int links = 0;  ///< of each: the fewest
};

/// An adapter of the network, "mlx5_0".
struct FoundAdapter {
  std::string name = {};
  bool is_up = true;
  bool is_infiniband = false;            ///< else Ethernet, so RoCE
  std::optional<double> bit_per_s = {};  ///< of its ports together
  std::optional<bool> is_beside = {};    ///< an accelerator, within one PCIe switch: PIX, PXB
};

struct FoundHost {
  std::string processor = {};  ///< "AMD EPYC 9654 96-Core Processor"
  int sockets = 0;             ///< 0: not told
  int threads = 0;             ///< 0: not told
  std::optional<double> memory_bytes = {};
};

struct FoundMachine {
  std::string tool = {};                   ///< that printed it: "nvidia-smi -q -x"
  std::string file = {};                   ///< as the user named it
  std::string date = {};                   ///< when, "2026-11-24"; "": the file does not tell
  std::string instance_type = {};          ///< of a cloud, where the tool tells: "trn2.48xlarge"
  std::vector<FoundDevices> devices = {};  ///< equal ones together
  std::optional<FoundPaths> paths = {};
  std::optional<FoundLinks> links = {};
  std::vector<FoundAdapter> adapters = {};
  std::optional<FoundHost> host = {};
};

}  // namespace hakaru
