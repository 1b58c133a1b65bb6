// nvidia-smi topo -m: a matrix of what lies between GPUs, and between them and the adapters of the network. With -mp it
// has the paths over PCIe beside NVLinks, and its legend no line of NV#.
//
//         GPU0    GPU1    NIC0    CPU Affinity    NUMA Affinity
//   GPU0   X      NV18    PIX     0-47            0
//   GPU1  NV18     X      SYS     0-47            0
//
//   NIC Legend:
//     NIC0: mlx5_0
#include <algorithm>
#include <map>

#include "hakaru/core/text.h"
#include "hakaru/importing/machines/readers.h"
#include "hakaru/importing/machines/tool_text.h"

namespace hakaru {
namespace {

constexpr std::string_view topology_tool = "nvidia-smi topo -m";
constexpr int most_links = 64;  ///< NVLinks of one GPU

bool is_numbered(std::string_view word, std::string_view name) {
  return word.size() > name.size() && word.starts_with(name) &&
         word.find_first_not_of("0123456789", name.size()) == std::string_view::npos;
}

bool is_gpu(std::string_view word) { return is_numbered(word, "GPU"); }

bool is_matrix_heading(const std::vector<std::string_view>& words) {
  return words.size() > 1 && words[0] == "GPU0" && words[1] != "X";
}

/// The path in a cell, and its number of NVLinks.
struct Cell {
  Path path = Path::pcie;
  int links = 0;
  bool is_itself = false;
  bool is_close = false;  ///< within one PCIe switch
};

std::optional<Cell> cell_of(std::string_view word) {
  if (word == "X") return Cell{.is_itself = true};
  if (word == "PIX" || word == "PXB") return Cell{.is_close = true};
  if (word == "PHB" || word == "NODE") return Cell{};
  if (word == "SYS" || word == "SOC") return Cell{.path = Path::sockets};
  if (!is_numbered(word, "NV")) return std::nullopt;
  const std::optional<int> links = whole_in(word.substr(2));
  if (!links || *links < 1 || *links > most_links) return std::nullopt;
  return Cell{.path = Path::nvlink, .links = *links};
}

/// The lines of a matrix as they are read.
struct Matrix {
  std::vector<std::string> columns;  ///< GPUs, then adapters
  int gpus = 0;
  FoundPaths paths;
  std::map<std::string, bool> is_beside;      ///< adapters by column
  std::map<std::string, std::string> legend;  ///< "NIC0" is "mlx5_0"
  int rows = 0;
  bool has_nvlink = false;  ///< in a cell, or as NV# in the legend

  void read_heading(const std::vector<std::string_view>& words) {
    for (const std::string_view word : words) {
      if (word == "CPU") break;
      columns.emplace_back(word);
      if (is_gpu(word))
        ++gpus;
      else
        is_beside[columns.back()] = false;
    }
  }

  /// Reads the cells of a row. Returns what cannot be read; "": all can.
  std::string read_row(const std::vector<std::string_view>& words) {
    const int row = rows++;
    if (words.size() <= columns.size()) return fmt::format("{} cells of {}", words.size() - 1, columns.size());
    for (std::size_t column = 0; column < columns.size(); ++column) {
      const std::string_view word = words[column + 1];
      const std::optional<Cell> cell = cell_of(word);
      if (!cell) return fmt::format("'{}'", word);
      has_nvlink = has_nvlink || cell->path == Path::nvlink;
      const bool is_diagonal = static_cast<int>(column) == row;
      if (cell->is_itself != is_diagonal) return fmt::format("'{}' between {} and {}", word, words[0], columns[column]);
      if (static_cast<int>(column) >= gpus) {
        if (cell->is_close) is_beside[columns[column]] = true;
      } else if (static_cast<int>(column) > row) {
        paths.pairs.push_back(
            {.first = row, .second = static_cast<int>(column), .path = cell->path, .links = cell->links});
      }
    }
    return "";
  }

  std::vector<FoundAdapter> adapters() const {
    std::vector<FoundAdapter> all;
    for (const auto& [column, beside] : is_beside) {
      const auto named = legend.find(column);
      all.push_back({.name = named == legend.end() ? column : named->second, .is_beside = beside});
    }
    return all;
  }
};

}  // namespace

bool is_topology_matrix(std::string_view text) {
  const std::string plain = without_escapes(text);
  for (std::string_view rest = plain; !rest.empty();) {
    if (is_matrix_heading(words_between_blanks(take_line(rest)))) return true;
  }
  return false;
}

Result<FoundMachine> read_topology_matrix(std::string_view text, const std::string& file) {
  const std::string plain = without_escapes(text);
  Matrix matrix;
  int line_number = 0;
  for (std::string_view rest = plain; !rest.empty();) {
    const std::vector<std::string_view> words = words_between_blanks(take_line(rest));
    ++line_number;
    if (matrix.gpus == 0) {
      if (is_matrix_heading(words)) matrix.read_heading(words);
      if (matrix.gpus > most_devices) return bad_input("{}: more than {} devices", file, most_devices);
      continue;
    }
    if (words.size() == 2 && is_numbered(words[0].substr(0, words[0].size() - 1), "NIC") && words[0].ends_with(':'))
      matrix.legend.insert_or_assign(std::string(words[0].substr(0, words[0].size() - 1)), std::string(words[1]));
    if (words.size() > 1 && words[0] == "NV#" && words[1] == "=") matrix.has_nvlink = true;
    const bool is_row = !words.empty() && matrix.rows < matrix.gpus &&
                        words[0] == matrix.columns[static_cast<std::size_t>(matrix.rows)];
    if (!is_row) continue;
    if (const std::string unread = matrix.read_row(words); !unread.empty())
      return bad_input("{}: line {}: {}; accepted: X, NV1 … NV{}, PIX, PXB, PHB, NODE or SYS in each column of {}",
                       file, line_number, unread, most_links, topology_tool);
  }
  if (matrix.rows < matrix.gpus)
    return bad_input("{}: {} GPUs in the heading, rows of {}; accepted: all that {} prints", file, matrix.gpus,
                     matrix.rows, topology_tool);
  FoundMachine machine{.tool = std::string(topology_tool), .file = file};
  machine.paths = std::move(matrix.paths);
  machine.paths->devices = matrix.gpus;
  machine.paths->tells_nvlink = matrix.has_nvlink;
  machine.adapters = matrix.adapters();
  return machine;
}

bool is_nvlink_status(std::string_view text) {
  bool is_of_gpu = false;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = trimmed(take_line(rest));
    is_of_gpu = is_of_gpu || (line.starts_with("GPU ") && line.find("(UUID") != std::string_view::npos);
    if (is_of_gpu && line.starts_with("Link ") && line.find(':') != std::string_view::npos) return true;
  }
  return false;
}

Result<FoundMachine> read_nvlink_status(std::string_view text, const std::string& file) {
  FoundLinks found;
  int links = 0;
  const auto end_gpu = [&found, &links] {
    if (found.devices > 0) found.links = found.devices == 1 ? links : std::min(found.links, links);
    links = 0;
  };
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = trimmed(take_line(rest));
    if (line.starts_with("GPU ")) {
      end_gpu();
      ++found.devices;
    }
    const std::size_t colon = line.find(':');
    if (!line.starts_with("Link ") || colon == std::string_view::npos) continue;
    if (figure_in(line.substr(colon + 1), "GB/s").value_or(0) > 0) ++links;
  }
  end_gpu();
  if (found.devices == 0 || found.devices > most_devices || found.links > most_links)
    return bad_input("{}: no links of GPUs; accepted: all that {} prints", file, "nvidia-smi nvlink -s");
  FoundMachine machine{.tool = "nvidia-smi nvlink -s", .file = file};
  machine.links = found;
  return machine;
}

}  // namespace hakaru
