#pragma once
// twoscale solve: what was asked.

#include <string>
#include <vector>

namespace twoscale::cli {

struct SolveRequest {
  std::string problem;
  std::vector<std::string> methods = {"auto"};
  std::string samples, budget = "1e6", iterations, seed = "1", first_replica = "0", replicas = "1", threads;
  std::vector<std::string> parameters, options;  // NAME=VALUE
  std::string start;                             // a file that has them
  std::string fast_start, slow_start, anchor;    // "1,0"
  std::vector<std::string> observe;
  std::string observations = "20", batch = "1";
  bool anytime = false, explain = false, force = false, json = false, quiet = false;
  std::string output, report, store, checkpoint_every = "10", instruction_set;
  std::string certify;  // samples of the certificate; empty: as the library has it
  std::string seconds;  // of the run, instead of a budget; empty: none
  std::string command;  // as it was typed, for the page
  std::string target;   // of the residual, to go on until a certificate says so; empty: none
};

/// Runs, prints, writes; gives the exit code. Throws twoscale::Error on bad input, before anything is written.
int solve(const SolveRequest& request);

}  // namespace twoscale::cli
