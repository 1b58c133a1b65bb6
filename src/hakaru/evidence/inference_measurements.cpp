#include "hakaru/evidence/inference_measurements.h"

#include <charconv>

#include "hakaru/core/text.h"
#include "hakaru/model/read.h"

namespace hakaru {
namespace {

constexpr IntegerRange ranks{.min = 1, .max = 1'000'000};
constexpr IntegerRange batches{.min = 1, .max = 1'000'000};
constexpr IntegerRange positive{.min = 1, .max = 100'000};

/// The number that `text` begins with; 0: none.
std::int64_t leading_number(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// Pixels along one side of a square with as many: "224x224", "936x624"; frames before them are left out.
std::int64_t side_of(const std::string& text) {
  const std::size_t last = text.rfind('x');
  if (last == std::string::npos) return 0;
  const std::size_t before = text.rfind('x', last - 1);
  const std::size_t from = before == std::string::npos || last == 0 ? 0 : before + 1;
  const auto width = static_cast<double>(leading_number(std::string_view(text).substr(from)));
  const auto height = static_cast<double>(leading_number(std::string_view(text).substr(last + 1)));
  constexpr double largest_side = 16384;
  if (width > largest_side || height > largest_side) return 0;
  return std::llround(std::sqrt(std::max(0.0, width * height)));
}

/// What is multiplied: the row's type, or bf16 where fp32 is cast.
OrReason<DataType> compute_of(CsvFields& row) {
  std::string name = row.text("dtype");
  if (const std::size_t comma = name.rfind(", "); comma != std::string::npos) name = name.substr(comma + 2);
  const Result<DataType> type = parse_data_type(name);
  if (!type) return tl::unexpected(type.error().message);
  const bool cast = row.text_or("notes", "").find("autocast=Matmult-BF16") != std::string::npos;
  return *type == DataType::fp32 && cast ? DataType::bf16 : *type;
}

}  // namespace

Result<InferenceMeasurements> InferenceMeasurements::over(const DataFiles& data, const Catalog& catalog) {
  InferenceMeasurements read(data, catalog);
  for (const DataFiles::File& file : data.under("inference_names.toml")) {
    const Result<Json> tree = parse_toml(file.text, file.name);
    if (!tree) return fail(tree);
    Fields all(*tree, file.name);
    Fields models(all.value("models"), file.name, "models");
    for (const std::string& name : models.keys()) read.names_[name] = models.text(name);
    if (models.error()) return tl::unexpected(*models.error());
    const Json& by_series = all.value("series");
    for (const auto& [series, of_series] : by_series.items()) {
      for (const auto& [model, table] : of_series.items()) {
        Fields fields(table, file.name, "series." + series + "." + model);
        Fixed fixed;
        if (fields.has("sequence_length")) fixed.sequence_length = fields.integer("sequence_length", positive);
        if (fields.has("runs")) fixed.runs = fields.integer("runs", positive);
        fixed.runs_are_known = fields.boolean_or("runs_are_known", true);
        fixed.shared_by = fields.integer_or("shared_by", 1, positive);
        fields.text("source");
        fields.refuse_unknown();
        if (fields.error()) return tl::unexpected(*fields.error());
        read.fixed_[{series, model}] = fixed;
      }
    }
  }
  return read;
}

OrReason<Model> InferenceMeasurements::model_of(CsvFields& row) {
  std::string name = lower_case(row.text("model"));
  if (const std::size_t slash = name.rfind('/'); slash != std::string::npos) name = name.substr(slash + 1);
  if (const auto found = names_.find(name); found != names_.end()) name = found->second;
  auto known = known_.find(name);
  if (known == known_.end()) {
    const Result<Model> read = describe_model(name, *data_).and_then(model_from_description);
    known = known_.emplace(name, read ? OrReason<Model>(*read) : tl::unexpected(read.error().message)).first;
  }
  return known->second;
}

OrReason<InferenceMeasurement> InferenceMeasurements::measurement(CsvFields& row) {
  const Result<Accelerator> accelerator = catalog_->accelerator(row.text("accelerator"));
  if (!accelerator) return tl::unexpected(accelerator.error().message);
  Result<Instance> instance = catalog_->instance(row.text_or("instance", ""));
  if (!instance || instance->accelerator.name != accelerator->name)
    instance = catalog_->usual_instance_of(accelerator->name);
  if (!instance) return tl::unexpected(instance.error().message);
  OrReason<Model> model = model_of(row);
  if (!model) return tl::unexpected(model.error());
  if (model->family == Family::decoder || model->family == Family::encoder_decoder)
    return tl::unexpected(message("{} generates text; accepted: encoders, vision, diffusion", model->name));
  const OrReason<DataType> compute = compute_of(row);
  if (!compute) return tl::unexpected(compute.error());
  if (accelerator->rate(*compute) == nullptr)
    return tl::unexpected(message("{} does not compute {}", accelerator->name, name_of(*compute)));

  InferenceMeasurement read;
  read.job.model = std::move(*model);
  read.job.compute = read.job.weights = *compute;
  const std::string size = row.text_or("seq_or_image", "");
  const bool tokens = read.job.model.family == Family::encoder;
  if (tokens) read.job.sequence_length = std::clamp<std::int64_t>(leading_number(size), 1, positive.max);
  if (!tokens) read.job.image_size = side_of(size);
  const auto fixed = fixed_.find({row.text_or("series", ""), read.job.model.name});
  const Fixed fixes = fixed == fixed_.end() ? Fixed{} : fixed->second;
  if (!fixes.runs_are_known)
    return tl::unexpected(message("how many passes of {} an item takes is not known", read.job.model.name));
  if (fixes.sequence_length > 0) read.job.sequence_length = fixes.sequence_length;
  if (fixes.runs > 0) read.job.runs_per_item = fixes.runs;
  const std::int64_t accelerators = row.whole("accelerators", ranks);
  const std::int64_t shared_by = std::min(fixes.shared_by, accelerators);
  if (shared_by > 1) {
    const std::int64_t runs = read.job.runs_per_item > 0 ? read.job.runs_per_item : read.job.model.runs_per_item;
    read.job.runs_per_item = std::max<std::int64_t>(1, runs / shared_by);
  }
  read.replicas = std::max<std::int64_t>(1, accelerators / shared_by);
  read.cluster = Cluster(*instance, 1);
  if (row.has("batch")) read.batch = row.whole("batch", batches);
  return read;
}

Result<OrReason<InferenceMeasurement>> InferenceMeasurements::read(const CsvTable& table, const CsvTable::Row& row) {
  CsvFields fields(table, row);
  OrReason<InferenceMeasurement> read = measurement(fields);
  if (fields.error()) return tl::unexpected(*fields.error());
  return read;
}

}  // namespace hakaru
