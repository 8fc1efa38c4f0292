#pragma once
// Oracle: what stands in for h(y). A new one is added to this list.

#include <variant>

#include <twoscale/oracle/corrected.hpp>
#include <twoscale/oracle/exact.hpp>
#include <twoscale/oracle/lazy_corrected.hpp>
#include <twoscale/oracle/newton.hpp>
#include <twoscale/oracle/raw.hpp>

namespace twoscale {

using Oracle = std::variant<RawOracle, CorrectedOracle, NewtonOracle, ExactOracle, LazyCorrectedOracle>;

}  // namespace twoscale
