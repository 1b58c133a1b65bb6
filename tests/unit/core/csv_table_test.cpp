#include "hakaru/core/csv_table.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

std::string complaint(const Result<CsvTable>& table) { return table ? "" : in_english(table.error().message); }

/// What reading `cell` as a time says.
std::string time_complaint(const std::string& cell) {
  const CsvTable table = *parse_csv("a,latency_us\nx," + cell + "\n", "t.csv");
  CsvFields fields(table, table.rows.at(0));
  fields.positive("latency_us", 1e9);
  return fields.error() ? in_english(fields.error()->message) : "";
}

TEST(CsvTable, ReadsColumnsQuotesAndLineNumbers) {
  const Result<CsvTable> table = parse_csv(
      "\xEF\xBB\xBF# source: made up\r\na, b ,\"c,d\"\r\n\r\n1,\"say \"\"hi\"\", twice\",\n#\n2,,x\n", "t.csv");
  ASSERT_TRUE(table) << complaint(table);
  EXPECT_EQ(table->columns, (std::vector<std::string>{"a", "b", "c,d"}));
  ASSERT_EQ(table->rows.size(), 2U);
  EXPECT_EQ(table->rows[0].cells, (std::vector<std::string>{"1", "say \"hi\", twice", ""}));
  EXPECT_EQ(table->rows[0].line, 4);
  EXPECT_EQ(table->rows[1].line, 6);
}

TEST(CsvTable, NamesTheLineAndTheColumnOfWhatIsWrong) {
  EXPECT_EQ(complaint(parse_csv("", "t.csv")), "t.csv: is empty; accepted: a line of column names, then rows");
  EXPECT_EQ(complaint(parse_csv("a,b,a\n", "t.csv")), "t.csv: line 1: column 'a' is there twice");
  EXPECT_EQ(complaint(parse_csv("a,,b\n", "t.csv")), "t.csv: line 1: column 2 has no name");
  EXPECT_EQ(complaint(parse_csv("a,b\n1,2\n3\n", "t.csv")),
            "t.csv: line 3: 'b' is missing: 1 cells found; accepted: 2, one for each column");
  EXPECT_EQ(complaint(parse_csv("a,b\n1,2,3\n", "t.csv")),
            "t.csv: line 2: a cell too many after 'b': 3 found; accepted: 2, one for each column");
  EXPECT_EQ(complaint(parse_csv("a,b\n1,\"2\n", "t.csv")),
            "t.csv: line 2: column 2: a quote is not closed; accepted: \"…\", on one line");
  EXPECT_EQ(complaint(parse_csv(std::string_view("a\nb\0c\n", 6), "t.csv")),
            "t.csv: line 2: is not text: it holds a zero byte");
}

TEST(CsvFields, TakesOnlyTimesThatAClockCanShow) {
  for (const char* cell : {"2.833", "1e3", "0.001", "1e9"}) EXPECT_EQ(time_complaint(cell), "") << cell;
  for (const char* cell : {"", "0", "-1", "nan", "NaN", "inf", "-inf", "1e10", "1e400", "1,5", "3 us", "0x10", "+1"}) {
    EXPECT_NE(time_complaint(std::string("\"") + cell + "\""), "") << cell;
  }
  EXPECT_EQ(time_complaint("-5"),
            "t.csv: line 2: 'latency_us' is '-5'; accepted: a number, more than 0, at most 1e+09");
}

TEST(CsvFields, KeepsTheFirstErrorAndNamesAMissingColumn) {
  const CsvTable table = *parse_csv("m,n\n99999999999999999999,1.5\n", "t.csv");
  CsvFields fields(table, table.rows.at(0));
  EXPECT_EQ(fields.whole("m", {.min = 1, .max = 8}), 1);
  fields.whole("n", {.min = 1, .max = 8});
  ASSERT_TRUE(fields.error());
  EXPECT_EQ(in_english(fields.error()->message),
            "t.csv: line 2: 'm' is '99999999999999999999'; accepted: a whole number, 1 … 8");
  CsvFields others(table, table.rows.at(0));
  others.text("k");
  ASSERT_TRUE(others.error());
  EXPECT_EQ(in_english(others.error()->message), "t.csv: has no column 'k'; its columns are: m, n");
}

}  // namespace
}  // namespace hakaru
