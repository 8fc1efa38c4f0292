// The command line: parse, call, exit code.
#include <fcntl.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <cstring>
#include <new>
#include <sstream>

#include <twoscale/core/version.hpp>

#include "check.hpp"
#include "compare.hpp"
#include "crash.hpp"
#include "export.hpp"
#include "listing.hpp"
#include "merge.hpp"
#include "new.hpp"
#include "rates.hpp"
#include "reproduce.hpp"
#include "request.hpp"
#include "resume.hpp"
#include "solve.hpp"
#include "terminal.hpp"
#include "verify.hpp"

namespace {

using namespace twoscale::cli;

constexpr const char* kExamples = R"(Examples:
  twoscale solve rotor --budget 1e6
  twoscale solve rotor --method raw,single-loop --replicas 64 --budget 1e5
  twoscale solve rotor --set gain=2 --option slow_scale=8 --json
  twoscale solve rotation --method km --set theta=km-barrier
  twoscale solve rotor --method all --replicas 1000 --store run.db
  twoscale solve rotor --target 1e-2
  twoscale resume run.db
  twoscale verify run.db
  twoscale compare rotor --methods raw,single-loop --budget 1e4:1e6
  twoscale rates barrier.toml
  twoscale reproduce
  twoscale new my.cpp
  twoscale check my.cpp
  twoscale solve my.cpp
  twoscale list methods
  twoscale show single-loop

Exit codes: 0 settled, or done; 2 bad usage or input; 3 the run did not settle (still moving, lost,
running away, diverged), a target was not reached, a check found something wrong, or a store that is
exported or merged lacks replicas; 130 interrupted, 143 terminated.)";

/// For options that name a file: an empty name is a variable that a script forgot to set.
std::string named(const std::string& path) { return path.empty() ? "needs a name, not an empty text" : ""; }

void add_solve(CLI::App& app, SolveRequest& r) {
  CLI::App* solve = app.add_subcommand("solve", "Run a method on a problem and measure the answer");
  solve->fallthrough();
  solve->add_option("problem", r.problem, "A problem's name (twoscale list problems), or the path of your own file")
      ->required();
  solve->add_option("--method", r.methods, "A method's name, several with commas, or all")
      ->delimiter(',')
      ->capture_default_str();
  CLI::Option* budget =
      solve->add_option("--budget", r.budget, "Samples per replica; 1e6 is a number")->capture_default_str();
  CLI::Option* iterations =
      solve->add_option("--iterations", r.iterations, "Slow steps, instead of a budget")->excludes(budget);
  solve
      ->add_option(
          "--seconds", r.seconds,
          "Instead of a budget: as many samples as this machine draws in so many seconds, timed before the run")
      ->excludes(budget)
      ->excludes(iterations);
  solve->add_option("--set", r.parameters,
                    "NAME=VALUE of the problem (repeat for more); km-barrier, anchor and lag follow the horizon");
  solve->add_option("--option", r.options, "NAME=VALUE of the method (repeat for more)");
  solve->add_option("--samples", r.samples,
                    "fresh, or shared: one draw of F and one of G serve an iteration (the method's own)");
  solve
      ->add_option("--batch", r.batch,
                   "Draws of F and of G that an iteration averages, as rows of data; each is counted")
      ->capture_default_str();
  solve->add_flag("--anytime", r.anytime, "Epochs of length 2^j around the method");
  solve->add_option("--seed", r.seed, "The same seed gives the same bits")->capture_default_str();
  solve->add_option("--replicas", r.replicas, "Independent runs")->capture_default_str();
  solve->add_option("--threads", r.threads,
                    "Threads to use (as many as the machine has); the bits do not depend on it");
  solve->add_option("--first-replica", r.first_replica, "Number of the first of them: a part of a larger run")
      ->capture_default_str();
  solve->add_option("--instruction-set", r.instruction_set,
                    "avx2 or avx512 (the best the machine has); the bits do not depend on it");
  CLI::Option* x0 = solve->add_option("--x0", r.fast_start, "First fast point, as 1,0");
  CLI::Option* y0 = solve->add_option("--y0", r.slow_start, "First slow point, as 1,0");
  solve
      ->add_option(
          "--start", r.start,
          "Start from the answer in this file: JSON of solve --output, a store, or a table with x0, ..., y0, ...")
      ->check(named)
      ->excludes(x0)
      ->excludes(y0);
  solve->add_option("--anchor", r.anchor, "Anchor of the Tikhonov step (the first slow point)");
  solve->add_flag("--explain", r.explain, "Say what a method that tunes itself (auto) found, what it chose, and why");
  solve->add_flag("--force", r.force, "Run a method whose smoothness assumption the problem does not meet");
  solve->add_flag("--json", r.json, "Print one JSON object (an array for several methods)");
  solve->add_option("--output", r.output, "Also write the JSON to a file")->check(named);
  solve->add_option("--store", r.store, "Keep results and checkpoints in this file; what is there is not run again")
      ->check(named);
  solve->add_option("--checkpoint-every", r.checkpoint_every, "Seconds between checkpoints in the store")
      ->capture_default_str();
  solve
      ->add_option("--observe", r.observe,
                   "Measure on the way: residual, tracking_error, the problem's own metrics, x, y, ...")
      ->delimiter(',');
  solve->add_option("--report", r.report, "Write a page with the run's curves, steps and answer (HTML)")->check(named);
  solve->add_option("--observations", r.observations, "How often, at log-spaced iterations")->capture_default_str();
  solve->add_option(
      "--certify", r.certify,
      "Samples to spend, after the run, on an interval for the answer's residual that needs no closed form; 0: none "
      "(a quarter of the run's, for one replica of a problem that does not tell its residual)");
  solve->add_option("--target", r.target,
                    "Go on until |h(y) - y|^2 is at most this, certified with 95 % confidence, or the budget ends");
  solve->add_flag("--quiet", r.quiet, "No progress bar");
  solve->footer(R"(Examples:
  twoscale solve rotor --budget 1e6
  twoscale solve rotor --method raw,single-loop --replicas 1000 --store run.db
  twoscale solve rotor --observe residual,tracking_error --observations 12 --replicas 64
  twoscale solve rotor --report run.html
  twoscale solve my.cpp --budget 1e6 --certify 1e5
  twoscale solve my.cpp --target 1e-3 --budget 1e8
  twoscale solve my.cpp --seconds 60
Ctrl-C stores what was reached, in the store or in PROBLEM.checkpoint.db; twoscale resume goes on from there.)");
}

void add_resume(CLI::App& app, ResumeRequest& r) {
  CLI::App* resume = app.add_subcommand("resume", "Complete what a store holds, and report as solve would have");
  resume->add_option("store", r.store, "The file of solve --store, or a checkpoint that Ctrl-C left")->required();
  resume->add_option("--threads", r.threads, "Threads to use (as many as the machine has)");
  resume->add_option("--checkpoint-every", r.checkpoint_every, "Seconds between checkpoints")->capture_default_str();
  resume->add_option("--certify", r.certify, "As for solve: samples of a certificate after the run; 0: none");
  resume->add_flag("--explain", r.explain, "As for solve: what a method that tunes itself found and chose");
  resume->add_flag("--json", r.json, "Print one JSON object (an array for several jobs)");
  resume->add_option("--output", r.output, "Also write the JSON to a file")->check(named);
  resume->add_flag("--quiet", r.quiet, "No progress bar");
  resume->add_flag("--trust", r.trust, "Compile and run the store's problem file, even where it is another user's");
  resume->footer("Examples:\n  twoscale resume run.db\n  twoscale resume rotor.checkpoint.db --json");
}

void add_merge(CLI::App& app, std::vector<std::string>& inputs, std::string& output) {
  CLI::App* merge = app.add_subcommand("merge", "One store from several; refused where their bits differ");
  merge->add_option("stores", inputs, "Files of solve --store")->required()->expected(1, -1);
  merge->add_option("--output", output, "The new store; must not be there yet")->required();
  merge->footer("Example:\n  twoscale merge a.db b.db --output all.db");
}

void add_export(CLI::App& app, ExportRequest& r) {
  CLI::App* command = app.add_subcommand("export", "What a store holds, as CSV, JSON lines or npy");
  command->add_option("store", r.store, "A file of solve --store")->required();
  command->add_option("--output", r.output, "The file to write; .csv, .jsonl or .npy")->required();
  command->add_option("--format", r.format, "csv, jsonl or npy, where the ending does not say");
  command->add_option("--what", r.what, "replicas, observations or jobs")->capture_default_str();
  command->footer(R"(Examples:
  twoscale export run.db --output run.csv
  twoscale export run.db --what observations --output seen.npy)");
}

void add_verify(CLI::App& app, VerifyRequest& r) {
  CLI::App* command = app.add_subcommand("verify", "Check that every row of a store is what was written");
  command->add_option("store", r.store, "A file of solve --store, or of a study")->required();
  command->add_flag("--json", r.json, "Print one JSON object");
  command->footer("Example:\n  twoscale verify run.db\nExit code 2 where something is damaged.");
}

void add_check(CLI::App& app, CheckRequest& r) {
  CLI::App* check = app.add_subcommand("check", "Measure what the theory assumes of a problem");
  check->add_option("problem", r.problem, "A problem's name, or the path of one's own file")->required();
  check->add_option("--set", r.parameters, "NAME=VALUE of the problem (repeat for more)");
  check->add_option("--method", r.method, "The method whose steps the leakage is judged at")->capture_default_str();
  check->add_option("--budget", r.budget, "The budget these steps are for")->capture_default_str();
  check->add_option("--seed", r.seed, "The same seed gives the same report")->capture_default_str();
  check->add_flag("--json", r.json, "Print one JSON object");
}

/// What compare, rates and reproduce have in common.
void add_study_flags(CLI::App& command, StudyRequest& r) {
  command.add_option("--store", r.store, "Where results are kept; what is there is not run again")->check(named);
  command.add_option("--output", r.output, "The report, one HTML file")->check(named);
  command.add_flag("--dry-run", r.dry_run, "Say what would be run and how long it would take, and run nothing");
  command.add_option("--threads", r.threads, "Threads to use (as many as the machine has)");
  command.add_option("--checkpoint-every", r.checkpoint_every, "Seconds between checkpoints")->capture_default_str();
  command.add_option("--instruction-set", r.instruction_set, "avx2 or avx512 (the best the machine has)");
  command.add_flag("--json", r.json, "Print the rows as JSON");
  command.add_flag("--quiet", r.quiet, "No progress bar");
}

void add_compare(CLI::App& app, CompareRequest& r) {
  CLI::App* compare = app.add_subcommand("compare", "Several methods on a problem, over budgets: table and report");
  compare->add_option("problem", r.problem, "A problem's name, or the path of your own file")->required();
  compare->add_option("--methods", r.methods, "Names, with commas")->delimiter(',')->capture_default_str();
  compare->add_option("--budget", r.budget, "Samples per replica: 1e4:1e6 (every decade), 1e3:1e6:log7 or 1e3,1e5")
      ->capture_default_str();
  compare->add_option("--family", r.family,
                      "NAME=VALUES of the problem, the worst of which counts: theta=0.005:3.1:log12 or theta=anchor");
  compare->add_option("--set", r.parameters, "NAME=VALUE of the problem (repeat for more)");
  compare->add_option("--option", r.options, "NAME=VALUE of every method (repeat for more)");
  compare->add_option("--replicas", r.replicas, "Independent runs of each")->capture_default_str();
  compare->add_option("--seed", r.seed, "The same seed gives the same bits")->capture_default_str();
  compare->add_flag("--force", r.force, "Run methods whose smoothness assumption the problem does not meet");
  add_study_flags(*compare, r.study);
  compare->footer(R"(Examples:
  twoscale compare rotor --methods raw,single-loop --budget 1e4:1e6
  twoscale compare rotor --methods anchored-raw,single-loop --family theta=0.005:3.1:log12 --replicas 16
  twoscale compare my.cpp --methods raw,single-loop --dry-run)");
}

void add_rates(CLI::App& app, RatesRequest& r) {
  CLI::App* rates = app.add_subcommand("rates", "Exponents with confidence intervals, as a spec asks for them");
  rates->add_option("spec", r.spec, "A TOML file (docs/experiments/spec.md)")->required();
  rates->add_flag("--full", r.full, "The longer form, where the spec has a [full]");
  add_study_flags(*rates, r.study);
  rates->footer(R"(Examples:
  twoscale rates barrier.toml --dry-run
  twoscale rates barrier.toml
Ctrl-C keeps what was run; the same command goes on from there.)");
}

void add_reproduce(CLI::App& app, ReproduceRequest& r) {
  CLI::App* reproduce = app.add_subcommand("reproduce", "Every statement of the paper that can be measured, measured");
  reproduce->add_flag("--full", r.full, "Longer horizons and more replicas: about an hour on two cores");
  reproduce->add_option("--only", r.only, "Only these studies, with commas (--list)")->delimiter(',');
  reproduce->add_flag("--list", r.list, "The studies there are");
  reproduce->add_option("--spec", r.spec, "Print the spec of a study, to change and run with twoscale rates");
  add_study_flags(*reproduce, r.study);
  reproduce->footer(R"(Examples:
  twoscale reproduce
  twoscale reproduce --only km-lower,single-loop
  twoscale reproduce --spec single-loop > mine.toml)");
}

/// "; did you mean '--budget'?" where a flag was given that its command does not have.
std::string nearest_flag(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands()) {
    std::vector<std::string> known;
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    for (const std::string& word : app.remaining(true))
      if (word.starts_with("--")) return twoscale::suggestion(word, known);
  }
  return "";
}

/// "error: no command 'slove'; did you mean 'solve'?"
std::string no_such_verb(const CLI::App& app, const std::string& word) {
  std::vector<std::string> known;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    known.push_back(command->get_name());
  return "error: no command '" + word + "'" + twoscale::suggestion(word, known);
}

int refuse_memory() {
  print_error("error: there is not enough memory for this: fewer --threads, or a smaller problem, take less");
  return kNotReached;
}

std::string without_last_line_end(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

/// The exit code, whatever happens.
int run(int argc, char** argv) {
  CLI::App app{"Solves coupled noisy fixed-point problems: a fast contraction inside a slow non-expansive map.",
               "twoscale"};
  app.footer(kExamples);
  app.set_version_flag("--version", twoscale::version());
  app.require_subcommand(1);

  SolveRequest request;
  add_solve(app, request);
  ResumeRequest resumed;
  add_resume(app, resumed);
  std::vector<std::string> stores;
  std::string merged;
  add_merge(app, stores, merged);
  ExportRequest exported;
  add_export(app, exported);
  VerifyRequest verified;
  add_verify(app, verified);
  CheckRequest checked;
  add_check(app, checked);
  CompareRequest compared;
  add_compare(app, compared);
  RatesRequest rated;
  add_rates(app, rated);
  ReproduceRequest reproduced;
  add_reproduce(app, reproduced);

  std::string kind, name;
  bool json = false;
  CLI::App* list_command = app.add_subcommand("list", "What there is: problems, methods, sets, quantities, scales");
  list_command->add_option("kind", kind, "problems, methods, sets, quantities or scales");
  list_command->add_flag("--json", json, "Print JSON");
  CLI::App* show_command = app.add_subcommand("show", "One problem or method with its parameters");
  show_command->add_option("name", name, "A problem, a problem file or a method")->required();
  show_command->add_flag("--json", json, "Print JSON");
  std::vector<std::string> shown_parameters;
  show_command->add_option("--set", shown_parameters, "NAME=VALUE of the problem (repeat for more)");

  std::string path;
  CLI::App* new_command = app.add_subcommand("new", "A problem file of your own, to start from");
  new_command->add_option("path", path, "The file to write, as my.cpp")->required();

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream out, err;
    const int code = app.exit(error, out, err);
    if (!out.str().empty()) print(without_last_line_end(out.str()));
    if (!err.str().empty()) print_error(without_last_line_end(err.str()));
    if (const std::string nearest = nearest_flag(app); code != 0 && !nearest.empty())
      print_error("error: no such flag" + nearest);
    if (code != 0 && argc > 1 && app.get_subcommands().empty()) print_error(no_such_verb(app, argv[1]));
    return code == 0 ? kDone : kBadInput;
  }
  try {
    if (list_command->parsed()) return list(kind, json);
    if (app.got_subcommand("check")) return check(checked);
    if (app.got_subcommand("compare")) return compare(compared);
    if (app.got_subcommand("rates")) return rates(rated);
    if (app.got_subcommand("reproduce")) return reproduce(reproduced);
    if (app.got_subcommand("resume")) return resume(resumed);
    if (app.got_subcommand("merge")) return merge(stores, merged);
    if (app.got_subcommand("export")) return export_store(exported);
    if (app.got_subcommand("verify")) return verify(verified);
    if (new_command->parsed()) return create(path);
    if (show_command->parsed()) return show(name, json, shown_parameters);
    request.command = "twoscale";
    for (int i = 1; i < argc; ++i) request.command += " " + twoscale::text::shell_word(argv[i]);
    return solve(request);
  } catch (const twoscale::Error& error) {
    print_error(std::string("error: ") + error.what());
    return kBadInput;
  } catch (const std::bad_alloc&) {
    return refuse_memory();
  } catch (const std::length_error&) {  // more than a vector can hold
    return refuse_memory();
  } catch (const std::exception& error) {
    print_error(std::string("error: ") + error.what());
    return kNotReached;
  } catch (...) {  // a problem file may throw anything
    print_error("error: the problem threw something that is not an exception: throw twoscale::Error instead");
    return kNotReached;
  }
}

/// Where standard input, output or error is closed, the next file that is opened would be taken for it.
void open_missing_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0) std::_Exit(kBadInput);
}

/// What was printed may still be on its way: a full disk shows only now.
int with_output_written(int code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  print_error(std::string("error: not all of the results could be written to standard output (") +
              std::strerror(errno) + ")");
  return code == kDone || code == kNotReached ? kBadInput : code;
}

}  // namespace

int main(int argc, char** argv) {
  open_missing_descriptors();
  report_crashes();
  const int code = with_output_written(run(argc, argv));
  expect_exit();
  return code;
}
