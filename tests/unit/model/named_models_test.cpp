// Every model of data/models is read, and comes out at the total that its file expects.
#include <gtest/gtest.h>

#include <map>

#include "hakaru/core/data_files.h"
#include "hakaru/core/fields.h"
#include "hakaru/model/read.h"

namespace hakaru {
namespace {

TEST(NamedModels, AreReadAndCountAsExpected) {
  const DataFiles data;
  int expected_totals = 0;
  for (const DataFiles::File& file : data.under("models/")) {
    const Result<Json> table = parse_toml(file.text, file.name);
    ASSERT_TRUE(table.has_value()) << in_english(table.error().message);
    const std::string stem = file.path.substr(file.path.rfind('/') + 1, file.path.size() - file.path.rfind('/') - 6);
    const Result<Model> model = read_model(stem, data);
    ASSERT_TRUE(model.has_value()) << in_english(model.error().message);
    EXPECT_EQ(model->name, stem);
    EXPECT_FALSE(model->source.empty()) << file.name;
    if (!table->contains("expected_parameters")) continue;
    ++expected_totals;
    const std::int64_t total = count_parameters(*model).total;
    EXPECT_EQ(total, (*table)["expected_parameters"].get<std::int64_t>()) << file.name;
  }
  EXPECT_GT(expected_totals, 100);
}

TEST(NamedModels, HaveNamesAndAliasesOfTheirOwn) {
  const DataFiles data;
  std::map<std::string, std::string> owner;
  for (const std::string& name : known_models(data)) owner[name] = name;
  for (const DataFiles::File& file : data.under("models/")) {
    const Result<Json> table = parse_toml(file.text, file.name);
    ASSERT_TRUE(table.has_value());
    for (const std::string& alias : Fields(*table, file.name).texts("aliases")) {
      EXPECT_TRUE(owner.emplace(alias, file.name).second) << alias << " of " << file.name << " and " << owner[alias];
      EXPECT_TRUE(read_model(alias, data).has_value()) << alias;
    }
  }
}

TEST(NamedModels, AreFoundWhateverTheCase) {
  const Result<Model> model = read_model("Qwen2.5-7B-Instruct", DataFiles());
  ASSERT_TRUE(model.has_value());
  EXPECT_EQ(model->name, "qwen2.5-7b-instruct");
}

TEST(NamedModels, UnknownOnesNameTheNearest) {
  const Result<Model> model = read_model("qwen2.5-7b-instrct", DataFiles());
  ASSERT_FALSE(model.has_value());
  EXPECT_NE(in_english(model.error().message).find("qwen2.5-7b-instruct"), std::string::npos);
}

}  // namespace
}  // namespace hakaru
