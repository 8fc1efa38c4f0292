#pragma once
// A problem from a user's own file: one .cpp that ends with TWOSCALE_PROBLEM, compiled by the machine's compiler,
// kept in the user's cache, and loaded into this program.
//
// Loading a file runs what is in it. The program must show all of the library to what it loads: in CMake it links
// twoscale::files.

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <twoscale/plugin/any_problem.hpp>

namespace twoscale {

/// What a load tells while it goes on. A start from the cache tells nothing.
struct LoadEvent {
  enum Kind { compiling, compiled, note };
  Kind kind;
  std::string text;    // the file's path; for a note, a sentence
  double seconds = 0;  // compiled: how long it took
};

struct LoadOptions {
  std::function<void(const LoadEvent&)> tell;  // may be empty
  /// What the methods to come need: less takes less time to compile. What is already there for all of them is used
  /// just as well.
  ChoiceSet choices = {};
  /// What a file is compiled for; the best there is, unless given.
  std::optional<InstructionSet> instruction_set = {};
};

/// Ends in .cpp, .cc or .cxx, or has a '/' in it.
bool is_path(std::string_view name_or_path);

/// Throws where the file is not there or does not compile (in the user's own lines, with a hint), where there is no
/// compiler or no safe cache, and where the headers on disk are not those this program was built from.
///
/// What is loaded stays loaded until the program ends: results, exceptions and threads may hold on to code of it
/// longer than the problem itself lives.
std::unique_ptr<AnyProblem> load_problem(const std::string& path, const LoadOptions& options = {});

/// A problem of the zoo by its name, or a file by its path.
std::unique_ptr<AnyProblem> open_problem(const std::string& name_or_path, const LoadOptions& options = {});

}  // namespace twoscale
