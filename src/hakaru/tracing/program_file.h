// A program as bytes, for a ProgramStore, and back.
//
//   "hakaru program" | version | key | checksum of the rest | the rest
//
// Numbers have eight bytes, least first; texts their length before them. Read back, an entry of another version or of
// another graph (key) and one whose checksum is not that of its bytes are told apart, and none of them runs.
#pragma once

#include <string>
#include <string_view>

#include "hakaru/core/result.h"
#include "hakaru/tracing/program.h"

namespace hakaru::tracing {

inline constexpr std::uint64_t program_version = 4;

std::string bytes_of(const Program& program, std::string_view key);
Result<Program> read_program(std::string_view bytes, std::string_view key);

}  // namespace hakaru::tracing
