#pragma once
// Runs the cells of a study into a store: what is there already is not run again.

#include <twoscale/experiment/results.hpp>

#include "task.hpp"

namespace twoscale::cli {

struct StudyRun {
  std::vector<int> jobs;     // of the cells, in the store
  bool interrupted = false;  // by Ctrl-C: the rest is left for the next time
  std::uint64_t ran = 0;     // replicas that ended now
  double seconds = 0;
};

/// One bar over all the studies, one after the other.
std::vector<StudyRun> run_studies(const std::vector<const Study*>& studies, Store& store, const Manner& manner);

/// "3 methods x 7 horizons x 12 members x 256 replicas: 64,512 runs, 1.9e11 samples"
std::string plan_text(const Study& study);
/// Over all replicas.
double samples_of(const Study& study);

}  // namespace twoscale::cli
