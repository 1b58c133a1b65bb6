#include "hakaru/launching/platforms.h"

#include <algorithm>
#include <array>

#include "hakaru/core/ranges.h"
#include "hakaru/core/text.h"
#include "hakaru/core/yaml.h"
#include "hakaru/launching/command.h"

namespace hakaru {
namespace {

constexpr std::string_view platforms_folder = "launch/platforms/", table_name = "launch/platforms/platforms.toml";

PlanCondition read_condition(Fields& fields) { return {fields.texts("jobs"), fields.texts("when")}; }

PlatformFile read_file_of(Fields& fields, const DataFiles& data) {
  PlatformFile made;
  const std::string path = std::string(platforms_folder) + fields.text("template");
  made.name = fields.text("as");
  made.of = read_condition(fields);
  made.of_all_parts = fields.boolean_or("of_all_parts", false);
  for (const DataFiles::File& each : data.under(path)) {
    if (each.path == path) made.text = each.text;
  }
  if (made.text.empty() && !fields.error()) fields.refuse("template", path, "a file beside platforms.toml");
  return made;
}

/// Every table of the list under `key`, taken by `take`.
template <typename Take>
void each_of(const Json& table, const char* key, const std::string& file, const std::string& where,
             std::optional<Error>& error, const Take& take) {
  const auto list = table.find(key);
  for (std::size_t i = 0; list != table.end() && list->is_array() && i < list->size(); ++i) {
    Fields fields((*list)[i], file, fmt::format("{}{}[{}]", where, key, i));
    take(fields);
    fields.refuse_unknown();
    if (fields.error() && !error) error = fields.error();
  }
}

/// The part of a file that a hole stands in.
enum class HolePlace { word, part_of_word, double_quotes, single_quotes, comment };

/// `value` as one word, or a part of one, of a shell: nothing of it is expanded, and it ends neither its word, its
/// quotes nor its line.
std::string in_shell(const std::string& value, HolePlace place) {
  if (place == HolePlace::comment) return shell_word(printable(value));  // sbatch reads words of comments
  if (place == HolePlace::double_quotes) return with_escaped_bytes(value, "\"\\$`");
  if (place != HolePlace::single_quotes) return shell_word(value);
  std::string inside;
  for (const char letter : printable(value)) inside += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return inside;
}

/// `value` without what would end its word, its quotes or its line.
std::string quoted(const std::string& value, Quoting quoting, HolePlace place) {
  if (quoting == Quoting::shell) return in_shell(value, place);
  if (quoting == Quoting::plain) return printable(value);
  if (quoting == Quoting::yaml && place == HolePlace::word) return yaml_word(value);
  const std::string whole = with_escaped_characters(Json(value).dump(-1, ' ', true, Json::error_handler_t::replace));
  return place == HolePlace::word ? whole : whole.substr(1, whole.size() - 2);
}

/// Follows the quotes of a template. A shell has two kinds of quotes, which may span lines, and comments. In other
/// languages a value that is escaped for a word or for its quotes cannot end a comment either.
class PlaceReader {
 public:
  explicit PlaceReader(Quoting quoting) : quoting_(quoting) {}

  void start_line() {
    before_ = '\n';
    if (quoting_ != Quoting::shell || place_ == HolePlace::comment) place_ = HolePlace::word;
  }
  /// Reads what stands before a hole.
  void read(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      const bool escapes = text[at] == '\\' && (place_ == HolePlace::word || place_ == HolePlace::double_quotes);
      if (!escapes) take(text[at]);
      before_ = text[at];
      if (escapes) ++at;
    }
  }
  /// The place of a hole with `behind` after it.
  HolePlace at_hole(std::string_view behind) const {
    if (place_ != HolePlace::word) return place_;
    const bool ends = behind.empty() || std::string_view(" ,}").find(behind.front()) != std::string_view::npos;
    return ends && is_blank(before_) ? HolePlace::word : HolePlace::part_of_word;
  }
  /// Notes that a hole was filled: what follows at once is a part of its word.
  void pass_hole() { before_ = '}'; }

 private:
  static bool is_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\n'; }

  void take(char letter) {
    const bool is_shell = quoting_ == Quoting::shell;
    if ((place_ == HolePlace::double_quotes && letter == '"') || (place_ == HolePlace::single_quotes && letter == '\''))
      place_ = HolePlace::word;
    else if (place_ != HolePlace::word)
      return;
    else if (letter == '"')
      place_ = HolePlace::double_quotes;
    else if (letter == '\'' && is_shell)
      place_ = HolePlace::single_quotes;
    else if (letter == '#' && is_shell && is_blank(before_))
      place_ = HolePlace::comment;
  }

  Quoting quoting_;
  HolePlace place_ = HolePlace::word;
  char before_ = '\n';
};

bool is_number(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char each) { return each >= '0' && each <= '9'; });
}

struct Hole {
  std::size_t from, to;  ///< of the line
  char mark;             ///< '?', '!', or ' '
  std::string name;
};

std::vector<Hole> holes_in(std::string_view line) {
  std::vector<Hole> found;
  std::size_t from = 0;
  while ((from = line.find("{{", from)) != std::string_view::npos) {
    const std::size_t to = line.find("}}", from);
    if (to == std::string_view::npos) break;
    std::string_view name = line.substr(from + 2, to - from - 2);
    const char mark = name.starts_with('?') || name.starts_with('!') ? name.front() : ' ';
    if (mark != ' ') name.remove_prefix(1);
    found.push_back({from, to + 2, mark, std::string(name)});
    from = to + 2;
  }
  return found;
}

/// Every line of `value`, indented.
std::string lines_of(std::string_view value, const std::string& indent) {
  std::string text;
  while (!value.empty()) {
    const std::string_view line = take_line(value);
    text += (line.empty() ? "" : indent + std::string(line)) + "\n";
  }
  return text;
}

/// Holes whose values are lines of the file's own language, quoted already.
constexpr std::array<std::string_view, 3> holes_of_lines{"head", "script", "settings"};

/// One line of a template; empty: it is left out.
std::string filled_line(std::string_view line, const Holes& holes, Quoting quoting, PlaceReader& place) {
  std::string text;
  std::size_t at = 0;
  const std::vector<Hole> all = holes_in(line);
  const bool is_marked = ranges::any_of(all, [](const Hole& hole) { return hole.mark != ' '; });
  PlaceReader reader = place;
  reader.start_line();
  for (const Hole& hole : all) {
    const auto value = holes.find(hole.name);
    const bool is_empty = value == holes.end() || value->second.empty();
    if (hole.mark == ' ' ? is_empty && !is_marked : is_empty == (hole.mark == '?')) return "";
    reader.read(line.substr(at, hole.from - at));
    text += line.substr(at, hole.from - at);
    at = hole.to;
    if (hole.mark != ' ' || is_empty) continue;
    if (ranges::count(holes_of_lines, hole.name) > 0) return lines_of(value->second, text);
    text += is_number(value->second) ? value->second : quoted(value->second, quoting, reader.at_hole(line.substr(at)));
    reader.pass_hole();
  }
  reader.read(line.substr(at));
  text += line.substr(at);
  place = reader;
  while (text.ends_with(' ')) text.pop_back();
  return text + "\n";
}

}  // namespace

std::optional<Error> Platforms::read_table(const Json& table, const std::string& file, const DataFiles& data) {
  std::optional<Error> error;
  const auto keep = [&](Fields& fields) {
    fields.refuse_unknown();
    if (fields.error() && !error) error = fields.error();
  };
  Fields fields(table, file);
  const Json& all = fields.value("platforms");
  for (const char* const key : {"images", "machine_images", "efa_interfaces", "instance_names", "instance_lists"})
    fields.value(key);
  keep(fields);
  if (error) return error;
  if (!all.is_object()) return error;
  for (const auto& [name, entry] : all.items()) {
    const std::string where = "platforms." + name;
    Fields one(entry, file, where);
    Platform platform;
    platform.name = name;
    platform.shown = one.text("shown");
    platform.versions = one.text("versions");
    platform.looked_up = one.text("looked_up");
    platform.source = one.text("source");
    platform.cloud = one.text_or("cloud", "");
    platform.launcher = one.texts("launcher");
    platform.in_container = one.text("image") == "container";
    platform.checks = one.texts("checks");
    platform.kinds_of_controllers = one.texts("kinds_of_controllers");
    for (const char* const key : {"files", "refused", "clouds"}) one.value(key);
    keep(one);
    if (const auto clouds = entry.find("clouds"); clouds != entry.end()) {
      Fields of(*clouds, file, where + ".clouds");
      for (const std::string& cloud : of.keys()) platform.clouds[cloud] = of.text(cloud);
      keep(of);
    }
    each_of(entry, "files", file, where + ".", error,
            [&](Fields& of) { platform.files.push_back(read_file_of(of, data)); });
    each_of(entry, "refused", file, where + ".", error, [&](Fields& of) {
      platform.refused.push_back({read_condition(of), of.text("because")});
    });
    platforms_.insert_or_assign(name, std::move(platform));
  }
  each_of(table, "images", file, "", error, [&](Fields& of) {
    images_.push_back({of.text("name"), of.text_or("cloud", ""), of.texts("for"), of.texts("on"), of.texts("families"),
                       of.texts("engines"), of.texts("platforms")});
    for (const char* const key : {"date", "source", "note"}) of.text_or(key, "");
  });
  if (const auto names = table.find("instance_names"); names != table.end()) {
    Fields lists(*names, file, "instance_names");
    for (const std::string& cloud : lists.keys()) {
      for (const std::string& name : lists.texts(cloud)) spelled_[lower_case(name)] = name;
    }
    keep(lists);
  }
  if (const auto lists = table.find("instance_lists"); lists != table.end()) {
    Fields of(*lists, file, "instance_lists");
    of.text("source");
    for (const std::string& list : of.keys()) {
      if (list != "source") instance_lists_[list] = of.texts(list);
    }
    keep(of);
  }
  if (const auto interfaces = table.find("efa_interfaces"); interfaces != table.end()) {
    Fields counts(*interfaces, file, "efa_interfaces");
    for (const std::string& name : counts.keys()) efa_interfaces_[name] = counts.integer(name, {.min = 1, .max = 1024});
    keep(counts);
  }
  return error;
}

Result<Platforms> Platforms::read(const DataFiles& data) {
  Platforms platforms;
  for (const DataFiles::File& file : data.under(table_name)) {
    const Result<Json> table = parse_toml(file.text, file.name);
    if (!table) return fail(table);
    if (std::optional<Error> error = platforms.read_table(*table, file.name, data))
      return tl::unexpected(std::move(*error));
  }
  return platforms;
}

std::int64_t Platforms::efa_interfaces(std::string_view instance) const {
  const auto found = efa_interfaces_.find(instance);
  return found == efa_interfaces_.end() ? 0 : found->second;
}

std::string Platforms::spelled(const std::string& instance) const {
  const auto found = spelled_.find(instance);
  return found == spelled_.end() ? instance : found->second;
}

std::vector<std::string> Platforms::lists_with(std::string_view instance) const {
  std::vector<std::string> lists;
  for (const auto& [list, instances] : instance_lists_) {
    if (ranges::count(instances, instance) > 0) lists.push_back(list);
  }
  return lists;
}

const Platform* Platforms::find(std::string_view name) const {
  const auto found = platforms_.find(name);
  return found == platforms_.end() ? nullptr : &found->second;
}

std::vector<std::string> Platforms::names() const {
  std::vector<std::string> names;
  for (const auto& [name, platform] : platforms_) names.push_back(name);
  return names;
}

std::vector<std::string> Platforms::names_that_run(const Holes& holes, std::string_view cloud) const {
  std::vector<std::string> names;
  for (const auto& [name, platform] : platforms_) {
    const auto is_of = [&](const auto& each) { return holds(each.of, holes); };
    if (platform.has_machines_of(cloud) && ranges::any_of(platform.files, is_of) &&
        ranges::none_of(platform.refused, is_of))
      names.push_back(name);
  }
  return names;
}

bool Platform::has_machines_of(std::string_view cloud_of_machine) const {
  return (cloud.empty() || cloud == cloud_of_machine) && (clouds.empty() || clouds.contains(cloud_of_machine));
}

std::string Platforms::image_for(const Platform& platform, const Holes& holes) const {
  const auto value = [&](std::string_view hole) {
    const auto found = holes.find(hole);
    return found == holes.end() ? std::string() : found->second;
  };
  const auto found = ranges::find_if(images_, [&](const Image& image) {
    const bool family = image.families.empty() || ranges::count(image.families, value("family")) > 0;
    const bool engine = image.engines.empty() || ranges::count(image.engines, value("engine")) > 0;
    const bool cloud = image.cloud.empty() || image.cloud == value("cloud");
    return family && engine && cloud && ranges::count(image.platforms, platform.name) > 0 &&
           ranges::count(image.jobs, value("what")) > 0 &&
           (image.on.empty() ||
            ranges::any_of(image.on, [&](const std::string& each) { return !value(each).empty(); }));
  });
  return platform.in_container && found != images_.end() ? found->name : "";
}

Quoting quoting_of(std::string_view file_name) {
  if (file_name.ends_with(".yaml")) return Quoting::yaml;
  if (file_name.ends_with(".json") || file_name.ends_with(".py")) return Quoting::json;
  if (file_name.ends_with(".sh") || file_name.ends_with(".sbatch")) return Quoting::shell;
  return Quoting::plain;
}

bool holds(const PlanCondition& of, const Holes& holes) {
  const auto has = [&](std::string_view hole) {
    const auto found = holes.find(hole);
    return found != holes.end() && !found->second.empty();
  };
  constexpr std::string_view is_not = "not ";
  return ranges::any_of(of.jobs, has) && ranges::all_of(of.when, [&](const std::string& each) {
           const bool wanted = !each.starts_with(is_not);
           return has(std::string_view(each).substr(wanted ? 0 : is_not.size())) == wanted;
         });
}

std::string filled(std::string_view text, const Holes& holes, Quoting quoting) {
  std::string made;
  PlaceReader place(quoting);
  while (!text.empty()) made += filled_line(take_line(text), holes, quoting, place);
  return made;
}

}  // namespace hakaru
