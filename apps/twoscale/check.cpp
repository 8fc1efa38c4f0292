#include "check.hpp"

#include <algorithm>

#include "request.hpp"
#include "watching.hpp"

namespace twoscale::cli {

namespace {

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(text.size() < width ? width - text.size() : 0, ' ');
}

/// Topic, sentence and verdict in columns; a topic is named once, advice stands below its line.
void print_lines(const CheckReport& report) {
  constexpr std::size_t kWidest = 96;  // longer sentences push their own verdict out, not everybody's
  std::size_t topics = 0, texts = 0;
  for (const CheckLine& line : report.lines) {
    topics = std::max(topics, line.topic.size());
    if (line.text.size() <= kWidest) texts = std::max(texts, line.text.size());
  }
  std::string last;
  for (const CheckLine& line : report.lines) {
    const std::string verdict = line.verdict == CheckVerdict::wrong ? "WRONG" : name_of(line.verdict);
    print(padded(line.topic == last ? "" : line.topic, topics) + "  " + padded(line.text, texts) + "  " + verdict);
    if (!line.advice.empty()) print(std::string(topics, ' ') + "    -> " + line.advice);
    last = line.topic;
  }
}

std::string count(int number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string conclusion(const CheckReport& report) {
  const std::string warnings = report.warnings() > 0 ? ", " + count(report.warnings(), "warning") : "";
  const std::string samples = " (" + grouped(report.samples) + " samples)";
  if (report.problems() == 0) return "no problem found" + warnings + samples;
  return count(report.problems(), "problem") + " to fix" + warnings + samples + ". Exit code 3.";
}

}  // namespace

int check(const CheckRequest& request) {
  ProblemCheckOptions options;
  options.method = request.method;
  options.budget = whole_number("budget", request.budget, 1, 1e15);
  options.seed = seed_number(request.seed);
  options.parameters = names_and_values("--set", request.parameters);
  Watching watching(request.json);
  options.watch = watching.watch();
  const ProblemCheck done = twoscale::check(request.problem, options);
  if (request.json) {
    print(to_json(done));
  } else {
    print_lines(done.report);
    print(conclusion(done.report));
  }
  return done.report.problems() > 0 ? kNotReached : kDone;
}

}  // namespace twoscale::cli
