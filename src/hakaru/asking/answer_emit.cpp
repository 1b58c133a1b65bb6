// `emit`: what runs a plan, as files.
#include <cctype>
#include <memory>

#include "hakaru/asking/answers.h"
#include "hakaru/asking/sayable_plan.h"
#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/launching/launch_files.h"
#include "hakaru/output/launch_text.h"
#include "hakaru/planning/bands/plan_bands.h"
#include "hakaru/tracing/digest.h"

namespace hakaru {
namespace {

constexpr const char* plan_in_folder = "plan.json";  // beside the scripts

struct Emitted {
  SavedPlan saved;
  LaunchPrograms programs;
  Launch launch;  ///< points into `programs`
  std::vector<ScriptFile> files;
  std::string folder;  ///< that they go to; empty: none
  std::string file;    ///< that has the plan
};

/// The names in "torchtitan,slurm": one engine at most, and platforms.
struct AskedFor {
  std::string engine;
  std::vector<const Platform*> platforms;
};

Result<AskedFor> asked_for(KeyReader& reader, const LaunchPrograms& programs, const Platforms& platforms) {
  AskedFor asked;
  std::string typed;  // the engine, as it was named
  for (const std::string& name : reader.list("for")) {
    const Platform* const platform = platforms.find(name);
    const std::string engine = programs.called(name);
    const bool is_engine = !engine.empty() && platform == nullptr;
    if (platform == nullptr && !is_engine) {
      std::vector<std::string> known;
      for (const auto& [each, program] : programs.started_by_name()) known.push_back(each);
      for (const std::string& each : platforms.names()) known.push_back(each);
      return bad_input("{}: '{}' is neither an engine nor a platform; accepted: {}", reader.shown("for"), name,
                       join(known));
    }
    if (is_engine && !asked.engine.empty())
      return bad_input("{}: {} and {} are both engines; accepted: one, and platforms", reader.shown("for"), typed,
                       name);
    if (is_engine) {
      asked.engine = engine;
      typed = name;
    } else {
      asked.platforms.push_back(platform);
    }
  }
  if (reader.error()) return tl::unexpected(*reader.error());
  return asked;
}

/// Refuses what no program of today does with a plan's layout alone.
std::optional<Error> refuse_to_launch(const SavedPlan& saved, const std::string& plan) {
  const auto* const job = std::get_if<TrainingJob>(&saved.scenario.job);
  if (job == nullptr) return std::nullopt;
  if (job->post_training.algorithm != TrainingAlgorithm::next_token)
    return bad_input("{}: a plan whose algorithm is {} cannot be run so; accepted: {}", plan,
                     name_of(job->post_training.algorithm), name_of(TrainingAlgorithm::next_token))
        .value();
  if (!job->encoders.empty())
    return bad_input("{}: a plan with {} cannot be run so; accepted: the same without", plan, "encode_in_step").value();
  return std::nullopt;
}

/// A name that only the user knows and that platforms have a place for: the hole by its key.
struct UsersName {
  const char* key;
  const char* hole;
};
constexpr UsersName users_names[]{
    {"namespace", "namespace"}, {"partition", "partition"}, {"reservation", "reservation"}};

constexpr std::string_view cloud_of_ec2 = "aws";
/// An EC2 reservation of capacity, or a Capacity Block; others are Slurm's.
bool is_of_ec2(std::string_view reservation) { return reservation.starts_with("cr-"); }

bool is_plain_name(std::string_view name) {
  constexpr std::string_view marks = "-_.,";
  return !name.empty() && name.front() != '-' && ranges::all_of(name, [&](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || marks.find(letter) != std::string_view::npos;
  });
}

/// RFC 1123, as Kubernetes takes names of namespaces.
bool is_label(std::string_view name) {
  constexpr std::size_t longest = 63;
  const auto is_letter = [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
  };
  return !name.empty() && name.size() <= longest && is_letter(name.front()) && is_letter(name.back()) &&
         ranges::all_of(name, [&](char letter) { return is_letter(letter) || letter == '-'; });
}

bool has_place(const Platform& platform, const std::string& hole) {
  return ranges::any_of(platform.files, [&](const PlatformFile& file) {
    return file.text.find("{{" + hole + "}}") != std::string::npos;
  });
}

/// Refuses a name that would end its word somewhere, and one that no platform that was asked for has a place for.
Result<Holes> names_of_user(KeyReader& reader, const AskedFor& asked, const Platforms& platforms,
                            const Instance& instance) {
  Holes names;
  for (const UsersName& each : users_names) {
    const std::optional<std::string> name = reader.text(each.key);
    if (!name) continue;
    if (!is_plain_name(*name))
      return bad_input("{} is '{}'; accepted: letters, digits, and -_., among them", reader.shown(each.key), *name);
    if (each.hole == std::string_view("namespace") && !is_label(*name))
      return bad_input("{} is '{}'; accepted: small letters, digits and - among them, 63 at most",
                       reader.shown(each.key), *name);
    if (each.hole == std::string_view("reservation") && is_of_ec2(*name) && instance.cloud != cloud_of_ec2)
      return bad_input("{} {} is capacity of EC2, where {} is not rented; accepted: without it", reader.shown(each.key),
                       *name, instance.name);
    const std::string hole =
        each.hole == std::string_view("reservation") && is_of_ec2(*name) ? "capacity_reservation" : each.hole;
    if (ranges::none_of(asked.platforms, [&](const Platform* platform) { return has_place(*platform, hole); })) {
      std::vector<std::string> known;
      for (const std::string& platform : platforms.names()) {
        if (has_place(*platforms.find(platform), hole)) known.push_back(platform);
      }
      return bad_input("{} {} has no place in these files; accepted: with {}", reader.shown(each.key), *name,
                       "--for " + join(known));
    }
    names[hole] = *name;
  }
  if (reader.error()) return tl::unexpected(*reader.error());
  return names;
}

/// Refuses what is half said, and of a plan that drafts nothing.
Result<Drafting> drafting_of(KeyReader& reader, const Plan& plan) {
  constexpr std::int64_t most_drafted = 64;
  Drafting drafting{.tokens = reader.count("speculate", 1, most_drafted).value_or(0),
                    .method = reader.text("draft").value_or(""),
                    .model = reader.text("draft_model").value_or("")};
  if (reader.error()) return tl::unexpected(*reader.error());
  if (drafting.tokens == 0) return drafting;
  if (!drafting.uses_own_layers() && drafting.model.empty()) {
    reader.refuse_without("draft", {"draft_model"});
    return tl::unexpected(*reader.error());
  }
  if (drafting.uses_own_layers() && !drafting.model.empty())
    return bad_input("{}: mtp drafts by the model's own layers; accepted: without it", reader.shown("draft_model"));
  if (plan.serving() == nullptr)
    return bad_input("{}: the plan drafts nothing; accepted: of plans of {}", reader.shown("speculate"), "plan serve");
  if (plan.serving()->prefill_replicas > 0)
    return bad_input("{}: prompts and answers are served apart; accepted: of plans where they are not",
                     reader.shown("speculate"));
  return drafting;
}

/// The same of what another search of the same plan finds.
std::string digest_of_plan(const SavedPlan& saved) {
  const Result<Json> plan = parse_json(saved.file, "");
  Json kept = plan ? *plan : Json();
  if (kept.is_object()) kept.erase("elapsed_s");
  tracing::Digest digest;
  digest.add(static_cast<std::int64_t>(saved.plan.rank));
  digest.add(std::string_view(kept.dump(-1, ' ', false, Json::error_handler_t::replace)));
  return digest.text();
}

/// Duration of the run at the upper end of its band, in s; empty: it has no band.
std::optional<double> longest_of(const SavedPlan& saved) {
  const std::vector<FigureBand> bands = figure_bands(saved.plan, saved.scenario);
  const auto duration = ranges::find(bands, std::string_view("duration_s"), &FigureBand::key);
  return duration == bands.end() ? std::nullopt : std::optional(duration->ends.high);
}

std::string emitted_text(const Emitted& made, const Pen& pen) {
  const Translator& t = pen.translator;
  std::string text;
  for (const std::string& line : launch_head(made.launch, made.saved.plan, made.saved.scenario, made.file, t))
    text += fitted(printable(line), pen.style) + "\n";
  text += "\n" + launch_text(made.launch, pen) + "\n";
  std::vector<std::string> names;
  for (const ScriptFile& file : made.files) names.push_back(file.name);
  if (!made.folder.empty())
    return text + fitted(t.say("written to {}: {}", made.folder, join(names)), pen.style) + "\n";
  return text + fitted(t.say("files: {}", join(names)), pen.style) + "\n" +
         (pen.style.in_shell ? t.say("Next: add {} to write them", "-o DIR") + "\n" : "");
}

}  // namespace

std::vector<QuestionKey> emit_keys() {
  QuestionKey out{"out", "output", "DIR", "write the files into this folder"};
  out.place = "-o";
  out.is_output = true;
  return {plan_key(),
          {"for", "plan", "NAME,…", "the engine that runs it, and where (vllm,kubernetes)"},
          ruled({.needs = "draft"}, {"speculate", "engine", "TOKENS", "tokens that a draft proposes for each pass"}),
          ruled({.needs = "speculate"}, {"draft", "engine", "METHOD", "how they are drafted (model, eagle3, mtp)"}),
          ruled({.needs = "speculate"},
                {"draft_model", "engine", "NAME", "the draft's weights: a name at Hugging Face, or a folder"}),
          {"namespace", "platforms", "NAME", "of Kubernetes"},
          {"partition", "platforms", "NAME", "of Slurm"},
          {"reservation", "platforms", "NAME", "of Slurm, or of EC2's capacity (cr-…)"},
          out};
}

Result<Answer> emit_answer(const Json& keys, const Asking& asking) {
  Result<SavedPlan> saved = asked_plan(keys, "hakaru emit FILE[#RANK] --for ENGINE", asking);
  if (!saved) return fail(saved);
  if (auto error = refuse_to_launch(*saved, shown_plan(keys))) return tl::unexpected(std::move(*error));
  const DataFiles& data = saved->constants_in(asking.data);
  Result<LaunchPrograms> programs = LaunchPrograms::read(asking.data);
  if (!programs) return fail(programs);
  const Result<Platforms> platforms = Platforms::read(asking.data);
  if (!platforms) return fail(platforms);
  KeyReader reader(keys, asking.place);
  const Result<AskedFor> asked = asked_for(reader, *programs, *platforms);
  if (!asked) return fail(asked);
  const std::shared_ptr<Emitted> made(new Emitted{std::move(*saved), std::move(*programs), {}, {}, {}, {}});
  const Result<Holes> names = names_of_user(reader, *asked, *platforms, made->saved.plan.cluster.instance());
  if (!names) return fail(names);
  const Result<Drafting> drafting = drafting_of(reader, made->saved.plan);
  if (!drafting) return fail(drafting);
  Result<Launch> launch =
      launch_of(made->saved.scenario, made->saved.plan, asked->engine, made->programs, data, *drafting);
  if (!launch) return fail(launch);
  Result<PlanUncertainty> known = uncertainty_of(made->saved.plan, made->saved.scenario.job, data);
  if (!known) return fail(known);
  made->saved.plan.uncertainty = std::move(*known);
  if (!can_run(*launch)) return tl::unexpected(unsayable(made->saved, *launch, made->programs, asking));
  made->launch = std::move(*launch);
  const bool is_named = keys["plan"].is_string() && keys["plan"] != "-";
  made->file = is_named ? shown_plan(keys) : plan_in_folder;
  const Translator& t = asking.translator;
  Result<std::vector<ScriptFile>> files =
      launch_files(made->launch, made->saved.plan, *platforms,
                   {launch_head(made->launch, made->saved.plan, made->saved.scenario, plan_in_folder, t),
                    short_head(made->saved.plan, made->saved.scenario, t), made->saved.file, asked->platforms,
                    longest_of(made->saved), *names},
                   t);
  if (!files) return fail(files);
  made->files = std::move(*files);
  if (keys.contains("out") && keys["out"].is_string()) made->folder = keys["out"].get<std::string>();
  Answer answer;
  answer.json = json_of(made->launch, t);
  answer.json["names"] = OrderedJson::array();
  for (const ScriptFile& file : made->files) answer.json["names"].push_back(file.name);
  answer.rows = answer.json["commands"];
  answer.text = [made](const Pen& pen) { return emitted_text(*made, pen); };
  if (!keys.contains("out")) return answer;
  answer.files_of = "emit " + digest_of_plan(made->saved);
  for (const ScriptFile& file : made->files)
    answer.files.push_back({"out", [text = file.text] { return text; }, {}, file.name});
  return answer;
}

}  // namespace hakaru
