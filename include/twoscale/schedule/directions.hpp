#pragma once
// Directions: the last few ways that a point went, at right angles to each other. A point that has settled in all
// directions but a few goes on in those: there its drift is to be looked for, not in the sum over all.

#include <vector>

namespace twoscale {

class Directions {
 public:
  /// The point has come here: the way since the last time is the newest direction.
  void add(const std::vector<double>& point);
  /// Forgets where it was, but not which ways it went: the point was put elsewhere.
  void jump(const std::vector<double>& point) { last_ = point; }

  int size() const { return static_cast<int>(ways_.size()); }
  const std::vector<double>& operator[](int i) const { return ways_[static_cast<std::size_t>(i)]; }

  /// Everything that changes.
  template <class Self, class Archive>
  static void visit(Self& self, Archive& archive) {
    archive(self.last_), archive(self.ways_);
  }

 private:
  std::vector<double> last_;
  std::vector<std::vector<double>> ways_;
};

double dot(const std::vector<double>& a, const std::vector<double>& b);
double squared_norm(const std::vector<double>& v);

}  // namespace twoscale
