#include "hakaru/core/csv_table.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

std::string complaint(const Result<CsvTable>& table) { return table ? "" : in_english(table.error().message); }

/// Message for `cell` read as a positive number of µs, at most 1e9; empty: it is one.
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

TEST(CsvTable, KeepsMalformedRowsWhereThatIsAskedFor) {
  const Result<CsvTable> table = parse_csv("a,b\n1,2\n3\n4,5,6\n7,\"8\n", "t.csv", MalformedRows::kept);
  ASSERT_TRUE(table) << complaint(table);
  ASSERT_EQ(table->rows.size(), 4U);
  EXPECT_FALSE(table->rows[0].malformed);
  const std::vector<std::string> reasons{
      "line 3, column 'b': missing: found 1 cells; accepted: 2, one for each column",
      "line 4, column 'b': a cell too many after it: found 3; accepted: 2, one for each column",
      "line 5, column 'b': a quote is not closed; accepted: \"…\", on one line"};
  for (std::size_t at = 1; at < table->rows.size(); ++at) {
    CsvFields fields(*table, table->rows[at]);
    EXPECT_EQ(table->rows[at].cells.size(), 2U);
    EXPECT_TRUE(fields.error());
    fields.whole("b", {.min = 1, .max = 8});  // the first failure is kept
    ASSERT_TRUE(fields.unreadable());
    EXPECT_EQ(in_english(*fields.unreadable()), reasons[at - 1]);
  }
  EXPECT_FALSE(parse_csv("a,\"b\n1,2\n", "t.csv", MalformedRows::kept));
}

TEST(CsvFields, TakesMeansWithinTheirRange) {
  const CsvTable table = *parse_csv("a,b,c,d\n857.5,1,nan,0.5\n", "t.csv");
  CsvFields fields(table, table.rows.at(0));
  EXPECT_EQ(fields.mean("a", {.min = 1, .max = 1000}), 857.5);
  EXPECT_EQ(fields.mean("b", {.min = 1, .max = 1000}), 1);
  EXPECT_FALSE(fields.optional_mean("e", {.min = 1, .max = 1000}));
  EXPECT_FALSE(fields.error());
  EXPECT_EQ(fields.mean("d", {.min = 1, .max = 1000}), 1);
  ASSERT_TRUE(fields.unreadable());
  EXPECT_EQ(in_english(*fields.unreadable()), "line 2, column 'd': found '0.5'; accepted: a number, 1 … 1000");
  CsvFields others(table, table.rows.at(0));
  others.mean("c", {.min = 1, .max = 1000});
  EXPECT_TRUE(others.unreadable());
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
  EXPECT_FALSE(others.unreadable());  // a column is missing: no other row can be read either
  EXPECT_EQ(in_english(others.error()->message), "t.csv: has no column 'k'; its columns are: m, n");
}

}  // namespace
}  // namespace hakaru
