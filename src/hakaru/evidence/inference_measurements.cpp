#include "hakaru/evidence/inference_measurements.h"

#include <charconv>
#include <cmath>

#include "hakaru/core/from_chars.h"
#include "hakaru/core/real.h"
#include "hakaru/core/text.h"
#include "hakaru/evidence/measured_ranges.h"
#include "hakaru/model/read.h"

namespace hakaru {
namespace {

constexpr IntegerRange batches{.min = 1, .max = 1'000'000};
constexpr std::int64_t longest_sequence = 100'000;

/// The number that `text` begins with, up to its end or to one of `ends`; 0: none.
std::int64_t leading_number(std::string_view text, std::string_view ends) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && (stop == end || ends.find(*stop) != std::string_view::npos) ? number : 0;
}

/// The same of a length in tokens, which may be a mean: to the nearest whole one.
std::int64_t leading_length(std::string_view text, std::string_view ends) {
  constexpr double longest = 1e9;
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = from_chars(text.data(), end, number, NumberForm::fixed);
  const bool ends_there = error == std::errc() && (stop == end || ends.find(*stop) != std::string_view::npos);
  return ends_there && number > 0 && number <= longest ? std::llround(number) : 0;  // 0 for NaN
}

using Leading = std::int64_t (*)(std::string_view text, std::string_view ends);

/// The number behind `key` in notes: "N Models="; 0: it is not there.
std::int64_t noted(const std::string& notes, std::string_view key, Leading read = leading_number) {
  const std::size_t at = notes.find(key);
  return at == std::string::npos ? 0 : read(std::string_view(notes).substr(at + key.size()), " ;,");
}

/// Pixels along one side of a square with as many: "224x224", "936x624", "448"; frames before them are left out; 0:
/// none.
std::int64_t side_of(const std::string& text) {
  constexpr std::int64_t largest_side = 16384;
  const std::size_t last = text.rfind('x');
  if (last == std::string::npos) {
    const std::int64_t side = leading_number(text, "");
    return side > largest_side ? 0 : side;
  }
  const std::size_t before = last == 0 ? std::string::npos : text.rfind('x', last - 1);
  const std::size_t from = before == std::string::npos ? 0 : before + 1;
  const std::int64_t width = leading_number(std::string_view(text).substr(from), "x");
  const std::int64_t height = leading_number(std::string_view(text).substr(last + 1), "");
  if (width > largest_side || height > largest_side) return 0;
  return std::llround(std::sqrt(std::max(0.0, real(width) * real(height))));
}

/// The data type of products: the row's, bf16 for fp32 that is cast, or for fp16 the benchmark's if it is native.
OrReason<DataType> compute_of(CsvFields& row, const FixedInference& fixed, const Accelerator& accelerator) {
  std::string name = row.text("dtype");
  if (const std::size_t comma = name.rfind(", "); comma != std::string::npos) name = name.substr(comma + 2);
  const Result<DataType> type = parse_data_type(name);
  if (!type) return tl::unexpected(type.error().message);
  const bool cast = row.text_or("notes", "").find("autocast=Matmult-BF16") != std::string::npos;
  if (*type == DataType::fp32 && cast) return DataType::bf16;
  if (*type == DataType::fp16 && fixed.fp16_computed_as) {
    const Rate* rate = accelerator.rate(*fixed.fp16_computed_as);
    if (rate != nullptr && rate->support == Support::native) return *fixed.fp16_computed_as;
  }
  if (accelerator.rate(*type) == nullptr)
    return tl::unexpected(message("{} does not compute {}", accelerator.name, name_of(*type)));
  return *type;
}

bool generates(const Model& model) {
  return model.family == Family::decoder || model.family == Family::encoder_decoder;
}

/// A model that reads and writes as many tokens as the notes say, on as many ranks.
std::optional<Message> add_generation(InferenceMeasurement& read, const Model& model, const std::string& notes,
                                      std::int64_t accelerators) {
  ServingJob job;
  job.model = model;
  job.input_length = noted(notes, " in=", leading_length);
  job.output_length = noted(notes, " out=", leading_length);
  const std::int64_t tp = noted(notes, "tp=");
  if (job.input_length < 1 || job.output_length < 1 || tp < 1)
    return message("{} generates text, and the notes do not say tp=, in= and out=", model.name);
  job.context = job.input_length + job.output_length;
  if (accelerators % tp != 0) return message("tp × pp = {} does not divide {} accelerators", tp, accelerators);
  read.layout.tp = tp;
  read.layout.dp = accelerators / tp;
  read.generation = std::move(job);
  return std::nullopt;
}

/// Divides `calls`, all under way at once, over `copies`: calls for each copy, or several copies for each call.
void divide(InferenceMeasurement& read, double calls, std::int64_t copies) {
  if (!read.batch || calls >= real(copies)) {
    read.layout.dp = copies;
    read.calls = read.batch ? calls / real(copies) : 1;
    return;
  }
  const std::int64_t cores = std::max<std::int64_t>(1, std::llround(real(copies) / calls));  // of one call
  const std::int64_t whole = *read.batch;
  read.batch = (whole + cores - 1) / cores;
  const std::int64_t used = (whole + *read.batch - 1) / *read.batch;
  read.busy = real(whole) / real(used * *read.batch);
  read.layout.dp = std::max<std::int64_t>(1, std::llround(real(used) * calls));
}

/// Cores of a chip that work share its memory: fewer of them have more of it each.
void share_memory(Instance& instance, std::int64_t working) {
  Accelerator& accelerator = instance.accelerator;
  const auto of_a_chip = std::max<std::int64_t>(1, accelerator.ranks_per_chip);
  accelerator.memory_bandwidth_bytes_per_s *= real(of_a_chip) / real(std::clamp<std::int64_t>(working, 1, of_a_chip));
}

}  // namespace

Result<InferenceMeasurements> InferenceMeasurements::over(const DataFiles& data, const Catalog& catalog) {
  Result<InferenceFacts> facts = InferenceFacts::read(data);
  if (!facts) return fail(facts);
  return InferenceMeasurements(data, catalog, std::move(*facts));
}

OrReason<Model> InferenceMeasurements::model_called(const std::string& name) {
  auto known = known_.find(name);
  if (known == known_.end()) {
    const Result<Model> read = describe_model(name, *data_).and_then(model_from_description);
    known = known_.emplace(name, read ? OrReason<Model>(*read) : tl::unexpected(read.error().message)).first;
  }
  return known->second;
}

OrReason<std::vector<BatchInferenceJob>> InferenceMeasurements::networks_of(CsvFields& row, const Model& model,
                                                                            const FixedInference& fixed,
                                                                            DataType compute) {
  if (!fixed.runs_are_known)
    return tl::unexpected(message("how many passes of {} an item takes is not known", model.name));
  const std::string size = row.text_or("seq_or_image", "");
  BatchInferenceJob first;
  first.model = model;
  first.compute = first.weights = compute;
  first.runs_per_item = fixed.runs > 0 ? fixed.runs : model.runs_per_item;
  if (model.family == Family::encoder) {
    first.sequence_length = fixed.sequence_length > 0 ? fixed.sequence_length : leading_length(size, "");
    if (first.sequence_length < 1 || first.sequence_length > longest_sequence)
      return tl::unexpected(message("its {} '{}' is no size; accepted: {}", "seq_or_image", size, "128"));
  } else {
    first.image_size = side_of(size);
    if (first.image_size < 1 && !size.empty())
      return tl::unexpected(message("its {} '{}' is no size; accepted: {}", "seq_or_image", size, "224x224"));
  }
  std::vector<BatchInferenceJob> networks = networks_of_item(first);
  for (const auto& [name, runs] : fixed.besides) {
    OrReason<Model> other = model_called(name);
    if (!other) return tl::unexpected(other.error());
    BatchInferenceJob beside = networks.front();
    beside.model = std::move(*other);
    beside.runs_per_item = runs;
    networks.push_back(std::move(beside));
  }
  for (BatchInferenceJob& network : networks)
    network.runs_per_item = std::max<std::int64_t>(1, network.runs_per_item / fixed.shared_by);
  return networks;
}

OrReason<InferenceMeasurement> InferenceMeasurements::measurement(CsvFields& row) {
  const Result<Accelerator> accelerator = catalog_->accelerator(row.text("accelerator"));
  if (!accelerator) return tl::unexpected(accelerator.error().message);
  Result<Instance> instance = catalog_->instance(row.text_or("instance", ""));
  if (!instance || instance->accelerator.name != accelerator->name)
    instance = catalog_->usual_instance_of(accelerator->name);
  if (!instance) return tl::unexpected(instance.error().message);

  std::string name = lower_case(row.text("model"));
  if (const std::size_t slash = name.rfind('/'); slash != std::string::npos) name = name.substr(slash + 1);
  const OrReason<Model> model = model_called(facts_.model_named(name));
  if (!model) return tl::unexpected(model.error());
  const std::string series = row.text_or("series", "");
  const std::string notes = row.text_or("notes", "");
  FixedInference fixed = facts_.fixed(series, name, model->name);
  const OrReason<DataType> compute = compute_of(row, fixed, *accelerator);
  if (!compute) return tl::unexpected(compute.error());

  InferenceMeasurement read;
  read.software = facts_.software(notes, accelerator->kind);
  const std::int64_t accelerators = row.whole("accelerators", measured_ranks);
  if (row.has("batch")) read.batch = row.whole("batch", batches);
  if (generates(*model)) {
    if (const auto why = add_generation(read, *model, notes, accelerators)) return tl::unexpected(*why);
    read.generation->compute = read.generation->weights = read.generation->experts = *compute;
    read.cluster = Cluster(*instance, 1);
    return read;
  }
  fixed.shared_by = std::min(fixed.shared_by, accelerators);
  OrReason<std::vector<BatchInferenceJob>> networks = networks_of(row, *model, fixed, *compute);
  if (!networks) return tl::unexpected(networks.error());
  read.networks = std::move(*networks);
  if (notes.find("scenario=server") != std::string::npos) read.limit_s = fixed.limit_s;

  const std::int64_t copies = std::max<std::int64_t>(1, accelerators / fixed.shared_by);
  double calls = facts_.calls(series, notes, model->family, real(copies));
  if (fixed.calls_per_accelerator > 0) calls = fixed.calls_per_accelerator * real(copies);
  const std::int64_t threads = noted(notes, "Threads="), copies_noted = noted(notes, "N Models=");
  const std::int64_t workers = copies_noted * noted(notes, "Workers per Model=");
  if (threads > 0) calls = real(threads);
  if (workers > 0) calls = real(workers);
  if (notes.find("run_mode=Model Pipeline") != std::string::npos) {
    read.layout.pp = std::min<std::int64_t>(accelerators, std::ssize(model->layers));
    read.calls = threads > 0 ? real(threads) : real(read.layout.pp);
    // Weights lie in the cores' own memory (AWS Neuron documentation, NeuronCore Pipeline): next to no time is taken to
    // read them beside computing.
    constexpr double own_buffer = 1e3;
    instance->accelerator.memory_bandwidth_bytes_per_s *= own_buffer;
  } else {
    divide(read, calls, copies);
    share_memory(*instance, read.layout.dp * fixed.shared_by);
  }
  read.cluster = Cluster(*instance, 1);
  return read;
}

Result<OrReason<InferenceMeasurement>> InferenceMeasurements::read(CsvFields& row) {
  OrReason<InferenceMeasurement> read = measurement(row);
  if (row.error()) return tl::unexpected(*row.error());
  return read;
}

}  // namespace hakaru
