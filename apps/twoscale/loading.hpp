#pragma once
// A problem by its name or its file, with what is said on standard error while a file is compiled.

#include <twoscale/plugin/load.hpp>

#include "crash.hpp"
#include "terminal.hpp"

namespace twoscale::cli {

inline std::unique_ptr<AnyProblem> open_problem_aloud(const std::string& name_or_path, bool quiet, ChoiceSet choices,
                                                      std::optional<InstructionSet> set = {}) {
  LoadOptions options{.tell = {}, .choices = choices, .instruction_set = set};
  const auto tell = [](const LoadEvent& event) {
    if (event.kind == LoadEvent::compiling) print_error("compiling " + event.text + " ...");
    else if (event.kind == LoadEvent::compiled) print_error("compiled in " + duration(event.seconds));
    else print_error(event.text);
  };
  if (!quiet) options.tell = tell;
  crashes_are_of(name_or_path);
  return open_problem(name_or_path, options);
}

}  // namespace twoscale::cli
