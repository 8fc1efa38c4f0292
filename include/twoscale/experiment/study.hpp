#pragma once
// Study: a spec laid out as runs. A cell is one method with one set of options at one horizon on one member of the
// family: a job of the store, whose replicas are run once and kept.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <twoscale/experiment/spec.hpp>
#include <twoscale/plugin/any_problem.hpp>
#include <twoscale/store/job.hpp>

namespace twoscale {

struct Cell {
  // Which of the spec's methods, combinations of swept options, horizons, and combinations of parameters.
  std::size_t method = 0, point = 0, horizon = 0, member = 0;
  Plan plan;
  std::vector<NamedValue> parameters;  // as the problem takes them: what follows the horizon has its value
  Job job;

  /// Samples that all its replicas draw, a measure of the time they take; an iteration counts as one at least.
  double work(std::uint32_t replicas) const;
};

/// One value for each axis.
using Combination = std::vector<std::string>;
/// All combinations, the last axis fastest; one empty combination where there is no axis.
std::vector<Combination> combinations(const std::vector<Axis>& axes);

class Study {
 public:
  using Open = std::function<std::unique_ptr<AnyProblem>(const std::string& problem, const ChoiceSet& choices)>;

  /// Finds everything that can be wrong with a spec before anything runs: throws with the spec's file and what is
  /// wrong. `version` is the program's.
  Study(Spec spec, const std::string& version, const Open& open);

  const Spec& spec() const { return spec_; }
  const std::vector<Combination>& points() const { return points_; }
  const std::vector<Combination>& members() const { return members_; }
  /// Short horizons first, so that a study that is stopped has something to say of every method.
  const std::vector<Cell>& cells() const { return cells_; }
  const Cell& cell(std::size_t method, std::size_t point, std::size_t horizon, std::size_t member) const;
  /// The problem with the cell's parameters.
  const AnyProblem& problem_at(const Cell& cell) const;

  /// "a = 0.6, b = 0.7"; empty where nothing is swept.
  std::string name_of_point(std::size_t point) const;
  std::string name_of_member(std::size_t member) const;

 private:
  /// Those of a method, and of what is swept.
  std::vector<NamedValue> options_at(std::size_t method, std::size_t point) const;
  /// Of a problem of this size, where it has one already.
  Method method_at(std::size_t method, std::size_t point, const Shape& shape = {}) const;
  Cell make_cell(std::size_t method, std::size_t point, std::size_t horizon, std::size_t member,
                 const std::string& version) const;

  Spec spec_;
  std::vector<Combination> points_, members_;
  std::unique_ptr<AnyProblem> problem_;
  std::vector<Cell> cells_;
};

}  // namespace twoscale
