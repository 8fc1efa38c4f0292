#include "options.hpp"

#include <algorithm>
#include <functional>
#include <thread>

#include <twoscale/core/error.hpp>
#include <twoscale/core/setting.hpp>

#include "format.hpp"

namespace twoscale::trust {

namespace {

struct Option {
  const char *name, *value, *help;  // no value: a switch
  std::function<void(Options&, const std::string&)> take;
};

double whole_number(const std::string& name, const std::string& text, double low, double high) {
  const double value = parse_number(name, text);
  require_in_range(name, value, {.low = low, .high = high, .whole = true});
  return value;
}

constexpr double kShortest = 1000, kLongest = 1e12;  // budgets: nothing can be surveyed below, nobody waits beyond
constexpr double kMostProblems = 1e6, kMostThreads = 1024;

const std::vector<Option>& all_options() {
  static const std::vector<Option> options = {
      {"--budget", "T", "samples a problem; may be given several times (1e4, 1e5 and 1e6)",
       [](Options& out, const std::string& text) {
         out.budgets.push_back(whole_number("--budget", text, kShortest, kLongest));
       }},
      {"--problems", "N", "in all, as many of each family: rounded up to a multiple of 14 (1008)",
       [](Options& out, const std::string& text) {
         const int problems = static_cast<int>(whole_number("--problems", text, 1, kMostProblems));
         out.each = (problems + kFamilies - 1) / kFamilies;
       }},
      {"--family", "NAME", "of this family alone",
       [](Options& out, const std::string& text) { out.family = family_named(text); }},
      {"--number", "K", "the problem of the family with this number alone, and what the tuner did on it",
       [](Options& out, const std::string& text) {
         out.number = static_cast<int>(whole_number("--number", text, 0, kMostProblems));
       }},
      {"--list", nullptr, "a line for each problem that is not right and settled",
       [](Options& out, const std::string&) { out.list = true; }},
      {"--threads", "N", "how many problems at once (as many as there are cores); changes no result",
       [](Options& out, const std::string& text) {
         out.threads = static_cast<int>(whole_number("--threads", text, 1, kMostThreads));
       }},
      {"--json", "FILE", "write the tables there, too", [](Options& out, const std::string& text) { out.json = text; }},
      {"--quiet", nullptr, "no progress", [](Options& out, const std::string&) { out.quiet = true; }},
      {"--help", nullptr, "this text", [](Options& out, const std::string&) { out.help = true; }},
  };
  return options;
}

const Option& option_named(const std::string& name) {
  std::vector<std::string> names;
  for (const Option& option : all_options()) {
    if (name == option.name) return option;
    names.emplace_back(option.name);
  }
  throw Error("no option '" + name + "'" + suggestion(name, names) + " (--help lists them)");
}

void require_consistent(const Options& options) {
  if (options.number && !options.family) throw Error("--number is that of a problem in a family: --family NAME");
  if (options.number && !options.json.empty()) throw Error("--json writes tables, and --number makes none");
}

}  // namespace

Options parse(const std::vector<std::string>& arguments) {
  Options out;
  out.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Option& option = option_named(arguments[i]);
    if (option.value && i + 1 == arguments.size()) throw Error(arguments[i] + " needs a value, " + option.value);
    option.take(out, option.value ? arguments[++i] : "");
  }
  if (out.budgets.empty()) out.budgets = {1e4, 1e5, 1e6};
  require_consistent(out);
  return out;
}

std::string help_text() {
  std::string out =
      "Solves random problems with auto and compares what it says of its answers with the truth.\n\n"
      "usage: trust [OPTION...]\n\n";
  for (const Option& option : all_options())
    out += formatted("  %-10s %-5s %s\n", option.name, option.value ? option.value : "", option.help);
  out += "\nfamilies\n";
  for (int i = 0; i < kFamilies; ++i)
    out += formatted("  %-16s %s\n", name_of(static_cast<Family>(i)), description_of(static_cast<Family>(i)));
  return out +
         "\nexamples\n"
         "  trust                                                three tables of 1,008 problems (long)\n"
         "  trust --budget 1e4 --list                            one table in a minute, and what went amiss\n"
         "  trust --budget 1e5 --family turning --problems 140   ten problems of a family\n"
         "  trust --budget 1e4 --family flat --number 3          one problem, epoch by epoch\n"
         "\nexit code 0; 1: a problem could not be solved at all, 2: a mistake in the options, 3: a bar does not "
         "hold\n";
}

}  // namespace twoscale::trust
