#include "hakaru/importing/csv_stream.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

struct ReadCsv {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::pair<std::string, std::string>> preamble;
  std::string error;
};

ReadCsv read(const std::string& text, const std::vector<std::string>& columns) {
  ReadCsv read;
  ByteSource source(text, "f.csv");
  CsvStream stream(source, columns);
  for (;;) {
    const Result<bool> more = stream.next();
    if (!more) read.error = in_english(more.error().message);
    if (!more || !*more) break;
    std::vector<std::string> cells;
    for (std::size_t column = 0; column < columns.size(); ++column) cells.emplace_back(stream.cell(column));
    read.rows.push_back(std::move(cells));
  }
  read.preamble = stream.preamble();
  return read;
}

using Rows = std::vector<std::vector<std::string>>;

TEST(CsvStream, ReadsTheColumnsThatAreAskedForBehindWhatTheFileSaysOfItself) {
  const ReadCsv csv = read(
      "\"FormatVersion\",\"v1.0\"\r\n\"Version\",\"7\"\r\n\"SKU\",\"Instance Type\",\"Unit\",\"Price\"\r\n"
      "A1,\"p5, \"\"whole\"\"\",Hrs,98.32\r\n\r\n\"B2\",g6,,\r\n",
      {"Price", "Instance Type", "?Region"});
  EXPECT_EQ(csv.error, "");
  EXPECT_EQ(csv.rows, (Rows{{"98.32", "p5, \"whole\"", ""}, {"", "g6", ""}}));
  EXPECT_EQ(csv.preamble,
            (std::vector<std::pair<std::string, std::string>>{{"FormatVersion", "v1.0"}, {"Version", "7"}}));
}

TEST(CsvStream, ReadsTheSameLinesWhereverTheWindowEnds) {
  for (std::size_t before = Window::usual_bytes - 40; before < Window::usual_bytes + 4; before += 5) {
    const ReadCsv csv = read("a,b\n" + std::string(before, 'x') + ",1\n\"y,\"\"z\",2\n", {"b", "a"});
    ASSERT_EQ(csv.error, "") << before;
    ASSERT_EQ(csv.rows.size(), 2U) << before;
    ASSERT_EQ(csv.rows[1], (std::vector<std::string>{"2", "y,\"z"})) << before;
  }
}

TEST(CsvStream, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(read("a,b\n1,2\n3", {"b"}).error,
            "f.csv: ends at byte 9, within line 3; nothing was changed; accepted: a whole file");
  EXPECT_EQ(read("a,b\n1,\"2\n3,4\n", {"b"}).error,
            "f.csv: byte 4, in line 2: a quote that is not closed on its line; nothing was changed");
  EXPECT_EQ(read("a,b\n1\n", {"b"}).error,
            "f.csv: byte 4, in line 2: 'b' is missing: 1 cells found; nothing was changed");
  EXPECT_EQ(read("a,b,c\n1,2,3\n", {"b", "d"}).error,
            "f.csv: line 1 has no column 'd'; accepted: a line of names with b, d");
  EXPECT_EQ(read("", {"b"}).error, "f.csv: line 1 has no column 'b'; accepted: a line of names with b");
}

}  // namespace
}  // namespace hakaru
