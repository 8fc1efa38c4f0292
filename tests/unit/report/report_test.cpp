// to_html, from outside: what is in the text of the page. What a reader sees of it is tests/report/.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <twoscale/report/document.hpp>

namespace twoscale::report {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

int count(const std::string& text, const std::string& what) {
  int out = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++out;
  return out;
}

bool has(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

/// The text between two others, the first time they occur.
std::string between(const std::string& text, const std::string& before, const std::string& after) {
  const std::size_t start = text.find(before);
  if (start == std::string::npos) return {};
  const std::size_t from = start + before.size();
  return text.substr(from, text.find(after, from) - from);
}

std::string decoded(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
    } else {
      out += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
      i += 2;
    }
  }
  return out;
}

std::string csv_in(const std::string& page) {
  return decoded(between(page, "href=\"data:text/csv;charset=utf-8,", "\""));
}

Document with(const Plot& plot) {
  Document out;
  out.sections.resize(1);
  out.sections[0].plots = {plot};
  return out;
}

Document with(const HeatMap& map) {
  Document out;
  out.sections.resize(1);
  out.sections[0].maps = {map};
  return out;
}

Plot two_points() {
  Plot out;
  out.series = {{"a", {1, 100}, {0.1, 2.5}, {0.05, 2}, {0.2, 3}}};
  out.guides = {{"promise, \"half\"", Guide::Kind::promise, 0, {1, 100}, {0.1, 1}}};
  return out;
}

// Elements that belong to data, not to the page's own parts.
std::string body_of(const std::string& page) { return between(page, "<main>", "<script>"); }

TEST(Report, EveryTextIsEscapedWhereverItStands) {
  const std::string bad = "</script><script>alert('1')</script>\"&";
  Plot plot = two_points();
  plot.title = plot.alt = plot.x_label = plot.y_label = bad;
  plot.series[0].name = plot.guides[0].name = bad;
  HeatMap map;
  map.title = map.alt = map.x_label = map.y_label = map.value_label = bad;
  map.rows = map.columns = {bad};
  map.values = {{1}};
  map.cells = {{bad}};
  Document document = with(plot);
  Section& section = document.sections[0];
  section.maps = {map};
  section.id = section.title = section.command = section.spec = document.title = bad;
  section.paragraphs = document.paragraphs = {bad};
  document.summary = section.table = {{bad, bad}, {{bad, bad}, {bad, "misses " + bad}}, 1, {bad, bad}};
  document.facts = {{bad, bad}};
  const std::string page = to_html(document);
  EXPECT_EQ(count(page, "<script"), 1);  // its own
  EXPECT_EQ(count(page, "</script"), 1);
  EXPECT_FALSE(has(page, "alert('"));
  EXPECT_TRUE(has(page, "<title>&lt;/script&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;</title>"));
  EXPECT_TRUE(has(csv_in(page), "\"</script><script>alert('1')</script>\"\"&\",1,0.1,0.05,0.2,series\n"));
}

TEST(Report, ControlCharactersDoNotReachThePage) {
  Document document;
  document.title = std::string("a\0b\x1b", 4);
  EXPECT_TRUE(has(to_html(document), "<h1>a\uFFFDb\uFFFD</h1>"));
}

TEST(Report, AsksForNothingFromElsewhere) {
  Document document = with(two_points());
  const std::string page = to_html(document);
  // The two names of XML languages are not addresses.
  EXPECT_EQ(count(page, "http"), count(page, "http://www.w3.org/") + count(page, "http-equiv"));
  for (const char* word : {"@import", "url(\"", "url('", "<iframe", "fetch(", "XMLHttp", "src="}) {
    EXPECT_FALSE(has(page, word)) << word;
  }
}

TEST(Report, SameDocumentSameBytes) { EXPECT_EQ(to_html(with(two_points())), to_html(with(two_points()))); }

TEST(Report, TheCsvHasEveryNumberInFull) {
  Plot plot = two_points();
  plot.series[0].y[0] = 0.1 + 0.2;
  plot.series.push_back({"b", {kNan, 2}, {1, -kInf}, {}, {}});
  EXPECT_EQ(csv_in(to_html(with(plot))),
            "name,x,y,low,high,kind\n"
            "a,1,0.30000000000000004,0.05,0.2,series\n"
            "a,100,2.5,2,3,series\n"
            "b,nan,1,,,series\n"
            "b,2,-inf,,,series\n"
            "\"promise, \"\"half\"\"\",1,0.1,,,promise\n"
            "\"promise, \"\"half\"\"\",100,1,,,promise\n");
}

TEST(Report, TheCsvOfAHeatMapIsItsMatrix) {
  HeatMap map;
  map.x_label = "x";
  map.y_label = "y";
  map.columns = {"one", "t,wo"};
  map.rows = {"r"};
  map.values = {{1.5, kNan}};
  EXPECT_EQ(csv_in(to_html(with(map))), "y \\ x,one,\"t,wo\"\nr,1.5,nan\n");
}

TEST(Report, WhatIsNoNumberIsLeftOut) {
  Plot plot;
  plot.series = {{"a", {1, 2, kNan, 4, 5, 6}, {1, kNan, 3, kInf, -1, 0}, {}, {}, true}};
  const std::string page = body_of(to_html(with(plot)));
  EXPECT_EQ(count(page, "data-x=\""), 1);
  for (const char* word : {"nan,", "NaN", "inf,", "=\"nan", "=\"inf", "<polyline"}) {
    EXPECT_FALSE(has(between(page, "<svg", "</figure>").substr(0, page.find("</svg>")), word)) << word;
  }
  plot.log_y = false;  // where -1 and 0 have places
  EXPECT_EQ(count(body_of(to_html(with(plot))), "data-x=\""), 3);
}

TEST(Report, ALineIsInterruptedWhereANumberIsMissing) {
  Plot plot;
  plot.series = {{"a", {1, 2, 3, 4, 5}, {1, 2, kNan, 4, 5}, {}, {}, true}};
  EXPECT_EQ(count(to_html(with(plot)), "<polyline class=\"line\""), 2);
}

TEST(Report, AnErrorBarWithoutALowEndOnALogAxisGoesToTheFrame) {
  Plot plot;
  plot.series = {{"a", {1, 10}, {1, 10}, {-1, 5}, {2, 20}}};
  const std::string page = to_html(with(plot));
  EXPECT_EQ(count(page, "<polyline class=\"bar\""), 2);
  EXPECT_EQ(count(page, "class=\"cap\""), 3);  // the open end has none
}

TEST(Report, EmptyPlotsMapsAndDocumentsArePages) {
  EXPECT_TRUE(has(to_html({}), "</html>"));
  EXPECT_TRUE(has(to_html(with(Plot{})), "nothing to show"));
  EXPECT_TRUE(has(to_html(with(HeatMap{})), "</svg>"));
  HeatMap none;
  none.rows = none.columns = {"a", "b"};
  none.values = {{kNan, kInf}, {}};
  none.log_colour = true;
  none.centre = -1;  // without a place on a logarithmic scale
  EXPECT_EQ(count(to_html(with(none)), "cell mark void"), 4);
}

TEST(Report, GuidesStretchThePlotButDoNotTakeItOver) {
  Plot plot;
  plot.series = {{"a", {1, 100}, {1, 100}, {}, {}}};
  plot.guides = {{"far", Guide::Kind::bound, 7, {1, 100}, {1e-20, 1e20}}};  // of a series that is not there
  const std::string page = to_html(with(plot));
  EXPECT_TRUE(has(page, "class=\"guide neutral\""));
  const std::string axis = between(page, "data-y-axis=\"", "\"");
  EXPECT_GT(std::stod(axis.substr(4)), -1.5) << axis;
}

TEST(Report, ALimitIsSeenHoweverFarAwayItIs) {
  Plot plot;
  plot.series = {{"a", {1, 100}, {1, 10}, {}, {}}};
  plot.guides = {{"limit", Guide::Kind::limit, -1, {1, 100}, {1e-2, 1e-4}}};
  const std::string page = to_html(with(plot));
  EXPECT_TRUE(has(page, "<path class=\"limit\""));
  EXPECT_LT(std::stod(between(page, "data-y-axis=\"", "\"").substr(4)), -4);
  plot.guides[0].kind = Guide::Kind::bound;
  EXPECT_GT(std::stod(between(to_html(with(plot)), "data-y-axis=\"", "\"").substr(4)), -1);
}

TEST(Report, EqualAxesHaveEqualUnits) {
  Plot plot;
  plot.log_x = plot.log_y = false;
  plot.equal_axes = true;
  plot.series = {{"a", {0, 10}, {0, 1}, {}, {}, true}};
  const std::string page = to_html(with(plot));
  auto unit = [&](const std::string& axis, const std::string& size) {
    const std::string range = between(page, "data-" + axis + "-axis=\"linear ", "\"");
    const std::size_t space = range.find(' ');
    return (std::stod(range.substr(space)) - std::stod(range)) /
           std::stod(between(between(page, "<rect", "/>"), " " + size + "=\"", "\""));
  };
  EXPECT_NEAR(unit("x", "width"), unit("y", "height"), 1e-12);
}

TEST(Report, LongLinesAreThinnedInMarksOnly) {
  Plot plot;
  plot.log_x = plot.log_y = false;
  plot.series = {{"a", {}, {}, {}, {}, true}};
  for (int i = 0; i < 5000; ++i) {
    plot.series[0].x.push_back(i);
    plot.series[0].y.push_back(i % 7);
  }
  const std::string page = body_of(to_html(with(plot)));
  EXPECT_LE(count(page, "data-x=\""), 402);
  EXPECT_EQ(count(between(page, "points=\"", "\""), ","), 5000);
  EXPECT_EQ(count(csv_in(page), "\n"), 5001);
}

TEST(Report, VerdictsHaveASymbolAndAWord) {
  Document document;
  document.summary = {{"name", "verdict"},
                      {{"a", "meets it"}, {"b", "better"}, {"c", "misses"}, {"d", "unresolved: x"}, {"e", "other"}},
                      1,
                      {}};
  const std::string page = to_html(document);
  EXPECT_TRUE(has(page, "✓</span> meets</span> it</td>"));
  EXPECT_TRUE(has(page, "▲</span> better</span></td>"));
  EXPECT_TRUE(has(page, "✗</span> misses</span></td>"));
  EXPECT_TRUE(has(page, "…</span> unresolved</span> x</td>"));
  EXPECT_TRUE(has(page, ">other</td>"));
}

TEST(Report, RowsLinkToTheirSectionsWhateverTheirNames) {
  Document document;
  document.sections.resize(4);
  const char* ids[] = {"a b", "a-b", "a b", "<"};
  for (int i = 0; i < 4; ++i) document.sections[i].id = ids[i];
  document.summary = {{"name"}, {{"1"}, {"2"}, {"3"}, {"4"}}, -1, {"a b", "a-b", "<", "not there"}};
  const std::string page = to_html(document);
  for (const char* id : {"a-b", "a-b-2", "a-b-3", "untitled"}) {
    EXPECT_EQ(count(page, "<section id=\"" + std::string(id) + "\""), 1) << id;
  }
  EXPECT_TRUE(has(page, "<a href=\"#a-b\">1</a>"));
  EXPECT_TRUE(has(page, "<a href=\"#a-b-2\">2</a>"));
  EXPECT_TRUE(has(page, "<a href=\"#untitled\">3</a>"));
  EXPECT_TRUE(has(page, "<th scope=\"row\">4</th>"));
}

TEST(Report, ColumnsOfNumbersStandRight) {
  Document document;
  document.summary = {{"name", "value", "word"}, {{"1", "−0.5 ± 0.1", "1 or 2"}, {"2", "", "x"}, {"3", "3"}}, -1, {}};
  const std::string page = to_html(document);
  EXPECT_TRUE(has(page, "<th scope=\"col\" class=\"number\">value</th><th scope=\"col\">word</th>"));
  EXPECT_TRUE(has(page, "<td class=\"number\">−0.5 ± 0.1</td><td>1 or 2</td>"));
}

TEST(Report, EveryFigureHasATextAlternativeInSight) {
  Plot plot = two_points();
  plot.alt = "rises";
  const std::string page = to_html(with(plot));
  EXPECT_TRUE(has(page, "aria-labelledby=\"figure.1.title\" aria-describedby=\"figure.1.alt\""));
  EXPECT_TRUE(has(page, "<p id=\"figure.1.alt\">rises</p>"));
  EXPECT_TRUE(has(page, "<h3 id=\"figure.1.title\">Figure 1</h3>"));
}

}  // namespace
}  // namespace twoscale::report
