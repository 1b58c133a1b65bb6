// A question as JSON, written by anyone: those that are answered at once, of a known model or of a config.json that is
// part of it.
#include <set>

#include "hakaru/asking/question.h"
#include "told.h"

namespace {

bool is_quick(const hakaru::Json& question) {
  const hakaru::Json name = question.is_object() ? question.value("question", hakaru::Json()) : hakaru::Json();
  static const std::set<std::string> quick{"model_show", "memory_train", "memory_serve", "fit", "no question"};
  return !name.is_string() || quick.contains(name.get<std::string>());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hakaru;
  static const DataFiles files;
  static const Catalog catalog = Catalog::read(files).value();
  static const Translator translator;
  Result<Json> question = parse_json({reinterpret_cast<const char*>(data), size}, "question.json");
  if (!told(question) || !is_quick(*question)) return 0;
  const Result<Answer> answer =
      ask(*question, {.data = files, .catalog = catalog, .translator = translator, .reads_files = false});
  if (told(answer) && answer->text({translator, {}}).empty()) __builtin_trap();
  return 0;
}
