// The files of data/: those embedded in the program, with a folder of the user's own (--data DIR, HAKARU_DATA) laid
// over them. A user's file of the same path replaces an embedded one; other files are added.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/result.h"

namespace hakaru {

class DataFiles {
 public:
  /// Only the embedded files.
  DataFiles();
  /// With the .toml and .csv files under `folder` laid over them, hidden ones left out. Fails when the folder cannot be
  /// read, or has one that nobody reads: at another place, or neither of these nor notes.
  static Result<DataFiles> with_folder(const std::string& folder);

  /// These with texts laid over them, by path; of `folders` nothing else is left. Fails at a path where nothing is
  /// read. `name`: what messages call where the texts are from.
  Result<DataFiles> with_texts(const std::map<std::string, std::string>& texts,
                               const std::vector<std::string_view>& folders, const std::string& name) const;

  struct File {
    std::string path;  ///< relative to data/: "models/llama/llama-2-7b.toml"
    std::string_view text;
    std::string name;  ///< for messages: "data/models/…" or the user's own path
  };
  /// The files under `folder` ("models/"), ordered by path, the user's own after the embedded ones.
  std::vector<File> under(std::string_view folder) const;

  /// Finds the folder of the config.json of a model that none of these files describes; "": there is none of that name.
  using ModelFolder = std::function<Result<std::string>(const std::string& name)>;
  void find_models_by(ModelFolder find) { model_folder_ = std::move(find); }
  Result<std::string> model_folder(const std::string& name) const { return model_folder_(name); }

 private:
  struct Entry {
    std::string own_text;  ///< of a user's file; embedded text is not copied
    std::string_view embedded_text;
    std::string name;
  };
  std::map<std::string, Entry, std::less<>> entries_;
  ModelFolder model_folder_ = [](const std::string&) { return ""; };
};

}  // namespace hakaru
