#include "hakaru/tracing/program_file.h"

#include <type_traits>

#include "hakaru/core/bit_cast.h"
#include "hakaru/tracing/digest.h"

namespace hakaru::tracing {
namespace {

constexpr std::string_view magic = "hakaru program";
constexpr std::size_t word_bytes = 8;

class Writer {
 public:
  template <typename Number>
  void number(const Number& value) {
    std::uint64_t word = 0;
    if constexpr (std::is_floating_point_v<Number>) {
      word = bit_cast<std::uint64_t>(static_cast<double>(value));
    } else {
      word = static_cast<std::uint64_t>(value);
    }
    for (std::size_t byte = 0; byte < word_bytes; ++byte) bytes_ += static_cast<char>(word >> (8 * byte));
  }
  void text(const std::string& value) {
    number(value.size());
    bytes_ += value;
  }
  template <typename Item, typename Each>
  void list(const std::vector<Item>& items, Each each) {
    number(items.size());
    for (const Item& item : items) each(*this, item);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Past the end, or of a list longer than its bytes, everything read is zero and `failed` says so.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <typename Number>
  void number(Number& value) {
    std::uint64_t word = 0;
    if (rest_.size() < word_bytes) {
      failed_ = true;
      rest_ = {};
    } else {
      for (std::size_t byte = 0; byte < word_bytes; ++byte)
        word |= static_cast<std::uint64_t>(static_cast<unsigned char>(rest_[byte])) << (8 * byte);
      rest_.remove_prefix(word_bytes);
    }
    if constexpr (std::is_floating_point_v<Number>) {
      value = static_cast<Number>(bit_cast<double>(word));
    } else {
      value = static_cast<Number>(word);
    }
  }
  void text(std::string& value) {
    std::uint64_t size = 0;
    number(size);
    if (size > rest_.size()) {
      failed_ = true;
      return;
    }
    value = rest_.substr(0, size);
    rest_.remove_prefix(size);
  }
  template <typename Item, typename Each>
  void list(std::vector<Item>& items, Each each) {
    std::uint64_t size = 0;
    number(size);
    if (size > rest_.size()) {
      failed_ = true;
      return;
    }
    items.resize(size);
    for (Item& item : items) each(*this, item);
  }
  std::string_view rest() const { return rest_; }
  bool failed() const { return failed_; }

 private:
  std::string_view rest_;
  bool failed_ = false;
};

// Each part is described once, for writing and for reading.
constexpr auto number_of = [](auto& file, auto& value) { file.number(value); };

template <typename File, typename Type>
void describe_type(File& file, Type& type) {
  file.number(type.format);
  file.number(type.index);
}

template <typename File, typename Value>
void describe_operand(File& file, Value& operand) {
  file.number(operand.place.in_slot);
  file.number(operand.place.at);
  file.list(operand.shape, number_of);
  describe_type(file, operand.type);
}

template <typename File, typename Value>
void describe_instruction(File& file, Value& instruction) {
  file.number(instruction.opcode);
  file.list(instruction.operands, [](auto& to, auto& operand) { describe_operand(to, operand); });
  describe_operand(file, instruction.result);
  file.list(instruction.attributes.integers, number_of);
  file.list(instruction.attributes.numbers, number_of);
  file.list(instruction.steps, [](auto& to, auto& step) {
    to.number(step.opcode);
    to.number(step.result);
    to.number(step.first);
    to.number(step.second);
    to.number(step.number);
  });
  file.list(instruction.walks, [](auto& to, auto& walks) {
    to.list(walks, [](auto& each, auto& walk) {
      each.number(walk.size);
      each.number(walk.stride);
    });
  });
  file.number(instruction.registers);
  file.number(instruction.pass);
  file.number(instruction.draw.stream);
  for (auto* part :
       {&instruction.draw.first, &instruction.draw.width, &instruction.draw.columns, &instruction.draw.skipped})
    file.number(*part);
  file.text(instruction.line);
}

constexpr auto named_tensor_of = [](auto& file, auto& tensor) {
  file.number(tensor.pass);
  file.text(tensor.what);
  file.text(tensor.line);
  file.number(tensor.bytes);
};

template <typename File, typename Value>
void describe_program(File& file, Value& program) {
  file.list(program.instructions, [](auto& to, auto& instruction) { describe_instruction(to, instruction); });
  file.list(program.slots, [](auto& to, auto& slot) {
    to.number(slot.kind);
    to.text(slot.name);
    to.list(slot.shape, number_of);
    describe_type(to, slot.type);
    to.text(slot.line);
  });
  file.number(program.operations);
  file.number(program.arena_bytes);
  file.number(program.live_bytes);
  file.number(program.fullest_bytes);
  file.number(program.least_bytes_per_value);
  file.number(program.activations_bytes);
  file.list(program.saved, named_tensor_of);
  file.list(program.largest, named_tensor_of);
}

std::string checksum_of(std::string_view bytes) {
  Digest digest;
  digest.add(bytes);
  return digest.text();
}

}  // namespace

std::string bytes_of(const Program& program, std::string_view key) {
  Writer body;
  describe_program(body, program);
  Writer whole;
  whole.text(std::string(magic));
  whole.number(program_version);
  whole.text(std::string(key));
  whole.text(checksum_of(body.bytes()));
  return whole.bytes() + body.bytes();
}

Result<Program> read_program(std::string_view bytes, std::string_view key) {
  Reader reader(bytes);
  std::string found_magic, found_key, checksum;
  std::uint64_t version = 0;
  reader.text(found_magic);
  if (found_magic != magic) return bad_input("the stored program {} is none of hakaru's", key);
  reader.number(version);
  if (version != program_version)
    return bad_input("the stored program {} is of version {}; this is version {}", key, version, program_version);
  reader.text(found_key);
  reader.text(checksum);
  if (reader.failed() || checksum != checksum_of(reader.rest()))
    return bad_input("the stored program {} is damaged: its checksum is not that of its bytes", key);
  if (found_key != key) return bad_input("the stored program {} is that of another graph, {}", key, found_key);
  Program program;
  describe_program(reader, program);
  if (reader.failed() || !reader.rest().empty())
    return bad_input("the stored program {} is damaged: its checksum is not that of its bytes", key);
  return program;
}

}  // namespace hakaru::tracing
