#include "network_flags.h"

namespace hakaru::cli {
void add_network_flags(NamedFlags& flags, CLI::App& command, const Translator& translator) {
  const Translator& t = translator;
  const auto add = [&](const char* key, const char* type, const std::string& help) {
    flags.add(command, key, type, "network", help);
  };
  add("paths", "one|spray", t.say("each connection by one path, or over many (default spray)"));
  add("delivery", "in-order|out-of-order", t.say("of sprayed packets (default out-of-order)"));
  add("stack", "kernel|bypass", t.say("TCP in the kernel, or past it (default bypass)"));
  add("oversubscription", "RATIO", t.say("bandwidth of a leaf switch downward over upward (default 1)"));
}

}  // namespace hakaru::cli
