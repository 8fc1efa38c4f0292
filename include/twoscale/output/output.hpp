#pragma once
// Output: which y is the answer. A new way is added to this list.

#include <variant>

#include <twoscale/output/epoch_average.hpp>
#include <twoscale/output/last.hpp>
#include <twoscale/output/tail_average.hpp>
#include <twoscale/output/weighted_average.hpp>

namespace twoscale {

using Output = std::variant<LastIterate, TailAverage, WeightedAverage, EpochAverage>;

}  // namespace twoscale
