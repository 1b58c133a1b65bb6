#include "hakaru/asking/network_keys.h"

namespace hakaru {
namespace {

constexpr double most_oversubscription = 1000;

}  // namespace

std::vector<QuestionKey> network_condition_keys() {
  return {usually("spray", {"paths", "network", "one|spray", "each connection by one path, or over many"}),
          usually("out-of-order", {"delivery", "network", "in-order|out-of-order", "of sprayed packets"}),
          usually("bypass", {"stack", "network", "kernel|bypass", "TCP in the kernel, or past it"}),
          usually("1", {"oversubscription", "network", "RATIO", "bandwidth of a leaf switch downward over upward"})};
}

void read_network_keys(KeyReader& reader, NetworkQuestion& question) {
  if (reader.one_of("paths", {"one", "spray"}) == "one") question.paths = Paths::one;
  if (reader.one_of("delivery", {"in-order", "out-of-order"}) == "in-order") question.delivery = Delivery::in_order;
  if (reader.one_of("stack", {"kernel", "bypass"}) == "kernel") question.stack = Stack::kernel;
  question.oversubscription = reader.number("oversubscription", 1, most_oversubscription).value_or(1);
}

}  // namespace hakaru
