#pragma once
// Job: everything that a replica's bits depend on besides its number. Two runs of the same job give the same records,
// wherever and whenever they were made.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <twoscale/method/plan.hpp>
#include <twoscale/run/options.hpp>

namespace twoscale {

struct Job {
  /// A parameter of the problem: a number as text, or a table by its bytes.
  struct Parameter {
    std::string name, value;   // value: empty for a table
    std::string path, digest;  // of a table's file; the digest counts, the path is only where to look for it
  };

  std::string version;                // of the library: another one may give other bits
  std::string problem;                // its name
  std::string path, digest;           // of the user's file; both empty for a problem of the zoo
  std::vector<Parameter> parameters;  // all of them, as they were
  std::string method;
  std::vector<std::pair<std::string, std::string>> options;  // the choices, then their constants
  std::uint64_t iterations = 0, seed = 1;
  std::vector<double> fast_start, slow_start, anchor;  // empty: the problem's
  std::vector<std::string> observed;                   // quantities, at `observations` log-spaced iterations
  std::uint64_t observations = 0;

  /// The canonical text, the same on every machine; paths are left out.
  std::string description() const;
  /// Where the files were: what description() leaves out.
  std::string places() const;
  /// SHA-256 of the description.
  std::string key() const;
  static Job parse(std::string_view description, std::string_view places);
};

/// The job of a run. Parameters and options are kept as they are now; `path` is the user's file, empty for the zoo's.
/// Throws when a file cannot be read.
Job describe_job(const std::string& version, const std::string& problem, const std::string& path,
                 const std::vector<SettingInfo>& parameters, const Plan& plan, const RunOptions& options);

/// The plan the job was run with.
Plan plan_of(const Job& job);

/// Throws, with the file's name, where the problem's file or a table is gone or has changed since.
void require_unchanged(const Job& job);

}  // namespace twoscale
