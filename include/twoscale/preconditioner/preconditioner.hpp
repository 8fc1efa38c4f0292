#pragma once
// Preconditioner: how P follows P*(y). A new way is added to this list.

#include <variant>

#include <twoscale/preconditioner/averaged.hpp>
#include <twoscale/preconditioner/exact.hpp>
#include <twoscale/preconditioner/learned.hpp>
#include <twoscale/preconditioner/none.hpp>

namespace twoscale {

using Preconditioner =
    std::variant<NoPreconditioner, ExactPreconditioner, LearnedPreconditioner, AveragedPreconditioner>;

}  // namespace twoscale
