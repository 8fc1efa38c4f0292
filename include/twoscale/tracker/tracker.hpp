#pragma once
// Tracker: how x follows x*(y). A new way is added to this list.

#include <variant>

#include <twoscale/tracker/exact.hpp>
#include <twoscale/tracker/lazy_step.hpp>
#include <twoscale/tracker/nested.hpp>
#include <twoscale/tracker/one_step.hpp>

namespace twoscale {

using Tracker = std::variant<OneStep, Nested, ExactTracker, LazyStep>;

/// The tracker moves a point that is projected only to be looked at: state.free_fast.
inline bool is_lazy(const Tracker& tracker) {
  return std::visit([](const auto& way) { return way.lazy; }, tracker);
}

}  // namespace twoscale
