// Specs with a mistake: the message says where, what, and what is allowed instead.

#include <gtest/gtest.h>

#include <string>
#include <twoscale/core/error.hpp>
#include <twoscale/experiment/spec.hpp>

namespace twoscale {
namespace {

struct Mistake {
  const char* name;
  std::string text, place;         // LINE:COLUMN
  std::vector<std::string> words;  // that the message must have
};

std::string message_of(const std::string& text) {
  try {
    read_spec(text, "dir/a.toml");
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

/// On line 4, below what a spec needs.
std::string below(const std::string& text) {
  return "problem = 'rotor'\nmethods = ['raw', 'single-loop']\nhorizons = [10, 20]\n" + text;
}
std::string times(int count, const std::string& text) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}
/// Many different numbers: "1,2,3"
std::string numbers(int count) {
  std::string out = "1";
  for (int i = 2; i <= count; ++i) out += ',' + std::to_string(i);
  return out;
}

const std::vector<Mistake>& mistakes() {
  static const std::vector<Mistake> all = {
      // the file
      {"Empty", "", "1:1", {"needs 'problem'", "rotor"}},
      {"NoMethods", "problem = 'r'\nhorizons = 1", "1:1", {"needs 'methods'", "single-loop"}},
      {"NoHorizons", "problem = 'r'\nmethods = ['raw']", "1:1", {"needs 'horizons'", "budgets"}},
      {"Syntax", below("replicas = \n"), "4:12", {"value"}},
      {"OpenString", below("title = \"x\n"), "4:11", {"string"}},
      {"KeyTwice", below("seed = 1\nseed = 2"), "5:8", {"seed"}},
      {"NotUtf8", below("title = 'a\xC3\x28'"), "4:11", {"UTF-8"}},
      {"OverlongUtf8", below("title = 'a\xC0\x80'"), "4:11", {"UTF-8"}},
      {"SurrogateUtf8", below("title = '\xED\xA0\x80'"), "4:10", {"UTF-8"}},
      {"CutUtf8", below("# \xC3\xA9\xE2\x82"), "4:4", {"UTF-8"}},
      {"TooLarge", "#" + std::string(1000000, ' '), "1:1", {"1000000 bytes"}},
      {"BracketBomb", below("x = " + times(100000, "[")), "4:21", {"nested deeper than 16"}},
      {"BraceBomb", below("x = " + times(100, "{a=")), "4:53", {"nested"}},
      {"DotBomb", below("[" + times(400000, "a.") + "a]"), "4:35", {"nested"}},
      {"QuotedDotBomb", below(times(400, "'a' . ") + "b = 1"), "4:101", {"nested"}},
      {"DotBombBehindQuotes", below("x = {y=\"\"\"a\"\"\"\"," + times(400, "a.") + "a=1}"), "4:50", {"nested"}},
      // keys
      {"UnknownKey", below("replica = 3"), "4:1", {"no key 'replica'", "allowed", "did you mean 'replicas'?"}},
      {"UnknownTable", below("[famly]\na = 1"), "4:2", {"'famly'", "did you mean 'family'?"}},
      {"FirstUnknownKey", below("zebra = 1\nactor = 2"), "4:1", {"'zebra'"}},
      {"UnknownMethodKey",
       "problem = 'r'\nhorizons = 1\n[[methods]]\nname = 'raw'\noption = 1",
       "5:1",
       {"methods has no key 'option'", "did you mean 'options'?"}},
      {"UnknownRowKey", below("[[rows]]\nquantiti = 'residual'"), "5:1", {"rows", "did you mean 'quantity'?"}},
      {"UnknownRangeKey", below("[family]\na = { from = 1, to = 2, cuont = 3 }"), "5:25", {"family.a", "'count'?"}},
      {"NoName", below("[set]\n\"a b\" = 1"), "5:1", {"'a b'", "letters"}},
      // numbers and names that stand by themselves
      {"NameWithBlank", below("name = 'a b'"), "4:8", {"name = 'a b'", "letters, digits, - and _"}},
      {"NameIsNumber", below("name = 3"), "4:8", {"name = 3"}},
      {"TitleIsNumber", below("title = 3"), "4:9", {"title = 3 must be a string"}},
      {"TitleWithControl", below("title = \"\\u0007\""), "4:9", {"control"}},
      {"ProblemEmpty", "problem = ''", "1:11", {"problem = ''"}},
      {"ProblemIsList", "problem = ['a']", "1:11", {"problem = a list must be a string"}},
      {"NegativeReplicas", below("replicas = -3"), "4:12", {"replicas = -3", "whole number in [1, 2147483648]"}},
      {"NoReplicas", below("replicas = 0"), "4:12", {"replicas = 0"}},
      {"TooManyReplicas", below("replicas = 2147483649"), "4:12", {"replicas = 2147483649"}},
      {"HalfAReplica", below("replicas = 1.5"), "4:12", {"replicas = 1.5", "whole"}},
      {"ReplicasInWords", below("replicas = 'many'"), "4:12", {"replicas = 'many'"}},
      {"NegativeSeed", below("seed = -1"), "4:8", {"seed = -1"}},
      {"NoObservations", below("observations = 0"), "4:16", {"observations = 0", "[1, 10000]"}},
      {"ForceIsNumber", below("force = 1"), "4:9", {"force = 1 must be true or false"}},
      {"AnchorIsNumber", below("anchor = 1"), "4:10", {"anchor = 1 must be a list of numbers"}},
      {"AnchorEmpty", below("anchor = []"), "4:10", {"anchor = []", "not empty"}},
      {"AnchorInfinite", below("anchor = [0, inf]"), "4:14", {"anchor = inf", "finite"}},
      {"StartIsWord", below("slow_start = [0, 'a']"), "4:18", {"slow_start = 'a'"}},
      {"Date", below("seed = 1979-05-27"), "4:8", {"seed = a date"}},
      // quantities
      {"UnknownQuantity",
       below("quantities = ['residual', 'rawbias']"),
       "4:27",
       {"quantities = 'rawbias'", "tracking_error", "did you mean 'raw_bias'?"}},
      {"QuantitiesNotAList", below("quantities = 'residual'"), "4:14", {"list of names"}},
      {"QuantityTwice", below("quantities = ['residual', 'residual']"), "4:27", {"'residual' twice"}},
      {"NoQuantities", below("quantities = []"), "4:14", {"not empty"}},
      // horizons
      {"BothHorizonsAndBudgets", below("budgets = [5]"), "4:1", {"horizons", "budgets", "both"}},
      {"HorizonsEmpty", "problem = 'r'\nmethods = ['raw']\nhorizons = []", "3:12", {"horizons = []", "not empty"}},
      {"HorizonsNotIncreasing",
       "problem = 'r'\nhorizons = [10, 30, 20]\nmethods = ['raw']",
       "2:12",
       {"increasing", "20 comes after 30"}},
      {"HorizonTwice", "problem = 'r'\nhorizons = [10, 10]\nmethods = ['raw']", "2:12", {"10 comes after 10"}},
      {"HorizonZero", "problem = 'r'\nhorizons = [0, 10]\nmethods = ['raw']", "2:13", {"horizons = 0", "whole"}},
      {"HorizonHalf", "problem = 'r'\nhorizons = [1.5]\nmethods = ['raw']", "2:13", {"horizons = 1.5"}},
      {"HorizonHalfInText", "problem = 'r'\nhorizons = '1.5,2'\nmethods = ['raw']", "2:12", {"horizons = 1.5"}},
      {"HorizonHuge", "problem = 'r'\nbudgets = [1e300]\nmethods = ['raw']", "2:12", {"budgets = 1e+300"}},
      {"HorizonName", "problem = 'r'\nhorizons = 'long'\nmethods = ['raw']", "2:12", {"horizons = 'long'", "number"}},
      {"HorizonsBadRange", "problem = 'r'\nhorizons = '1e3:1e3'\nmethods = ['raw']", "2:12", {"'1e3:1e3'", "decade"}},
      {"HorizonsTooClose",
       "problem = 'r'\nhorizons = { from = 1, to = 3, count = 10 }\nmethods = ['raw']",
       "2:12",
       {"increasing", "smaller count"}},
      // axes
      {"EmptyGrid", below("[family]\ntheta = []"), "5:9", {"family.theta = []", "not empty"}},
      {"ListInGrid", below("[family]\ntheta = [1, [2]]"), "5:13", {"family.theta = a list", "a number, a string"}},
      {"NanInGrid", below("[sweep]\nb = [nan]"), "5:6", {"sweep.b = nan", "finite"}},
      {"HugeWhole", below("[sweep]\nb = [9007199254740993]"), "5:6", {"9007199254740993", "double"}},
      {"ValueTwice", below("[sweep]\nb = [1, 1.0]"), "5:5", {"sweep.b", "'1' twice"}},
      {"RangeWithoutTo", below("[family]\na = { from = 1, count = 3 }"), "5:5", {"family.a needs 'to'"}},
      {"RangeWithoutCount", below("[family]\na = { from = 1, to = 3 }"), "5:5", {"family.a needs 'count'"}},
      {"LogOfZero",
       below("[family]\na = { from = 0, to = 3, count = 3, spacing = 'log' }"),
       "5:5",
       {"family.a = 0 to 3", "positive"}},
      {"RangeBackwards", below("[family]\na = { from = 3, to = 1, count = 3 }"), "5:5", {"3 to 1", "increasing"}},
      {"RangeOfOne", below("[family]\na = { from = 1, to = 3, count = 1 }"), "5:5", {"1 to 3", "count of 1"}},
      {"CountZero",
       below("[family]\na = { from = 1, to = 3, count = 0 }"),
       "5:33",
       {"family.a.count = 0", "[1, 100000]"}},
      {"CountHuge", below("[family]\na = { from = 1, to = 3, count = 100001 }"), "5:33", {"family.a.count = 100001"}},
      {"Spacing",
       below("[family]\na = { from = 1, to = 3, count = 2, spacing = 'lin' }"),
       "5:46",
       {"'lin' must be linear or log"}},
      {"SpacingSuggested",
       below("[family]\na = { from = 1, to = 3, count = 2, spacing = 'liner' }"),
       "5:46",
       {"did you mean 'linear'?"}},
      {"UnknownLaw",
       below("[family]\na = { law = 'unifrom', from = 1, to = 3, count = 2 }"),
       "5:13",
       {"family.a.law = 'unifrom'", "did you mean 'uniform'?"}},
      {"LawBackwards",
       below("[family]\na = { law = 'uniform', from = 3, to = 1, count = 2 }"),
       "5:39",
       {"family.a.to = 1", "above from = 3"}},
      {"LogLawOfZero",
       below("[family]\na = { law = 'log-uniform', from = 0, to = 1, count = 2 }"),
       "5:35",
       {"family.a.from = 0", "above 0"}},
      {"NormalWithEnds",
       below("[family]\na = { law = 'normal', from = 0, to = 1, count = 2 }"),
       "5:23",
       {"no key 'from'", "mean, deviation"}},
      {"NormalFlat",
       below("[family]\na = { law = 'normal', mean = 0, deviation = 0, count = 2 }"),
       "5:45",
       {"deviation = 0", "above 0"}},
      {"NormalOverflow",
       below("[family]\na = { law = 'normal', mean = 0, deviation = 1e308, count = 99 }"),
       "5:5",
       {"finite"}},
      {"LawInSweep",
       below("[sweep]\na = { law = 'uniform', from = 0, to = 1, count = 2 }"),
       "5:7",
       {"sweep.a", "family"}},
      {"BadRangeText", below("[sweep]\na = '1:2'"), "5:5", {"sweep.a = '1:2'", "decade"}},
      {"SetAndFamily", below("[set]\na = 1\n[family]\na = [1, 2]"), "7:1", {"'a'", "[set]"}},
      {"SetIsNumber", below("set = 1"), "4:7", {"set = 1 must be a table"}},
      {"SetIsList", below("[set]\na = [1]"), "5:5", {"set.a = a list"}},
      {"TooManyCells",
       below("[family]\na = { from = 0, to = 1, count = 1000 }\nb = { from = 0, to = 1, count = 251 }"),
       "6:5",
       {"family.b", "1004000 cells", "1000000"}},
      {"TooManyAxes",
       below("[family]\n" + times(1, "a = [" + numbers(100001) + "]")),
       "5:5",
       {"100001 values", "100000"}},
      // methods
      {"MethodsEmpty", "problem = 'r'\nhorizons = 1\nmethods = []", "3:11", {"methods = []"}},
      {"MethodIsNumber", "problem = 'r'\nhorizons = 1\nmethods = ['raw', 3]", "3:19", {"methods = 3"}},
      {"MethodWithoutName", "problem = 'r'\nhorizons = 1\n[[methods]]\nlabel = 'x'", "3:1", {"needs 'name'"}},
      {"LabelTwice", "problem = 'r'\nhorizons = 1\nmethods = ['raw', 'raw']", "3:19", {"labelled 'raw'", "'label'"}},
      {"LabelEmpty",
       "problem = 'r'\nhorizons = 1\n[[methods]]\nname = 'raw'\nlabel = ''",
       "5:9",
       {"methods.label = ''"}},
      {"OptionsIsList",
       "problem = 'r'\nhorizons = 1\n[[methods]]\nname = 'raw'\noptions = [1]",
       "5:11",
       {"methods.options = a list must be a table"}},
      {"OptionIsTable",
       "problem = 'r'\nhorizons = 1\n[[methods]]\nname = 'raw'\noptions.a.b = 1",
       "5:9",
       {"methods.options.a = a table"}},
      // rows
      {"RowsIsTable", below("[rows]\nlabel = 'x'"), "4:1", {"rows = a table", "list of rows"}},
      {"RowUnknownMethod",
       below("[[rows]]\nmethods = ['raw', 'singleloop']"),
       "5:19",
       {"rows.methods = 'singleloop'", "raw or single-loop", "did you mean 'single-loop'?"}},
      {"RowMethodTwice", below("[[rows]]\nmethods = ['raw', 'raw']"), "5:19", {"'raw' twice"}},
      {"RowQuantityNotMeasured",
       below("[[rows]]\nquantity = 'raw_bias'"),
       "5:12",
       {"rows.quantity = 'raw_bias'", "residual"}},
      {"RowWithoutResidual",
       below("quantities = ['raw_bias']\n[[rows]]\npower = 2"),
       "5:1",
       {"'residual'", "quantities"}},
      {"RowPower", below("[[rows]]\npower = 0"), "5:9", {"rows.power = 0", "above 0"}},
      {"RowAgainst", below("[[rows]]\nagainst = 'km sum'"), "5:11", {"rows.against = 'km sum'", "letters"}},
      {"RowPromise", below("[[rows]]\npromise = 'nothing'"), "5:11", {"rows.promise = 'nothing'", "\"none\""}},
      {"RowPromiseTruth", below("[[rows]]\npromise = true"), "5:11", {"rows.promise = true", "number"}},
      {"RowClaim",
       below("[[rows]]\nclaim = 'atmost'"),
       "5:9",
       {"at most, exactly or at least", "did you mean 'at most'?"}},
      {"RowOver", below("[[rows]]\nover = 'best'"), "5:8", {"rows.over = 'best' must be worst or mean"}},
      {"RowBound", below("[[rows]]\nbound = 3"), "5:9", {"rows.bound = 3"}},
      {"RowLabelTwice", below("[[rows]]\nlabel = 'x'\n[[rows]]\nlabel = 'x'"), "6:1", {"two rows", "'x'"}},
      {"MapWithoutAxes", below("[[maps]]\ntitle = 'x'"), "4:1", {"a map needs 'x'"}},
      {"MapOfNoAxis",
       below("[sweep]\nslow_scale = [1, 2]\n[[maps]]\nx = 'slow_scal'\ny = 'slow_scale'"),
       "7:5",
       {"did you mean 'slow_scale'?"}},
      {"MapShow",
       below("[sweep]\nslow_scale = [1, 2]\n[[maps]]\nshow = 'values'\nx = 'slow_scale'\ny = 'slow_scale'"),
       "7:8",
       {"value, exponent or ratio"}},
      {"FullKey", below("[full]\nbudgets = [10]"), "5:1", {"full", "horizons"}},
      {"FullHorizons", below("[full]\nhorizons = [10, 5]"), "5:12", {"increas"}},
      {"FullReplicas", below("[full]\nreplicas = 0"), "5:12", {"full.replicas = 0"}},
      {"TooManyRows", below(times(1001, "[[rows]]\n")), "4:1", {"1001 entries", "1000"}},
  };
  return all;
}

class SpecMistake : public ::testing::TestWithParam<Mistake> {};

TEST_P(SpecMistake, IsNamedWithItsPlace) {
  const Mistake& mistake = GetParam();
  const std::string message = message_of(mistake.text), start = "dir/a.toml:" + mistake.place + ": ";
  EXPECT_EQ(message.substr(0, start.size()), start) << message;
  for (const std::string& word : mistake.words)
    EXPECT_NE(message.find(word), std::string::npos) << word << " in\n" << message;
  EXPECT_LT(message.size(), 600U) << message;
}

INSTANTIATE_TEST_SUITE_P(Every, SpecMistake, ::testing::ValuesIn(mistakes()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace twoscale
