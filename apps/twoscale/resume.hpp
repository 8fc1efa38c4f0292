#pragma once
// twoscale resume: what is left of the jobs in a store.

#include <string>

namespace twoscale::cli {

struct ResumeRequest {
  std::string store, threads, checkpoint_every = "10", output;
  std::string certify;  // as for solve
  bool explain = false, json = false, quiet = false;
  bool trust = false;  // to compile and run a file of another user
};

/// Completes every job, and reports on them as solve would have; gives the exit code.
int resume(const ResumeRequest& request);

}  // namespace twoscale::cli
