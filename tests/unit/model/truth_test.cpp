// Counts against the published or independently counted totals of real descriptions (../shared/models/truth.csv).
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "hakaru/core/fields.h"
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
                    std::stod(columns.at(7))});
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
