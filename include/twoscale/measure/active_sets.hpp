#pragma once
// Whether the sets of a problem hold its variables where a run ended. The theorems of the paper assume that f(., y)
// maps X into itself and h maps Y into itself ([P] Assumption compact): on an active set they do not cover a method.

#include <cstdint>
#include <vector>

#include <twoscale/problem/evaluator.hpp>

namespace twoscale {

struct ActiveSets {
  bool fast = false;  // f(x, y) lies outside X
  bool slow = false;  // h(y) lies outside Y; not looked at where the problem gives neither h nor its means

  bool any() const { return fast || slow; }
};

/// From what the problem says of itself, else from `draws` samples of F: a set that is called active is so at five
/// standard errors.
ActiveSets active_sets(const Evaluator& problem, const std::vector<double>& x, const std::vector<double>& y,
                       std::uint64_t seed, int draws = 256);

}  // namespace twoscale
