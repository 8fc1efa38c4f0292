#pragma once
// How long a study will take, from short trials: nothing of them is kept.

#include <twoscale/experiment/study.hpp>
#include <twoscale/solve/watch.hpp>

namespace twoscale {

/// Seconds on the wall, for runs, rows in the store and the report. `limits`: whether rows are held against the
/// statistical limit, which takes a while for each member of a family.
double estimated_seconds(const Study& study, const Study::Open& open, const Manner& manner, bool limits);

}  // namespace twoscale
