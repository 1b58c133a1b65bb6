// Functions that the readers of tools' texts share: figures with their units, words, devices of one name together.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/importing/machines/found_machine.h"

namespace hakaru {

/// The text without blanks around it.
std::string_view trimmed(std::string_view text);
/// The text without codes that colour or underline it on a terminal: tools write these into files too.
std::string without_escapes(std::string_view text);
/// Words of a line, as separated by blanks.
std::vector<std::string_view> words_between_blanks(std::string_view line);
/// "700.00 W" of unit "W" is 700; nothing where it is no such figure ("N/A").
std::optional<double> figure_in(std::string_view text, std::string_view unit);
/// "81559 MiB", "196592 MB", in bytes. Tools of GPUs call 2^20 bytes both: `MB` is taken as they mean it.
std::optional<double> memory_in(std::string_view text);
/// "8", "16x": a whole number from 0 that begins the text.
std::optional<int> whole_in(std::string_view text);

/// Adds one device: to those of its name and memory, else as the first of them.
void add_device(std::vector<FoundDevices>& all, FoundDevices one);

/// More would be no machine.
inline constexpr int most_devices = 1024;

}  // namespace hakaru
