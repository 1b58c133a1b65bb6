// hakaru mcp and hakaru serve-api: the questions for programs; hakaru page and hakaru report: those of people, in a
// browser. The first is part of hakaru; the others become hakaru-serve-api (src/api/http/), which has the libraries of
// HTTP.
#include <map>
#include <memory>
#include <optional>

#include "../api/mcp/mcp_server.h"
#include "../api/mcp/tools.h"
#include "../api/question_schemas.h"
#include "../native/cores.h"
#include "../native/hub.h"
#include "../native/program.h"
#include "commands.h"
#include "hakaru/core/quantities.h"
#include "hakaru/core/text.h"
#include "hakaru/job/key_reader.h"
#include "question_flags.h"

namespace hakaru::cli {
namespace {

/// Flags whose values are read later, by name, and those that are there or not.
struct ServiceFlags {
  std::map<std::string, std::optional<std::string>> values;  ///< an empty one was given too
  std::map<std::string, bool> switches;

  void add(CLI::App& command, const std::string& key, const std::string& type, const std::string& help,
           const std::string& group = "server") {
    command.add_option(flag_of(key), values[key], help)->type_name(type)->group(group);
  }
  /// The flags of what questions may reach.
  void add_reach(CLI::App& command, const Translator& t) {
    command.add_flag("--files", switches["files"], t.say("questions may name files of this machine"))->group("server");
    command
        .add_flag("--hub", switches["hub"],
                  t.say("questions may name models of the Hugging Face Hub, whose files are fetched"))
        ->group("server");
  }
  Json keys() const {
    Json keys = Json::object();
    for (const auto& [key, value] : values) {
      if (value) keys[key] = *value;
    }
    for (const auto& [key, on] : switches) {
      if (on) keys[key] = true;
    }
    return keys;
  }
};

struct PageFlags {
  ServiceFlags files;
  bool opens_none = false;

  Json keys() const {
    Json keys = files.keys();
    keys["page"] = true;
    if (opens_none) keys["no_browser"] = true;
    return keys;
  }
};

struct ReportFlags {
  ServiceFlags files;
  std::vector<std::string> plans;
  std::string output;

  Json keys() const {
    Json keys = files.keys();
    keys["plans"] = plans;
    keys["output"] = output;
    return keys;
  }
};

/// Does not come back where it works.
tl::unexpected<Error> become_service(const Json& keys, const Session& session) {
  const bool japanese = session.translator().language() == Language::japanese;
  return native::become("hakaru-serve-api", {keys.dump(), japanese ? "ja" : "en", session.data_folder});
}

Result<api::McpOptions> mcp_options(const Json& keys) {
  constexpr std::int64_t most_at_once = 64;
  KeyReader reader(keys, "");
  api::McpOptions options;
  options.tools = reader.list("tools");
  options.at_once = native::all_cores().workers;
  if (const auto most = reader.count("at_once", 1, most_at_once)) options.at_once = static_cast<std::size_t>(*most);
  if (const auto longest = reader.parsed<double>("timeout", parse_duration_s)) options.timeout_s = *longest;
  if (const std::optional<Error> error = reader.error()) return tl::unexpected(*error);
  std::vector<std::string> known;
  for (const api::QuestionSchema& each : api::question_schemas()) known.push_back(each.name);
  for (const std::string& tool : options.tools) {
    if (tool != api::all_tools && question_named(tool) == nullptr)
      return bad_input("{}: '{}' is not known; nearest: {}", "--tools", tool, join(nearest_names(tool, known)));
  }
  return options;
}

Result<std::string> speak_mcp(const Json& keys, Session& session) {
  Result<api::McpOptions> options = mcp_options(keys);
  if (!options) return fail(options);
  options->as_json = session.json;
  const Result<const DataFiles*> data = session.data();  // it knows of which folder
  if (!data) return fail(data);
  const auto asker = Asker::open({.data_folder = session.data_folder,
                                  .today = today(),
                                  .reads_files = keys.contains("files"),
                                  .model_folder = native::hub_models_if(keys.contains("hub")),
                                  .executor = native::all_cores});
  if (!asker) return fail(asker);
  api::serve_mcp(**asker, *options, session.translator());
  return "";
}

}  // namespace

void add_service_commands(CLI::App& app, Session& session) {
  const Translator& t = session.translator();
  const std::string longest = t.say("longest time of a question (default 2m)");
  const std::string at_once = t.say("questions that are answered at once (default: as many as cores)");

  CLI::App& mcp = add_command(app, "mcp", t.say("the questions as tools of a model: MCP on standard input and output"));
  const auto spoken = std::make_shared<ServiceFlags>();
  spoken->add(mcp, "tools", "LIST",
              t.say("only these tools (plan_serve,explain), or all (default: the ten core ones)"));
  spoken->add(mcp, "timeout", "DURATION", longest);
  spoken->add(mcp, "at_once", "COUNT", at_once);
  spoken->add_reach(mcp, t);
  mcp.callback(
      [spoken, &session] { session.command = [spoken, &session] { return speak_mcp(spoken->keys(), session); }; });

  CLI::App& served = add_command(app, "serve-api", t.say("the questions over HTTP, for this machine"));
  const auto flags = std::make_shared<ServiceFlags>();
  flags->add(served, "host", "ADDRESS", t.say("where to listen (default 127.0.0.1); others need a token"));
  flags->add(served, "port", "PORT", t.say("at which port (default 8080); 0: any that is free"));
  flags->add(served, "token_file", "FILE", t.say("who asks must have this token (or HAKARU_TOKEN)"));
  flags->add(served, "allow_origin", "LIST", t.say("pages that may ask (https://example.org)"));
  flags->add(served, "timeout", "DURATION", longest);
  flags->add(served, "at_once", "COUNT", at_once);
  flags->add(served, "largest_body", "BYTES", t.say("of a question (default 4MiB)"));
  flags->add(served, "read_timeout", "DURATION", t.say("in which a request has come (default 10s)"));
  flags->add_reach(served, t);
  served.callback([flags, &session] {
    session.command = [flags, &session]() -> Result<std::string> { return become_service(flags->keys(), session); };
  });

  CLI::App& page = add_command(app, "page", t.say("the questions in a browser, answered within it"));
  const auto shown = std::make_shared<PageFlags>();
  shown->files.add(page, "port", "PORT", t.say("at which port (default 8081); 0: any that is free"));
  shown->files.add(page, "folder", "DIR", t.say("a page that scripts/page built, instead of the one within"));
  page.add_flag("--no-browser", shown->opens_none, t.say("only tell the address"))->group("server");
  page.callback([shown, &session] {
    session.command = [shown, &session]() -> Result<std::string> { return become_service(shown->keys(), session); };
  });

  CLI::App& report = add_command(app, "report", t.say("plans as a page of one file, which opens offline"));
  const auto told = std::make_shared<ReportFlags>();
  report.add_option("PLAN", told->plans, t.say("files of plan -o, each FILE or FILE#RANK"))
      ->type_name("PLAN…")
      ->group("plan");
  report.add_option("-o,--output", told->output, t.say("the page to be written (report.html)"))
      ->type_name("FILE")
      ->group("output");
  told->files.add(report, "folder", "DIR", t.say("a page that scripts/page built, instead of the one within"),
                  "output");
  report.callback([told, &session] {
    session.command = [told, &session]() -> Result<std::string> {
      constexpr std::string_view call = "hakaru report FILE[#RANK]… -o report.html";
      if (told->plans.empty()) return bad_input("{} is missing: {}", "PLAN", call);
      if (told->output.empty()) return bad_input("{} is missing: {}", "-o", call);
      return become_service(told->keys(), session);
    };
  });
}

}  // namespace hakaru::cli
