#pragma once
// horner: a polynomial by nested multiplication, each step one fused multiply-add.

#include <twoscale/core/pack.hpp>

namespace twoscale::detail {

/// c[0] + z (c[1] + z (...)).
template <class T, int W, int N>
TWOSCALE_INLINE Pack<T, W> horner(const Pack<T, W>& z, const T (&c)[N]) {
  Pack<T, W> sum(c[N - 1]);
  for (int i = N - 2; i >= 0; --i) sum = fma(sum, z, Pack<T, W>(c[i]));
  return sum;
}

}  // namespace twoscale::detail
