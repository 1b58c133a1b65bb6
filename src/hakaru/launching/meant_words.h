// Meaning of the flags of a command, by the table of the program that it starts.
//
//   Said meant;
//   understand(program, {{"--tensor-parallel-size", "8"}}, meant);   // "tp" → "8"
// A choice that no words say is the one that needs none; where several values have the same words, none of them is
// said.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "hakaru/launching/said_flags.h"

namespace hakaru {

/// Number of a choice's words, flags and values, where all of them are said; empty: one is not.
std::optional<std::size_t> said_of(const Words& words, const Said& said);

/// Adds what a program's table says that these flags mean.
void understand(const LaunchProgram& program, const Said& said, Said& meant);

/// Flags and values that no table knows.
Words unread_of(const SaidFlags& flags, const LaunchProgram& program);

/// Number of ranks, machines or devices; empty: it is not said, or is no number.
std::optional<std::int64_t> count_of(const Said& said, std::string_view what);

}  // namespace hakaru
