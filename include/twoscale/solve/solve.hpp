#pragma once
// solve: from a problem to an answer that says how good it is. Plans, runs, measures, certifies; what it finds is in
// the report, and what goes on meanwhile is told through SolveOptions::watch.
//
//   const twoscale::SolveReport report = twoscale::solve(Saddle{}, {.budget = 1'000'000});
//   report.y, report.settled(), report.status.message, report.limit, report.certificate
//
// A problem is a struct, a name of the zoo, the path of a problem file, or an AnyProblem: all take the same way.
// resume() goes on with what a store holds, and reports as solve() would have.

#include <string>
#include <string_view>
#include <vector>

#include <twoscale/plugin/any_problem.hpp>
#include <twoscale/solve/options.hpp>
#include <twoscale/solve/report.hpp>

namespace twoscale {

/// Throws Error, before anything runs or is written, where something is wrong with what is asked.
SolveReport solve(AnyProblem& problem, const SolveOptions& options = {});
/// A problem of the zoo by its name, or a file by its path. A program that loads files links twoscale::files (docs).
SolveReport solve(const std::string& name_or_path, const SolveOptions& options = {});
/// Several methods, one after the other, "all" for every one that the problem can run; options.method does not count.
ReportGroup solve_each(AnyProblem& problem, const std::vector<std::string>& methods, const SolveOptions& options = {});
ReportGroup solve_each(const std::string& name_or_path, const std::vector<std::string>& methods,
                       const SolveOptions& options = {});

/// Completes every job of a store, and reports on it as solve() would have: a group for each problem.
std::vector<ReportGroup> resume(const std::string& store, const ResumeOptions& options = {});
/// The same where the jobs are all of this problem, which may have neither a name in the zoo nor a file.
std::vector<ReportGroup> resume(AnyProblem& problem, const std::string& store, const ResumeOptions& options = {});

/// A struct with fast() and slow(): neither a name nor a registered problem.
template <class P>
concept ProblemStruct = std::is_class_v<P> && !std::derived_from<P, AnyProblem> && !std::derived_from<P, Evaluator> &&
                        !std::convertible_to<const P&, std::string> && requires {
  &P::shape;
};

namespace detail {

/// "Saddle", of struct Saddle.
std::string short_name(std::string_view function);
template <class P>
std::string name_of_type() {
  return short_name(__PRETTY_FUNCTION__);
}

}  // namespace detail

/// A struct as a problem behind the run-time interface, under its type's name.
template <ProblemStruct P>
AnyProblemOf<Adapted<P>> any_problem(const P& problem) {
  return {Adapted<P>(problem), detail::name_of_type<P>(), ""};
}

template <ProblemStruct P>
SolveReport solve(const P& problem, const SolveOptions& options = {}) {
  auto any = any_problem(problem);
  return solve(static_cast<AnyProblem&>(any), options);
}
template <ProblemStruct P>
ReportGroup solve_each(const P& problem, const std::vector<std::string>& methods, const SolveOptions& options = {}) {
  auto any = any_problem(problem);
  return solve_each(static_cast<AnyProblem&>(any), methods, options);
}
template <ProblemStruct P>
std::vector<ReportGroup> resume(const P& problem, const std::string& store, const ResumeOptions& options = {}) {
  auto any = any_problem(problem);
  return resume(static_cast<AnyProblem&>(any), store, options);
}

}  // namespace twoscale
