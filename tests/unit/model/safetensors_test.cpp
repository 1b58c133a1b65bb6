#include "hakaru/model/safetensors.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "../own_folder.h"
#include "hakaru/core/data_files.h"
#include "hakaru/model/read.h"

namespace hakaru {
namespace {

/// The beginning of a file with this JSON header: its length in 8 little-endian bytes, then itself.
std::string with_length(const std::string& header) {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(header.size() >> (8 * i) & 0xff);
  return bytes + header;
}

Result<Model::Stored> read_header(const std::string& header, std::uint64_t data_bytes) {
  const std::string bytes = with_length(header);
  return read_safetensors_header(bytes, bytes.size() + data_bytes, "weights.safetensors");
}

std::string refused_as(const Result<Model::Stored>& result) { return result ? "" : in_english(result.error().message); }

const std::string two_tensors = R"({"__metadata__":{"format":"pt"},)"
                                R"("a":{"dtype":"BF16","shape":[2,3],"data_offsets":[0,12]},)"
                                R"("b":{"dtype":"F32","shape":[4],"data_offsets":[12,28]}})";

TEST(Safetensors, CountsValuesAndBytesByType) {
  const Result<Model::Stored> stored = read_header(two_tensors, 28);
  ASSERT_TRUE(stored.has_value()) << refused_as(stored);
  EXPECT_EQ(stored->parameters, 6 + 4);
  EXPECT_EQ(stored->bytes, 28);
  const std::vector<std::pair<std::string, std::int64_t>> by_type{{"BF16", 6}, {"F32", 4}};
  EXPECT_EQ(stored->values_by_type, by_type);
}

TEST(Safetensors, ReadsScalarsEmptyTensorsAndHalfBytes) {
  const Result<Model::Stored> stored = read_header(R"({"scalar":{"dtype":"F32","shape":[],"data_offsets":[0,4]},)"
                                                   R"("none":{"dtype":"F32","shape":[0,7],"data_offsets":[4,4]},)"
                                                   R"("packed":{"dtype":"F4","shape":[2,5],"data_offsets":[4,9]}})",
                                                   9);
  ASSERT_TRUE(stored.has_value()) << refused_as(stored);
  EXPECT_EQ(stored->parameters, 1 + 0 + 10);
  EXPECT_EQ(stored->bytes, 9);
}

TEST(Safetensors, RefusesWhatIsNoHeader) {
  EXPECT_NE(refused_as(read_safetensors_header("abc", 3, "f")).find("at least 8"), std::string::npos);
  EXPECT_NE(refused_as(read_safetensors_header(std::string(8, '\xff'), 100, "f")).find("accepted: up to 92"),
            std::string::npos);
  const std::string cut = with_length(two_tensors).substr(0, 40);
  EXPECT_NE(refused_as(read_safetensors_header(cut, 1000, "f")).find("cut short"), std::string::npos);
  EXPECT_FALSE(read_header("[1]", 0).has_value());
  EXPECT_FALSE(read_header("{\"a\":", 0).has_value());
}

TEST(Safetensors, RefusesAHeaderOver100Megabytes) {
  std::string start(8, '\0');
  start[4] = 1;  // 2³²
  EXPECT_NE(refused_as(read_safetensors_header(start, std::uint64_t{1} << 40, "f")).find("100000000"),
            std::string::npos);
}

struct BadTensor {
  const char* entry;
  const char* names;
};
class BadTensorTest : public testing::TestWithParam<BadTensor> {};

TEST_P(BadTensorTest, IsRefusedByItsKey) {
  const Result<Model::Stored> stored = read_header(std::string("{\"t\":") + GetParam().entry + "}", 16);
  ASSERT_FALSE(stored.has_value());
  EXPECT_NE(refused_as(stored).find(GetParam().names), std::string::npos) << refused_as(stored);
}

INSTANTIATE_TEST_SUITE_P(
    Safetensors, BadTensorTest,
    testing::Values(BadTensor{R"({"dtype":"BF16","shape":[4],"data_offsets":[0,7]})", "t.data_offsets"},
                    BadTensor{R"({"dtype":"BF16","shape":[16],"data_offsets":[0,32]})", "t.data_offsets"},
                    BadTensor{R"({"dtype":"BF16","shape":[4],"data_offsets":[12,4]})", "t.data_offsets"},
                    BadTensor{R"({"dtype":"BF16","shape":[4],"data_offsets":[8]})", "t.data_offsets"},
                    BadTensor{R"({"dtype":"BF17","shape":[4],"data_offsets":[0,8]})", "t.dtype"},
                    BadTensor{R"({"dtype":"BF16","shape":[-4],"data_offsets":[0,8]})", "t.shape"},
                    BadTensor{R"({"dtype":"BF16","data_offsets":[0,8]})", "t.shape"},
                    BadTensor{R"({"dtype":"BF16","shape":[4294967296,4294967296],"data_offsets":[0,8]})", "t.shape"},
                    BadTensor{R"(7)", "t must be a table"}));

TEST(Safetensors, RefusesOverlap) {
  const Result<Model::Stored> stored = read_header(
      R"({"a":{"dtype":"U8","shape":[8],"data_offsets":[0,8]},"b":{"dtype":"U8","shape":[8],"data_offsets":[4,12]}})",
      12);
  EXPECT_NE(refused_as(stored).find("'a' and 'b' overlap"), std::string::npos) << refused_as(stored);
}

TEST(SafetensorsIndex, NamesItsShardsOnce) {
  const Result<SafetensorsIndex> index = read_safetensors_index(
      R"({"metadata":{"total_size":28},"weight_map":{"a":"m-1.safetensors","b":"m-2.safetensors","c":"m-1.safetensors"}})",
      "f");
  ASSERT_TRUE(index.has_value());
  EXPECT_EQ(index->total_bytes, 28);
  EXPECT_EQ(index->shards, (std::vector<std::string>{"m-1.safetensors", "m-2.safetensors"}));
}

TEST(SafetensorsIndex, RefusesPathsOutOfItsFolder) {
  EXPECT_FALSE(read_safetensors_index(R"({"weight_map":{"a":"../m.safetensors"}})", "f").has_value());
  EXPECT_FALSE(read_safetensors_index(R"({"weight_map":{"a":5}})", "f").has_value());
  EXPECT_FALSE(read_safetensors_index(R"({"metadata":{"total_size":28}})", "f").has_value());
}

class ModelFolder : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }
  std::filesystem::path folder_ = own_folder();
};

TEST_F(ModelFolder, WithoutDescriptionIsOnlyWeighed) {
  const std::string path = write("model.safetensors", with_length(two_tensors) + std::string(28, 'x'));
  const Result<Model> model = read_model(path, DataFiles());
  ASSERT_TRUE(model.has_value()) << in_english(model.error().message);
  EXPECT_EQ(count_parameters(*model).total, 10);
  EXPECT_TRUE(refuse_without_layers(*model).has_value());
}

TEST_F(ModelFolder, WithDescriptionHasBothCounts) {
  write("model.safetensors", with_length(two_tensors) + std::string(28, 'x'));
  write("config.json", R"({"model_type":"gpt2","n_embd":8,"n_layer":1,"n_head":2,"n_positions":4,"vocab_size":16})");
  const Result<Model> model = read_model(folder_.string(), DataFiles());
  ASSERT_TRUE(model.has_value()) << in_english(model.error().message);
  // 12 H² + 13 H in the layer, (16 + 4) H in the tables, 2 H in the final norm.
  EXPECT_EQ(count_parameters(*model).total, 12 * 64 + 13 * 8 + 20 * 8 + 16);
  EXPECT_EQ(model->stored->parameters, 10);
  EXPECT_FALSE(refuse_without_layers(*model).has_value());
}

TEST_F(ModelFolder, AddsItsShardsUp) {
  write("m-1.safetensors", with_length(two_tensors) + std::string(28, 'x'));
  write("m-2.safetensors", with_length(two_tensors) + std::string(28, 'x'));
  const std::string index =
      write("model.safetensors.index.json",
            R"({"metadata":{"total_size":56},"weight_map":{"a":"m-1.safetensors","b":"m-2.safetensors"}})");
  const Result<Model> model = read_model(index, DataFiles());
  ASSERT_TRUE(model.has_value()) << in_english(model.error().message);
  EXPECT_EQ(model->stored->parameters, 20);
  EXPECT_EQ(model->stored->bytes, 56);
}

}  // namespace
}  // namespace hakaru
