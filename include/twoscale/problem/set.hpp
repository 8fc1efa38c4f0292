#pragma once
// Every set a variable can be kept in. A set is anything with project(v), which moves v to the nearest
// point of the set, and diameter(dimension).

#include <concepts>

#include <twoscale/problem/set/affine.hpp>
#include <twoscale/problem/set/ball.hpp>
#include <twoscale/problem/set/box.hpp>
#include <twoscale/problem/set/l1_ball.hpp>
#include <twoscale/problem/set/matrix_ball.hpp>
#include <twoscale/problem/set/product.hpp>
#include <twoscale/problem/set/second_order_cone.hpp>
#include <twoscale/problem/set/simplex.hpp>
#include <twoscale/problem/set/spectrahedron.hpp>
#include <twoscale/problem/set/whole_space.hpp>

namespace twoscale {

template <class Set>
concept VectorSet = requires(const Set& set, Vector<Real, 2>& v) {
  set.project(v);
  { set.diameter(2) } -> std::convertible_to<double>;
};

template <class Set>
concept MatrixSet = requires(const Set& set, Matrix<Real, 2, 2>& m) {
  set.project(m);
};

}  // namespace twoscale
