#pragma once
// Schedule: one of the ways to choose the steps. A new one is added to this list.

#include <variant>

#include <twoscale/schedule/halpern_batches.hpp>
#include <twoscale/schedule/nested_powers.hpp>
#include <twoscale/schedule/polynomial.hpp>
#include <twoscale/schedule/recursive_epochs.hpp>
#include <twoscale/schedule/single_loop_powers.hpp>
#include <twoscale/schedule/tuned.hpp>

namespace twoscale {

using Schedule = std::variant<Polynomial, NestedPowers, SingleLoopPowers, HalpernBatches, RecursiveEpochs, Tuned>;

}  // namespace twoscale
