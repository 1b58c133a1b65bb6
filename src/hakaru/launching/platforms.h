// Platforms that run launch files: Slurm, Kubernetes, a cloud's service. Each is a table of
// data/launch/platforms/platforms.toml, with its templates beside that, which are filled in:
//
//   {{name}}     the hole's value, quoted as the file's language and the hole's place within it need: a word, between
//                quotes, a comment; of {{head}}, {{script}} and {{settings}} every line, indented as the hole is
//   {{?name}}    at a line's end: the line stays where the hole has a value; {{!name}} where it has none
// A line whose hole is empty is left out.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hakaru/core/data_files.h"
#include "hakaru/core/fields.h"
#include "hakaru/core/result.h"

namespace hakaru {

/// The plans that something is for: of these jobs ("train", "serve", "route": the router before servers), where all of
/// these hold; "not x": x does not.
struct PlanCondition {
  std::vector<std::string> jobs, when;
};

struct PlatformFile {
  std::string text;  ///< the template
  std::string name;  ///< that it is written as
  PlanCondition of;
  bool of_all_parts = false;  ///< where there are several: it stands beside their folders
};

/// Plans that a platform cannot run.
struct PlatformRefusal {
  PlanCondition of;
  std::string because;
};

struct Platform {
  std::string name, shown, versions, looked_up, source;
  std::string cloud;                              ///< whose machines it runs alone; "": any
  std::vector<std::string> launcher;              ///< what starts ranks there in the place of torchrun; empty: torchrun
  bool in_container = false;                      ///< what runs there stands in {{image}}
  std::vector<std::string> checks;                ///< how one sees that its files are right
  std::vector<std::string> kinds_of_controllers;  ///< that a cluster knows once these are there
  std::vector<PlatformFile> files;
  std::vector<PlatformRefusal> refused;
  /// The platform's names of the clouds of `data/instances`; it lacks clouds without one. Empty: it asks for none.
  std::map<std::string, std::string, std::less<>> clouds;

  bool has_machines_of(std::string_view cloud_of_machine) const;
};

using Holes = std::map<std::string, std::string, std::less<>>;

class Platforms {
 public:
  static Result<Platforms> read(const DataFiles& data);

  /// Null: none of that name.
  const Platform* find(std::string_view name) const;
  std::vector<std::string> names() const;
  /// Names of the platforms that run the plan that `holes` describe, on machines of `cloud`.
  std::vector<std::string> names_that_run(const Holes& holes, std::string_view cloud) const;
  /// The image for {{image}}: the first of the table that is for the plan that `holes` describe; empty: none is.
  std::string image_for(const Platform& platform, const Holes& holes) const;
  /// EFA interfaces of an instance type; 0: none, or not known.
  std::int64_t efa_interfaces(std::string_view instance) const;
  /// Lists of instance types that have this one: conditions of plans.
  std::vector<std::string> lists_with(std::string_view instance) const;
  /// An instance type as its cloud writes it: "Standard_ND96isr_H100_v5".
  std::string spelled(const std::string& instance) const;

 private:
  std::optional<Error> read_table(const Json& table, const std::string& file, const DataFiles& data);

  struct Image {
    std::string name, cloud;  ///< on whose machines; "": any
    std::vector<std::string> jobs, on, families, engines, platforms;
  };
  std::map<std::string, Platform, std::less<>> platforms_;
  std::vector<Image> images_;
  std::map<std::string, std::int64_t, std::less<>> efa_interfaces_;
  std::map<std::string, std::vector<std::string>> instance_lists_;
  std::map<std::string, std::string, std::less<>> spelled_;  ///< by the name in small letters
};

/// The quoting of a value within a file, by the kind of file that its name shows.
enum class Quoting { plain, shell, yaml, json };
Quoting quoting_of(std::string_view file_name);

/// True if the plan that `holes` describe is one of these: a condition is a hole that has a value.
bool holds(const PlanCondition& of, const Holes& holes);
std::string filled(std::string_view text, const Holes& holes, Quoting quoting);

}  // namespace hakaru
