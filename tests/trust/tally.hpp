#pragma once
// Tally: the outcomes of all problems at one budget, family by family, and the bars they are held to.

#include <optional>
#include <string>
#include <vector>

#include "outcome.hpp"

namespace twoscale::trust {

struct Row {
  std::string name;
  int right_settled = 0, wrong_said = 0, wrong_settled = 0, right_unsettled = 0;
  std::vector<double> over_limit = {};  // of the problems that have a limit

  void add(const Outcome& outcome);
  int problems() const { return right_settled + wrong_said + wrong_settled + right_unsettled; }
  std::optional<double> median_over_limit() const;
};

/// How many problems came out in a way that few should.
struct Bar {
  std::string what;
  int count = 0, problems = 0, most = 0;

  bool holds() const { return count <= most; }
};

class Tally {
 public:
  Tally(double samples, const std::vector<Outcome>& outcomes);

  double samples() const { return samples_; }
  /// A row for each family that was solved, and one for all of them where there are several.
  std::vector<Row> rows() const;
  std::vector<Bar> bars() const;
  bool holds() const;

  /// Rows under a heading, and a line that says whether the bars hold.
  std::string text() const;

 private:
  double samples_;
  std::vector<Row> families_;
};

/// For docs/scripts/trust_table.py.
std::string to_json(const std::vector<Tally>& tallies);

}  // namespace twoscale::trust
