// Store of compiled programs that outlives the process: bytes under a key. The rooms of this library open no files;
// the program that starts a device gives it a store (a folder, as in src/rank/folder_store.h) or none.
//
// A store may lose, mix up or damage what it holds: the device checks a version, the key and a checksum of each entry
// (program_file.h), says in its report what was wrong, compiles anew and saves over it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hakaru::tracing {

class ProgramStore {
 public:
  virtual ~ProgramStore() = default;

  /// Empty when there is no entry of that key. A key has letters a to f and digits only.
  virtual std::optional<std::string> load(std::string_view key) = 0;
  virtual void save(std::string_view key, std::string_view bytes) = 0;
};

}  // namespace hakaru::tracing
