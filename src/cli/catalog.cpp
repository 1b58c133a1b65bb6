// hakaru catalog: what the user's own folder of data holds, beside what came with the program. `import` reads the
// clouds' own files into it.
#include <memory>

#include "../native/data_folder.h"
#include "commands.h"

namespace hakaru::cli {
namespace {

struct ImportCommand {
  std::string kind, file;
};

}  // namespace

void add_catalog_commands(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  CLI::App& catalog =
      add_command(app, "catalog", t.say("your own data: prices, machines and offers of the clouds' files"));
  add_machine_commands(catalog, session);
  CLI::App& import = add_command(catalog, "import", t.say("a file of a cloud, read into your own data"));
  const auto asked = std::make_shared<ImportCommand>();
  import.add_option("KIND", asked->kind, t.say("what the file is"))->type_name("")->group("import");
  import.add_option("FILE", asked->file, t.say("the file; - is standard input"))->type_name("")->group("import");
  import.callback([asked, &session] {
    session.command = [asked]() -> Result<std::string> {
      return bad_input("{} is missing: {}", "KIND", "hakaru catalog import KIND FILE|-");
};
}  // namespace hakaru::cli
);
}

}  // namespace hakaru::cli
