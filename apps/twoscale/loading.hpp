#pragma once
// A problem by its name or its file, with what is said on standard error while a file is compiled.

#include <memory>

#include "watching.hpp"

namespace twoscale::cli {

inline std::unique_ptr<AnyProblem> open_problem_aloud(const std::string& name_or_path, bool quiet,
                                                      const ChoiceSet& choices,
                                                      std::optional<InstructionSet> set = {}) {
  Watching watching(quiet);
  const SolveWatch watch = watching.watch();
  watch.say(event::Opening{name_or_path});
  return open_problem(name_or_path, {.tell = watch.loading, .choices = choices, .instruction_set = set});
}

}  // namespace twoscale::cli
