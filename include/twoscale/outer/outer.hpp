#pragma once
// Outer: how y moves. A new rule is added to this list.

#include <variant>

#include <twoscale/outer/km.hpp>
#include <twoscale/outer/lazy_km.hpp>
#include <twoscale/outer/tikhonov.hpp>

namespace twoscale {

using Outer = std::variant<Km, Tikhonov, LazyKm>;

}  // namespace twoscale
