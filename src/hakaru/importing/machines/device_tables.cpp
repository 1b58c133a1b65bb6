// Devices as tables: those that hl-smi and nvidia-smi draw, and CSV of hl-smi -Q and nvidia-smi --query-gpu.
//
//   |   0  HL-225              N/A  | 0000:b3:00.0     N/A |                   0  |
//   | N/A   26C   N/A    82W / 600W |    768MiB / 98304MiB |     0%           N/A |
#include "hakaru/core/csv_table.h"
#include "hakaru/core/text.h"
#include "hakaru/importing/machines/readers.h"
#include "hakaru/importing/machines/tool_text.h"

namespace hakaru {
namespace {

/// The cells of a line that is drawn with |.
std::vector<std::string_view> drawn_cells(std::string_view line) {
  std::vector<std::string_view> cells;
  line = trimmed(line);
  if (!line.starts_with('|')) return cells;
  for (line.remove_prefix(1); !line.empty();) {
    const std::size_t bar = std::min(line.find('|'), line.size());
    cells.push_back(trimmed(line.substr(0, bar)));
    line.remove_prefix(std::min(bar + 1, line.size()));
  }
  return cells;
}

std::string_view behind_slash(std::string_view cell) {
  const std::size_t slash = cell.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : trimmed(cell.substr(slash + 1));
}

/// The column that begins so: "memory.total [MiB]".
std::optional<std::size_t> column_beginning(const CsvTable& table, std::string_view start) {
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    const std::string_view name = trimmed(table.columns[column]);
    if (name == start || (name.starts_with(start) && name.substr(start.size()).starts_with(" ["))) return column;
  }
  return std::nullopt;
}

/// "98304 MiB", or a bare number where the heading has the unit.
std::optional<double> memory_of_cell(const std::string& cell, const std::string& heading) {
  if (const std::optional<double> memory = memory_in(cell)) return memory;
  return heading.find("[MiB]") == std::string::npos && heading.find('[') != std::string::npos
             ? std::nullopt
             : memory_in(cell + " MiB");
}

}  // namespace

bool is_hl_smi(std::string_view text) { return text.find("HL-SMI Version") != std::string_view::npos; }

Result<FoundMachine> read_hl_smi(std::string_view text, const std::string& file) {
  FoundMachine machine{.tool = "hl-smi", .file = file};
  std::string product;  // of the line above
  int devices = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::vector<std::string_view> cells = drawn_cells(take_line(rest));
    if (cells.size() != 3) continue;
    const std::vector<std::string_view> words = words_between_blanks(cells[0]);
    if (words.size() > 1 && whole_in(words[0]) && words[1].starts_with("HL-")) {
      product = words[1];
      continue;
    }
    const std::optional<double> memory = memory_in(behind_slash(cells[1]));
    if (product.empty() || !memory) continue;
    if (++devices > most_devices) return bad_input("{}: more than {} devices", file, most_devices);
    FoundDevices device{.product = std::exchange(product, "")};
    device.memory_bytes = memory;
    device.power_limit_w = figure_in(behind_slash(cells[0]), "W");
    add_device(machine.devices, std::move(device));
  }
  if (!product.empty() || devices == 0)
    return bad_input("{}: a device without its memory, or none; accepted: all that {} prints", file, machine.tool);
  return machine;
}

bool is_nvidia_smi(std::string_view text) { return text.find("| NVIDIA-SMI") != std::string_view::npos; }

Result<FoundMachine> read_nvidia_smi(std::string_view text, const std::string& file) {
  constexpr std::string_view cut_off = "...";  // older drivers shorten long names
  constexpr std::string_view whole_names = "nvidia-smi --query-gpu=name,memory.total --format=csv";
  FoundMachine machine{.tool = "nvidia-smi", .file = file};
  std::vector<FoundDevices> devices;
  for (std::string_view rest = text; !rest.empty();) {
    const std::vector<std::string_view> cells = drawn_cells(take_line(rest));
    if (cells.size() != 3) continue;
    const std::vector<std::string_view> words = words_between_blanks(cells[0]);
    const bool is_first_line = words.size() > 2 && whole_in(words[0]) && cells[1].find(':') != std::string_view::npos;
    if (is_first_line) {
      const std::string product = join(std::vector<std::string>(words.begin() + 1, words.end() - 1), " ");
      if (product.ends_with(cut_off))
        return bad_input("{}: the name '{}' is cut off; accepted: {}", file, product, whole_names);
      devices.push_back(FoundDevices{.product = product});
      if (devices.size() > most_devices) return bad_input("{}: more than {} devices", file, most_devices);
    } else if (const std::optional<double> memory = memory_in(behind_slash(cells[1])); memory && !devices.empty()) {
      devices.back().memory_bytes = memory;
      devices.back().power_limit_w = figure_in(behind_slash(cells[0]), "W");
    } else if (cells[2] == "Enabled" && !devices.empty()) {
      devices.back().is_partitioned = true;
    }
  }
  for (FoundDevices& device : devices) {
    if (!device.memory_bytes) devices.clear();
    if (devices.empty()) break;
    add_device(machine.devices, std::move(device));
  }
  if (devices.empty()) return bad_input("{}: a device without its memory, or none; accepted: {}", file, whole_names);
  return machine;
}

bool is_device_csv(std::string_view text) {
  std::string_view rest = text;
  const std::string line(trimmed(take_line(rest)));
  CsvReader reader(line, "");
  static_cast<void>(reader.next());
  return column_beginning(reader.table(), "name") && column_beginning(reader.table(), "memory.total");
}

Result<FoundMachine> read_device_csv(std::string_view text, const std::string& file) {
  const Result<CsvTable> table = parse_csv(text, file);
  if (!table) return fail(table);
  const std::optional<std::size_t> name = column_beginning(*table, "name");
  const std::optional<std::size_t> memory = column_beginning(*table, "memory.total");
  if (!name || !memory || table->rows.empty() || table->rows.size() > most_devices)
    return bad_input("{}: no table of devices; accepted: CSV with {} and {}, a row for each", file, "name",
                     "memory.total");
  FoundMachine machine{.file = file};
  for (const CsvTable::Row& row : table->rows) {
    FoundDevices device{.product = std::string(trimmed(row.cells[*name]))};
    device.memory_bytes = memory_of_cell(row.cells[*memory], table->columns[*memory]);
    if (device.product.empty() || !device.memory_bytes)
      return bad_input("{}: line {}: '{}' has {} of memory; accepted: 81559 MiB", file, row.line, device.product,
                       row.cells[*memory]);
    machine.tool = device.product.starts_with("HL-") ? "hl-smi -Q" : "nvidia-smi --query-gpu";
    add_device(machine.devices, std::move(device));
  }
  return machine;
}

}  // namespace hakaru
