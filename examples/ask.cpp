// One question from C++. include/hakaru/hakaru.hpp begins with this, and a test keeps it so.
#include <hakaru/hakaru.hpp>
#include <iostream>

int main() {
  const hakaru::Asker asker;
  const hakaru::Reply reply = asker.ask({{"question", "fit"}, {"machine", "g6e.xlarge"}});
  if (reply.status == hakaru::Status::answered) {
    for (const hakaru::Json& model : reply.json["models"]) std::cout << model["model"] << "\n";
  } else {
    std::cerr << reply.text;
  }
  return static_cast<int>(reply.status);
}
