#pragma once
// The library's own elementary functions on plain numbers: the same bits on every machine, as libm's are not.

#include <twoscale/core/elementary.hpp>

namespace twoscale::detail {

inline double exp_of(double x) { return exp(Real(x)).lane(0); }
inline double log_of(double x) { return log(Real(x)).lane(0); }
inline double log1p_of(double x) { return log1p(Real(x)).lane(0); }

}  // namespace twoscale::detail
