#include "hakaru/model/read.h"

#include <algorithm>
#include <filesystem>

#include "hakaru/core/data_files.h"
#include "hakaru/core/text.h"
#include "hakaru/model/quantisation.h"
#include "hakaru/model/registry.h"
#include "hakaru/model/spelling.h"
#include "hakaru/model/stored.h"

namespace hakaru {
namespace {

constexpr std::uint64_t largest_config_bytes = 4 << 20;
/// Descriptions beyond this are mistakes; below it no count overflows.
constexpr double most_parameters = 1e16;

const std::vector<ArchitectureReader>& all_readers() {
  static const std::vector<ArchitectureReader> readers = [] {
    std::vector<ArchitectureReader> all;
    for (auto* family : {decoder_readers, encoder_readers, vision_readers, diffusion_readers, convolutional_readers}) {
      std::vector<ArchitectureReader> some = family();
      std::move(some.begin(), some.end(), std::back_inserter(all));
    }
    return all;
  }();
  return readers;
}

const ArchitectureReader* reader_of(const std::string& architecture) {
  const auto& readers = all_readers();
  const auto found = std::find_if(readers.begin(), readers.end(), [&](const ArchitectureReader& reader) {
    return reader.architecture == architecture;
  });
  return found == readers.end() ? nullptr : &*found;
}

const ArchitectureReader* reader_of_class(const std::string& name) {
  for (const ArchitectureReader& reader : all_readers()) {
    if (is_class_of(name, reader.architecture)) return &reader;
  }
  return nullptr;
}

/// The names under which a description may be known, most telling first.
std::vector<std::string> names_in(Fields& config) {
  std::vector<std::string> names;
  for (const char* key : {"model_type", "_class_name"}) {
    if (config.has(key)) names.push_back(config.text(key));
  }
  const std::vector<std::string> architectures = config.texts("architectures");
  names.insert(names.end(), architectures.begin(), architectures.end());
  // Files older than model_type are all of BERT's family, and told by their table of token types.
  if (names.empty() && config.has("type_vocab_size")) names.emplace_back("bert");
  return names;
}

std::optional<Error> refuse_absurd(const Model& model, const std::string& file) {
  double parameters = 0;
  for_each_block(model, [&](const Block& block, std::int64_t copies) {
    for (const Module& module : block.modules) {
      parameters += static_cast<double>(copies) * static_cast<double>(parameters_of(module));
    }
  });
  if (parameters <= most_parameters) return std::nullopt;
  return bad_input("{}: describes {} parameters; accepted: up to {}", file, fmt::format("{:.3g}", parameters),
                   fmt::format("{:.0e}", most_parameters))
      .value();
}

std::string name_from_path(const std::filesystem::path& path) {
  const std::string stem = path.stem().string();
  std::error_code error;
  return stem == "config" ? std::filesystem::absolute(path, error).parent_path().filename().string() : stem;
}

std::string stem_of(const DataFiles::File& file) { return std::filesystem::path(file.path).stem().string(); }

/// The nearest of those of its family; of one that is spelled alike where there is none of that name.
std::vector<std::string> nearest_relatives(const std::string& name, std::vector<std::string> known) {
  const std::string word = family_of(name);
  const std::vector<std::string> sizes = sizes_named(name);
  constexpr std::size_t shortest_word = 4;
  std::vector<std::string> with_the_word;  // "swallow-70b" of "llama-3.3-swallow-70b"
  std::copy_if(known.begin(), known.end(), std::back_inserter(with_the_word), [&](const std::string& each) {
    return word.size() >= shortest_word && each.find("-" + word) != std::string::npos &&
           std::find(sizes.begin(), sizes.end(), size_named(each)) != sizes.end();
  });
  std::erase_if(known, [&](const std::string& each) { return !is_of_family(each, name); });
  if (known.empty()) return nearest_names(lower_case(name), with_the_word);
  const auto has_its_name = [&](const std::string& each) { return family_of(each) == family_of(name); };
  if (std::any_of(known.begin(), known.end(), has_its_name))
    std::erase_if(known, [&](const std::string& each) { return !has_its_name(each); });
  return nearest_names(lower_case(name), known);
}

/// The last of the files wins, since a user's own come after the embedded ones; names as they stand come before those
/// that are spelled otherwise, or whose tuning alone differs.
Result<std::optional<DataFiles::File>> find_named(const std::string& name, const std::vector<DataFiles::File>& files) {
  for (auto file = files.rbegin(); file != files.rend(); ++file) {
    if (stem_of(*file) == name) return *file;
  }
  std::optional<DataFiles::File> alike, untuned_alike;
  const std::vector<std::string> sizes = sizes_named(name);
  const std::string plain = spelled_plainly(name), plain_untuned = untuned(name);
  for (auto file = files.rbegin(); file != files.rend(); ++file) {
    const Result<Json> table = parse_toml(file->text, file->name);
    if (!table) return fail(table);
    std::vector<std::string> names = Fields(*table, file->name).texts("aliases");
    if (std::find(names.begin(), names.end(), name) != names.end()) return *file;
    names.push_back(stem_of(*file));
    for (const std::string& known : names) {
      if (std::find(sizes.begin(), sizes.end(), size_named(known)) == sizes.end()) continue;
      if (!alike && spelled_plainly(known) == plain) alike = *file;
      if (!untuned_alike && untuned(known) == plain_untuned) untuned_alike = *file;
    }
  }
  return alike ? alike : untuned_alike;
}

/// The networks of a [pipeline], described.
Result<Json> described_pipeline(Fields& fields, const std::string& file, const DataFiles& data) {
  Json networks = Json::array();
  Fields pipeline(fields.value("pipeline"), file, "pipeline");
  pipeline.text("source");
  for (const Json& entry : pipeline.value("networks")) {
    Fields network(entry, file, "pipeline.networks");
    const Result<Description> found = describe_model(network.text("model"), data);
    if (!found) return fail(found);
    Json described = entry;
    described["model"] = {{"name", found->name}, {"source", found->source}, {"config", found->config}};
    networks.push_back(std::move(described));
  }
  pipeline.refuse_unknown();
  if (pipeline.error()) return tl::unexpected(*pipeline.error());
  return networks;
}

/// The [config] of a file; where it is a `shape_of` another model, that one's, with its own keys over them.
Result<Json> config_of(Fields& fields, const DataFiles& data) {
  Json own = fields.value("config");
  if (!fields.has("shape_of")) return own;
  const std::string name = fields.text("shape_of");
  const Result<std::optional<DataFiles::File>> base = find_named(lower_case(name), data.under("models/"));
  if (!base) return fail(base);
  if (!*base) return bad_input("{}: 'shape_of' names '{}', which is not a known model", fields.file(), name);
  const Result<Json> table = parse_toml((*base)->text, (*base)->name);
  if (!table) return fail(table);
  Json config = Fields(*table, (*base)->name).value("config");
  if (config.is_object() && own.is_object()) config.update(own);
  return config;
}

Result<Description> described(const DataFiles::File& file, const DataFiles& data) {
  Result<Json> table = parse_toml(file.text, file.name);
  if (!table) return fail(table);
  Fields fields(*table, file.name);
  const Result<Json> config = config_of(fields, data);
  if (!config) return fail(config);
  Description description{.config = *config, .name = stem_of(file), .source = fields.text("source"), .file = file.name};
  for (const char* known : {"aliases", "expected_parameters", "notes"}) fields.has(known);
  if (fields.has("pipeline")) {
    Result<Json> besides = described_pipeline(fields, file.name, data);
    if (!besides) return fail(besides);
    description.besides = std::move(*besides);
  }
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  return description;
}

/// The networks beside a model.
Result<std::vector<PipelineNetwork>> networks_of(const Json& besides, const std::string& file) {
  constexpr IntegerRange any_runs{.min = 1, .max = 100'000};
  constexpr IntegerRange any_tokens{.min = 0, .max = 1'000'000};
  std::vector<PipelineNetwork> networks;
  for (const Json& entry : besides) {
    Fields fields(entry, file, "pipeline.networks");
    PipelineNetwork network;
    network.runs = fields.integer_or("runs", 1, any_runs);
    network.tokens = fields.integer_or("tokens", 0, any_tokens);
    network.encodes = fields.boolean_or("encodes", false);
    Fields named(fields.value("model"), file, "pipeline.networks.model");
    const Description description{
        .config = named.value("config"), .name = named.text("name"), .source = named.text("source"), .file = file};
    named.refuse_unknown();
    fields.refuse_unknown();
    for (const Fields* each : {&fields, &named}) {
      if (each->error()) return tl::unexpected(*each->error());
    }
    Result<Model> model = model_from_description(description);
    if (!model) return fail(model);
    network.model = std::move(*model);
    networks.push_back(std::move(network));
  }
  return networks;
}

Result<Model> read_named(const DataFiles::File& file, const DataFiles& data) {
  const Result<Description> description = described(file, data);
  if (!description) return fail(description);
  return model_from_description(*description);
}

/// The known model that an excerpt of a config.json without an architecture is of: its config has all that the excerpt
/// says, and it reads text alone. Of several of one size the shortest name; empty: none, or models of several sizes.
std::optional<Model> known_by_excerpt(const Json& excerpt, const std::string& file, const DataFiles& data) {
  constexpr std::size_t fewest_keys = 4;
  if (!excerpt.is_object() || excerpt.size() < fewest_keys) return std::nullopt;
  Fields fields(excerpt, file);
  if (!names_in(fields).empty()) return std::nullopt;
  std::optional<Model> known;
  const auto is_of_a_tower = [](const Block& block) { return block.condition; };
  for (const DataFiles::File& each : data.under("models/")) {
    const Result<Description> description = described(each, data);
    if (!description || !description->config.is_object()) continue;
    const Json& config = description->config;
    const bool has_all = std::all_of(excerpt.items().begin(), excerpt.items().end(), [&](const auto& said) {
      return config.contains(said.key()) && config[said.key()] == said.value();
    });
    if (!has_all) continue;
    Result<Model> model = model_from_description(*description);
    if (!model || std::any_of(model->before.begin(), model->before.end(), is_of_a_tower)) continue;
    if (known && count_parameters(*known).total != count_parameters(*model).total) return std::nullopt;
    if (!known || model->name.size() < known->name.size()) known = std::move(*model);
  }
  return known;
}

Result<Model> read_config_file(const std::string& path, const DataFiles& data) {
  const std::string shown = path == "-" ? "standard input" : path;
  const Result<std::string> text = read_file(path, largest_config_bytes);
  if (!text) return fail(text);
  Result<Json> config = parse_json(*text, shown);
  if (config && path != "-") config = with_quantisation_beside(std::move(*config), path);
  if (!config) return fail(config);
  if (auto known = known_by_excerpt(*config, shown, data)) return std::move(*known);
  Result<Model> model = model_from_config(*config, shown);
  if (model) model->name = path == "-" ? model->architecture : name_from_path(path);
  return model;
}

/// A weights file, with the description beside it where there is one.
Result<Model> read_weights(const std::filesystem::path& weights, const DataFiles& data) {
  const Result<Model::Stored> stored = read_stored(weights);
  if (!stored) return fail(stored);
  const std::filesystem::path config = weights.parent_path() / "config.json";
  std::error_code error;
  if (!std::filesystem::exists(config, error)) {
    if (stored->parameters == 0) {
      return bad_input("{}: neither its shards nor a config.json are beside it: nothing to count", weights.string());
    }
    Model model = stored_only(*stored, weights.string());
    model.name = weights.stem().string();
    return model;
  }
  Result<Model> model = read_config_file(config.string(), data);
  if (model) model->stored = *stored;
  return model;
}

Result<Model> read_path(const std::filesystem::path& path, const DataFiles& data) {
  if (is_weights_file(path)) return read_weights(path, data);
  if (!std::filesystem::is_directory(path)) return read_config_file(path.string(), data);
  const std::filesystem::path weights = weights_file_in(path);
  return weights.empty() ? read_config_file((path / "config.json").string(), data) : read_weights(weights, data);
}

/// Puts the name that was asked for into the model's source, where it names other weights than `file`: tuned ones, or
/// another release.
void keep_asked_name(Model& model, const std::string& asked, const DataFiles::File& file) {
  constexpr std::string_view start = "Hugging Face ";
  if (!model.source.starts_with(start)) return;
  const std::string hub =
      model.source.substr(start.size(), model.source.find_first_of(", ", start.size()) - start.size());
  if (spelled_plainly(asked) == spelled_plainly(hub) || lower_case(asked) == stem_of(file)) return;
  model.source = asked.find('/') == std::string::npos
                     ? fmt::format("{}{}{}", asked, asked_as_shape, model.source)
                     : fmt::format("{}{}{}{}, config.json", start, asked, asked_as_shape, hub);
}

/// The model `name` of the Hub, whose files are in a snapshot's folder, named after its commit.
Result<Model> read_from_hub(const std::string& name, const std::filesystem::path& folder, const DataFiles& data) {
  Result<Model> model = read_path(folder, data);
  if (!model) return model;
  constexpr std::size_t shown_of_commit = 7;
  model->name = name;
  model->source =
      fmt::format("Hugging Face {}, config.json at {}", name, folder.filename().string().substr(0, shown_of_commit));
  return model;
}

}  // namespace

Result<Model> model_from_config(const Json& given, const std::string& file) {
  Json config = given;
  Fields fields(config, file);
  const std::vector<std::string> names = names_in(fields);
  if (fields.error()) return tl::unexpected(*fields.error());
  if (names.empty()) {
    return bad_input("{}: says no architecture: one of 'model_type', '_class_name', 'architectures' is needed", file);
  }
  for (const std::string& name : names) {
    const ArchitectureReader* reader = reader_of(name);
    if (reader == nullptr) {
      reader = reader_of_class(name);
      if (reader == nullptr) continue;
      config["model_type"] = reader->architecture;
    }
    Result<Model> model = reader->read(config, file);
    if (!model) return model;
    if (const auto absurd = refuse_absurd(*model, file)) return tl::unexpected(*absurd);
    if (model->architecture.empty()) model->architecture = name;
    model->source = file;
    model->config = config.dump(-1, ' ', false, Json::error_handler_t::replace);
    return model;
  }
  std::vector<std::string> known;
  for (const ArchitectureReader& reader : all_readers()) known.push_back(reader.architecture);
  return bad_input(
      "{}: architecture '{}' is not known; the nearest known: {}; where its layers are those of one, say so in "
      "'model_type'",
      file, names.front(), join(nearest_names(names.front(), known)));
}

Result<Model> read_model(const std::string& reference, const DataFiles& data) {
  if (reference == "-") return read_config_file(reference, data);
  const std::vector<DataFiles::File> files = data.under("models/");
  const Result<std::optional<DataFiles::File>> named = find_named(lower_case(reference), files);
  if (!named) return fail(named);
  if (*named) {
    Result<Model> model = read_named(**named, data);
    if (model) keep_asked_name(*model, reference, **named);
    return model;
  }
  std::error_code error;
  if (std::filesystem::exists(reference, error)) return read_path(reference, data);
  if (const QuantisedName quantised = quantised_name(reference); !quantised.model.empty()) {
    const Result<std::optional<DataFiles::File>> whole = find_named(quantised.model, files);
    if (!whole) return fail(whole);
    if (*whole)
      return bad_input("'{}' is not known as a model of its own: say --model {} --weights {}, or give its config.json",
                       reference, stem_of(**whole), quantised.weights);
  }
  const Result<std::string> folder = data.model_folder(reference);
  if (folder && !folder->empty()) return read_from_hub(reference, *folder, data);
  const std::vector<std::string> near = nearest_relatives(reference, known_models(data));
  tl::unexpected<Error> unknown =
      near.empty()
          ? bad_input("'{}' is neither a file nor of a family of models that is known: give its config.json", reference)
          : bad_input(
                "'{}' is neither a known model nor a file; the nearest known: {} ('hakaru model list' "
                "shows all)",
                reference, join(near));
  return folder ? unknown : because(std::move(unknown), folder.error().message);
}

Result<Description> describe_model(const std::string& name, const DataFiles& data) {
  const Result<std::optional<DataFiles::File>> named = find_named(lower_case(name), data.under("models/"));
  if (!named) return fail(named);
  if (*named) return described(**named, data);
  const std::vector<std::string> near = nearest_relatives(name, known_models(data));
  if (near.empty()) return bad_input("'{}' is not a known model, nor is its family", name);
  return bad_input("'{}' is not a known model; the nearest known: {}", name, join(near));
}

Result<Model> model_from_description(const Description& description) {
  Result<Model> model = model_from_config(description.config, description.file);
  if (!model) return model;
  model->name = description.name;
  model->source = description.source;
  Result<std::vector<PipelineNetwork>> besides = networks_of(description.besides, description.file);
  if (!besides) return fail(besides);
  model->besides = std::move(*besides);
  return model;
}

Json description_of(const Model& model) {
  Json description{{"name", model.name}, {"source", model.source}, {"config", Json::parse(model.config)}};
  for (const PipelineNetwork& network : model.besides) {
    description["besides"].push_back({{"model", description_of(network.model)},
                                      {"runs", network.runs},
                                      {"tokens", network.tokens},
                                      {"encodes", network.encodes}});
  }
  return description;
}

std::vector<std::string> known_models(const DataFiles& data) {
  std::vector<std::string> names;
  for (const DataFiles::File& file : data.under("models/")) names.push_back(stem_of(file));
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace hakaru
