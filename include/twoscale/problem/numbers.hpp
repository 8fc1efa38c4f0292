#pragma once
// Between plain numbers, which cross interfaces, and the vectors of one problem.

#include <vector>

#include <twoscale/core/vector.hpp>

namespace twoscale {

/// Throws when the sizes differ.
template <class V>
V to_vector(const std::vector<double>& numbers) {
  V out(static_cast<int>(numbers.size()));
  for (int i = 0; i < out.size(); ++i) out[i] = numbers[i];
  return out;
}

/// Lane 0.
template <class V>
std::vector<double> to_numbers(const V& vector) {
  std::vector<double> out(vector.size());
  for (int i = 0; i < vector.size(); ++i) out[i] = vector[i].lane(0);
  return out;
}

/// Throws naming the point when it has not so many numbers.
void require_count(const char* point, const std::vector<double>& numbers, int count);

template <class V, class Set>
void project_numbers(const Set& set, std::vector<double>& numbers) {
  V v = to_vector<V>(numbers);
  set.project(v);
  numbers = to_numbers(v);
}

}  // namespace twoscale
