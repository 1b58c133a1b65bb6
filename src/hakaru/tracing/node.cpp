#include "hakaru/tracing/node.h"

#include <fmt/format.h>

#include <cmath>

namespace hakaru::tracing {
bool is_elementwise(Opcode opcode) { return opcode >= Opcode::add && opcode <= Opcode::cast; }

bool is_view(Opcode opcode) { return opcode == Opcode::reshape || opcode == Opcode::copy_to_group; }

bool is_communication(Opcode opcode) { return opcode >= Opcode::all_reduce && opcode <= Opcode::receive; }

std::int64_t bytes_of(const Dimensions& shape, ElementType type) {
  return static_cast<std::int64_t>(std::ceil(static_cast<double>(elements_of(shape)) * type.bytes()));
}

std::string SourceLine::text() const {
  if (number == 0) return "";
  const std::string_view whole = file;
  return fmt::format("{}:{}", whole.substr(whole.find_last_of('/') + 1), number);
}

}  // namespace hakaru::tracing
