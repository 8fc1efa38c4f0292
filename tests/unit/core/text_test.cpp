#include <gtest/gtest.h>

#include <cmath>

#include <twoscale/core/text.hpp>

namespace twoscale::text {
namespace {

TEST(Text, NumbersAsAPersonWritesThem) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1'234'567), "1,234,567");
  EXPECT_EQ(written(1000), "1e3");
  EXPECT_EQ(written(100'000), "1e5");
  EXPECT_EQ(written(200), "200");
  EXPECT_EQ(written(123'000), "123000");
  EXPECT_EQ(written(0), "0");
  EXPECT_EQ(brief(0), "0");
  EXPECT_EQ(brief(0.25), "0.25");
  EXPECT_EQ(brief(2.23e-5), "2.2e-5");
  EXPECT_EQ(brief(1e-9), "1e-9");
  EXPECT_EQ(brief(1e5), "1e5");
  EXPECT_EQ(brief(12345), "1.23e4");
  EXPECT_EQ(brief(-3.14159), "-3.14");
  EXPECT_EQ(brief(INFINITY), "inf");
}

TEST(Text, TimesAndPoints) {
  EXPECT_EQ(duration(0.034), "0.03 s");
  EXPECT_EQ(duration(470.9), "7 min 50 s");
  EXPECT_EQ(duration(3 * 3600 + 61), "3 h 1 min");
  EXPECT_EQ(point({0.001213, -0.5}), "(0.001213, -0.5)");
  EXPECT_EQ(point({}), "()");
  EXPECT_EQ(point(std::vector<double>(10, 1)), "(1, 1, 1, 1, 1, 1, 1, 1, ... 10 in all)");
}

TEST(Text, TablesAlignTheirColumns) {
  EXPECT_EQ(table({{"a", "long"}, {"bcd", "1"}}), "  a    long\n  bcd     1");
  EXPECT_EQ(table({{"a", "b"}, {"c", "words here"}}, true), "  a  b\n  c  words here");
}

TEST(Text, NamesCommandNeitherTerminalNorShell) {
  EXPECT_EQ(visible("a\x1b[31mb\xffz\n"), "a\\x1b[31mb\\xffz\n");
  EXPECT_EQ(visible("\xc3\xa9"), "\xc3\xa9");
  EXPECT_EQ(visible("\xe2\x80\xae"), "\\xe2\\x80\\xae");  // turns the direction of what follows
  EXPECT_EQ(shell_word("run.db"), "run.db");
  EXPECT_EQ(shell_word("my run.db"), "'my run.db'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("a\nb"), "$'a\\x0ab'");
  EXPECT_EQ(quoted_command("twoscale resume a.db"), "'twoscale resume a.db'");
  EXPECT_EQ(quoted_command("twoscale resume 'a b.db'"), "`twoscale resume 'a b.db'`");
}

}  // namespace
}  // namespace twoscale::text
