// hakaru catalog: the user's own folder of data, beside what came with the program. `import` reads the clouds' own
// files into it; `diff`, `check` and `source` say what it changes, what contradicts itself, and where a figure is from.
#include <memory>

#include "../../native/data_folder.h"
#include "../../native/written_folder.h"
#include "../commands.h"
#include "catalog_text.h"
#include "hakaru/asking/asker.h"
#include "hakaru/core/quantities.h"

namespace hakaru::cli {
namespace {

struct ImportCommand {
  std::string kind, file, as_of, region;
};

Result<std::string> run_import(const ImportCommand& asked, Session& session) {
  if (asked.file.empty())
    return bad_input("{} is missing: {}", "FILE", fmt::format("hakaru catalog import {} FILE|-", asked.kind));
  if (!asked.as_of.empty()) {
    if (const Result<std::string> day = parse_date(asked.as_of, "--as-of"); !day) return fail(day);
  }
  const Result<native::WrittenFolder> folder = native::own_folder(session.data_folder);
  if (!folder) return fail(folder);
  const Result<DataFiles> data = DataFiles::with_folder(folder->path());
  if (!data) return fail(data);
  const Result<Catalog> catalog = read_catalog(*data);
  if (!catalog) return fail(catalog);
  Result<ByteSource> source = ByteSource::open(asked.file);
  if (!source) return fail(source);
  const Result<ImportOutcome> outcome =
      import_source(*source, {asked.kind, asked.as_of, asked.region}, *catalog, *data, today());
  if (!outcome) return fail(outcome);
  std::vector<native::FolderFile> files;
  for (const FileText& file : outcome->files) files.push_back({file.path, file.text, OfUser::taken_in});
  if (std::optional<Error> error = folder->write(files)) return tl::unexpected(std::move(*error));
  const Imported& imported = outcome->imported;
  const bool is_known_already = imported.tally.records_taken() > 0 && imported.unmade.empty();
  session.status = outcome->files.empty() && !is_known_already ? 1 : 0;
  const ImportTold told{.outcome = *outcome, .kind = asked.kind, .file = source->name(), .folder = folder->path()};
  return session.json ? import_json(told, session.translator()) : import_text(told, session.pen());
}

Result<std::string> run_diff(Session& session) {
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const Result<const Catalog*> catalog = session.catalog();
  if (!catalog) return fail(catalog);
  std::map<std::string, std::string> clouds;
  for (const Instance& each : (*catalog)->instances()) clouds[each.name] = each.cloud;
  const Result<std::vector<CatalogChange>> changes = catalog_changes(**data, clouds);
  if (!changes) return fail(changes);
  return session.json  ? changes_json(*changes)
         : session.csv ? changes_csv(*changes)
                       : changes_text(*changes, session.data_folder, session.pen());
}

Result<std::string> run_check(bool all, Session& session) {
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const Result<const Catalog*> catalog = session.catalog();
  if (!catalog) return fail(catalog);
  const Result<std::vector<CatalogFinding>> findings = check_catalog(**catalog, **data, today(), all);
  if (!findings) return fail(findings);
  session.status = findings->empty() ? 0 : 1;
  return session.json ? findings_json(*findings, session.translator()) : findings_text(*findings, session.pen());
}

Result<std::string> run_source(const std::string& name, Session& session) {
  if (name.empty()) return bad_input("{} is missing: {}", "NAME", "hakaru catalog source NAME");
  const Result<const DataFiles*> data = session.data();
  if (!data) return fail(data);
  const Result<const Catalog*> catalog = session.catalog();
  if (!catalog) return fail(catalog);
  const Result<FigureSources> sources = figure_sources(**catalog, **data, name);
  if (!sources) return fail(sources);
  return session.json ? sources_json(*sources) : sources_text(*sources, session.pen());
}

}  // namespace

void add_catalog_commands(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  CLI::App& catalog =
      add_command(app, "catalog", t.say("your own data: prices, machines and offers of the clouds' files"));
  add_machine_commands(catalog, session);

  CLI::App& import = add_command(catalog, "import", t.say("a file of a cloud, read into your own data"));
  import.footer(
      t.say("each takes FILE (- is standard input) and --as-of DATE, the day of figures that the file does not date;\n"
            "what may lack its region (aws-offerings, aws-spot-history, aws-capacity-blocks) also --region REGION"));
  for (const ImportKind& kind : import_kinds()) {
    CLI::App& command = add_command(import, std::string(kind.name), t(kind.help));
    const auto asked = std::make_shared<ImportCommand>();
    asked->kind = kind.name;
    command.add_option("FILE", asked->file, t.say("the file; - is standard input"))->type_name("")->group("import");
    command.add_option("--as-of", asked->as_of, t.say("the day of its figures, where the file does not say"))
        ->type_name("DATE")
        ->group("import");
    if (kind.may_lack_region)
      command.add_option("--region", asked->region, t.say("the region of what names none"))
          ->type_name("REGION")
          ->group("import");
    command.callback(
        [asked, &session] { session.command = [asked, &session] { return run_import(*asked, session); }; });
  }

  CLI::App& diff = add_command(catalog, "diff", t.say("what your data changes: new, others, gone"));
  diff.callback([&session] { session.command = [&session] { return run_diff(session); }; });

  CLI::App& check = add_command(catalog, "check", t.say("figures that contradict each other, or physics, or are old"));
  const auto all = std::make_shared<bool>(false);
  check.add_flag("--all", *all, t.say("also those that came with the program"))->group("check");
  check.callback([all, &session] { session.command = [all, &session] { return run_check(*all, session); }; });

  CLI::App& source = add_command(catalog, "source", t.say("each figure of an instance or accelerator, and its source"));
  const auto name = std::make_shared<std::string>();
  source.add_option("NAME", *name, t.say("an instance or accelerator"))->type_name("")->group("source");
  source.callback([name, &session] { session.command = [name, &session] { return run_source(*name, session); }; });
}

}  // namespace hakaru::cli
