#pragma once
// Outer: how y moves. A new rule is added to this list.

#include <variant>

#include <twoscale/outer/halpern.hpp>
#include <twoscale/outer/km.hpp>
#include <twoscale/outer/lazy_km.hpp>
#include <twoscale/outer/optimistic.hpp>
#include <twoscale/outer/recursive.hpp>
#include <twoscale/outer/tikhonov.hpp>

namespace twoscale {

using Outer = std::variant<Km, Tikhonov, Halpern, Recursive, Optimistic, LazyKm>;

/// The rule moves a point that is projected only to be looked at: state.free_slow.
inline bool is_lazy(const Outer& outer) {
  return std::visit([](const auto& rule) { return rule.lazy; }, outer);
}

}  // namespace twoscale
