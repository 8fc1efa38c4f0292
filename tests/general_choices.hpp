#pragma once
// What is compiled for a pack width in a test of many widths.

#include <type_traits>

#include <twoscale/run/run.hpp>

namespace twoscale::testing {

/// One kernel for all methods, and none that is special to a method.
struct General {
  template <class A>
  static constexpr bool has = true;
};

/// What the library ships; the general kernel alone for widths that nobody ships, which take half as long to compile.
template <int W>
using ChoicesAt = std::conditional_t<W == 1 || W == 8 || W == kPackWidth, EveryChoice, General>;

}  // namespace twoscale::testing
