#pragma once
// Preconditioner: how P follows P*(y). A new way is added to this list.

#include <variant>

#include <twoscale/preconditioner/averaged.hpp>
#include <twoscale/preconditioner/exact.hpp>
#include <twoscale/preconditioner/lazy_followed.hpp>
#include <twoscale/preconditioner/lazy_learned.hpp>
#include <twoscale/preconditioner/learned.hpp>
#include <twoscale/preconditioner/low_rank.hpp>
#include <twoscale/preconditioner/neumann.hpp>
#include <twoscale/preconditioner/none.hpp>
#include <twoscale/preconditioner/probed.hpp>

namespace twoscale {

using Preconditioner = std::variant<NoPreconditioner, ExactPreconditioner, LearnedPreconditioner,
                                    AveragedPreconditioner, ProbedPreconditioner, NeumannPreconditioner,
                                    LowRankPreconditioner, LazyLearnedPreconditioner, LazyFollowedPreconditioner>;

}  // namespace twoscale
