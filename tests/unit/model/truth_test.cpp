// Counts against the published or independently counted totals of real descriptions (../shared/models/truth.csv).
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "hakaru/core/fields.h"
#include "hakaru/model/quantisation.h"
#include "hakaru/model/read.h"

namespace hakaru {
namespace {

const std::string folder = std::string(HAKARU_SOURCE_DIR) + "/../shared/models/";

/// The columns of a line of CSV; quotes keep commas.
std::vector<std::string> columns_of(const std::string& line) {
  std::vector<std::string> columns(1);
  bool quoted = false;
  for (const char letter : line) {
    if (letter == '"') {
      quoted = !quoted;
    } else if (letter == ',' && !quoted) {
      columns.emplace_back();
    } else {
      columns.back() += letter;
    }
  }
  return columns;
}

struct Truth {
  std::string model;
  std::int64_t total = 0;
  std::int64_t active = 0;
  std::int64_t without_embedding = 0;
  double kv_bytes_per_token = 0;
  double stored_bytes = 0;  ///< the sum of its safetensors headers; 0: not known
};

void PrintTo(const Truth& truth, std::ostream* out) { *out << truth.model; }

std::vector<Truth> truths() {
  std::vector<Truth> rows;
  std::ifstream file(folder + "truth.csv");
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    const std::vector<std::string> columns = columns_of(line);
    rows.push_back({columns.at(0), std::stoll(columns.at(1)), std::stoll(columns.at(2)), std::stoll(columns.at(3)),
                    std::stod(columns.at(7)), columns.at(5).empty() ? 0 : std::stod(columns.at(5))});
  }
  if (rows.empty()) rows.emplace_back();
  return rows;
}

Result<Model> read_config(const std::string& path) {
  const Result<std::string> text = read_file(path, 1 << 26);
  if (!text) return fail(text);
  const Result<Json> config = parse_json(*text, path);
  if (!config) return fail(config);
  return model_from_config(*config, path);
}

class TruthTest : public testing::TestWithParam<Truth> {};

TEST_P(TruthTest, CountsAreEqual) {
  if (GetParam().model.empty()) GTEST_SKIP() << folder << "truth.csv is not there";
  const Truth& truth = GetParam();
  const Result<Model> model = read_config(folder + "configs/" + truth.model + ".json");
  ASSERT_TRUE(model.has_value()) << in_english(model.error().message);
  const ParameterCounts counts = count_parameters(*model);
  EXPECT_EQ(counts.total, truth.total) << counts.total - truth.total;
  EXPECT_EQ(counts.active, truth.active) << counts.active - truth.active;
  EXPECT_EQ(counts.total - counts.embedding, truth.without_embedding);
  EXPECT_EQ(kv_cache_bytes_per_token(*model), truth.kv_bytes_per_token);
}

/// Bytes that files have besides the parameters of the model itself: second copies of tables, layers that predict
/// further tokens.
double beside_bytes(const std::string& model) {
  const std::map<std::string, double> known{
      {"Qwen__Qwen3-0.6B", 2.0 * 151936 * 1024},
      {"Qwen__Qwen3-1.7B", 2.0 * 151936 * 2048},
      {"deepseek-ai__DeepSeek-V3", 2.0 * 2 * 129280 * 7168 + 256 * 3.0 * 7168 * 2048},
      {"Qwen__Qwen3.5-27B", 2.0 * (27781427952 - 27356728560)},
      {"zai-org__GLM-5", 2.0 * (753864139008 - 743911218432)},
      {"zai-org__GLM-5.1", 2.0 * (753864139008 - 743911218432)},
      {"zai-org__GLM-5.2", 2.0 * (753329940480 - 743377019904)}};
  const auto found = known.find(model);
  return found == known.end() ? 0 : found->second;
}

/// Every parameter in what the description says that it is published in.
double published_bytes(const Model& model) {
  const Model stored = as_stored(model);
  const double usual = is_as_stored(stored) ? bytes_per_value(DataType::bf16) : bytes_per_value(model.stored_type);
  double bytes = 0;
  for_each_block(stored, [&](const Block& block, std::int64_t copies) {
    for (const Module& module : block.modules) {
      const auto* linear = std::get_if<Linear>(&module.kind);
      const bool own = linear != nullptr && linear->stored_as.bytes_per_value > 0;
      bytes += static_cast<double>(copies * parameters_of(module)) * (own ? linear->stored_as.bytes_per_value : usual);
    }
  });
  return bytes;
}

TEST_P(TruthTest, BytesAreThoseOfTheHeaders) {
  const Truth& truth = GetParam();
  if (truth.stored_bytes == 0) GTEST_SKIP() << "its headers are not known";
  const Result<Model> model = read_config(folder + "configs/" + truth.model + ".json");
  ASSERT_TRUE(model.has_value()) << in_english(model.error().message);
  const bool says_no_type = model->config.find("dtype") == std::string::npos;
  if (says_no_type && (model->family == Family::diffusion || model->family == Family::decoder))
    GTEST_SKIP() << "its description says no type";
  const double headers = truth.stored_bytes - beside_bytes(truth.model);
  EXPECT_NEAR(published_bytes(*model) / headers, 1, 0.01);
}

Result<Model> read_shared(const std::string& name) { return read_config(folder + "configs/" + name + ".json"); }

/// Its files have 1,560,936,091,448 bytes, of 497,220 tensors with names and shapes ahead.
TEST(PublishedBytes, AreThoseOfKimiK3) {
  if (!std::filesystem::exists(folder + "configs")) GTEST_SKIP() << folder << "configs is not there";
  const Result<Model> model = read_shared("moonshotai__Kimi-K3");
  ASSERT_TRUE(model.has_value()) << in_english(model.error().message);
  EXPECT_NEAR(published_bytes(*model) / 1'560'936'091'448.0, 1, 0.01);
}

/// Cards say 284 B with 13 B active, 1.6 T with 49 B active, and 2.78 T.
TEST(PublishedRounded, AreThoseOfDeepSeekV4AndKimiK3) {
  if (!std::filesystem::exists(folder + "configs")) GTEST_SKIP() << folder << "configs is not there";
  struct Said {
    std::string model;
    double total, active;
  };
  for (const Said& said :
       {Said{"deepseek-ai__DeepSeek-V4-Flash", 284e9, 13e9}, Said{"deepseek-ai__DeepSeek-V4-Pro", 1.6e12, 49e9},
        Said{"moonshotai__Kimi-K3", 2.78e12, 0}}) {
    const Result<Model> model = read_shared(said.model);
    ASSERT_TRUE(model.has_value()) << in_english(model.error().message);
    const ParameterCounts counts = count_parameters(*model);
    EXPECT_NEAR(static_cast<double>(counts.total) / said.total, 1, 0.02) << said.model;
    if (said.active != 0) {
      EXPECT_NEAR(static_cast<double>(counts.active) / said.active, 1, 0.07) << said.model;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, TruthTest, testing::ValuesIn(truths()), [](const auto& parameter) {
  std::string name = parameter.param.model.empty() ? "absent" : parameter.param.model;
  for (char& letter : name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  }
  return name;
});

TEST(Configs, AreReadOrRefusedInOneLine) {
  if (!std::filesystem::exists(folder + "configs")) GTEST_SKIP() << folder << "configs is not there";
  for (const auto& entry : std::filesystem::directory_iterator(folder + "configs")) {
    const Result<Model> model = read_config(entry.path().string());
    if (model) {
      EXPECT_GT(count_parameters(*model).total, 0) << entry.path();
      continue;
    }
    const std::string reason = in_english(model.error().message);
    EXPECT_EQ(reason.find('\n'), std::string::npos);
    EXPECT_NE(reason.find(entry.path().filename().string()), std::string::npos) << reason;
    std::cout << reason << '\n';
  }
}

}  // namespace
}  // namespace hakaru
