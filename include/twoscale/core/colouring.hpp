#pragma once
// Colouring: which entries of a derivative matrix may be other than zero, and groups (colours) of its columns such that
// no row has two columns of one colour. A product with the sum of a colour's directions then shows each of its columns
// by itself, so that a sparse or banded matrix takes as many products as it has colours [curtis_powell_reid_1974].

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <twoscale/core/adjoint.hpp>
#include <twoscale/core/dual.hpp>

namespace twoscale {

class Colouring {
 public:
  Colouring() = default;
  /// columns_of[i]: those that row i may depend on, in ascending order. Each column takes the first colour that no
  /// neighbour has.
  Colouring(int columns, const std::vector<std::vector<int>>& columns_of);

  int rows() const { return static_cast<int>(starts_.size()) - 1; }
  int colours() const { return colours_; }
  int colour(int column) const { return colour_[column]; }
  std::size_t entry_count() const { return columns_.size(); }
  /// The entries of row i are numbers first(i) to first(i + 1) of all.
  int first(int row) const { return starts_[row]; }
  int column(int entry) const { return columns_[entry]; }

 private:
  int colours_ = 0;
  std::vector<int> colour_, starts_ = {0}, columns_;
};

namespace detail {
/// The variables behind each output of a recording, -1 being a constant; operations have (at most) two operands each
/// and are numbered on from the variables.
std::optional<std::vector<std::vector<int>>> dependencies(int variables, std::span<const std::array<int, 2>> operands,
                                                          std::span<const int> outputs);
}  // namespace detail

/// What each output of a recording depends on, whatever the values are; none where that takes too much memory to find.
template <class S, class Outputs>
std::optional<std::vector<std::vector<int>>> dependencies(const Tape<S>& tape, const Outputs& outputs) {
  std::vector<std::array<int, 2>> operands;
  for (int i = tape.variable_count(); i < tape.node_count(); ++i) operands.push_back(tape.operands(i));
  std::vector<int> nodes;
  for (const Adjoint<S>& output : outputs) nodes.push_back(output.tape == &tape ? output.node : -1);
  return detail::dependencies(tape.variable_count(), operands, nodes);
}

/// The entries of the derivative matrix of function at x, in the order of the colouring's.
template <class F, class S, int N>
void coloured_jacobian(const Colouring& colouring, const F& function, const Vector<S, N>& x, std::vector<S>& entries) {
  constexpr int K = kTangents<kDynamic>;
  entries.resize(colouring.entry_count());
  for (int from = 0; from < colouring.colours(); from += K) {
    Vector<Dual<S, K>, N> seeded(x.size());
    for (int j = 0; j < x.size(); ++j) {
      seeded[j].value = x[j];
      if (const int c = colouring.colour(j) - from; c >= 0 && c < K) seeded[j].tangent[c] = S(1.0);
    }
    const auto out = function(seeded);
    for (int i = 0; i < colouring.rows(); ++i)
      for (int e = colouring.first(i); e < colouring.first(i + 1); ++e)
        if (const int c = colouring.colour(colouring.column(e)) - from; c >= 0 && c < K)
          entries[e] = tangent_of<S>(out[i], c);
  }
}

}  // namespace twoscale
