#pragma once
// What is said on standard error while a problem file is compiled.

#include <twoscale/plugin/load.hpp>

#include "terminal.hpp"

namespace twoscale::cli {

inline LoadOptions loading(bool quiet, ChoiceSet choices = ChoiceSet::every, std::optional<InstructionSet> set = {}) {
  LoadOptions options{.tell = {}, .choices = choices, .instruction_set = set};
  if (quiet) return options;
  options.tell = [](const LoadEvent& event) {
    if (event.kind == LoadEvent::compiling) print_error("compiling " + event.text + " ...");
    else if (event.kind == LoadEvent::compiled) print_error("compiled in " + duration(event.seconds));
    else print_error(event.text);
  };
  return options;
}

}  // namespace twoscale::cli
