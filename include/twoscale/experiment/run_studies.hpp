#pragma once
// Runs the cells of studies into a store: what is there already is not run again.

#include <vector>

#include <twoscale/experiment/study.hpp>
#include <twoscale/solve/task.hpp>

namespace twoscale {

struct StudyRun {
  std::vector<int> jobs = {};  // of the cells, in the store
  bool interrupted = false;    // the rest is left for the next time
  std::uint64_t ran = 0;       // replicas that ended now
  double seconds = 0;
};

/// One progress over all the studies, one after the other.
std::vector<StudyRun> run_studies(const std::vector<const Study*>& studies, Store& store, const Manner& manner);

/// Over all replicas.
double samples_of(const Study& study);

}  // namespace twoscale
