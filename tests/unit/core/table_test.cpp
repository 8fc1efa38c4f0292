// Tables: what a file gives, to the bit, and what a refusal tells its reader.

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <twoscale/core/error.hpp>
#include <twoscale/core/pick.hpp>
#include <twoscale/core/table.hpp>
#include <vector>

namespace twoscale {
namespace {

using namespace std::string_literals;  // npy bytes have zeros in them

constexpr double kInfinity = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
constexpr const char* kNotANumber =
    "is not a number; cells must be numbers with a decimal point, between commas, semicolons or tabs";

template <class F>
std::string message_of(F f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}
std::string csv_message(const std::string& text) {
  return message_of([&] { Table::parse_csv(text, "a.csv"); });
}
std::string npy_message(const std::string& bytes) {
  return message_of([&] { Table::parse_npy(bytes, "a.npy"); });
}

Table csv(const std::string& text) { return Table::parse_csv(text, "a.csv"); }

/// Row by row, as one would read it.
std::vector<double> rows_of(const Table& table) {
  std::vector<double> out;
  for (int r = 0; r < table.rows(); ++r)
    for (int c = 0; c < table.columns(); ++c) out.push_back(table(r, c));
  return out;
}

std::string little_endian(std::uint64_t value, int size) {
  std::string out;
  for (int i = 0; i < size; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
  return out;
}

/// The header is put in as it is.
std::string npy(const std::string& header, const std::string& data, int version = 1) {
  return "\x93NUMPY" + std::string{static_cast<char>(version), '\0'} +
         little_endian(header.size(), version == 1 ? 2 : 4) + header + data;
}
std::string dictionary(const std::string& descr, const std::string& shape, bool fortran = false) {
  return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape +
         ", }          \n";
}

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  std::string out(values.size() * sizeof(T), '\0');
  std::memcpy(out.data(), values.data(), out.size());
  return out;
}

/// A file that is gone when the test is.
class File {
 public:
  explicit File(const std::string& bytes, const std::string& ending = "csv")
      : path_(::testing::TempDir() + "twoscale_table_" +
              ::testing::UnitTest::GetInstance()->current_test_info()->name() + "." + ending) {
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  ~File() { std::filesystem::remove(path_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(Table, HoldsColumnsOneAfterTheOther) {
  const Table table(2, 3, {1, 2, 3, 4, 5, 6}, {"a", "b", "c"});
  EXPECT_EQ(table.rows(), 2);
  EXPECT_EQ(table.columns(), 3);
  EXPECT_EQ(rows_of(table), (std::vector<double>{1, 3, 5, 2, 4, 6}));
  EXPECT_EQ(table.column(1)[1], 4);
  EXPECT_EQ(table.column_named("c"), 2);
  EXPECT_EQ(table.source(), "");
  EXPECT_FALSE(table.empty());
  const auto picked = pick(table.column(2), Pack<double, 2>::from_lanes({1, 0}));
  EXPECT_EQ(picked.lane(0), 6);
  EXPECT_EQ(picked.lane(1), 5);
}

TEST(Table, IsEmptyUntilItIsRead) {
  const Table table;
  EXPECT_TRUE(table.empty());
  EXPECT_EQ(table.rows(), 0);
  EXPECT_EQ(table.columns(), 0);
  EXPECT_TRUE(table.names().empty());
}

TEST(Table, RefusesSizesThatDoNotFit) {
  EXPECT_EQ(message_of([] { Table(2, 2, {1, 2, 3}); }), "table values = 3 numbers must be 2 x 2");
  EXPECT_EQ(message_of([] { Table(-1, -1, {1}); }), "table size = -1 x -1 must be at least 0 x 0");
  EXPECT_EQ(message_of([] { Table(1, 2, {1, 2}, {"a"}); }), "table names = 1 name must be one per column (2)");
  EXPECT_EQ(message_of([] { Table(1 << 30, 1 << 30, {}); }),
            "table values = 0 numbers must be 1073741824 x 1073741824");
}

TEST(Table, RefusesRowsAndColumnsThatAreNotThere) {
  const Table table(2, 1, {1, 2});
  EXPECT_EQ(message_of([&] { (void)table(2, 0); }), "the table has 2 rows, so there is no row 2 (they count from 0)");
  EXPECT_EQ(message_of([&] { (void)table(-1, 0); }), "the table has 2 rows, so there is no row -1 (they count from 0)");
  EXPECT_EQ(message_of([&] { (void)table.column(1); }),
            "the table has 1 column, so there is no column 1 (they count from 0)");
  EXPECT_THROW((void)table.column(-1), Error);
  EXPECT_THROW((void)table(0, 1), Error);
  EXPECT_THROW((void)Table().column(0), Error);
}

TEST(Table, ColumnNamedGivesTheNearestName) {
  const Table table = csv("mass,width,width\n1,2,3\n");
  EXPECT_EQ(table.column_named("mass"), 0);
  EXPECT_EQ(message_of([&] { table.column_named("mas"); }), "the table has no column 'mas'; did you mean 'mass'?");
  EXPECT_EQ(message_of([&] { table.column_named("temperature"); }), "the table has no column 'temperature'");
  EXPECT_EQ(message_of([&] { table.column_named("width"); }),
            "the table has more than one column 'width'; rename all but one");
  EXPECT_EQ(message_of([] { csv("1,2\n").column_named("mass"); }),
            "the table has no column names; give it a header line, or take columns by number");
}

TEST(TableCsv, ReadsEverySeparator) {
  for (const std::string separator : {",", ";", "\t", " , ", " ; "}) {
    const Table table = csv("1" + separator + "2.5" + separator + "-3e2\n4" + separator + "5" + separator + "6\n");
    EXPECT_EQ(table.rows(), 2) << separator;
    EXPECT_EQ(rows_of(table), (std::vector<double>{1, 2.5, -300, 4, 5, 6})) << separator;
    EXPECT_TRUE(table.names().empty());
  }
  EXPECT_EQ(rows_of(csv("1\n2\n3")), (std::vector<double>{1, 2, 3}));
}

TEST(TableCsv, LeavesOutWhatIsNoData) {
  EXPECT_EQ(rows_of(csv("\xEF\xBB\xBF"
                        "1,2\r\n3,4\r\n")),
            (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(rows_of(csv("# a remark\n\n1,2\n  # another\n3,4\n\n  \n\t\n# the end\n")),
            (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(rows_of(csv(" +1 ;\t2 \n")), (std::vector<double>{1, 2}));
  EXPECT_EQ(rows_of(csv("\"1\",\" 2\"\n")), (std::vector<double>{1, 2}));
}

TEST(TableCsv, TakesNamesFromAFirstLineThatIsNotNumbers) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(csv("a,b\n1,2\n").names(), (Names{"a", "b"}));
  EXPECT_EQ(csv("year; \"2020\" ;nan\n1;2;3\n").names(), (Names{"year", "2020", "nan"}));
  EXPECT_EQ(csv("\"a,b\" , \"say \"\"c\"\"\",\"\"\n1,2,3\n").names(), (Names{"a,b", "say \"c\"", ""}));
  EXPECT_EQ(csv("\"a;b\",c\n1,2\n").names(), (Names{"a;b", "c"}));
  EXPECT_EQ(csv("\ta\tb\n1\t2\t3\n").names(), (Names{"", "a", "b"}));
  EXPECT_EQ(csv("\"a\tb\"\t \"c\" \n1\t2\n").names(), (Names{"a\tb", "c"}));
}

TEST(TableCsv, RefusesNamingTheLineAndTheCell) {
  EXPECT_EQ(csv_message("a,b,c,d\n1,2,3,4\n1,2,3\n"), "a.csv:3: 3 columns, but line 1 has 4");
  EXPECT_EQ(csv_message("# x\n1,2\n1\n"), "a.csv:3: 1 column, but line 2 has 2");
  EXPECT_EQ(
      csv_message("1,2x\n3,4\n"),
      "a.csv:1: '2x' is not a number, and others in the first line are; in a header, put names that are numbers in "
      "quotes");
  EXPECT_EQ(csv_message("1,2\n3,x\n"), "a.csv:2: column 2: 'x' "s + kNotANumber);
  EXPECT_EQ(csv_message("a,b\n3,0x10\n"), "a.csv:2: column 2 'b': '0x10' "s + kNotANumber);
  EXPECT_EQ(csv_message("1;2\n1,5;2\n"), "a.csv:2: column 1: '1,5' "s + kNotANumber);
  EXPECT_EQ(csv_message("1 2\n3 4\n"), "a.csv:2: column 1 '1 2': '3 4' "s + kNotANumber);
  EXPECT_EQ(csv_message("1,2\n3,+-4\n"), "a.csv:2: column 2: '+-4' "s + kNotANumber);
  EXPECT_EQ(csv_message("1,2\n3,+\n"), "a.csv:2: column 2: '+' "s + kNotANumber);
  EXPECT_EQ(csv_message("1,2\n3,nan\n"), "a.csv:2: column 2: 'nan' is not finite; replace it or remove the row");
  EXPECT_EQ(csv_message("1,2\n-inf,3\n"), "a.csv:2: column 1: '-inf' is not finite; replace it or remove the row");
  EXPECT_EQ(csv_message("1,2\n3,1e999\n"), "a.csv:2: column 2: '1e999' does not fit a double; rescale the column");
  EXPECT_EQ(csv_message("1,2\n3,\n"), "a.csv:2: column 2: '' is empty; fill it in or remove the row");
  EXPECT_EQ(csv_message("1,2\n3,\" \"\n"), "a.csv:2: column 2: ' ' is empty; fill it in or remove the row");
  EXPECT_EQ(csv_message("1\n\n2\n"), "a.csv:2: a blank line between rows; remove it");
  EXPECT_EQ(csv_message("a\n# x\n\n2\n"), "a.csv:3: a blank line between rows; remove it");
  EXPECT_EQ(csv_message("\"a,b\n1,2\n"), "a.csv:1: a quote is not closed on its line");
  EXPECT_EQ(csv_message("\"a\"\"\n1\n"), "a.csv:1: a quote is not closed on its line");
  EXPECT_EQ(csv_message("\"a\"b,c\n1,2\n"),
            "a.csv:1: text after a closing quote; a quote inside quotes is written twice");
  EXPECT_EQ(csv_message("1\n" + std::string(50, 'x') + "\n"),
            "a.csv:2: column 1: '" + std::string(40, 'x') + "...' " + kNotANumber);
  EXPECT_EQ(csv_message("1\n\x01\xff\n"), "a.csv:2: column 1: '\?\?' "s + kNotANumber);
}

TEST(TableCsv, DoesNotTakeAFirstRowWithAHoleForAHeader) {
  EXPECT_EQ(csv_message("1,,3\n4,5,6\n"), "a.csv:1: column 2: '' is empty; fill it in or remove the row");
  EXPECT_EQ(csv_message("1,nan\n4,5\n"), "a.csv:1: column 2: 'nan' is not finite; replace it or remove the row");
  EXPECT_EQ(csv_message("1e999\n4\n"), "a.csv:1: column 1: '1e999' does not fit a double; rescale the column");
}

TEST(TableCsv, RefusesFilesWithoutNumbers) {
  EXPECT_EQ(csv_message(""), "a.csv: the file is empty");
  EXPECT_EQ(csv_message("\xEF\xBB\xBF"), "a.csv: the file is empty");
  EXPECT_EQ(csv_message("a,b\n"), "a.csv: no rows of numbers below the header");
  EXPECT_EQ(csv_message("\n# nothing\n"), "a.csv: no rows of numbers");
}

TEST(TableCsv, GivesBackEveryBitThatWasWritten) {
  EXPECT_TRUE(rc::check([] {
    const int rows = *rc::gen::inRange(1, 8), columns = *rc::gen::inRange(1, 6);
    const std::string separator = *rc::gen::element<std::string>(",", ";", "\t", ", ", " ;");
    const std::string line_end = *rc::gen::element<std::string>("\n", "\r\n"),
                      last_end = *rc::gen::element(""s, line_end);
    const bool header = *rc::gen::arbitrary<bool>(), mark = *rc::gen::arbitrary<bool>();
    std::vector<double> values;
    std::string text = mark ? "\xEF\xBB\xBF" : "";
    std::vector<std::string> names;
    for (int c = 0; c < columns && header; ++c) {
      names.push_back("name " + std::to_string(c));
      text += (c ? separator : "") + names.back() + (c + 1 == columns ? line_end : "");
    }
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c) {
        const auto any_bits = rc::gen::map(rc::gen::arbitrary<std::uint64_t>(), std::bit_cast<double, std::uint64_t>);
        values.push_back(*rc::gen::suchThat(rc::gen::oneOf(any_bits, rc::gen::arbitrary<double>()),
                                            [](double value) { return std::isfinite(value); }));
        text += (c ? separator : "") + to_text(values.back());
        if (c + 1 == columns) text += r + 1 == rows ? last_end : line_end;
      }
    const Table table = csv(text);
    RC_ASSERT(table.rows() == rows);
    RC_ASSERT(table.columns() == columns);
    RC_ASSERT(table.names() == names);
    RC_ASSERT(bytes_of(rows_of(table)) == bytes_of(values));
  }));
}

template <class T>
void expect_npy(const std::string& descr, const std::vector<T>& six) {
  const std::vector<double> expected(six.begin(), six.end());
  for (const int version : {1, 2, 3}) {
    const Table by_row = Table::parse_npy(npy(dictionary(descr, "(3, 2)"), bytes_of(six), version), "a.npy");
    EXPECT_EQ(by_row.rows(), 3);
    EXPECT_EQ(by_row.columns(), 2);
    EXPECT_EQ(rows_of(by_row), expected) << descr;
    const Table by_column = Table::parse_npy(npy(dictionary(descr, "(2, 3)", true), bytes_of(six), version), "a.npy");
    EXPECT_EQ(by_column.rows(), 2);
    for (int i = 0; i < 6; ++i) EXPECT_EQ(by_column(i % 2, i / 2), expected[i]) << descr;
    const Table column = Table::parse_npy(npy(dictionary(descr, "(6,)"), bytes_of(six), version), "a.npy");
    EXPECT_EQ(column.columns(), 1);
    EXPECT_EQ(rows_of(column), expected) << descr;
  }
}

template <class T>
std::vector<T> around_the_ends() {
  using Limits = std::numeric_limits<T>;
  return {Limits::lowest(), Limits::max(), T(0), T(1), T(2), T(Limits::max() / 3)};
}

TEST(TableNpy, ReadsEveryDtypeInBothOrders) {
  expect_npy("<f8", around_the_ends<double>());
  expect_npy<double>("=f8", {-0.0, 5e-324, 0.1, 1.0 / 3, 1e300, -7});
  expect_npy("<f4", around_the_ends<float>());
  expect_npy("|i1", around_the_ends<std::int8_t>());
  expect_npy("<i1", around_the_ends<std::int8_t>());
  expect_npy("|u1", around_the_ends<std::uint8_t>());
  expect_npy("<i2", around_the_ends<std::int16_t>());
  expect_npy("<u2", around_the_ends<std::uint16_t>());
  expect_npy("<i4", around_the_ends<std::int32_t>());
  expect_npy("<u4", around_the_ends<std::uint32_t>());
  expect_npy("<i8", around_the_ends<std::int64_t>());
  expect_npy("<u8", around_the_ends<std::uint64_t>());
  expect_npy<std::uint8_t>("|b1", {0, 1, 1, 0, 1, 0});
}

TEST(TableNpy, AnyByteButZeroIsTrue) {
  EXPECT_EQ(rows_of(Table::parse_npy(npy(dictionary("|b1", "(3,)"), "\x00\x02\xff"s), "a.npy")),
            (std::vector<double>{0, 1, 1}));
}

TEST(TableNpy, ReadsHeadersAsOtherWritersPutThem) {
  const std::string data = bytes_of<double>({1, 2});
  for (const char* header : {"{\"shape\":(1,2),\"descr\":\"<f8\",\"fortran_order\":False}",
                             "{'descr': '<f8', 'fortran_order': True, 'shape': (1L, 2L)}\n",
                             " { 'shape' : ( 1 , 2 , ) , 'fortran_order' : False , 'descr' : '<f8' , } "})
    EXPECT_EQ(rows_of(Table::parse_npy(npy(header, data), "a.npy")), (std::vector<double>{1, 2})) << header;
}

TEST(TableNpy, RefusesNamingWhatItIs) {
  const std::string eight(8, '\0');
  EXPECT_EQ(npy_message(npy(dictionary(">f8", "(1,)"), eight)),
            "a.npy: dtype '>f8' is big-endian; save array.astype('<f8')");
  for (const std::string descr : {"<f2", "<c16", "|O", "<U5", "<M8[ns]", "", "|f8", "f8", "<f88"})
    EXPECT_EQ(npy_message(npy(dictionary(descr, "(1,)"), eight)),
              "a.npy: dtype '" + descr + "' is none of f8, f4, i1 to i8, u1 to u8 and b1; save array.astype('<f8')");
  EXPECT_EQ(
      npy_message(npy("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,), }", eight)),
      "a.npy: a structured array, '[('a', '<f8')], 'fortran_order': False, ...'; save its fields as columns of one "
      "dtype");
  EXPECT_EQ(npy_message(npy(dictionary("<f8", "(1, 1, 1)"), eight)),
            "a.npy: shape (1, 1, 1) has 3 dimensions; save a table of rows and columns");
  EXPECT_EQ(npy_message(npy(dictionary("<f8", "()"), eight)),
            "a.npy: shape () has 0 dimensions; save a table of rows and columns");
  EXPECT_EQ(npy_message(npy(dictionary("<f8", "(0, 3)"), "")), "a.npy: shape (0, 3) has no rows");
  EXPECT_EQ(npy_message(npy(dictionary("<f8", "(3, 0)"), "")), "a.npy: shape (3, 0) has no columns");
  EXPECT_EQ(npy_message(npy(dictionary("<f8", "(2, 2)"), bytes_of<double>({1, 2, kNan, 4}))),
            "a.npy: element [1, 0] is nan; replace it or remove the row");
  EXPECT_EQ(npy_message(npy(dictionary("<f8", "(2,)"), bytes_of<double>({1, -kInfinity}))),
            "a.npy: element [1] is -inf; replace it or remove the row");
}

TEST(TableNpy, HoldsSizesAgainstTheBytesThereAre) {
  EXPECT_EQ(npy_message(npy(dictionary("<f8", "(3, 4)"), std::string(90, '\0'))),
            "a.npy: shape (3, 4) of '<f8' needs 96 bytes of data, found 90; the file is truncated");
  EXPECT_EQ(npy_message(npy(dictionary("<f8", "(3, 4)"), std::string(104, '\0'))),
            "a.npy: shape (3, 4) of '<f8' needs 96 bytes of data, found 104; save one array to a file");
  EXPECT_EQ(
      npy_message(npy(dictionary("|u1", "(1000000000000, 1)"), "x")),
      "a.npy: shape (1000000000000, 1) of '|u1' needs 1000000000000 bytes of data, found 1; the file is truncated");
  // 2^32 x 2^32 and 2^61 doubles are 0 bytes modulo 2^64.
  for (const std::string shape : {"(4294967296, 4294967296)", "(2305843009213693952,)"})
    EXPECT_EQ(npy_message(npy(dictionary("<f8", shape), "")),
              "a.npy: shape " + shape +
                  " of '<f8' needs more than 18446744073709551615 bytes of data, found 0; the file is truncated");
  EXPECT_EQ(npy_message(npy(dictionary("<f8", "(18446744073709551616,)"), "")),
            "a.npy: the npy header cannot be read at '18446744073709551616,), }          ?'; save the array again");
}

TEST(TableNpy, RefusesEveryCutThroughAFile) {
  const std::string whole = npy(dictionary("<f8", "(2, 2)"), bytes_of<double>({1, 2, 3, 4}), 2);
  ASSERT_EQ(npy_message(whole), "nothing was thrown");
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(npy_message(whole.substr(0, size)), "nothing was thrown") << size;
  EXPECT_EQ(npy_message(whole.substr(0, 9)), "a.npy: truncated; the npy header needs 10 bytes, found 9");
  EXPECT_EQ(npy_message(whole.substr(0, 11)), "a.npy: truncated; the npy header needs 12 bytes, found 11");
  EXPECT_EQ(npy_message(npy("", "", 1).replace(8, 2, "\xff\xff")),
            "a.npy: truncated; the npy header needs 65545 bytes, found 10");
  EXPECT_EQ(npy_message(npy("", "", 2).replace(8, 4, "\xff\xff\xff\xff")),
            "a.npy: truncated; the npy header needs 4294967307 bytes, found 12");
  EXPECT_EQ(npy_message("1,2\n"), "a.npy: not a npy file; it must begin with \\x93NUMPY");
}

TEST(TableNpy, RefusesHeadersNumpyDoesNotWrite) {
  EXPECT_EQ(npy_message(npy(dictionary("<f8", "(1,)"), "", 4)),
            "a.npy: npy version 4.0; only 1.0, 2.0 and 3.0 are read");
  EXPECT_EQ(npy_message(npy("{'descr': '<f8', 'shape': (1,)}", "")),
            "a.npy: the npy header lacks descr, fortran_order or shape");
  EXPECT_EQ(npy_message(npy("{'colour': 1}", "")), "a.npy: unknown entry 'colour' in the npy header");
  for (const char* header :
       {"", "{", "{'descr'", "{'descr: '<f8'}", "{'shape': (-1,)}", "{'shape': (1 2)}", "{'shape': 3}", "{'shape': (1",
        "{'fortran_order': 0}", "{'descr': 8}", "{'descr': '<f8'} x", "{'descr': '<f8' 'shape': (1,)}"})
    EXPECT_NE(npy_message(npy(header, "")).find("a.npy: the npy header cannot be read at"), std::string::npos)
        << header;
}

TEST(TableRead, KnowsTheKindByTheFirstBytes) {
  const File text("a,b\n1,2\n", "npy"), binary(npy(dictionary("<f8", "(1, 2)"), bytes_of<double>({3, 4})), "csv");
  const Table from_text = Table::read(text.path()), from_binary = Table::read(binary.path());
  EXPECT_EQ(rows_of(from_text), (std::vector<double>{1, 2}));
  EXPECT_EQ(from_text.source(), text.path());
  EXPECT_EQ(rows_of(from_binary), (std::vector<double>{3, 4}));
  EXPECT_EQ(from_binary.source(), binary.path());
  EXPECT_EQ(message_of([&] { from_text.column_named("aa"); }), text.path() + " has no column 'aa'; did you mean 'a'?");
}

TEST(TableRead, RefusesWhatIsNotAFileOfNumbers) {
  EXPECT_EQ(message_of([] { Table::read("no/such.csv"); }),
            "no file 'no/such.csv'; paths are relative to the working directory");
  EXPECT_EQ(message_of([] { Table::read("/"); }), "'/' is a directory; name a CSV or npy file in it");
  EXPECT_EQ(message_of([] { Table::read("/dev/null"); }),
            "'/dev/null' is not a regular file; save what it gives and name that");
  EXPECT_EQ(message_of([] { Table::read("/dev/null/x"); }).substr(0, 25), "no file '/dev/null/x'; pa");
  const std::string endless(5000, 'x');
  EXPECT_EQ(message_of([&] { Table::read(endless); }), "cannot read '" + endless + "': File name too long");
  const File nothing("");
  EXPECT_EQ(message_of([&] { Table::read(nothing.path()); }), nothing.path() + ": the file is empty");
  const File ragged("1,2\n3\n", "ragged.csv");
  EXPECT_EQ(message_of([&] { Table::read(ragged.path()); }), ragged.path() + ":2: 1 column, but line 1 has 2");
}

}  // namespace
}  // namespace twoscale
